"""`/deal clause`: what the terms say under a Section, and the dates it makes."""
