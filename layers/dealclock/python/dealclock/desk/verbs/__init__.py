"""The verbs of `/deal`: in `all`, the questions that need nothing more; a module for each other."""
