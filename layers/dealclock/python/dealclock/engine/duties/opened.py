"""Duties that events open, such as advising Holders within five Business Days; duties without a
date; and stops: what the recipients of a notice must not do until released.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from dealclock.agreement.rules.duties import Duty, Stop, UndatedDutyRule
from dealclock.agreement.rules.suspensions import Outage
from dealclock.days import day_words
from dealclock.engine import conclusions
from dealclock.engine.conclusions import Obligation, UndatedDuty
from dealclock.engine.context import NOTHING, Context, LastDay, as_amended
from dealclock.engine.defaults.by_lapse import occurred_by_lapse
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.interest.lots import ACQUISITION, TRANSFER
from dealclock.engine.notices.deemed import (
    DeemedDelivery,
    deemed_given,
    hand_overs,
    received_on,
    valid,
)
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Duties that facts open, such as advising Holders within five Business Days.
#
# stop order   1   2       3   4   5 = the last day to advise
# ---|---------|---|--(x)--|---|---|
# not counted


def add_opened(context: Context, found: Findings) -> None:
    """The duties that facts open."""
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
    """A duty that a fact opened, with its last day, in its own context."""

    rule: Duty
    event: EffectiveFact
    known: EffectiveFact | None
    start: date
    last: ExtendedDueDay
    context: Context

    @property
    def instance(self) -> str:
        """The id of the duty: rule and event."""
        return f"{self.rule.id}/{self.event.id}"

    @property
    def waits(self) -> Waiting:
        """The duty as an instance that an event can satisfy, recorded about the opening event or
        the duty.
        """
        names = (self.event.id, self.instance)
        return Waiting(self.instance, names, self.rule, self.event.on, self.last.due)


def _count(rule: Duty, event: EffectiveFact, context: Context) -> _Opened | None:
    known = context.about(rule.known_by, event.id) if rule.known_by else None
    start = _starts(event, known, context)
    last = as_amended(rule, partial(_last_day, start), context)
    if last is None:
        return None
    more = extended(f"{rule.id}/{event.id}", last.day, rule.clause, context)
    more = replace(more, steps=(*last.trace, *more.steps))
    return _Opened(rule, event, known, start, more, context)


def _duty(opened: _Opened, found: Satisfaction) -> Obligation:
    rule, event, last, context = opened.rule, opened.event, opened.last, opened.context
    given, asked = _given(rule, found.by, context), _asked(opened)
    if asked is not None and asked.given is not None and asked.given.on is not None:
        given = min(given, asked.given, key=lambda g: g.on or date.max)
    met_on = given.on if given.on and given.on <= context.as_of else None
    methods = hand_overs(event.on, last.due, context) if met_on is None and rule.to else ()
    what = what_happened(event.kind, context.terms)
    trace = (
        Step(f"{what}; itself not counted", rule.clause, opened.start),
        *last.steps,
        *(asked.trace if asked else ()),
        *given.trace,
    )
    silent = met_on is None and context.as_of > last.due
    answer = asked.answer if asked else None
    if_so = asked.notes if asked and met_on is None else ()
    return Obligation(
        **rule.named,
        instance=opened.instance,
        cause=event.id,
        opens=event.on,
        due=last.due,
        closes=None,
        status=last.status(met_on, context.as_of),
        met_on=met_on,
        grounds=context.grounds(
            event, opened.known, *found.by, answer, *last.facts, absence=silent
        ),
        trace=trace,
        notes=(*last.notes, *given.notes, *found.notes, *if_so),
        methods=methods,
        not_counted=found.not_counted,
        waived=last.waived_by is not None,
    )


def _last_day(start: date, rule: Duty, context: Context) -> LastDay:
    count = context.after(start, rule.within)
    step = Step(f"{rule.within} after it: the last day", rule.clause, count.result, count)
    return LastDay(count.result, (step,))


def _starts(event: EffectiveFact, known: EffectiveFact | None, context: Context) -> date:
    """The day of the event, or, under KNOWLEDGE, the later day on which it became known."""
    if known is None or known.on <= event.on:
        return event.on
    return known.on if context.choices["advice-event"] == "KNOWLEDGE" else event.on


def _given(rule: Duty, notices: tuple[EffectiveFact, ...], context: Context) -> DeemedDelivery:
    """When the advice is deemed given; advice without a recorded delivery was oral, given that
    day.
    """
    spoken = next((s for s in notices if not s.fact.given), None)
    written = [s for s in notices if s.fact.given]
    by_notice = deemed_given(written, rule.to, context) if written else DeemedDelivery(None, (), ())
    if spoken is None:
        return by_notice
    if by_notice.on is not None and by_notice.on <= spoken.on:
        return by_notice
    says = "notified on this day" if rule.to else "answered on this day"
    return DeemedDelivery(spoken.on, (Step(says, rule.clause, spoken.on),), ())


@record
class _OutageAnswer:
    """What follows if the event of a duty opened an outage, and the fact that says it did."""

    answer: EffectiveFact | None
    given: DeemedDelivery | None
    trace: tuple[Step, ...]
    notes: tuple[str, ...]


def _asked(opened: _Opened) -> _OutageAnswer | None:
    """The outage that a duty asks about, as if its event had opened it; None if it asks of none."""
    rule, event, context = opened.rule, opened.event, opened.context
    outages = context.terms.all_of(Outage)
    outage = next((each for each in outages if each.id == rule.asks_about), None)
    if outage is None:
        return None
    last = context.after(event.on, outage.within)
    occurred, how = occurred_by_lapse(last.result, context)
    interest = day_words.day(occurred + timedelta(days=1))
    says = (
        f"not recorded: did it end effectiveness or use? If so, cure by "
        f"{day_words.day(last.result)}; else a possible default, {outage.on_lapse.id}, on "
        f"{day_words.day(occurred)}, with interest from {interest}. Record {outage.opened_by} if "
        f"it did, {rule.met_by} about {opened.instance} if not"
    )
    trace = (
        Step(f"if it did: {outage.within} to cure, the last day", outage.clause, last.result, last),
        Step(f"if it did, and is not cured: the default occurs {how}", outage.clause, occurred),
    )
    answer = context.first(outage.opened_by, event.on)
    given = None
    if answer is not None:
        step = Step(f"answered: it did ({answer.id})", rule.clause, answer.on)
        given = DeemedDelivery(answer.on, (step,), ())
    return _OutageAnswer(answer, given, trace, (says,))


NOT_CONTRACTUAL = "team target, not contractual"


def add_undated(context: Context, found: Findings) -> None:
    """Every undated duty: those always in effect, and those that a fact has opened."""
    opened = [
        (rule, event)
        for rule in context.terms.all_of(UndatedDutyRule)
        for kind in rule.opened_by
        for event in found.within(rule.during, context.facts(kind))
    ]
    done = _done(opened, context)
    for rule in context.terms.all_of(UndatedDutyRule):
        if not rule.opened_by:
            found.duties.append(_undated_duty(rule, rule.id, NOTHING, (_measure(rule),)))
        for event in (e for r, e in opened if r is rule):
            by = done.get(_instance(rule, event), Satisfaction())
            found.duties.append(_opened(rule, event, by, context.fresh()))


def _instance(rule: UndatedDutyRule, event: EffectiveFact) -> str:
    return f"{rule.id}/{event.id}"


def _measure(rule: UndatedDutyRule) -> Step:
    return Step(f"the agreement's measure: {rule.standard}; it names no day", rule.clause)


def _done(
    opened: Sequence[tuple[UndatedDutyRule, EffectiveFact]], context: Context
) -> Mapping[str, Satisfaction]:
    """The events that satisfy each undated duty; duties for the same kind of event are matched
    together.
    """
    found: dict[str, Satisfaction] = {}
    for kind in dict.fromkeys(rule.met_by for rule, _ in opened if rule.met_by):
        waiting = [
            Waiting(name, (name,), rule, event.on)
            for rule, event in opened
            if rule.met_by == kind and (name := _instance(rule, event))
        ]
        found |= satisfied(kind, waiting, context)
    return found


def _opened(
    rule: UndatedDutyRule, event: EffectiveFact, found: Satisfaction, context: Context
) -> conclusions.UndatedDuty:
    done = found.first
    target = context.targets.get(rule.id)
    says = f"opened: {what_happened(event.kind, context.terms)}"
    trace = [Step(says, rule.clause, event.on), _measure(rule)]
    day = None
    if target:
        count = context.after(event.on, target)
        day = count.result
        trace.append(Step(f"{NOT_CONTRACTUAL}: {target} after it", "", day, count))
    if done:
        trace.append(Step(found.text, rule.clause, done.on))
    grounds = context.grounds(event, done)
    on, name = done.on if done else None, _instance(rule, event)
    made = _undated_duty(rule, name, grounds, tuple(trace), event.on, on, day)
    return replace(made, notes=found.notes, not_counted=found.not_counted, cause=event.id)


def _undated_duty(
    rule: UndatedDutyRule,
    instance: str,
    grounds: Grounds,
    trace: tuple[Step, ...],
    opens: date | None = None,
    done_on: date | None = None,
    target: date | None = None,
) -> conclusions.UndatedDuty:
    return conclusions.UndatedDuty(
        id=rule.id,
        instance=instance,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        standard=rule.standard,
        opens=opens,
        done_on=done_on,
        target=target,
        grounds=grounds,
        trace=trace,
    )


_HOLDS = ("questionnaire-returned", ACQUISITION, TRANSFER)

# Stops: what the recipients of a notice must not do until they are notified that they may.
#
# notice sent   received   deemed given          new Prospectus, or written notice
# -----|-----------|------------|------------------------|----->
#                  |---------- no sales -----------------|       EARLIER


def add_stops(context: Context, found: Findings) -> None:
    """The stop that each notice has started by `as_of`."""
    for rule in context.terms.all_of(Stop):
        begun = _begun(rule, found)
        for notice, to in stopping(rule, context):
            only = begun if notice.kind == rule.opened_by else None
            stop = _stop(rule, notice, to, only, context.fresh())
            found.duties.extend([stop] if stop else [])


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
    for told in context.facts(advice.fact):
        about = context.known.kind_of((told.about or "").rpartition("/")[2])
        to = _given_to(told, advice.to)
        if to and about == advice.of:
            yield told, to


def _given_to(notice: EffectiveFact, parties: Sequence[str]) -> tuple[str, ...]:
    """Those of the parties to whom a notice was sent."""
    return tuple(dict.fromkeys(each.to for each in notice.fact.given if each.to in parties))


def _begun(rule: Stop, found: Findings) -> frozenset[str] | None:
    """The notices of the rule's kind that began a suspension; None if no day budget uses that
    kind.
    """
    budgets = [b for b in found.budgets.values() if b.rule.begins_with == rule.opened_by]
    if not budgets:
        return None
    periods = (drawn.period for budget in budgets for drawn in budget.drawn)
    return frozenset(part.notice.id for period in periods for part in period.parts)


def _stop(
    rule: Stop,
    notice: EffectiveFact,
    to: tuple[str, ...],
    begun: frozenset[str] | None,
    context: Context,
) -> UndatedDuty | None:
    start, received, how = _start(notice, to, context)
    if start is None or start > context.as_of:
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
        grounds=context.grounds(notice, over, *done),
        trace=tuple(trace),
        notes=tuple(_told(each, start, over) for each in done),
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


def _releases(rule: Stop, start: date, context: Context) -> list[EffectiveFact]:
    found = (s for kind in rule.until for s in _from(context.facts(kind), start))
    return sorted(found, key=context.known.place)


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
    says = what_happened(seen.kind)
    until = f"until {day_words.day(over.on)}" if over else "until notified otherwise"
    whose = f" by {seen.fact.holder}" if seen.fact.holder else ""
    return (
        f"{seen.id}, {day_words.day(seen.on)}{whose}: {says}; stopped from {day_words.day(start)} "
        f"{until}"
    )
