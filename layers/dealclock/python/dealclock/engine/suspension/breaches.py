"""Registration Defaults of suspensions: one too long, or too many days in all.

One too long is a default by lapse: it was not ended on its last day. Too many days in all is a
default on the first day too many, and it is cured when the suspension ends (TERMINATION).
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

from dealclock.agreement.readings.suspensions import (
    AGGREGATE_CURE,
    SUSPENSION_END,
    SUSPENSION_LENGTH,
)
from dealclock.agreement.rules.rule import DefaultTerms
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.context import Context, status_of
from dealclock.engine.defaults.by_lapse import (
    Cured,
    Failure,
    Occurrence,
    default_on,
    occurred_by_lapse,
)
from dealclock.engine.grounds import Step
from dealclock.engine.suspension.allowance import Break, WindowBreak
from dealclock.engine.suspension.drawn import Budget, Drawn

_ONE = timedelta(days=1)

_NOT_TO_BEGIN = "no day of the suspension was allowed: by this day it was not to begin"

Breach = tuple[Obligation, Default]


def breaches(budget: Budget, protects: Window | None, context: Context) -> Iterator[Breach]:
    """Every default of a budget, each with what was not met; those of one period together."""
    open_until: dict[int, date | None] = {}
    for drawn in budget.drawn:
        if drawn.period.improper is not None:
            continue
        own = _Breach(budget, drawn, protects, context)
        yield from own.too_long()
        yield from own.too_many(open_until)


class _Breach:
    """The defaults of one period."""

    def __init__(
        self, budget: Budget, drawn: Drawn, protects: Window | None, context: Context
    ) -> None:
        self._budget = budget
        self._rule = budget.rule
        self._drawn = drawn
        self._protects = protects
        self._context = context

    def too_long(self) -> Iterator[Breach]:
        """The default of a period that was not ended on the last day it had."""
        terms, length, context = self._rule.on_overrun, self._drawn.length, self._fresh()
        if terms is None or length is None:
            return
        limit = self._too_long_by(length, context)
        if not self._lapsed(limit, context):
            return
        due = limit.last_allowed
        says = "the day by which it was to be ended"
        obligation = self._obligation("end", due, Step(says, self._rule.clause, due), context)
        occurred, how = occurred_by_lapse(due, context)
        step = Step(f"not ended by then: the default occurs {how}", terms.clause, occurred)
        resumed = self._drawn.period.resumed
        yield self._default(terms, obligation, step, occurred, resumed, context)

    def too_many(self, open_until: dict[int, date | None]) -> Iterator[Breach]:
        """The defaults of the windows' limits that have one, unless one is still open."""
        for n, each in enumerate(self._drawn.windows):
            terms = each.limit.on_overrun
            if terms is None or not self._drawn.exceeds(each, self._context.as_of):
                continue
            if self._context.until is not None and each.on >= self._context.until:
                continue  # by then an amendment had taken effect
            if n in open_until and (open_until[n] is None or each.on < (open_until[n] or each.on)):
                continue
            context = self._fresh()
            cured = self._cure(each, context)
            open_until[n] = cured
            says = (
                f"the first day that makes more than {each.days} suspended days in "
                f"{each.limit.window.short}: the default occurs on it"
            )
            by = _last_day(each, context)
            last = Step("the last day it could be ended", self._rule.clause, by)
            name = each.limit.window.id
            obligation = self._obligation(name, by, last, context)
            step = Step(says, terms.clause, each.on)
            yield self._default(terms, obligation, step, each.on, cured, context)

    def _fresh(self) -> Context:
        """A context that has consulted what the period's days rest on."""
        context = self._context.fresh()
        context.choices.consulted |= self._drawn.grounds.readings
        return context

    def _too_long_by(self, length: Break, context: Context) -> Break:
        """The limit a period may be too long by: its own, or the earlier one of the aggregate."""
        windows = self._drawn.windows
        tested = [b for b in windows if b.limit.on_overrun is None and b.on < length.on]
        if not tested or context.choices[SUSPENSION_LENGTH] == "ONE-PERIOD":
            return length
        first = min(tested, key=lambda b: b.on)
        return replace(first, on=_last_day(first, context) + _ONE)

    def _lapsed(self, limit: Break, context: Context) -> bool:
        """Whether a period was not ended in time; one that ran through the last day alone is a
        question of reading."""
        if context.as_of < limit.on:
            return False
        resumed = self._drawn.period.resumed
        if resumed == limit.on:
            return context.choices[SUSPENSION_END] == "STRICT-45"
        return resumed is None or resumed > limit.on

    def _cure(self, limit: WindowBreak, context: Context) -> date | None:
        """The day a default by the aggregate is cured, if it has come."""
        resumed = self._drawn.period.resumed
        if resumed is None or context.choices[AGGREGATE_CURE] == "TERMINATION":
            return resumed
        day = self._budget.allowance.back_within(limit.limit, limit.on, context.choices)
        return day if day <= context.as_of else None

    def _obligation(self, name: str, due: date, last: Step, context: Context) -> Obligation:
        """The duty to end the period, which was not met."""
        rule, period = self._rule, self._drawn.period
        first = Step("day 1 of the Suspension Period", rule.clause, period.first)
        return Obligation(
            **rule.named,
            instance=f"{rule.id}-{name}/{period.name}",
            cause=period.name,
            opens=min(period.start, due),
            due=due,
            closes=None,
            status=status_of(due, period.resumed, context.as_of),
            met_on=period.resumed,
            grounds=self._drawn.grounds | context.grounds(absence=period.resumed is None),
            trace=(first, last),
            notes=(_NOT_TO_BEGIN,) if due < period.first else (),
        )

    def _default(
        self,
        terms: DefaultTerms,
        obligation: Obligation,
        step: Step,
        occurred: date,
        cured_on: date | None,
        context: Context,
    ) -> Breach:
        ended = self._drawn.period.ended
        cured = Cured(cured_on, context.grounds(ended)) if cured_on else None
        instance = f"{terms.id}/{self._drawn.period.name}"
        came = Occurrence(occurred, occurred, (*obligation.trace, step))
        failure = None
        if self._protects is not None:
            ends = self._protects.closes + _ONE
            failure = Failure(obligation.due, ends, self._protects.clause)
        made = default_on(terms, instance, obligation, came, cured, context, failure)
        return obligation, made


def _last_day(limit: Break, context: Context) -> date:
    """The last day a limit allows; the day an amendment took effect that left none."""
    by_then = context.since is None or limit.on < context.since
    return limit.last_allowed if by_then else context.not_before(limit.last_allowed)
