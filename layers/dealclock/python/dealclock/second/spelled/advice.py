"""Advice to selling Holders, orders and their lifting, and stops: Sections 4(b)(i), (iii), 4(c)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.second.spelled.deadlines import after
from dealclock.second.spelled.extensions import Owed, moved
from dealclock.second.spelled.notices import given_to_all, is_listed, received_on
from dealclock.second.story import (
    ACQUIRED,
    ADVISED,
    BLUE_SKY_ORDER,
    CLEARED,
    DONE,
    LIFTED,
    MISSTATED,
    NEW_PROSPECTUS,
    RETURNED,
    STOP_ORDER,
    SUSPENDED,
    TRANSFERRED,
    UNUSABLE,
    Event,
    Known,
    Rule,
)

ORDERS = (STOP_ORDER, BLUE_SKY_ORDER)
SELLING, ALL_HOLDERS = "selling-holders", "holders"


@dataclass(frozen=True, slots=True)
class Period:
    """The Effectiveness Period as far as known: `ends` is the first day it no longer protects."""

    begins: date | None
    ends: date | None

    def has(self, day: date) -> bool:
        """Whether a day is protected."""
        return self.begins is not None and self.ends is not None and self.begins <= day < self.ends


def duties_owed(period: Period, known: Known) -> dict[str, Owed]:
    """Advice of each event, from the day it was known where that counts; and what each order did,
    to be recorded by the last day to cure: that use ended, which opens the cure period, or not."""
    found: dict[str, Owed] = {}
    for rule in known.story.form.of("duty"):
        for event in known.of(*rule["opened_by"]):
            if rule.get("during") and not period.has(event.on):
                continue
            start = event.on
            if rule.get("known_by") and known.reading("advice-event") == "KNOWLEDGE":
                learned = [e.on for e in known.about(rule["known_by"], event.id)]
                start = max([start, *learned[:1]])
            found |= _duty(rule, event, start, known)
    return found


def _duty(rule: Rule, event: Event, start: date, known: Known) -> dict[str, Owed]:
    name = f"{rule['id']}/{event.id}"
    due = moved(name, after(start, rule["within"], known), known)
    acts = known.about(rule["met_by"], event.id, name)
    days = [a.on for a in acts if not a.given][:1]
    if rule.get("asks_about"):
        outage = known.story.form.one("outage with cure")
        days += [e.on for e in known.of(outage["opened_by"]) if e.on >= event.on][:1]
    elif given := given_to_all([d for a in acts for d in a.given], rule["to"], known):
        days.append(given)
    done = min(days, default=None)
    return {name: Owed(due, done if done is not None and done <= known.as_of else None)}


def open_orders(known: Known) -> tuple[set[str], int]:
    """The orders that no lifting lifted, and how many liftings may be of any of several."""
    orders = {o.id: o.on for o in known.of(*ORDERS)}
    liftings = known.of(LIFTED)
    for lifting in liftings:
        if lifting.about in orders and lifting.on >= orders[lifting.about]:
            del orders[lifting.about]
    unnamed = 0
    for lifting in liftings:
        before = [o for o, on in orders.items() if on <= lifting.on]
        if lifting.about:
            continue
        if len(before) == 1:
            del orders[before[0]]
        elif before:
            unnamed += 1
    return set(orders), unnamed


UNDATED = {
    "lifting-of-orders": (ORDERS, False),
    "notice-of-lifting": ((LIFTED,), False),
    "correcting-filing": ((MISSTATED, UNUSABLE), True),
    "corrected-prospectus": ((MISSTATED,), True),
}
"""Duties without a date: what opens one, and whether only within the Effectiveness Period."""


def undated(period: Period, known: Known) -> dict[str, tuple[date, date | None]]:
    """Since when each is owed, and the day it was done."""
    found: dict[str, tuple[date, date | None]] = {}
    for duty, (kinds, only_within) in UNDATED.items():
        for event in known.of(*kinds):
            name = f"{duty}/{event.id}"
            if only_within and not period.has(event.on):
                continue
            done = [e.on for e in known.about(DONE, name)]
            found[name] = (event.on, next(iter(done), None))
    return found


def stops(begun: set[str], known: Known) -> dict[str, tuple[date, date | None]]:
    """The stop that each notice started: its first day, and the first day after it for all.

    `begun` are the Suspension Notices that were not called off before they took effect.
    """
    found: dict[str, tuple[date, date | None]] = {}
    for notice, parties in _stopping(known):
        given = given_to_all(notice.given, parties, known)
        sent = [d for d in notice.given if d.to in parties and is_listed(d, known.story)]
        received = min((day for d in sent if (day := received_on(d))), default=None)
        start = _first_of(given, received, known.reading("stop-from"))
        called_off = notice.kind == SUSPENDED and notice.id not in begun and received is None
        if start is not None and start <= known.as_of and not called_off:
            found[f"holder-stop/{notice.id}"] = (start, _over(start, known))
    return found


def _stopping(known: Known) -> Iterator[tuple[Event, list[str]]]:
    """Suspension Notices, and written advice of a misstatement, each with those it must reach."""
    misstatements = {e.id for e in known.story.events if e.kind == MISSTATED}
    for notice in known.of(SUSPENDED, ADVISED):
        named = {d.to for d in notice.given}
        parties = [p for p in (SELLING, ALL_HOLDERS) if p in named]
        if notice.kind == SUSPENDED:
            yield notice, [ALL_HOLDERS] if ALL_HOLDERS in named or not parties else parties
        elif parties and notice.about.rpartition("/")[2] in misstatements:
            yield notice, parties


def _first_of(given: date | None, received: date | None, reading: str) -> date | None:
    if reading == "DEEMED-GIVEN" or received is None:
        return given
    if reading == "RECEIPT" or given is None:
        return received
    return min(given, received)


def _over(start: date, known: Known) -> date | None:
    """The first day on which all may sell again: all were cleared, or each one on record was."""
    freed: set[str] = set()
    for release in known.of(NEW_PROSPECTUS, CLEARED):
        if release.on < start:
            continue
        if not release.holder:
            return release.on
        freed.add(release.holder)
        on_record = {
            e.holder for e in known.of(RETURNED, ACQUIRED, TRANSFERRED) if e.on <= release.on
        }
        on_record |= {e.to for e in known.of(TRANSFERRED) if e.on <= release.on}
        if on_record and on_record <= freed:
            return release.on
    return None
