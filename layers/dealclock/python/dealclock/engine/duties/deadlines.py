"""Deadlines counted from a date of the agreement."""

from collections.abc import Mapping, Sequence
from datetime import date

from dealclock.agreement.rules.deadlines import Deadline
from dealclock.agreement.rules.rule import DefaultTerms
from dealclock.engine.as_amended import cut_short
from dealclock.engine.conclusions import Default, Obligation
from dealclock.engine.consents.extensions import ExtendedDueDay, extended
from dealclock.engine.context import Context, status_of
from dealclock.engine.defaults.by_lapse import Cured, default_by_lapse
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


def add(context: Context, found: Findings) -> None:
    """Every deadline, and the default each became if it lapsed."""
    counted = [_count(rule, context.fresh()) for rule in context.terms.all_of(Deadline)]
    met = _met(counted, context)
    for each in counted:
        obligation, lapse = _deadline(each, met[each.rule.id])
        found.obligations.append(obligation)
        found.defaults.extend([lapse] if lapse else [])


@record
class _Counted:
    """A deadline with its day counted, in a context of its own."""

    rule: Deadline
    opens: date
    trace: tuple[Step, ...]
    more: ExtendedDueDay
    context: Context

    @property
    def waits(self) -> Waiting:
        """It as it waits for an event."""
        lapse = self.rule.on_lapse
        names = (self.rule.id, lapse.id) if lapse else (self.rule.id,)
        return Waiting(self.rule.id, names, self.rule, self.opens, self.more.due)


def _count(rule: Deadline, context: Context) -> _Counted:
    last, trace = _last_day(rule, context)
    trace += cut_short(last, rule.clause, context)
    last = context.not_before(last)
    opens = min(context.terms.dates[each.after] for each in rule.times)
    more = extended(rule.id, last, rule.clause, context)
    return _Counted(rule, opens, tuple(trace), more, context)


def _met(counted: Sequence[_Counted], context: Context) -> Mapping[str, Satisfaction]:
    """What satisfies each deadline, those together that wait for events of one kind."""
    found: dict[str, Satisfaction] = {}
    for kind in dict.fromkeys(each.rule.met_by for each in counted):
        waiting = [each.waits for each in counted if each.rule.met_by == kind]
        found |= satisfied(kind, waiting, context)
    return found


def _deadline(counted: _Counted, found: Satisfaction) -> tuple[Obligation, Default | None]:
    rule, more, context, met = counted.rule, counted.more, counted.context, found.first
    trace = [*counted.trace, *more.steps]
    if met:
        trace.append(Step(found.says, rule.clause, met.on))
    obligation = Obligation(
        **rule.named,
        instance=rule.id,
        opens=counted.opens,
        due=more.due,
        closes=None,
        status=status_of(more.due, met.on if met else None, context.as_of),
        met_on=met.on if met else None,
        grounds=context.grounds(met, *more.facts, absence=met is None and context.as_of > more.due),
        trace=tuple(trace),
        notes=(*more.notes, *found.notes),
        not_counted=found.not_counted,
    )
    if rule.on_lapse is None:
        return obligation, None
    cure = _cure(counted, rule.on_lapse, met)
    cured = Cured(cure.on, context.grounds(cure)) if cure else None
    terms = rule.on_lapse
    counted_from = None if rule.or_later else context.terms.dates[rule.after]
    made = default_by_lapse(terms, terms.id, obligation, cured, context, counted_from=counted_from)
    return obligation, made


def _cure(
    counted: _Counted, lapse: DefaultTerms, met: EffectiveFact | None
) -> EffectiveFact | None:
    """What cures the default: the event that satisfies the deadline late, where that is the cure;
    else the one recorded about it, or the first of its kind from the day it opened."""
    if lapse.cured_by == counted.rule.met_by:
        return met
    alone = satisfied(lapse.cured_by, [counted.waits], counted.context)
    return alone[counted.rule.id].first


def _last_day(rule: Deadline, context: Context) -> tuple[date, list[Step]]:
    """The last day, of several the latest, and how each is counted."""
    days: list[date] = []
    trace: list[Step] = []
    for each in rule.times:
        start = context.terms.dates[each.after]
        count = context.after(start, each.within)
        name = each.after.replace("-", " ").title()
        days.append(count.result)
        trace += [
            Step(f"{name}, itself not counted", context.terms.clauses.dates, start),
            Step(f"{each.within} after it: the last day", rule.clause, count.result, count),
        ]
    if rule.or_later:
        trace.append(Step("the latest of these: the last day", rule.clause, max(days)))
    return max(days), trace
