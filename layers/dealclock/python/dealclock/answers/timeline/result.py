"""The dated events around a deal with its own, in order: the result and its computation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.timeline import FigureCheck, Origin, TimelineItem, timeline
from dealclock.engine.why import Why
from dealclock.messages import words


@dataclass(frozen=True, slots=True)
class TimelineQuery:
    """The dates to show: all, or those that may fall from `since` to `until`, both included."""

    since: date | None = option("first day to show")
    until: date | None = option("last day to show")


@dataclass(frozen=True, slots=True)
class FigureComparison:
    """A figure computed again, rounded for people and exact, and the stated one.

    They are compared to one unit of the stated figure's last place, `compared_to`; that, the
    difference and whether they agree are None if nothing is stated.
    """

    description: str = field(metadata={"key": "says"})
    how: str
    computed: str
    exact: str
    stated: str | None
    compared_to: str | None
    consistent: bool | None
    difference: str | None

    @classmethod
    def of(cls, check: FigureCheck | None) -> "FigureComparison | None":
        """Built from the engine's result."""
        if check is None:
            return None
        stated, precision, difference = check.stated, check.precision, check.difference
        return cls(
            description=check.description,
            how=check.how,
            computed=_figure(check.computed, precision),
            exact=str(check.computed),
            stated=None if stated is None else _figure(Fraction(stated), precision),
            compared_to=None if precision is None else _figure(precision, precision),
            consistent=check.consistent,
            difference=None if difference is None else _figure(difference, precision),
        )


@dataclass(frozen=True, slots=True)
class TimelineMoment:
    """One event or date: the first and the last day it may mean, both included, and its source.
    `when` is the time as the source gives it.
    """

    instance: str | None
    when: str
    first_day: date
    last_day: date
    what: str
    origin: Origin
    source: str
    external: bool
    fiscal_quarter: str | None
    inconsistent: str | None
    check: FigureComparison | None
    why: Why

    @classmethod
    def of(cls, item: TimelineItem) -> "TimelineMoment":
        """Built from the engine's result."""
        return cls(
            instance=item.instance,
            when=item.when,
            first_day=item.first_day,
            last_day=item.last_day,
            what=item.what,
            origin=item.origin,
            source=item.source,
            external=item.external,
            fiscal_quarter=str(item.quarter) if item.quarter else None,
            inconsistent=item.inconsistent,
            check=FigureComparison.of(item.check),
            why=item.why,
        )


@dataclass(frozen=True, slots=True)
class DocumentInconsistency:
    """A point on which the documents contradict each other, and its Section."""

    clause: str
    what: str


@dataclass(frozen=True, slots=True)
class TimelineResult:
    """The events and dates within the days asked for, in order, and the inconsistencies in all
    documents.
    """

    heading: Heading
    moments: tuple[TimelineMoment, ...]
    inconsistencies: tuple[DocumentInconsistency, ...]
    readings: Mapping[str, str]
    since: date | None
    until: date | None


def answer(look: Look, request: TimelineQuery) -> TimelineResult:
    """Every event and date that may fall within the days asked for; raises NotAnsweredError if the
    first day is after the last.
    """
    since, until = request.since or date.min, request.until or date.max
    if since > until:
        raise NotAnsweredError(
            f"since {since} is after until {until}; give the earlier date first."
        )
    assessment = assess(
        Look(look.terms, look.log, look.as_of, look.known_at, look.readings), compare=False
    )
    found = timeline(look.in_force, look.known.all, assessment)
    within = (m for m in found if m.last_day >= since and m.first_day <= until)
    wrong = look.in_force.inconsistencies
    return TimelineResult(
        heading=Heading.of(look),
        moments=tuple(map(TimelineMoment.of, within)),
        inconsistencies=tuple(DocumentInconsistency(each.clause, each.what) for each in wrong),
        readings=dict(assessment.readings),
        since=request.since,
        until=request.until,
    )


def _figure(exact: Fraction, precision: Fraction | None) -> str:
    """A figure with as many places as it has, up to two or those of `precision` if it has more.

    Rounded to that many where it has more.
    """
    most = 2 if precision is None else max(2, len(str(precision.denominator)) - 1)
    found = (words.places(exact, places) for places in range(1, most + 1))
    short = next((each for each in found if Fraction(each) == exact), words.places(exact, most))
    return short.removesuffix(".0")
