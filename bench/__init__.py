"""Measurements, each beside a peer in the same run. Nothing here is a test."""
