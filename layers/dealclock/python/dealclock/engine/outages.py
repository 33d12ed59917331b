"""Outages with a cure period: cured in time, or a default.

A state such as a Suspension Period excuses an outage: it stops the clock of the cure. A period of
the state that the terms did not permit, and its days beyond the limits where the terms say so, are
themselves outages.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from dealclock.days.counting import days_after
from dealclock.engine.acts import Performance
from dealclock.engine.conclusions import Default, Obligation
from dealclock.engine.context import (
    ONE,
    Context,
    asked_by_pass,
    asked_once,
    concludes,
    cut_short,
    question,
)
from dealclock.engine.day import Instance
from dealclock.engine.instances import Due, InstanceDay, as_agreed, default_name
from dealclock.engine.lapse import Failure, default_of
from dealclock.engine.obligations import owed
from dealclock.engine.states.budget import budget
from dealclock.engine.states.clock import Clock, ClockRun, stops
from dealclock.engine.states.outcome import lasting_window
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.state import StateTerms
from dealclock.terms.rules.suspensions import EXCESS, IMPROPER, Outage

_EXCEPTED = "down-time to add a Holder is not a failure (NO-DEFAULT)"


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
    why: Why = NOTHING
    excepted: str | None = None
    may_be_excused: bool = True
    readings: frozenset[str] = frozenset()


def conclusions(context: Context) -> Iterator[Obligation | Default]:
    """Every failure inside a protected period, and the default each became."""
    for rule in context.terms.all_of(Outage):
        for name in failures(context, rule):
            yield from cure_period(context, rule.id, name)


@question
def failures(context: Context, rule: Outage) -> Mapping[str, UsabilityFailure]:
    """Every failure that an outage of the terms is about, by name."""
    found: list[UsabilityFailure] = []
    for fact in context.facts(rule.opened_by):
        cure = context.end_of(fact, rule.cured_by)
        says = "unusable from this day, itself not counted"
        found.append(UsabilityFailure(fact.id, fact.on, cure, says, rule.clause, (fact,)))
    state = context.terms.states.get(rule.excused_by or "")
    found += _of_state(state, context) if state else ()
    down = rule.down_time
    for fact in context.facts(down.begins_with) if down else ():
        cure = context.end_of(fact, down.ends_with) if down else None
        says = "down-time from this day, itself not counted"
        failed = UsabilityFailure(fact.id, fact.on, cure, says, rule.clause, (fact,))
        excepted = _EXCEPTED if context.choices["down-time"] == "NO-DEFAULT" else None
        found.append(replace(failed, excepted=excepted, readings=frozenset({"down-time"})))
    return {each.name: each for each in found}


@asked_once
def _failure(context: Context, rule: Outage, name: str) -> UsabilityFailure | None:
    """One failure; None if there is none of that name."""
    return failures(context, rule).get(name)


def _of_state(state: StateTerms, context: Context) -> Iterator[UsabilityFailure]:
    """The periods of a state that are failures: not permitted, or beyond its limits."""
    for drawn in budget(context.fresh(), state, "").drawn:
        period, own, excess = drawn.period, context.fresh(), drawn.excess(context)
        if period.improper is not None:
            says = f"{state.in_force_called} without what the agreement asks for"
            name, on = f"{period.name}{IMPROPER}", period.start
        elif excess is not None and own.pick(state.excess) == "a failure":
            says = f"the first {state.day_called} beyond the allowance"
            name, on = f"{period.in_force(excess).name}{EXCESS}", excess
        else:
            continue
        # An extension may still stop the clock of days beyond the limits.
        yield UsabilityFailure(
            name,
            on,
            period.ended,
            f"{says}, itself not counted",
            state.clause,
            why=drawn.why,
            may_be_excused=period.improper is None,
            readings=frozenset(own.choices.consulted),
        )


@asked_by_pass
@concludes
def cure_period(asking: Context, item: str, name: str) -> tuple[Obligation | Default, ...]:
    """The duty to cure a failure, and the default it became; empty for one that is not a failure,
    or outside the protected period.
    """
    rule = next((each for each in asking.terms.all_of(Outage) if each.id == item), None)
    failed = _failure(asking, rule, name) if rule else None
    # As the period is now: with it stops also what an earlier version governs.
    period = lasting_window(asking.latest, rule.during) if rule else None
    if rule is None or failed is None or period is None:
        return ()
    if not period.opens <= failed.on <= period.closes:
        return ()
    context, general = asking.fresh(), asking.terms.obligations[item]
    instance = Instance(f"{item}/{name}", cause=name)
    last = _last(rule, failed, period.why, instance, asking, context)
    context.choices.count(last.readings)
    cure = Performance(failed.cure.on, (failed.cure,)) if failed.cure else Performance()
    made = owed(
        general,
        instance,
        failed.on,
        last,
        cure,
        context,
        failed.why,
        closes=last.due,
        due_readings=last.readings,
    )
    run = last.counted.run
    in_time = cure.on is not None and cure.on <= made.due
    if general.lapse is None or run is None or run.due is None or in_time:
        return (made,)
    began = context.not_before(run.began) if _is_amended(rule, context) else run.began
    failure = Failure(period.closes + ONE, period.clause, began)
    default = default_name(general, instance.id)
    became = default_of(general.lapse, default, made, cure, context, failure)
    return (made,) if became is None else (made, became)


def _last(
    rule: Outage,
    failed: UsabilityFailure,
    protected: Why,
    instance: Instance,
    asking: Context,
    context: Context,
) -> Due:
    """The day by which a failure is to be cured, in a period protected for that reason."""
    general, clause, within = asking.terms.obligations[rule.id], rule.clause, rule.within
    context.choices.count(failed.readings)
    count = context.after(failed.on, within) if within.count else days_after(failed.on, 0)
    time = within if within.count else "no time"
    trace = [
        Step(failed.text, failed.clause, failed.on),
        Step(f"{time} to cure: the last day", clause, count.result, count),
        *cut_short(count.result, clause, context),
    ]
    run = ClockRun(context.not_before(count.result), failed.on, NOTHING)
    if failed.excepted:
        trace.append(Step(failed.excepted, clause, failed.on))
        run = ClockRun(None, failed.on, NOTHING)
    elif general.stopped_by is not None and failed.may_be_excused:
        stopping = stops(asking, general.stopped_by.state, "")
        clock = Clock(within, clause, general.stopped_by)
        done = failed.cure.on if failed.cure else None
        run = clock.run(failed.on, count.result, done, stopping, context)
    due = context.not_before(run.due or run.would_be or count.result)
    day = InstanceDay(due, (*trace, *run.why.steps), failed.seen, protected, run=run)
    last = as_agreed(context, general, instance, day)
    readings = failed.why.readings | last.readings | run.why.readings
    return replace(last, due=last.due if run.due else due, readings=readings)


def _is_amended(rule: Outage, context: Context) -> bool:
    """Whether the amendment that made these terms changed the time to cure or the excuses."""
    if (former := context.former) is None:
        return False
    rules = [r for r in context.terms.provisions if r is rule or r.id == rule.excused_by]
    return any(former.terms.provision(each) != each for each in rules)
