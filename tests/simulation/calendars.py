"""People's calendars, as the emails that reached them make them, and as they ought to be.

A calendar here does what RFC 5546 asks of any: by UID, what has a lower SEQUENCE is ignored, a
REQUEST puts the event where it says, a CANCEL takes it off.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from icalendar import Calendar

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import ZONE
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Status
from dealclock.messages import ics
from dealclock.people.policy import FIELDS
from tests.simulation import deal
from tests.simulation.observer import truth

if TYPE_CHECKING:
    from tests.simulation.history import History


@dataclass
class PersonalCalendar:
    """One person's calendar."""

    events: dict[str, date | datetime] = field(default_factory=dict)
    sequences: dict[str, int] = field(default_factory=dict)

    def receive(self, content: bytes) -> None:
        """An invitation, its update or its cancellation arrives."""
        whole: Any = Calendar.from_ical(content)
        (event,) = whole.walk("VEVENT")
        uid, sequence = str(event["UID"]), int(event["SEQUENCE"])
        if sequence < self.sequences.get(uid, 0):
            return
        self.sequences[uid] = sequence
        if whole["METHOD"] == "CANCEL":
            self.events.pop(uid, None)
        else:
            self.events[uid] = event["DTSTART"].dt

    def ahead(self, today: date) -> dict[str, date]:
        """The days of what is on it, from `today` on, by UID."""
        days = {
            uid: at.date() if isinstance(at, datetime) else at for uid, at in self.events.items()
        }
        return {uid: day for uid, day in days.items() if day >= today}


def on_calendar(history: "History", person: str) -> PersonalCalendar:
    """The person's calendar as it is now."""
    address = next(p.email for p in deal.team().people if p.id == person)
    calendar = PersonalCalendar()
    for letter in history.post.letters:
        if letter.to == address and letter.calendar:
            calendar.receive(letter.calendar)
    return calendar


def due_dates(history: "History") -> dict[str, date]:
    """The earliest dates, from today on, of what is open by now, by UID, worked out from what
    people recorded; what readings are open is asked of the assessment alone."""
    seen = truth(history.recorded, history.today, history.utc, compare=True)
    return {
        ics.uid(deal.DEAL, instance): day for instance, day in _open(seen) if day >= history.today
    }


def _open(seen: Assessment) -> Iterator[tuple[str, date]]:
    for o in seen.obligations:
        if o.status in (Status.UPCOMING, Status.DUE_TODAY, Status.MISSED) and not o.stopped_since:
            earliest = min(o.due, o.safe_together or o.due)
            acts = o.act_by.astimezone(ZONE).date() if o.act_by and earliest == o.due else earliest
            yield o.instance, acts
    for w in seen.windows:
        if w.status is not Status.CLOSED and w.done_on is None and w.kind in FIELDS:
            last = w.safe_together[1] if w.safe_together else w.closes
            yield w.instance, max(w.opens, min(w.closes, last))


def _unconfirmed(history: "History", person: str) -> Iterator[str]:
    """What a person may not have got: twice, the arrival of the email could not be confirmed."""
    for stored in history.store.outbox.of_deal(deal.DEAL):
        route = stored.delivery.route
        if (route.kind, route.to, stored.state) == ("email", person, State.UNKNOWN):
            yield from (
                ics.uid(deal.DEAL, a.instance.removeprefix("invitation/")) for a in stored.alerts
            )


def wrong_calendars(history: "History") -> Iterator[str]:
    """What the calendar of the owner or the backup shows otherwise than it ought to, in words."""
    owed = due_dates(history)
    owners = deal.team().owners["company"]
    for person in (owners.owner, owners.backup):
        address = next(p.email for p in deal.team().people if p.id == person)
        if address not in history.post.gone:
            shows = on_calendar(history, person).ahead(history.today)
            for uid in _unconfirmed(history, person):
                if uid not in shows:  # reported to the operator, and sent twice already
                    owed = {each: day for each, day in owed.items() if each != uid}
            if shows != owed:
                yield f"calendar of {person} on {history.today}: {shows}, not {owed}"
