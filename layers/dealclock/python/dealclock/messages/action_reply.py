"""The reply to a response to an alert: what was done, what it stops, and when the next alert
comes."""

from collections.abc import Iterable, Iterator, Sequence

from dealclock.messages import words
from dealclock.people.acts import Act


def describe_response(
    handled: Act,
    title: str,
    by: str,
    answering: Sequence[str],
    event_kind: str,
    *,
    already: bool,
) -> Iterator[str]:
    """Yields what was done with the alert; then what that stops, and when it is sent again.

    `by` and `answering` are names; `event_kind` is the kind of event that would satisfy the
    item, or "".
    """
    due = f", due {words.short_day(handled.due)}" if handled.due else ""
    prefix = "Nothing new: " if already else ""
    yield f"{prefix}{title}{due}: {_DONE[handled.action]} by {by}."
    until = words.day(handled.until) if handled.until else ""
    owner, backup = (*answering, "", "")[:2]
    match handled.action:
        case "acknowledged":
            yield f"Escalation is paused. You will be asked again {until} if it is still open."
            yield _STILL
        case "snoozed":
            yield f"Snoozed until {until}. You will be alerted then if it is still open."
        case "done":
            fact = f"of kind {event_kind} " if event_kind else ""
            yield f"It stays open until an event is recorded. Record {fact}with `/deal record`."
            if until:
                yield f"Escalation is paused. You will be asked for the event again {until}."
            else:
                yield _stops_nothing(answering)
        case "seen":
            yield _stops_nothing(answering)
        case "declined":
            yield f"{owner} owns it now, with {backup} as backup, and is notified."
            yield "Reminders and escalation now go to them."


def _stops_nothing(answering: Sequence[str]) -> str:
    who = " or ".join(answering)
    return f"Noted. Escalation and reminders continue until {who} responds."


_STILL = "You will still be alerted if it comes due, is overdue, or its date changes."
_DONE = {
    "acknowledged": "acknowledged",
    "seen": "seen",
    "snoozed": "snoozed",
    "done": "marked done",
    "declined": "declined",
}


def describe_other_items(titles: Iterable[str]) -> Iterator[str]:
    """Yields a line with the titles of the other items a response covers; nothing for none."""
    if others := "; ".join(titles):
        yield f"This also covers: {others}."
