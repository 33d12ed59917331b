"""Stops: what the recipients of a notice must not do until they are notified that they may.

notice sent   received   deemed given          new Prospectus, or written notice
-----|-----------|------------|------------------------|----->
                 |---------- no sales -----------------|       EARLIER
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.days import day_words
from dealclock.engine.conclusions import UndatedDuty
from dealclock.engine.context import Context
from dealclock.engine.interest.lots import ACQUISITION, TRANSFER
from dealclock.engine.notices.deemed import (
    deemed_given,
    received_on,
    valid,
)
from dealclock.engine.states.outcome import budgets
from dealclock.engine.why import Step
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.terms.rules.duties import Stop

_HOLDS = ("questionnaire-returned", ACQUISITION, TRANSFER)


def conclusions(context: Context) -> Iterator[UndatedDuty | None]:
    """The stop that each notice has started by `as_of`."""
    for rule in context.terms.all_of(Stop):
        begun = _begun(rule, context)
        for notice, to in stopping(rule, context):
            only = begun if notice.kind == rule.opened_by else None
            yield _stop(rule, notice, to, only, context.fresh())


def stopping(rule: Stop, context: Context) -> Iterator[tuple[EffectiveFact, tuple[str, ...]]]:
    """Every notice that stops its recipients once they have it, and the parties it must reach.

    Written advice of a misstatement is one, to those it was sent to, even once the misstatement is
    retracted: they have the advice. It begins no Suspension Period: only a notice by which the
    Company elects to suspend does (Section 4(b)(i)).
    """
    advice = rule.or_advice
    for notice in context.facts(rule.opened_by):
        others = advice.to if advice and not _given_to(notice, rule.to) else ()
        yield notice, _given_to(notice, others) or rule.to
    if advice is None:
        return
    for sent in context.facts(advice.fact):
        about = {context.known.kind_of(name.rpartition("/")[2]) for name in sent.abouts}
        to = _given_to(sent, advice.to)
        if to and advice.of in about:
            yield sent, to


def _given_to(notice: EffectiveFact, parties: Sequence[str]) -> tuple[str, ...]:
    """Those of the parties to whom a notice was sent."""
    return tuple(dict.fromkeys(each.to for each in notice.fact.given if each.to in parties))


def _begun(rule: Stop, context: Context) -> frozenset[str] | None:
    """The notices of the rule's kind that began a suspension; None if no day budget uses that
    kind.
    """
    of_kind = [each for each in budgets(context) if rule.opened_by in each.state.begins]
    if not of_kind:
        return None
    periods = (drawn.period for budget in of_kind for drawn in budget.drawn)
    return frozenset(part.name for period in periods for part in period.parts)


def _stop(
    rule: Stop,
    notice: EffectiveFact,
    to: tuple[str, ...],
    begun: frozenset[str] | None,
    context: Context,
) -> UndatedDuty | None:
    start, received, how = _start(notice, to, context)
    if start is None or not context.has_come(start):
        return None
    if begun is not None and notice.id not in begun and received is None:
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
        why=context.why(notice, over, *done, steps=tuple(trace)),
        notes=tuple(_told(each, start, over, context) for each in done),
    )


def _start(
    notice: EffectiveFact, to: tuple[str, ...], context: Context
) -> tuple[date | None, date | None, str]:
    """The day a notice stops its recipients, the day they received it, and how it takes effect; a
    day that has not come, or is not recorded, is None.
    """
    deemed = deemed_given([notice], to, context).on
    sent = [d for d in notice.fact.given if d.to in to and valid(d, context)]
    received = min((day for d in sent if (day := received_on(d, context))), default=None)
    if deemed == received:
        return deemed, received, "on receipt of the notice"
    reading = context.choices["stop-from"]
    if received is None or reading == "DEEMED-GIVEN":
        return deemed, received, f"on the day the notice is deemed given ({reading})"
    if reading == "EARLIER" and deemed is not None and deemed < received:
        how = "on the day the notice is deemed given, before its receipt (EARLIER)"
        return deemed, received, how
    return received, received, f"on receipt of the notice ({reading})"


def released(rule: Stop, start: date, holder: str | None, context: Context) -> EffectiveFact | None:
    """The first fact on or after `start` that releases a Holder from a stop, by its name or with
    all; with no Holder, the first that releases all.
    """
    ends = (s for s in _releases(rule, start, context) if s.fact.holder in (None, holder))
    return next(ends, None)


def _releases(rule: Stop, start: date, context: Context) -> tuple[EffectiveFact, ...]:
    return _from(context.facts(*rule.until), start)


def _over(rule: Stop, start: date, context: Context) -> EffectiveFact | None:
    """The fact on or after the start of the stop that ends it for all recipients: it names none,
    or it releases the last of the Holders on record by then.
    """
    freed: set[str] = set()
    for seen in _releases(rule, start, context):
        if seen.fact.holder is None:
            return seen
        freed.add(seen.fact.holder)
        if freed >= holders_on_record(seen.on, context) > set():
            return seen
    return None


def holders_on_record(day: date, context: Context) -> set[str]:
    """The Holders that returned a Questionnaire or acquired Notes by a day, that day included."""
    named = ((s, s.fact.holder) for kind in _HOLDS for s in context.facts(kind))
    taken = ((s, s.fact.to) for s in context.facts(TRANSFER))
    return {holder for seen, holder in (*named, *taken) if holder and seen.on <= day}


def _meanwhile(
    rule: Stop, start: date, over: EffectiveFact | None, context: Context
) -> Iterator[EffectiveFact]:
    """Acts done during the stop by Holders that no fact had released individually."""
    freed: dict[str | None, date] = {}
    for each in _releases(rule, start, context):
        freed.setdefault(each.fact.holder, each.on)
    end = over.on if over else date.max
    for kind in rule.stops:
        for seen in _from(context.facts(kind), start):
            if seen.on < min(end, freed.get(seen.fact.holder, end)):
                yield seen


def _from(facts: tuple[EffectiveFact, ...], day: date) -> tuple[EffectiveFact, ...]:
    return facts[bisect_left(facts, day, key=lambda s: s.on) :]


def _told(seen: EffectiveFact, start: date, over: EffectiveFact | None, context: Context) -> str:
    says = what_happened(seen.kind, context.terms)
    until = f"until {day_words.day(over.on)}" if over else "until notified otherwise"
    whose = f" by {seen.fact.holder}" if seen.fact.holder else ""
    return (
        f"{seen.id}, {day_words.day(seen.on)}{whose}: {says}; stopped from {day_words.day(start)} "
        f"{until}"
    )
