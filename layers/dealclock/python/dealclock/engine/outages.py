"""Outages with a cure window: unusable, and cured in time or a default.

    unusable          5 Business Days          not cured
    ---|----1-----2-----3-----4-----5|---------------->
       not counted                   the default occurs

A Suspension Period is an excuse. Begun inside the window it stops the clock at the Business Days
already counted; when it ends with the Prospectus still unusable the rest run on (TOLL-RESUME),
five run afresh (TOLL-FRESH), or it never stopped (NO-TOLL).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.agreement.readings.defaults import SUSPENSION_IN_CURE
from dealclock.agreement.rules.periods import Outage
from dealclock.agreement.rules.rule import Period
from dealclock.days.counting import business_days_in
from dealclock.engine.assessment import Default, Obligation, Status, Step, Window
from dealclock.engine.context import Context, status_of
from dealclock.engine.defaults import Cured, Failure, default_by_lapse
from dealclock.engine.extensions import extended
from dealclock.engine.found import Found
from dealclock.engine.named import named
from dealclock.engine.suspension import Suspension
from dealclock.facts.log import Seen


@dataclass(frozen=True, slots=True)
class _Clock:
    """Where the cure window ends: its last day, or `due` None while a suspension stops it."""

    due: date | None
    excused_by: Suspension | None
    trace: tuple[Step, ...]


def add(context: Context, found: Found) -> None:
    """Every failure inside a protected period, and the default each became."""
    for rule in context.terms.all_of(Outage):
        excuses = found.suspended.get(rule.excused_by or "", [])
        for failure in context.facts(rule.opened_by):
            result = outage(rule, failure, found.window(rule.during), excuses, context.fresh())
            if result:
                found.obligations.append(result[0])
                found.defaults.extend([result[1]] if result[1] else [])


def outage(
    rule: Outage,
    failure: Seen,
    period: Window | None,
    suspended: Sequence[Suspension],
    context: Context,
) -> tuple[Obligation, Default | None] | None:
    """The duty to cure one failure, and the default it became.

    None when the failure is outside the protected period, where the rule does not run.
    """
    if period is None or not period.opens <= failure.on <= period.closes:
        return None
    cure = context.first_after(failure, rule.cured_by)
    clock = _clock(rule, failure, cure, suspended, context)
    excused = clock.due is None
    due = clock.due or context.after(failure.on, rule.within).result
    more = extended(f"{rule.id}/{failure.id}", due, rule.clause, context)
    due = due if excused else more.due
    met_on = cure.on if cure else None
    in_time = met_on is not None and (excused or met_on <= due)
    grounds = context.grounds(
        failure, cure, *more.facts, absence=cure is None and context.as_of > due
    )
    grounds |= period.grounds
    if clock.excused_by:
        grounds |= clock.excused_by.window.grounds
    obligation = Obligation(
        **named(rule),
        instance=f"{rule.id}/{failure.id}",
        opens=failure.on,
        due=due,
        closes=due,
        status=_status(due, met_on, excused, context),
        met_on=met_on,
        grounds=grounds,
        trace=(*clock.trace, *more.steps),
        notes=more.notes,
    )
    if excused or in_time:
        return obligation, None
    cured = Cured(cure.on, context.grounds(cure)) if cure else None
    instance = f"{rule.on_lapse.id}/{failure.id}"
    failed = Failure(failure.on, period.closes + timedelta(days=1), period.clause)
    return obligation, default_by_lapse(rule.on_lapse, instance, obligation, cured, context, failed)


def _status(due: date, met_on: date | None, excused: bool, context: Context) -> Status:
    if not excused:
        return status_of(due, met_on, context.as_of)
    return Status.EXCUSED if met_on is None else Status.MET


def _clock(
    rule: Outage,
    failure: Seen,
    cure: Seen | None,
    suspended: Sequence[Suspension],
    context: Context,
) -> _Clock:
    count = context.after(failure.on, rule.within)
    trace: tuple[Step, ...] = (
        Step("unusable from this day, itself not counted", rule.clause, failure.on),
        Step(f"{rule.within} to cure: the last day", rule.clause, count.result, count),
    )
    plain = _Clock(count.result, None, trace)
    excuse = _excuse(failure.on, count.result, suspended)
    if excuse is None:
        return plain
    reading = context.choices[SUSPENSION_IN_CURE]
    if reading == "NO-TOLL" and excuse.start > failure.on:
        return plain
    if cure is not None and cure.on < excuse.start:
        return plain
    trace += (Step("a Suspension Period stops the clock", excuse.window.clause, excuse.start),)
    if excuse.resumed is None or (cure is not None and cure.on <= excuse.resumed):
        return _Clock(None, excuse, trace)
    used = business_days_in(failure.on, excuse.start, context.calendar)
    left = rule.within.count - (0 if reading == "TOLL-FRESH" else min(used, rule.within.count))
    resumed = excuse.resumed
    if left == 0:
        last = Step("no Business Day was left when it ended", rule.clause, resumed)
        return _Clock(resumed, excuse, (*trace, last))
    rest = context.after(resumed, Period(count=left, unit=rule.within.unit))
    says = f"{left} left after it ended ({reading}): the last day"
    step = Step(says, rule.clause, rest.result, rest)
    return _Clock(rest.result, excuse, (*trace, step))


def _excuse(failed: date, due: date, suspended: Sequence[Suspension]) -> Suspension | None:
    """The Suspension Period in force at the failure, or the first begun inside the window."""
    found = (s for s in suspended if s.covers(failed) or failed <= s.start <= due)
    return next(found, None)
