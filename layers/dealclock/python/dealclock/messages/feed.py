"""A person's calendar feed: where it is, and until when. Its address opens it to whoever has it."""

from datetime import datetime

from dealclock.messages import words
from dealclock.messages.message import Message, Section

HIDDEN = "[personal link, not kept]"


def made(code_name: str, rehearsal: bool, url: str, until: datetime, zone: str) -> Message:
    """The address, told once; without one, that the feed the asker has shows the deal."""
    ends = words.instant(until, zone)
    lines: tuple[str, ...] = (
        f"The address you have goes on until {ends}; it is not shown again.",
        f"Lost it? /deal calendar {code_name} new makes another and ends that one.",
    )
    if url:
        lines = (
            f"Subscribe to this address in your calendar: {url}",
            f"It is shown only once, is yours alone, and ends {ends}, or when your access does.",
            "It shows code names, Sections and dates, and follows when a date moves.",
            "Your calendar asks when it likes: alerts stay the word that counts.",
            f"Another address: /deal calendar {code_name} new",
            f"None any more: /deal calendar {code_name} stop",
        )
    return _told(code_name, rehearsal, "your calendar feed shows it", lines)


def stopped(code_name: str, rehearsal: bool, *, there: bool) -> Message:
    """The deal is in the feed no more."""
    says = "your calendar feed shows it no more" if there else "your calendar feed did not show it"
    return _told(code_name, rehearsal, says, ())


def _told(code_name: str, rehearsal: bool, says: str, lines: tuple[str, ...]) -> Message:
    message = Message(
        preview=code_name, headline=f"{code_name}: {says}", sections=(Section(lines=lines),)
    )
    return message.of_rehearsal() if rehearsal else message
