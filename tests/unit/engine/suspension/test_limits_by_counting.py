"""What limits of a state leave, against a second method: every day of every window counted.

The states are drawn with limits in days, Business Days, trading days and occurrences, in windows of
days and months, rolling and in blocks.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.intervals import Span
from dealclock.days.markets import NEW_YORK_STOCK_EXCHANGE
from dealclock.days.periods import moved
from dealclock.engine.context import Choices, Context
from dealclock.engine.states.budget import budget
from dealclock.engine.states.limits_left import plan
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.general.state import StateLimit, StateTerms
from dealclock.terms.readings import choose
from tests.suite import seeds
from tests.unit.engine.deals import ZONE, log, resumed, sample_terms, suspended

ONE = timedelta(days=1)
Spans = list[tuple[date, date]]


class Counted:
    """The days of periods, and whether a further one is within every limit, day by day."""

    def __init__(self, state: StateTerms, spans: Spans) -> None:
        self.state = state
        self.spans = spans
        self.days = {first + n * ONE for first, end in spans for n in range((end - first).days)}

    def since(self, limit: StateLimit, day: date) -> date:
        """The first day of the window of a day."""
        return _since(limit.window or Span(1), limit.windows == "rolling", self.spans[0][0], day)

    def held(self, limit: StateLimit, days: set[date], day: date) -> int:
        """How many of some days count in the window of a day."""
        since = self.since(limit, day)
        return sum(_counts(limit, each) for each in days if since <= each <= day)

    def allows(self, start: date, n: int) -> bool:
        """Whether a further period may last N days from a day."""
        new = {start + k * ONE for k in range(n)}
        if new & self.days:
            return False
        both = self.days | new
        for limit in self.state.limits:
            if limit.counts_occurrences:
                if not self._often_enough(limit, start, n):
                    return False
            elif limit.window is None:
                if sum(_counts(limit, day) for day in _run(both, start)) > limit.amount:
                    return False
            else:
                ends = (start + k * ONE for k in range(120))
                within = (day for day in ends if self.since(limit, day) <= max(new))
                if any(self.held(limit, both, day) > limit.amount for day in within):
                    return False
        return self._apart(start, start + n * ONE)

    def _often_enough(self, limit: StateLimit, start: date, n: int) -> bool:
        if start - ONE in self.days:
            return True
        spans = sorted([*self.spans, (start, start + n * ONE)])
        for day in (start + k * ONE for k in range(120)):
            since = self.since(limit, day)
            marks = [
                (first, first if limit.counted == "begun" else end - ONE)
                for first, end in spans
                if first <= day
            ]
            held = [first for first, mark in marks if mark >= since]
            if start in held and len(held) > limit.amount:
                return False
        return True

    def _apart(self, start: date, end: date) -> bool:
        if self.state.apart is None:
            return True
        least = self.state.apart.count * ONE
        before = [last for _, last in self.spans if last <= start]
        after = [first for first, _ in self.spans if first >= end]
        soon = before and start - (max(before) - ONE) < least
        return not soon and not (after and min(after) - (end - ONE) < least)


@cache
def _since(span: Span, rolling: bool, anchor: date, day: date) -> date:
    if rolling:
        return span.since(day)
    starts = (moved(anchor, n * span.count, span.unit) for n in range(-20, 20))
    return max(start for start in starts if start <= day)


def _counts(limit: StateLimit, day: date) -> bool:
    if limit.counted == "business days":
        return FEDERAL_RESERVE.is_open(day)
    return limit.counted != "trading days" or NEW_YORK_STOCK_EXCHANGE.is_open(day)


def _run(days: set[date], day: date) -> Iterator[date]:
    """The days in a row around a day."""
    for step, first in ((ONE, day), (-ONE, day - ONE)):
        yield from (_while(days, first, step))


def _while(days: set[date], day: date, step: timedelta) -> Iterator[date]:
    while day in days:
        yield day
        day += step


def _state(draw: Random) -> StateTerms:
    limits: list[dict[str, Any]] = [{"most": draw.choice((8, 12, 20)), "counted": _unit(draw)}]
    for _ in range(draw.choice((0, 1, 2))):
        most = draw.choice(({"most": 9}, {"most": 14}, {"reaches": 15}))
        limits.append({**most, **_window(draw), "counted": _unit(draw)})
    for _ in range(draw.choice((0, 1))):
        counted = draw.choice(("begun", "in force"))
        limits.append({"most": draw.choice((1, 2, 3)), "counted": counted, **_window(draw)})
    return StateTerms.model_validate(
        {
            "id": "delay",
            "type": "state",
            "clause": "2",
            "title": "Delay",
            "action": "End it.",
            "owed_by": "company",
            "begins": ["suspension-notice"],
            "to": ["holders"],
            "ends": "suspension-ended",
            "limits": limits,
            "apart": draw.choice((None, None, {"count": draw.randrange(2, 9), "unit": "days"})),
        }
    )


def _unit(draw: Random) -> str:
    return draw.choice(("days", "days", "business days", "trading days"))


def _window(draw: Random) -> dict[str, Any]:
    length = draw.choice(({"window_days": draw.choice((30, 45))}, {"window_months": 2}))
    return {**length, "windows": draw.choice(("rolling", "blocks"))}


def _spans(draw: Random) -> Spans:
    spans, day = Spans(), date(2005, 1, 3) + draw.randrange(40) * ONE
    for _ in range(draw.randrange(1, 5)):
        end = day + draw.randrange(1, 12) * ONE
        spans.append((day, end))
        day = end + draw.randrange(1, 40) * ONE
    return spans


def _context(spans: Spans, as_of: date, *, ended: bool = True) -> Context:
    facts: list[Fact] = []
    for n, (first, end) in enumerate(spans):
        facts.append(suspended(first.isoformat(), id=f"S{n}"))
        if ended or n < len(spans) - 1:
            facts.append(resumed(end.isoformat(), id=f"E{n}"))
    known = FactIndex(log(*facts).known(as_of, end_of(as_of, ZONE)))
    return Context(sample_terms(), known, as_of, Choices(choose({})))


@pytest.mark.parametrize("seed", seeds(40))
def test_a_plan_allows_what_counting_every_day_allows(seed: int) -> None:
    draw = Random(seed)
    state, spans = _state(draw), _spans(draw)
    counted = Counted(state, spans)
    context = _context(spans, spans[-1][1] + 90 * ONE)
    most = state.limits[0].amount
    for _ in range(3):
        start = spans[0][0] + draw.randrange(-20, 120) * ONE
        n = draw.randrange(1, most + 1)
        found = plan(state, start, n, context, material=False)
        allowed = [k for k in range(1, found.longest + 2) if counted.allows(start, k)]
        caps = [each.amount for each in state.limits if each.counted == "days"]
        assert found.longest == min(max(allowed, default=0), *caps, 99), start
        days = (start + k * ONE for k in range(250))
        first = next((day for day in days if counted.allows(day, n)), None)
        assert found.earliest == first or (first is None and found.earliest is not None)


@pytest.mark.parametrize("seed", seeds(40))
def test_a_period_breaks_each_limit_on_the_day_that_counting_every_day_finds(seed: int) -> None:
    draw = Random(f"breaks {seed}")
    state, spans = _state(draw), _spans(draw)
    context = _context(spans, spans[-1][1], ended=False)
    last = budget(context, state).drawn[-1]
    first = spans[-1][0]
    counted = Counted(state, spans[:-1] or spans)
    for limit, found in zip(
        [each for each in state.limits if not each.counts_occurrences],
        [each for each in last.breaks if not each.by_beginning],
        strict=True,
    ):
        earlier = counted.days if len(spans) > 1 and limit.window else set()
        for day in (first + n * ONE for n in count()):
            days = earlier | {first + k * ONE for k in range((day - first).days + 1)}
            since = date.min if limit.window is None else counted.since(limit, day)
            if sum(_counts(limit, d) for d in days if since <= d <= day) > limit.amount:
                assert found.on == day
                break


def test_a_limit_that_is_reached_is_one_less_than_it() -> None:
    assert StateLimit(reaches=60, window_days=90).amount == 59
