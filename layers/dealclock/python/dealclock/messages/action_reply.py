"""What follows from what a person did with an alert, in words, for the person who did it."""

from collections.abc import Iterable, Iterator, Sequence

from dealclock.alerts.responses import AlertResponse
from dealclock.messages import words


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
            yield f"Escalation is paused. You will be asked again {until} if it is still open."
            yield _STILL
        case "snoozed":
            yield f"Snoozed until {until}. You will be alerted then if it is still open."
        case "done":
            fact = f"of kind {met_by} " if met_by else ""
            yield f"It stays open until an event is recorded. Record {fact}with `{by_command}`."
            if until:
                yield f"Escalation is paused. You will be asked for the event again {until}."
            else:
                yield _stops_nothing(answering)
        case "seen":
            yield _stops_nothing(answering)


def _stops_nothing(answering: Sequence[str]) -> str:
    who = " or ".join(answering)
    return f"Noted. Escalation and reminders continue until {who} responds."


_STILL = "You will still be alerted if it comes due, is overdue, or its date changes."
_DONE = {
    "acknowledged": "acknowledged",
    "seen": "seen",
    "snoozed": "snoozed",
    "done": "marked done",
}


def also(titles: Iterable[str]) -> Iterator[str]:
    """What one answer covers besides, by the titles of it; nothing for none."""
    if others := "; ".join(titles):
        yield f"This also covers: {others}."
