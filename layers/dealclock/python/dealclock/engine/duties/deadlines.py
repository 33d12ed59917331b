"""Deadlines counted from a date of the agreement."""

from datetime import date

from dealclock.agreement.rules.deadlines import Deadline
from dealclock.engine.as_amended import cut_short
from dealclock.engine.conclusions import Default, Obligation
from dealclock.engine.consents.extensions import extended
from dealclock.engine.context import Context, status_of
from dealclock.engine.defaults.by_lapse import Cured, default_by_lapse
from dealclock.engine.found import Found
from dealclock.engine.grounds import Step


def add(context: Context, found: Found) -> None:
    """Every deadline, and the default each became if it lapsed."""
    for rule in context.terms.all_of(Deadline):
        obligation, lapse = _deadline(rule, context.fresh())
        found.obligations.append(obligation)
        found.defaults.extend([lapse] if lapse else [])


def _deadline(rule: Deadline, context: Context) -> tuple[Obligation, Default | None]:
    start = context.terms.dates[rule.after]
    last, trace = _last_day(rule, context)
    trace += cut_short(last, rule.clause, context)
    last = context.not_before(last)
    met = context.first(rule.met_by)
    more = extended(rule.id, last, rule.clause, context)
    trace += more.steps
    if met:
        trace.append(Step("done on this day", rule.clause, met.on))
    obligation = Obligation(
        **rule.named,
        instance=rule.id,
        opens=start,
        due=more.due,
        closes=None,
        status=status_of(more.due, met.on if met else None, context.as_of),
        met_on=met.on if met else None,
        grounds=context.grounds(met, *more.facts, absence=met is None and context.as_of > more.due),
        trace=tuple(trace),
        notes=more.notes,
    )
    if rule.on_lapse is None:
        return obligation, None
    cure = context.first(rule.on_lapse.cured_by)
    cured = Cured(cure.on, context.grounds(cure)) if cure else None
    terms, counted_from = rule.on_lapse, None if rule.or_later else start
    made = default_by_lapse(terms, terms.id, obligation, cured, context, counted_from=counted_from)
    return obligation, made


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
