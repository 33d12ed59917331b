"""Stops: what those who receive a notice must not do until they hear that they may again.

notice sent   received   deemed given          new Prospectus, or word in writing
-----|-----------|------------|------------------------|----->
                 |---------- no sales -----------------|       EARLIER
"""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import date

from dealclock.agreement.readings.duties import STOP
from dealclock.agreement.rules.duties import Stop
from dealclock.days import day_words
from dealclock.engine.conclusions import UndatedDuty
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import deemed_given, received_on, valid
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact


def add(context: Context, found: Findings) -> None:
    """The stop of every notice that has begun one by `as_of`."""
    for rule in context.terms.all_of(Stop):
        begun = _begun(rule, found)
        for notice in context.facts(rule.opened_by):
            stop = _stop(rule, notice, begun, context.fresh())
            found.duties.extend([stop] if stop else [])


def _begun(rule: Stop, found: Findings) -> frozenset[str] | None:
    """The notices of that kind that began what they are of; None where no rule says."""
    budgets = [b for b in found.budgets.values() if b.rule.begins_with == rule.opened_by]
    if not budgets:
        return None
    periods = (drawn.period for budget in budgets for drawn in budget.drawn)
    return frozenset(part.notice.id for period in periods for part in period.parts)


def _stop(
    rule: Stop, notice: EffectiveFact, begun: frozenset[str] | None, context: Context
) -> UndatedDuty | None:
    start, deemed, how = _start(rule, notice, context)
    if start is None or start > context.as_of:
        return None
    if begun is not None and notice.id not in begun and start == deemed:
        return None  # called off before anybody had it
    over = _over(rule, start, context)
    done = tuple(_meanwhile(rule, start, over, context))
    trace = [Step(f"stopped {how}", rule.clause, start)]
    trace += [Step("free again from this day", rule.clause, over.on)] if over else []
    return UndatedDuty(
        id=rule.id,
        instance=f"{rule.id}/{notice.id}",
        cause=notice.id,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        standard=rule.standard,
        opens=start,
        done_on=over.on if over else None,
        target=None,
        grounds=context.grounds(notice, over, *done),
        trace=tuple(trace),
        notes=tuple(_told(each, start, over) for each in done),
    )


def _start(
    rule: Stop, notice: EffectiveFact, context: Context
) -> tuple[date | None, date | None, str]:
    """The day a notice stops those it is given to, the day it is deemed given, and by what it
    stops; None while it does not."""
    deemed = deemed_given([notice], rule.to, context).on
    sent = [d for d in notice.fact.given if d.to in rule.to and valid(d, context)]
    received = min((day for d in sent if (day := received_on(d, context))), default=None)
    if deemed == received:
        return deemed, deemed, "on receipt of the notice"
    reading = context.choices[STOP]
    if received is None or reading == "DEEMED-GIVEN":
        return deemed, deemed, f"on the day the notice is deemed given ({reading})"
    if reading == "EARLIER" and deemed is not None and deemed < received:
        how = "on the day the notice is deemed given, before its receipt (EARLIER)"
        return deemed, deemed, how
    return received, deemed, f"on receipt of the notice ({reading})"


def _over(rule: Stop, start: date, context: Context) -> EffectiveFact | None:
    """The first fact for all of them, on or after the stop began, that ends it."""
    ends = [
        seen
        for kind in rule.until
        for seen in _from(context.facts(kind), start)
        if seen.fact.holder is None
    ]
    return min(ends, key=lambda s: (s.on, context.known.place(s)), default=None)


def _meanwhile(
    rule: Stop, start: date, over: EffectiveFact | None, context: Context
) -> Iterator[EffectiveFact]:
    """What was done although it was stopped, by Holders that no fact of their own had freed."""
    freed: dict[str, date] = {}
    for kind in rule.until:
        for seen in _from(context.facts(kind), start):
            if seen.fact.holder is not None:
                day = freed.get(seen.fact.holder, seen.on)
                freed[seen.fact.holder] = min(day, seen.on)
    for kind in rule.stops:
        for seen in _from(context.facts(kind), start):
            if over is not None and seen.on >= over.on:
                break
            own = freed.get(seen.fact.holder or "")
            if own is None or seen.on < own:
                yield seen


def _from(facts: tuple[EffectiveFact, ...], day: date) -> tuple[EffectiveFact, ...]:
    return facts[bisect_left(facts, day, key=lambda s: s.on) :]


def _told(seen: EffectiveFact, start: date, over: EffectiveFact | None) -> str:
    says = KINDS[seen.kind].says.rstrip(".")
    until = f"until {day_words.day(over.on)}" if over else "until notified otherwise"
    whose = f" by {seen.fact.holder}" if seen.fact.holder else ""
    return (
        f"{seen.id}, {day_words.day(seen.on)}{whose}: {says}; stopped from {day_words.day(start)} "
        f"{until}"
    )
