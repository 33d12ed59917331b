"""The general types of the terms: what authors may write, and what the older types expand to."""
