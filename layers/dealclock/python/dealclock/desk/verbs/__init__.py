"""The verbs of `/deal`, one module each."""
