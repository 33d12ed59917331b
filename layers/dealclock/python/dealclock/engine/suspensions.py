"""Suspension Periods: their days and the last one allowed.

A Suspension Period begins on the day its notice is deemed given, which is day 1. The day use
resumes is not a suspended day, so a period whose last suspended day is the 45th ended on it.
"""

from dataclasses import replace
from datetime import date, timedelta

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days.intervals import DayInterval
from dealclock.days.rolling import Limit, first_excess
from dealclock.engine.assessment import Status, Step, Window
from dealclock.engine.context import Context
from dealclock.engine.deemed import deemed_given
from dealclock.engine.found import Found
from dealclock.engine.named import named
from dealclock.engine.suspension import Suspension
from dealclock.facts.log import Seen

NOT_COMPUTED = "what follows from days beyond the allowance is not computed"


def add(context: Context, found: Found) -> None:
    """Every Suspension Period that has begun, by the budget it draws on."""
    for rule in context.terms.all_of(DayBudget):
        begun = suspensions(rule, context.fresh())
        found.suspended[rule.id] = begun
        found.windows.extend(s.window for s in begun)


def suspensions(rule: DayBudget, context: Context) -> list[Suspension]:
    """Every Suspension Period that has begun by `as_of`, in order."""
    begun: list[Suspension] = []
    for notice in context.facts(rule.begins_with):
        found = _suspension(rule, notice, context)
        if found is not None and not _called_off(rule, notice, found.start, begun, context):
            begun.append(found)
    return [_marked(s, begun, rule, context) for s in begun]


def _marked(
    suspension: Suspension, all_of_them: list[Suspension], rule: DayBudget, context: Context
) -> Suspension:
    """The period, with the day on which it took the days of all beyond what any window allows."""
    days = [DayInterval(s.start, s.resumed or context.as_of) for s in all_of_them]
    steps = []
    for limit in rule.in_any:
        excess = first_excess(days, Limit(limit.days, limit.window_days))
        if excess is not None and suspension.covers(excess):
            says = (
                f"more than {limit.days} suspended days in {limit.window_days}, first on this day"
            )
            steps.append(Step(says, rule.clause, excess))
    if not steps:
        return suspension
    window = suspension.window
    trace, notes = (*window.trace, *steps), (*window.notes, *(s.says for s in steps), NOT_COMPUTED)
    return replace(suspension, window=replace(window, trace=trace, notes=notes))


def _called_off(
    rule: DayBudget, notice: Seen, start: date, begun: list[Suspension], context: Context
) -> bool:
    """Whether use resumed after the notice was sent but before it was deemed given.

    Then nothing was ever suspended, and the notice excuses nothing. An end that is the end of an
    earlier period is that one's alone.
    """
    earlier = [s.resumed for s in begun]
    ends = (s.on for s in context.facts(rule.ends_with) if s.on not in earlier)
    return any(notice.on < on <= start for on in ends)


def _suspension(rule: DayBudget, notice: Seen, context: Context) -> Suspension | None:
    given = deemed_given([notice], rule.to, context)
    start = given.on
    if start is None or start > context.as_of:
        return None
    # The first day is a suspended one, so an end on it is that of an earlier period.
    ended = context.first(rule.ends_with, on_or_after=start + timedelta(days=1))
    resumed = ended.on if ended else None
    last = start + timedelta(days=rule.limit_days - 1)
    used = ((resumed or context.as_of) - start).days
    trace = [
        *given.trace,
        Step("the first suspended day, day 1", rule.clause, start),
        Step(f"day {rule.limit_days}, the last allowed", rule.clause, last),
    ]
    if resumed:
        trace.append(Step(f"use resumed after {used} suspended days", rule.clause, resumed))
    window = Window(
        **named(rule),
        instance=f"{rule.id}/{notice.id}",
        opens=start,
        closes=last,
        status=_status(last, resumed, context.as_of),
        ended_on=resumed,
        grounds=context.grounds(notice, ended),
        trace=tuple(trace),
        notes=given.notes,
        days_used=used,
        limit_days=rule.limit_days,
    )
    return Suspension(start, resumed, window)


def _status(last: date, resumed: date | None, as_of: date) -> Status:
    if resumed is not None:
        return Status.CLOSED
    if as_of > last:
        return Status.OVERRUN
    return Status.LAST_DAY if as_of == last else Status.OPEN
