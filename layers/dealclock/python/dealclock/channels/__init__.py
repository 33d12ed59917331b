"""Slack and mail: each sending ends sent, refused, later or unknown. Knows no terms."""
