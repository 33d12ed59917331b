"""Outages with a cure period: cured in time, or a default.

A state such as a Suspension Period excuses an outage: it stops the clock of the cure. A period of
the state that the terms did not permit, and its days beyond the limits where the terms say so, are
themselves outages.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from dealclock.agreement.rules.suspensions import EXCESS, IMPROPER, Outage
from dealclock.agreement.spellings.obligations import lapse_of
from dealclock.agreement.spellings.states import stopped_by
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.engine.context import NOTHING, Context, cut_short, status_of
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.lapse import Cure, Failure, default_of
from dealclock.engine.plugins import extended
from dealclock.engine.questions import concludes, question
from dealclock.engine.states.budget import Budget, budget
from dealclock.engine.states.clock import Clock, ClockRun, ClockStops, stops
from dealclock.engine.states.outcome import lasting
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class UsabilityFailure:
    """A failure to be usable, from `on` until `cure`. `name` is the id of its event.

    `excepted` is the reason why, as the terms are read, it is not a failure. `may_be_excused`: the
    state may stop its clock. `readings` decide whether it is one.
    """

    name: str
    on: date
    cure: EffectiveFact | None
    text: str
    clause: str
    seen: tuple[EffectiveFact, ...] = ()
    grounds: Grounds = NOTHING
    excepted: str | None = None
    may_be_excused: bool = True
    readings: frozenset[str] = frozenset()


def conclusions(context: Context, *lasting_now: Window) -> Iterator[Obligation | Default]:
    """Every failure inside a protected period, and the default each became; `lasting_now` has these
    periods, as they are under the latest version of the terms.
    """
    for rule in context.terms.all_of(Outage):
        for name in failures(context, rule.id):
            if context.until is None:
                yield from cure_period(context, rule.id, name)
            else:  # what an earlier version governs stops with the period as it is now
                period = next((w for w in lasting_now if w.instance == rule.during), None)
                yield from _cure_period(rule, name, period, context.fresh())


@question
def failures(context: Context, item: str) -> Mapping[str, UsabilityFailure]:
    """Every failure that an outage of the terms is about, by name."""
    rule = _rule(context, item)
    found: list[UsabilityFailure] = []
    for fact in context.facts(rule.opened_by):
        cure = context.end_of(fact, rule.cured_by)
        says = "unusable from this day, itself not counted"
        found.append(UsabilityFailure(fact.id, fact.on, cure, says, rule.clause, (fact,)))
    state = context.terms.states.get(rule.excused_by or "")
    found += _of_state(budget(context.fresh(), state, ""), context) if state else ()
    for fact in context.facts(rule.down_time.begins_with) if rule.down_time else ():
        found.append(_down_time(rule, fact, context.fresh()))
    return {each.name: each for each in found}


def _rule(context: Context, item: str) -> Outage:
    return next(rule for rule in context.terms.all_of(Outage) if rule.id == item)


@concludes
def cure_period(context: Context, item: str, name: str) -> tuple[Obligation | Default, ...]:
    """The duty to cure a failure, and the default it became; empty for one that is not a failure,
    or outside the protected period.
    """
    rule = _rule(context, item)
    return _cure_period(rule, name, lasting(context.fresh()).get(rule.during), context)


def _cure_period(
    rule: Outage, name: str, period: Window | None, context: Context
) -> tuple[Obligation | Default, ...]:
    failed = failures(context.fresh(), rule.id).get(name)
    if failed is None or period is None or not period.opens <= failed.on <= period.closes:
        return ()
    context.choices.count(failed.readings)
    excused_by = stops(context.fresh(), rule.excused_by if failed.may_be_excused else None)
    return _outage(rule, failed, period, excused_by, context)


def _of_state(drawn: Budget, context: Context) -> Iterator[UsabilityFailure]:
    """The periods of a state that are failures: not permitted, or beyond its limits."""
    state = drawn.state
    for each in drawn.drawn:
        period, own, excess = each.period, context.fresh(), each.excess(context.as_of)
        if period.improper is not None:
            says = (
                f"{state.in_force_called} without what the agreement asks for, itself not counted"
            )
            name, on = f"{period.name}{IMPROPER}", period.start
        elif excess is not None and own.pick(state.excess) == "a failure":
            says = f"the first {state.day_called} beyond the allowance, itself not counted"
            name, on = f"{period.in_force(excess).name}{EXCESS}", excess
        else:
            continue
        # An extension may still stop the clock of days beyond the limits.
        yield UsabilityFailure(
            name,
            on,
            period.ended,
            says,
            state.clause,
            grounds=each.grounds,
            may_be_excused=period.improper is None,
            readings=frozenset(own.choices.consulted),
        )


def _down_time(rule: Outage, fact: EffectiveFact, context: Context) -> UsabilityFailure:
    end = context.end_of(fact, rule.down_time.ends_with) if rule.down_time else None
    excepted = None
    if context.choices["down-time"] == "NO-DEFAULT":
        excepted = "down-time to add a Holder is not a failure (NO-DEFAULT)"
    says = "down-time from this day, itself not counted"
    return UsabilityFailure(
        fact.id,
        fact.on,
        end,
        says,
        rule.clause,
        (fact,),
        excepted=excepted,
        readings=frozenset(context.choices.consulted),
    )


def _outage(
    rule: Outage,
    failed: UsabilityFailure,
    period: Window,
    excused_by: ClockStops,
    context: Context,
) -> tuple[Obligation | Default, ...]:
    """The duty to cure one failure inside its protected period, and the default it became."""
    cure, clause = failed.cure, rule.clause
    met_on = cure.on if cure else None
    clock = Clock(rule.within, clause, stopped_by(rule.excused_by or "none"))
    count = clock.last_day(failed.on, context)
    time = rule.within if rule.within.count else "no time"
    trace = [
        Step(failed.text, failed.clause, failed.on),
        Step(f"{time} to cure: the last day", clause, count.result, count),
        *cut_short(count.result, clause, context),
    ]
    if failed.excepted:
        trace.append(Step(failed.excepted, clause, failed.on))
        run = ClockRun(None, failed.on, NOTHING, ())
    else:
        run = clock.run(failed.on, count.result, met_on, excused_by, context)
    excused = run.due is None
    due = context.not_before(run.due or run.would_be or count.result)
    instance, default = f"{rule.id}/{failed.name}", f"{rule.on_lapse.id}/{failed.name}"
    more = extended(instance, due, clause, context, becomes=default)
    due = due if excused else more.due
    waived = more.waived_by is not None
    in_time = met_on is not None and (excused or met_on <= due)
    silent = cure is None and context.as_of > due
    grounds = context.grounds(*failed.seen, cure, *more.facts, absence=silent)
    stop = run.stopped if met_on is None else None
    obligation = Obligation(
        **rule.named,
        instance=instance,
        cause=failed.name,
        opens=failed.on,
        due=due,
        closes=due,
        status=_status(due, met_on, excused or waived, context),
        met_on=met_on,
        grounds=joined((failed.grounds, grounds, period.grounds, run.grounds)),
        due_readings=failed.grounds.readings | grounds.readings | run.grounds.readings,
        trace=(*trace, *run.trace, *more.steps),
        notes=(*(run.notes(due, context.as_of) if stop else ()), *more.notes),
        stopped_since=stop.start if stop else None,
        days_left=run.left if stop else None,
        on_lapse=rule.on_lapse.id,
        waived=waived,
    )
    if excused or waived or in_time:
        return (obligation,)
    cured = Cure(cure.on, context.grounds(cure)) if cure else None
    began, came = context.not_before(run.began) if _is_amended(rule, context) else run.began, None
    if rule.within.count == 0:
        if not context.is_over(due):
            return (obligation,)
        says = "not satisfied by then: the default occurs on that day: there is no time to cure"
        came = Step(says, rule.on_lapse.clause, due)
    failure = Failure(period.closes + _ONE, period.clause, began)
    lapse = lapse_of(rule.on_lapse)
    made = default_of(lapse, default, obligation, cured, context, failure, came)
    return (obligation,) if made is None else (obligation, made)


def _is_amended(rule: Outage, context: Context) -> bool:
    """Whether the amendment that made these terms changed the time to cure or the excuses."""
    former = context.former
    rules = [r for r in context.terms.provisions if r is rule or r.id == rule.excused_by]
    return former is not None and any(former.terms.provision(each) != each for each in rules)


def _status(due: date, met_on: date | None, excused: bool, context: Context) -> Status:
    if not excused:
        return status_of(due, met_on, context.as_of)
    return Status.EXCUSED if met_on is None else Status.MET
