"""What the second engine answers on a day: the same figures as an Assessment, found otherwise."""

from copy import deepcopy
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from tests.unit.engine.second.business_days import nth_business_day_after
from tests.unit.engine.second.money import Piece, Spell, interest, pieces, rates_by_day
from tests.unit.engine.second.story import CLOSING, Story
from tests.unit.engine.second.walk import Breach, Walk, live_on, walk

ONE = timedelta(days=1)
LONG_ENOUGH = 30  # days in which five Business Days always pass


@dataclass(frozen=True, slots=True)
class Dates:
    """The days of a default; `accrues_to` is None while it runs, `cured_on` until it is cured."""

    name: str
    occurred_on: date
    accrues_from: date
    accrues_to: date | None
    cured_on: date | None
    notice_due: date


@dataclass(frozen=True, slots=True)
class Answer:
    """The defaults, the last days to cure, the interest, and the payments by nominal date.

    `cure_due` is the last day to cure each failure still uncured then if nothing more happens;
    `to_come` names those among them that have not failed yet, of suspensions that run on;
    `excess` the days on which a suspension went beyond its allowance and so became a failure;
    `rate` basis points a year on the day itself.
    """

    state: Walk
    defaults: tuple[Dates, ...]
    cure_due: dict[str, date]
    to_come: frozenset[str]
    excess: tuple[date, ...]
    accrued: Fraction
    rate: int
    pieces: tuple[Piece, ...]
    payments: dict[date, Fraction]

    def default(self, name: str) -> Dates:
        """The one default of that name."""
        (found,) = (d for d in self.defaults if d.name == name)
        return found


def answer(story: Story, as_of: date) -> Answer:
    """Walk to `as_of`, then add up."""
    state = walk(story, as_of)
    nominal = [date(y, m, 15) for y in range(CLOSING.year, as_of.year + 2) for m in (1, 7)]
    nominal = [day for day in nominal if day > CLOSING]
    next_one = min(day for day in nominal if day > as_of)
    # To the next payment date, as if nothing more happened; of these, the days before today.
    days = list(rates_by_day(story, _spells(state, next_one)))
    past = pieces(story, (d for d in days if d[0] < as_of), as_of)
    payments: dict[date, Fraction] = {}
    for piece in pieces(story, days, as_of, cuts=nominal):
        day = min(n for n in nominal if n > piece.start)
        payments[day] = payments.get(day, Fraction(0)) + interest(piece, story.day_count)
    return Answer(
        state=state,
        defaults=tuple(_dates(b, state, as_of) for b in state.breaches),
        cure_due=_cure_due(state),
        to_come=frozenset(_cure_due(state)) - {f.id for f in state.failures},
        excess=tuple(f.failed_on for f in state.failures if f.by_excess),
        accrued=sum((interest(p, story.day_count) for p in past), Fraction(0)),
        rate=sum(sum(rates) for day, rates in days if day == as_of),
        pieces=tuple(past),
        payments=payments,
    )


def _dates(breach: Breach, state: Walk, until: date) -> Dates:
    """Its days as known, the end of the Effectiveness Period minded if it is by `until`."""
    start, stop, ends = breach.occurred_on + ONE, breach.cured_on, state.period_ends
    stops = breach.protects and state.story.reading("default-at-period-end") == "STOP"
    if stops and ends is not None and ends <= until and (stop is None or ends < stop):
        stop = ends
    return Dates(
        name=breach.name,
        occurred_on=breach.occurred_on,
        accrues_from=start,
        accrues_to=None if stop is None else max(stop, start),
        cured_on=breach.cured_on,
        notice_due=_notice_due(breach, state.story),
    )


def _notice_due(breach: Breach, story: Story) -> date:
    """Two Business Days after the day it came to exist, whatever day it relates back to."""
    event = breach.arose_on
    if story.reading("notice-event") == "FIRST-ACCRUAL-DAY":
        event += ONE
    return nth_business_day_after(event, 2, story.reading("business-day"))


def _spells(state: Walk, until: date) -> list[Spell]:
    dates = [_dates(b, state, until) for b in state.breaches]
    return [Spell(d.accrues_from, max(d.accrues_from, d.accrues_to or until)) for d in dates]


def _cure_due(state: Walk) -> dict[str, date]:
    later = live_on(deepcopy(state), LONG_ENOUGH) if state.failures else state
    return {f.id: f.lapsed_on for f in later.failures if f.lapsed_on}
