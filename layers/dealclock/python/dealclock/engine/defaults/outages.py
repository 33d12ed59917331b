"""Outages with a cure window: cured in time, or a default.

    unusable          5 Business Days          not cured
    ---|----1-----2-----3-----4-----5|---------------->
       not counted                   the default occurs

A Suspension Period is an excuse. If it begins inside the window, it stops the clock at the Business
Days already counted. If it ends with the Prospectus still unusable, the remaining days are counted
(TOLL-RESUME), or all five again (TOLL-FRESH), or the clock never stopped (NO-TOLL). Whether its
first day and the first day it no longer excuses are counted are separate readings.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.agreement.rules.rule import Period, Rule, unit_name
from dealclock.agreement.rules.suspensions import DayBudget, Outage
from dealclock.days import day_words
from dealclock.days.counting import Count, days_after
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.engine.context import NOTHING, Context, cut_short, status_of
from dealclock.engine.defaults.by_lapse import Cured, Failure, default_by_lapse
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.plugins import extended
from dealclock.engine.suspension.usage import Excuse, Excuses, beyond
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class UsabilityFailure:
    """A failure to be usable, from `on` until `cure`. `name` is the id of its fact.

    `excepted` is the reason why, under the chosen reading, it is not a failure.
    """

    name: str
    on: date
    cure: EffectiveFact | None
    text: str
    clause: str
    seen: tuple[EffectiveFact, ...] = ()
    grounds: Grounds = NOTHING
    excepted: str | None = None


@record
class _Clock:
    """The end of the cure window: its last day; `due` is None while an excuse stops the clock.

    `began` is the first day without an excuse. `stopped` is the Suspension Period that stops the
    clock; `would_be` is the last day if that had ended on the as-of day, or on the day of the cure;
    None if there is no failure. `left` is the number of days to cure that remained when the clock
    stopped.
    """

    due: date | None
    began: date
    grounds: Grounds
    trace: tuple[Step, ...]
    stopped: Excuse | None = None
    would_be: date | None = None
    left: int | None = None


def add(context: Context, found: Findings) -> None:
    """Every failure inside a protected period, and the default each became."""
    for rule in context.terms.all_of(Outage):
        excuses = Excuses(found.budgets.get(rule.excused_by or ""))
        period = found.window(rule.during)
        for failed, own, excused_by in _failures(rule, excuses, context, found):
            result = outage(rule, failed, period, excused_by, own)
            if result:
                found.obligations.append(result[0])
                found.defaults.extend([result[1]] if result[1] else [])


def _failures(
    rule: Outage, excuses: Excuses, context: Context, found: Findings
) -> Iterator[tuple[UsabilityFailure, Context, Excuses]]:
    """Every failure, each with its own context and the excuses available to it."""
    for fact in context.facts(rule.opened_by):
        cure = context.end_of(fact, rule.cured_by)
        says = "unusable from this day, itself not counted"
        failed = UsabilityFailure(fact.id, fact.on, cure, says, rule.clause, (fact,))
        yield failed, context.fresh(), excuses
    budget = found.budgets.get(rule.excused_by or "")
    for each, own in beyond(budget, context) if budget else ():
        failed = UsabilityFailure(
            each.name, each.on, each.ended, each.text, each.clause, grounds=each.grounds
        )
        yield failed, own, excuses if each.may_be_excused else Excuses(None)
    if rule.down_time is None:
        return
    for fact in context.facts(rule.down_time.begins_with):
        own = context.fresh()
        yield _down_time(rule, fact, rule.down_time.ends_with, own), own, excuses


def _down_time(
    rule: Outage, fact: EffectiveFact, ends_with: str, context: Context
) -> UsabilityFailure:
    end = context.end_of(fact, ends_with)
    none = context.choices["down-time"] == "NO-DEFAULT"
    excepted = "down-time to add a Holder is not a failure (NO-DEFAULT)" if none else None
    says = "down-time from this day, itself not counted"
    return UsabilityFailure(fact.id, fact.on, end, says, rule.clause, (fact,), excepted=excepted)


def outage(
    rule: Outage,
    failed: UsabilityFailure,
    period: Window | None,
    excuses: Excuses,
    context: Context,
) -> tuple[Obligation, Default | None] | None:
    """The duty to cure one failure, and the default it became.

    None if the failure is outside the protected period, where the rule does not apply.
    """
    if period is None or not period.opens <= failed.on <= period.closes:
        return None
    cure = failed.cure
    clock = _clock(rule, failed, excuses, context)
    excused = clock.due is None
    due = clock.due or clock.would_be or _last_day(rule, failed.on, context).result
    due = context.not_before(due)
    default = f"{rule.on_lapse.id}/{failed.name}"
    more = extended(f"{rule.id}/{failed.name}", due, rule.clause, context, becomes=default)
    due = due if excused else more.due
    waived = more.waived_by is not None
    met_on = cure.on if cure else None
    in_time = met_on is not None and (excused or met_on <= due)
    silent = cure is None and context.as_of > due
    grounds = context.grounds(*failed.seen, cure, *more.facts, absence=silent)
    since = clock.stopped.start if clock.stopped and met_on is None else None
    obligation = Obligation(
        **rule.named,
        instance=f"{rule.id}/{failed.name}",
        cause=failed.name,
        opens=failed.on,
        due=due,
        closes=due,
        status=_status(due, met_on, excused or waived, context),
        met_on=met_on,
        grounds=joined((failed.grounds, grounds, period.grounds, clock.grounds)),
        due_readings=failed.grounds.readings | grounds.readings | clock.grounds.readings,
        trace=(*clock.trace, *more.steps),
        notes=(*_not_running(since, due, context), *more.notes),
        stopped_since=since,
        days_left=clock.left if since else None,
        on_lapse=rule.on_lapse.id,
        waived=waived,
    )
    if excused or waived or in_time:
        return obligation, None
    cured = Cured(cure.on, context.grounds(cure)) if cure else None
    ends = period.closes + timedelta(days=1)
    began = context.not_before(clock.began) if _amended(rule, context) else clock.began
    failure = Failure(began, ends, period.clause, at_once=rule.within.count == 0)
    terms = rule.on_lapse
    return obligation, default_by_lapse(terms, default, obligation, cured, context, failure)


def _amended(rule: Outage, context: Context) -> bool:
    """Whether the amendment that made these terms changed the time to cure or the excuses."""
    former = context.former
    budgets = [b for b in context.terms.all_of(DayBudget) if b.id == rule.excused_by]
    rules: list[Rule] = [rule, *budgets]
    return former is not None and any(former.terms.provision(each) != each for each in rules)


def _not_running(since: date | None, due: date, context: Context) -> Iterator[str]:
    if since is not None:
        lasts = f"not running while the Suspension Period of {day_words.day(since)} lasts"
        yield f"{lasts}; if it ended on {day_words.day(context.as_of)}, due {day_words.day(due)}"


def _status(due: date, met_on: date | None, excused: bool, context: Context) -> Status:
    if not excused:
        return status_of(due, met_on, context.as_of)
    return Status.EXCUSED if met_on is None else Status.MET


def _last_day(rule: Outage, failed_on: date, context: Context) -> Count:
    """The last day to cure a failure; its own day if the terms give no time to cure."""
    if rule.within.count == 0:
        return days_after(failed_on, 0)
    return context.after(failed_on, rule.within)


def _clock(rule: Outage, failed: UsabilityFailure, excuses: Excuses, context: Context) -> _Clock:
    cure, count = failed.cure, _last_day(rule, failed.on, context)
    time = rule.within if rule.within.count else "no time"
    trace = [
        Step(failed.text, failed.clause, failed.on),
        Step(f"{time} to cure: the last day", rule.clause, count.result, count),
        *cut_short(count.result, rule.clause, context),
    ]
    if failed.excepted:
        trace.append(Step(failed.excepted, rule.clause, failed.on))
        return _Clock(None, failed.on, NOTHING, tuple(trace))
    due = context.not_before(count.result)  # until then it was open, and may be excused
    since, used, grounds = failed.on, 0, NOTHING
    began = free = failed.on
    while excuse := excuses.find(free, due, context):
        reading = context.choices["suspension-in-cure-window"]
        runs_on = reading == "NO-TOLL" and excuse.start > failed.on
        if runs_on or (cure is not None and cure.on < excuse.start):
            break
        grounds |= excuse.grounds
        trace.append(Step("a Suspension Period stops the clock", excuse.clause, excuse.start))
        used = 0 if reading == "TOLL-FRESH" else used + _used(rule, since, excuse.start, context)
        if excuse.until is None or (cure is not None and cure.on <= excuse.until):
            over = cure.on if cure else context.as_of
            rest = _rest(rule, excuse, over, used, context)
            left = _left(rule, used)
            return _Clock(None, began, grounds, (*trace, rest), excuse, rest.day, left)
        free = excuse.until
        if excuse.start <= began:
            began = free
        step = _rest(rule, excuse, free, used, context)
        trace.append(step)
        due, since = context.not_before(step.day or free), _counted_from(free, context)
        if due == free:
            break
    return _Clock(due, began, grounds, tuple(trace))


def _rest(rule: Outage, excuse: Excuse, until: date, used: int, context: Context) -> Step:
    """The last day of the cure window, counting the days left from the end of the excuse.

    If the excuse is ongoing, the day is computed as if it ended on `until`.
    """
    left = _left(rule, used)
    if excuse.until != until:
        ended = f"if it ended on {day_words.day(until)}"
    else:
        ended = f"after it {'ran beyond its allowance' if excuse.overdrawn else 'ended'}"
    if left == 0:
        return Step(f"no {unit_name(rule.within)} is left {ended}", rule.clause, until)
    first = _counted_from(until, context)
    rest = context.after(first, Period(count=left, unit=rule.within.unit))
    counted = ", that day counted" if first < until else ""
    read = context.choices["suspension-in-cure-window"]
    says = f"{left} left {ended}{counted} ({read}): the last day"
    return Step(says, rule.clause, rest.result, rest)


def _used(rule: Outage, since: date, begun: date, context: Context) -> int:
    """The days to cure counted after `since` until a suspension stopped the clock."""
    used = context.passed(rule.within, since, begun)
    if used <= 0:
        return 0
    days = rule.within.unit == "days"
    counts = days or context.open_days(rule.within).is_open(begun)
    return used - (counts and context.choices["notice-day-in-cure-window"] == "NOT-COUNTED")


def _counted_from(until: date, context: Context) -> date:
    """The day from which the days left are counted, that day excluded."""
    counted = context.choices["resumption-day-in-cure-window"] == "COUNTED"
    # If the trigger day is INCLUDED, every count already includes it.
    return until - _ONE if counted and context.choices["trigger-day"] == "EXCLUDED" else until


def _left(rule: Outage, used: int) -> int:
    """The number of days to cure not yet used."""
    return max(0, rule.within.count - used)
