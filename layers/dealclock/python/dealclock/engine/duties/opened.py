"""Duties that facts open, such as advising Holders within five Business Days.

stop order   1   2       3   4   5 = the last day to advise
---|---------|---|--(x)--|---|---|
not counted
"""

from datetime import date
from functools import partial

from dealclock.agreement.readings.duties import ADVICE
from dealclock.agreement.rules.duties import Duty
from dealclock.engine.as_amended import LastDay, as_amended
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, status_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import DeemedDelivery, deemed_given
from dealclock.engine.notices.handing_over import hand_overs
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


def add(context: Context, found: Findings) -> None:
    """The duty of every fact that opens one."""
    opened = [
        counted
        for rule in context.terms.all_of(Duty)
        for kind in rule.opened_by
        for event in found.within(rule.during, context.facts(kind))
        if (counted := _count(rule, event, context.fresh()))
    ]
    met: dict[str, Satisfaction] = {}
    for kind in dict.fromkeys(each.rule.met_by for each in opened):
        met |= satisfied(kind, [each.waits for each in opened if each.rule.met_by == kind], context)
    found.obligations.extend(_duty(each, met[each.instance]) for each in opened)


@record
class _Opened:
    """A duty that a fact opened, with its day counted, in a context of its own."""

    rule: Duty
    event: EffectiveFact
    known: EffectiveFact | None
    start: date
    last: LastDay
    context: Context

    @property
    def instance(self) -> str:
        """Its name."""
        return f"{self.rule.id}/{self.event.id}"

    @property
    def waits(self) -> Waiting:
        """It as it waits for an event: one about what opened it, or about itself."""
        names = (self.event.id, self.instance)
        return Waiting(self.instance, names, self.rule, self.event.on, self.last.day)


def _count(rule: Duty, event: EffectiveFact, context: Context) -> _Opened | None:
    known = context.about(rule.known_by, event.id) if rule.known_by else None
    start = _starts(event, known, context)
    last = as_amended(rule, partial(_last_day, start), context)
    return None if last is None else _Opened(rule, event, known, start, last, context)


def _duty(opened: _Opened, found: Satisfaction) -> Obligation:
    rule, event, last, context = opened.rule, opened.event, opened.last, opened.context
    given = _given(rule, found.by, context)
    met_on = given.on if given.on and given.on <= context.as_of else None
    methods = hand_overs(event.on, last.day, context) if met_on is None else ()
    what = KINDS[event.kind].says.rstrip(".")
    trace = (
        Step(f"{what}; itself not counted", rule.clause, opened.start),
        *last.trace,
        *given.trace,
    )
    silent = met_on is None and context.as_of > last.day
    return Obligation(
        **rule.named,
        instance=opened.instance,
        cause=event.id,
        opens=event.on,
        due=last.day,
        closes=None,
        status=status_of(last.day, met_on, context.as_of),
        met_on=met_on,
        grounds=context.grounds(event, opened.known, *found.by, absence=silent),
        trace=trace,
        notes=(*given.notes, *found.notes),
        methods=methods,
        not_counted=found.not_counted,
    )


def _last_day(start: date, rule: Duty, context: Context) -> LastDay:
    count = context.after(start, rule.within)
    step = Step(f"{rule.within} after it: the last day", rule.clause, count.result, count)
    return LastDay(count.result, (step,))


def _starts(event: EffectiveFact, known: EffectiveFact | None, context: Context) -> date:
    """The event, or the day it became known where that is a later one and counts."""
    if known is None or known.on <= event.on:
        return event.on
    return known.on if context.choices[ADVICE] == "KNOWLEDGE" else event.on


def _given(rule: Duty, told: tuple[EffectiveFact, ...], context: Context) -> DeemedDelivery:
    """When the advice counts as given: told without a delivery it was told by mouth, that day."""
    spoken = next((s for s in told if not s.fact.given), None)
    written = [s for s in told if s.fact.given]
    by_notice = deemed_given(written, rule.to, context) if written else DeemedDelivery(None, (), ())
    if spoken is None:
        return by_notice
    if by_notice.on is not None and by_notice.on <= spoken.on:
        return by_notice
    return DeemedDelivery(spoken.on, (Step("notified on this day", rule.clause, spoken.on),), ())
