"""What a Suspension Period is to a cure window: until when it excuses, from when it is a failure.

Days beyond the allowance are not "as provided", so that they excuse nothing and are themselves a
failure (RUNS-iii), or are left to the defaults of suspensions alone (ONLY-iv). A suspension the
agreement did not permit excuses nothing from its first day on.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.agreement.readings.suspensions import EXCESS_SUSPENSION
from dealclock.agreement.rules.suspensions import EXCESS, IMPROPER
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds
from dealclock.engine.suspension.begun import OnTheWay
from dealclock.engine.suspension.drawn import Budget, Drawn
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Excuse:
    """A time that excuses a failure: from and including `start` to but excluding `until`.

    `until` is None while it runs. `overdrawn` tells that it ends because its days ran out.
    """

    start: date
    until: date | None
    clause: str
    grounds: Grounds
    overdrawn: bool = False

    def covers(self, day: date) -> bool:
        """Whether it excuses on `day`."""
        return self.start <= day and (self.until is None or day < self.until)


@record
class Beyond:
    """A suspension that is a failure `on` a day and after it: `name` tells it from its notice.

    `may_be_excused` tells that an extension may yet stop its clock.
    """

    name: str
    on: date
    ended: EffectiveFact | None
    says: str
    clause: str
    grounds: Grounds
    may_be_excused: bool = False


class Excuses:
    """The excuses of a budget, by day."""

    def __init__(self, budget: Budget | None) -> None:
        self._drawn: Sequence[Drawn] = (
            [d for d in budget.drawn if not d.period.improper] if budget else []
        )
        self._clause = budget.rule.clause if budget else ""
        self._starts = [d.period.start for d in self._drawn]
        self._on_the_way = budget.on_the_way if budget else OnTheWay()

    def find(self, failed: date, due: date, context: Context) -> Excuse | None:
        """The Suspension Period in force at a failure, or the first begun by `due`.

        Where a notice was on its way at that time, that depends on how its start is read.
        """
        context.choices.consulted |= self._on_the_way.between(failed, due)
        first = max(0, bisect_right(self._starts, failed) - 1)
        for n in range(first, bisect_right(self._starts, due)):
            resumed = self._drawn[n].period.resumed
            if self._starts[n] < failed and resumed is not None and resumed <= failed:
                continue
            for excuse in self._excuses(self._drawn[n], context):
                if excuse.covers(failed) or failed <= excuse.start <= due:
                    return excuse
        return None

    def _excuses(self, drawn: Drawn, context: Context) -> Iterator[Excuse]:
        period, excess = drawn.period, drawn.excess(context.as_of)
        if excess is not None and context.choices[EXCESS_SUSPENSION] == "RUNS-iii":
            if period.start < excess:
                yield Excuse(period.start, excess, self._clause, drawn.grounds, overdrawn=True)
            if drawn.again is not None and drawn.again[0] <= context.as_of:
                again, end = drawn.again
                overdrawn = period.resumed is None or end < period.resumed
                last = period.resumed
                if overdrawn:
                    last = end if end <= context.as_of else None
                yield Excuse(again, last, self._clause, drawn.grounds, overdrawn=overdrawn)
            return
        yield Excuse(period.start, period.resumed, self._clause, drawn.grounds)


def beyond(budget: Budget, context: Context) -> Iterator[tuple[Beyond, Context]]:
    """Every suspension with days that are a failure, each with a context of its own."""
    for drawn in budget.drawn:
        period, own = drawn.period, context.fresh()
        clause = budget.rule.clause
        if period.improper is not None:
            says = "suspended without what the agreement asks for, itself not counted"
            name = f"{period.name}{IMPROPER}"
            yield Beyond(name, period.start, period.ended, says, clause, drawn.grounds), own
            continue
        excess = drawn.excess(context.as_of)
        if excess is not None and own.choices[EXCESS_SUSPENSION] == "RUNS-iii":
            says = "the first suspended day beyond the allowance, itself not counted"
            name = f"{period.in_force(excess).notice.id}{EXCESS}"
            made = Beyond(
                name, excess, period.ended, says, clause, drawn.grounds, may_be_excused=True
            )
            yield made, own
