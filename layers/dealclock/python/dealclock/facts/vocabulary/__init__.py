"""The kinds of fact, by what they are about."""
