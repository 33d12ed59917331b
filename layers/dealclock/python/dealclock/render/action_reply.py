"""What follows from what a person did with an alert, in words, for the person who did it."""

from collections.abc import Iterable, Iterator, Sequence

from dealclock.alerts.responses import AlertResponse
from dealclock.render import words


def follows(
    handled: AlertResponse,
    title: str,
    by: str,
    answering: Sequence[str],
    met_by: str,
    *,
    already: bool,
    by_command: str = "dealclock record",
) -> Iterator[str]:
    """First what was done with what, then what that stops and when it is spoken of again.

    `by` and `answering` are names; `met_by` is the kind of fact that would show it done, or "";
    `by_command` is the command by which the reader records facts.
    """
    due = f", due {words.day(handled.due)}" if handled.due else ""
    before = "Nothing new: " if already else ""
    yield f"{before}{title} ({handled.instance}){due}: {_DONE[handled.action]} by {by}."
    until = words.day(handled.until) if handled.until else ""
    match handled.action:
        case "acknowledged":
            yield f"Escalation stops. Asked again {until} if still open."
            yield _STILL
        case "snoozed":
            yield f"Nothing is said of it before {until}. On that day it speaks if still open."
        case "done":
            fact = f"of kind {met_by} " if met_by else ""
            yield f"It stays open until a fact says so: record one {fact}with `{by_command}`."
            if until:
                yield f"Escalation stops. The fact is asked for again {until}."
            else:
                yield _stops_nothing(answering)
        case "seen":
            yield _stops_nothing(answering)


def _stops_nothing(answering: Sequence[str]) -> str:
    who = " or ".join(answering)
    return f"That stops nothing: escalation and reminders go on until {who} answers."


_STILL = "What is due today, overdue or moved is said all the same."
_DONE = {
    "acknowledged": "acknowledged",
    "seen": "seen",
    "snoozed": "snoozed",
    "done": "said to be done",
}


def also(titles: Iterable[str]) -> Iterator[str]:
    """What one answer covers besides, by the titles of it; nothing for none."""
    if others := "; ".join(titles):
        yield f"This also covers: {others}."
