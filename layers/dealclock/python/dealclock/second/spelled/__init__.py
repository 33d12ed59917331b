"""The older types of provision of a registration rights agreement, followed day after day."""
