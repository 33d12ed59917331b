"""A closed deal, in words."""

from dealclock.access.closing import DealClosing
from dealclock.messages import words


def closed_line(closing: DealClosing, zone: str) -> str:
    """The line over a message that still stands, and over an answer."""
    at = words.instant(closing.confirmed_at or closing.at, zone)
    return (
        f"Deal closed {at} by {closing.name}, confirmed by {closing.confirmed_name}: no "
        "more alerts, and no more recording."
    )


def asked_line(closing: DealClosing, zone: str) -> str:
    """A closing that waits for its second person."""
    at = words.instant(closing.at, zone)
    return f"{closing.name} asked {at} to close it; not yet confirmed: {closing.why}"
