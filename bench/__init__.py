"""Measurements, each compared with a peer in the same run. Nothing here is a test."""
