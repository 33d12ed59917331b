"""Failures with a time to cure them, within a period in which they count."""
