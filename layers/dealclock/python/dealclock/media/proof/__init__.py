"""A proof pack: what was computed about one obligation, from what, and what was sent about it,
as one file whose every member carries a hash."""
