"""A deal's dates in brief: what questions across deals read instead of the deals themselves.

Made where a deal is assessed, kept with its summary, and told again on later days as long as the
dates hold: until the first of them has passed, or a fact recorded for a later day comes to count.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from pydantic import TypeAdapter

from dealclock.agreement.readings.counting import BUSINESS_DAY
from dealclock.messages import dates
from dealclock.messages.view import View

LONGEST_LOOK = 366  # days ahead that a question may ask for
_LOOKED_AT = 400  # and that are kept, so that a brief may be some days old
_ISSUER = "company"


@dataclass(frozen=True, slots=True)
class Line:
    """One date: the day, the day in words, what falls on it, who answers for it, by name and ids.

    `missed` when it had passed when the deal was assessed; `invented` when it rests on facts that
    are.
    """

    on: date
    day: str
    says: str
    owner: str
    answering: frozenset[str]
    missed: bool
    invented: bool


@dataclass(frozen=True, slots=True)
class DatesSummary:
    """A deal's dates as of the day it was assessed; they hold to `holds_to`, included. Stored as
    the encoder writes it.

    `banners` mark all of it: a rehearsal's. `calendar` is that of the deal's Business Days.
    """

    code_name: str
    issuer: str
    zone: str
    calendar: str
    rehearsal: bool
    as_of: date
    holds_to: date
    banners: tuple[str, ...]
    lines: tuple[Line, ...]


def dates_summary(view: View, until: date | None = None) -> DatesSummary:
    """The dates of a deal that was assessed; those ahead to `until`, included, if it is given."""
    a = view.assessment
    last = until or a.as_of + timedelta(days=_LOOKED_AT)
    missed = [_line(each, view, missed=True) for each in dates.list_overdue(view)]
    ahead = [_line(each, view, missed=False) for each in dates.list_ahead(view, last)]
    issuer = view.terms.parties.get(_ISSUER)
    return DatesSummary(
        code_name=view.team.code_name,
        issuer=issuer.name if issuer else "",
        zone=view.terms.agreement.time_zone,
        rehearsal=view.rehearsal,
        as_of=a.as_of,
        holds_to=_holds_to(view, ahead),
        banners=view.banners(()),
        lines=(*missed, *sorted(ahead, key=lambda line: line.on)),
        calendar=a.readings[BUSINESS_DAY.id],
    )


def _line(each: dates.DateLine, view: View, *, missed: bool) -> Line:
    return Line(
        on=each.on,
        day=each.day,
        says=each.text,
        owner=view.team.owner_of(each.owed_by)[0].name,
        answering=view.team.answering(each.owed_by, view.assessment.as_of),
        missed=missed,
        invented=each.grounds.hypothetical,
    )


def _holds_to(view: View, ahead: Iterable[Line]) -> date:
    """The last day on which the same dates would be found, if nothing more is recorded."""
    a = view.assessment
    if any(o.stopped_since is not None for o in a.obligations if o.is_open):
        return a.as_of  # a date that moves with each day
    one = timedelta(days=1)
    later = [f.on - one for f in view.log.facts if f.on > a.as_of]
    if a.accrual.next_change is not None:
        later.append(a.accrual.next_change.on - one)
    amended = [each - one for v in view.terms.amendments if (each := v.effective) > a.as_of]
    most = a.as_of + timedelta(days=_LOOKED_AT - LONGEST_LOOK)
    return min((*(line.on for line in ahead), *later, *amended, most))


def from_json(stored: object) -> DatesSummary:
    """A summary from JSON as it was stored; raises ValueError for anything else."""
    return _stored().validate_python(stored)


@cache
def _stored() -> TypeAdapter[DatesSummary]:
    return TypeAdapter(DatesSummary)
