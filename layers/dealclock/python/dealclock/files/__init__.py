"""Reading YAML: typed models, every problem of a file reported at once with its line, and the
closest name that would be right.
"""
