"""How a matter stands since it was told: the one line that an update puts over a message."""

from collections.abc import Iterable, Sequence

from dealclock.access.people import People
from dealclock.alerts.alert import Alert
from dealclock.alerts.responses import AlertResponse
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.render import words
from dealclock.render.status_words import satisfied_on


def present(
    alert: Alert,
    assessment: Assessment,
    handled: Iterable[AlertResponse],
    people: People,
    zone: str,
    *,
    gone: bool = False,
) -> str:
    """What has changed since the alert was told, gravest first; "" while it stands as told.

    The assessment is the present one; `handled` what people did by now; `gone` whether, on what is
    known now, the matter was never there. One that is merely long past is not told of any more. A
    date that moved and what was satisfied since come before what people did with the message.
    """
    owed = assessment.obligation(alert.instance)
    window = assessment.window(alert.instance)
    default = assessment.default(alert.instance)
    if owed is not None:
        found = _of_obligation(alert, owed)
    elif window is not None:
        found = _of_window(alert, window)
    elif default is not None:
        found = _of_default(default)
    else:
        found = _GONE if gone else ""
    # What ran out asks again by an alert of its own.
    standing = [h for h in handled if h.until is None or assessment.as_of < h.until]
    return found or _of_people(alert, standing, people, zone)


def _of_obligation(alert: Alert, o: Obligation) -> str:
    if o.met_on is not None:
        return f"{words.sentence(satisfied_on(o))}, as computed."
    if o.status is Status.EXCUSED:
        return "Excused, as computed."
    if alert.due is not None and o.due != alert.due:
        return f"Moved to {words.day(o.due)}."
    return ""


def _of_window(alert: Alert, w: Window) -> str:
    if w.ended_on is not None:
        return f"Over from {words.day(w.ended_on)}."
    if alert.due is not None and w.closes != alert.due:
        return f"Moved to {words.day(w.closes)}."
    return ""


def _of_default(d: Default) -> str:
    if d.cured_on is not None:
        return f"Cured {words.day(d.cured_on)}, as computed."
    return f"No longer accruing from {words.day(d.accrues_to)}." if d.accrues_to else ""


def _of_people(alert: Alert, handled: Sequence[AlertResponse], people: People, zone: str) -> str:
    """The latest thing done with the alert as it was told; of a moved date nothing counts."""
    told = (alert.instance, alert.due, alert.revision)
    done = [h for h in handled if (h.instance, h.due, h.revision) == told]
    if not done:
        return ""
    last = max(done, key=lambda h: h.at)
    person = people.person(last.by)
    by = person.name if person else "someone no longer of the team"
    at = words.instant(last.at, zone)
    match last.action:
        case "acknowledged":
            return f"Acknowledged by {by}, {at}."
        case "seen":
            return f"Seen by {by}, {at}."
        case "snoozed":
            until = f" until {words.day(last.until)}" if last.until else ""
            return f"Snoozed by {by}{until}."
        case "done":
            return f"Said to be done by {by}, {at}. The fact is still to be recorded."


_GONE = "No longer computed: what it rested on has changed."
