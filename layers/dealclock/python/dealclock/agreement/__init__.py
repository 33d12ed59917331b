"""Terms as data: provisions with their clauses, readings, and the reading of YAML files.

Nothing here knows what happened.
"""
