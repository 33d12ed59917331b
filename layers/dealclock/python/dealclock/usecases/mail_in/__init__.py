"""Replies to alerts by mail: filed, answered with what to do, or kept. See `filing`."""
