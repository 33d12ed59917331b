"""Files that people ask for: what kinds there are, how each is made and sent to its asker."""
