"""The types of rule that agreements are written in, by what they are about."""
