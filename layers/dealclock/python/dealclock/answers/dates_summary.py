"""A summary of a deal's dates, which questions across deals read instead of the deals themselves.

It is made when a deal is assessed, stored with the deal's summary, and shown again on later days
while the dates hold: until the first of them has passed, or an event recorded for a later day takes
effect.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import cache

from pydantic import TypeAdapter

from dealclock.alerts.gravity import Gravity, gravest_first
from dealclock.engine.conclusions import Status
from dealclock.messages import amounts, dates
from dealclock.messages.reason import WITHOUT_NOTICES, describe_cost
from dealclock.messages.status_lines import count_open, list_not_computed
from dealclock.messages.view import View, matter
from dealclock.records import record

LONGEST_LOOK = 366  # the most days ahead that a question may ask for
_LOOKED_AT = 400  # and days ahead that are kept, so that a summary may be some days old
_ISSUER = "company"


@record
class Line:
    """One date: the day, the day in words, what falls on it, and who is responsible, by name and
    ids.

    `missed`: it had passed when the deal was assessed. `invented`: it rests on sample data. `title`
    is what falls on it in a few words, `by` by what hour to act, `gravity` its rank.
    """

    on: date
    day: str
    says: str
    owner: str
    answering: frozenset[str]
    missed: bool
    invented: bool
    title: str = ""
    by: str = ""
    gravity: int = Gravity.OTHER

    @property
    def rank(self) -> tuple[int, date]:
        """The sort key of lists: the gravest first, then the soonest."""
        return Gravity.OVERDUE if self.missed else self.gravity, self.on


@record
class DatesSummary:
    """A deal's dates as of the day it was assessed; they are valid to `holds_to`, included. Stored
    as the encoder writes it.

    `banners` apply to all of it, such as a rehearsal's. `calendar` is that of its Business Days.
    `defaults` counts the open ones, `stake` is what is at stake, "" if nothing is known to be, `at`
    the instant of the run; each is None in a summary of a release that did not store it.
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
    defaults: int | None = None
    stake: str | None = None
    at: datetime | None = None


def dates_summary(view: View, until: date | None = None) -> DatesSummary:
    """The dates of an assessed deal: overdue ones, and those to `until`, included, if given."""
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
        calendar=a.readings["business-day"],
        defaults=sum(d.is_open for d in a.defaults),
        stake=_stake(view),
        at=a.known_at,
    )


def _stake(view: View) -> str:
    """What is at stake: open defaults and what is unpaid; else what missing the gravest date ahead
    would cost."""
    a = view.assessment
    running = [d for d in a.defaults if d.is_open]
    parts = [count_open(running)] if running else []
    parts += [amounts.describe_unpaid(view)] if a.owed.unpaid else []
    ahead = gravest_first(o for o in a.obligations if o.is_open and o.status is not Status.MISSED)
    for o in ahead[:1] if not parts else []:
        found = matter(view, o.instance) if o.on_lapse else None
        cost = describe_cost(found, view, WITHOUT_NOTICES) if found else ""
        parts += [f"if missed: {cost}"] if cost else []
    return ", ".join(parts)


def _line(each: dates.DateLine, view: View, *, missed: bool) -> Line:
    left_out = list_not_computed(view.assessment, each.instance) if each.instance else []
    apart = " (not computed: a waiver or extension)" if left_out else ""
    return Line(
        on=each.on,
        day=each.day,
        says=each.text + apart,
        owner=view.team.owner_of(each.owed_by, each.instance)[0].name,
        answering=view.team.answering(each.owed_by, view.assessment.as_of, each.instance),
        missed=missed,
        invented=each.why.hypothetical,
        title=each.title + apart,
        by=each.by,
        gravity=each.gravity,
    )


def _holds_to(view: View, ahead: Iterable[Line]) -> date:
    """The last day on which the same dates would be found, if nothing more is recorded."""
    a = view.assessment
    if any(o.stopped_since is not None for o in a.obligations if o.is_open):
        return a.as_of  # the due date of a stopped clock moves each day
    one = timedelta(days=1)
    later = [f.on - one for f in view.log.facts if f.on > a.as_of]
    if a.accrual.next_change is not None:
        later.append(a.accrual.next_change.on - one)
    amended = [each - one for v in view.terms.amendments if (each := v.effective) > a.as_of]
    most = a.as_of + timedelta(days=_LOOKED_AT - LONGEST_LOOK)
    return min((*(line.on for line in ahead), *later, *amended, most))


def from_json(stored: object) -> DatesSummary:
    """A summary from its stored JSON; raises ValueError for anything else."""
    return _stored().validate_python(stored)


@cache
def _stored() -> TypeAdapter[DatesSummary]:
    return TypeAdapter(DatesSummary)
