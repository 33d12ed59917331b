"""`/deal history`: what was recorded, alerted and done about one obligation."""
