"""Histories of any length, made to measure how the time of an assessment grows with its events.

Each round is a Sale Notice, an outage with its cure the next day, and a Suspension Period of a day;
beyond the allowance, Sale Notices take its place. The rounds are spread over the two years that the
Section on outages protects. Nothing is overdue, so that this measures the processing of events, not
the splitting of interest into segments.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.log import FactLog

BEGINS = date(2004, 10, 28)
PROTECTED_DAYS = 700
SUSPENSIONS = 40
AFTER_ALL = date(2006, 11, 1)
_BY_HAND = {
    "sale-notice": ("trustee", "company"),
    "suspension-notice": ("holders",),
}
_ROUND = (
    ("sale-notice", 0),
    ("prospectus-unusable", 0),
    ("suspension-notice", 0),
    ("prospectus-usable", 1),
    ("suspension-ended", 1),
)


def history(size: int, zone: str) -> FactLog:
    """A log of `size` events; the first two are the filing and the effectiveness, in time."""
    filed = Fact(id="A1", kind="registration-statement-filed", on=date(2004, 7, 13))
    effective = Fact(id="A2", kind="registration-statement-effective", on=BEGINS)
    facts = [filed, effective, *_rounds(size - 2)]
    return FactLog(tuple(sorted(facts, key=lambda f: f.on)), zone)


def _rounds(size: int) -> Iterator[Fact]:
    rounds = -(-size // len(_ROUND))
    for k in range(size):
        number, part = divmod(k, len(_ROUND))
        kind, later = _ROUND[part]
        if kind.startswith("suspension") and number % max(1, rounds // SUSPENSIONS):
            kind = "sale-notice"
        yield _fact(kind, BEGINS + timedelta(days=1 + PROTECTED_DAYS * number // rounds + later), k)


def _fact(kind: str, on: date, k: int) -> Fact:
    given = tuple(NoticeDelivery(to=to, method="hand", on=on) for to in _BY_HAND.get(kind, ()))
    return Fact(id=f"F{k}", kind=kind, on=on, given=given)
