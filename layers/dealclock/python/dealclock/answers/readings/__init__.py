"""`/deal readings`: how each Section is read, who chose, and what that moves."""
