"""The types of provision, by subject."""
