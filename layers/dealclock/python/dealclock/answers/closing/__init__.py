"""`/deal close`: what is still open, what was asked for, what became of it."""
