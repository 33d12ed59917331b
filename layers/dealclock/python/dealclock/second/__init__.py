"""The second engine: every date and amount computed again, day by day, from the stored terms and
events.

It shares no code with the first: of the library it imports `files`' merging of YAML alone. What it
does not compute is not covered, and never counts as agreed.
"""
