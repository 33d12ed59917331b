"""Sending deliveries: claim, render, send, record the outcome, and fail over."""
