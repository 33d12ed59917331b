"""A proof pack: what was computed of one obligation, from what, and what was told of it, as one
file whose every member carries a hash."""
