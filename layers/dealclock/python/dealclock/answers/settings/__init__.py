"""`/deal settings`: what is set for a deal, by whom, and what was changed."""
