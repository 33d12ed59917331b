"""What satisfies an instance: which event counts for which instance, and on which day.

    opens                      due
    --|-------------------------|---->     each event is of the kind
  E1  |  E2          E3                    E2 satisfies it; E1 is before the period

First, an event recorded about the instance; else the first event on or after the day the instance
opens, unless the rule excludes that day. One event satisfies one instance: the open one that opened
first. An earlier event counts if the rule has `early: counts`; otherwise it is listed, never
dropped. With `early: never counts` it does not count even if it is recorded about the instance.

An act done only once, such as the effectiveness of the shelf, satisfies all instances that opened
on the same day: two limits on one act.

An instance is satisfied by one act, by any of several, by all of several, or by a notice deemed
given to everyone it is owed to; a sum that is owed, by the acts that in all state as much.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from dealclock.days import day_words
from dealclock.engine.conclusions import UncountedEvent
from dealclock.engine.context import ONE, Context
from dealclock.engine.day import DayValue, Instance, acted_on, runs_on_the_clock
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.notices.deemed import DeemedDelivery, deemed_given
from dealclock.engine.why import Step
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.obligation import ObligationTerms

_SHOWN = 3
"""How many events that do not count get a note; all of them are listed."""


@record
class OpenInstance:
    """An instance that an event can satisfy, open from a day; `due` is its last day, None if it has
    none.
    """

    rule: ObligationTerms
    instance: Instance
    opens: date
    due: date | None = None

    @property
    def counts_from(self) -> date:
        """The first day on which an event counts if it is not recorded about an instance."""
        excluded = self.rule.opening_day == "not counted"
        return self.opens + ONE if excluded else self.opens

    def takes(self, event: EffectiveFact) -> bool:
        """Whether an event not recorded about any instance can count for this one."""
        if self.rule.only_about:
            return False
        return event.on >= self.counts_from or self.rule.early == "counts"


@record
class Performance:
    """What counts for an instance, and the day on which it is satisfied, None if it is not.

    `by` are the events: all that are recorded about it, in order, or the one that counts for it.
    `besides` are others it rests on, such as what undid an act. `not_counted` are other events of
    the kind; `notes` explain the choice.
    """

    on: date | None = None
    by: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    not_counted: tuple[UncountedEvent, ...] = ()
    besides: tuple[EffectiveFact, ...] = ()

    @property
    def first(self) -> EffectiveFact | None:
        """The first of the events."""
        return next(iter(self.by), None)


# Which event counts for which instance.


def satisfied(
    kind: str,
    waiting: Sequence[OpenInstance],
    context: Context,
    among: Sequence[EffectiveFact] | None = None,
) -> dict[str, Performance]:
    """The events of a kind that count for each instance, by instance.

    `among` limits the events, in order; None allows all of the kind.
    """
    events = context.facts(kind) if among is None else among
    if not events:
        return {each.instance.id: Performance() for each in waiting}
    ids = None if among is None else {event.id for event in among}
    by = {each.instance.id: _about(each, kind, ids, context) for each in waiting}
    kinds = kinds_of(context.terms)[kind]
    free = [] if "about" in kinds.needs else [event for event in events if event.about is None]
    taken = _taken(free, waiting, by, once=kinds.once)
    several = len(waiting) > 1
    return {
        each.instance.id: performance(each, by[each.instance.id], free, taken, several=several)
        for each in waiting
    }


def _about(
    waits: OpenInstance, kind: str, ids: Collection[str] | None, context: Context
) -> list[EffectiveFact]:
    """The events recorded about an instance, in order."""
    first = waits.counts_from if waits.rule.early == "never counts" else date.min
    names, event = waits.instance.names, waits.instance.event
    if waits.rule.matched == "by what ends it" and event is not None:
        names = (*names, *event.abouts)
    found = context.about_any((kind,), names)
    return [e for e in found if (ids is None or e.id in ids) and e.on >= first]


def _taken(
    free: Sequence[EffectiveFact],
    waiting: Sequence[OpenInstance],
    by: Mapping[str, list[EffectiveFact]],
    *,
    once: bool,
) -> Mapping[str, str]:
    """The instance each event counts for, by the event's id; also adds the event to `by`."""
    found: dict[str, str] = {}
    left = sorted(
        (each for each in waiting if not by[each.instance.id]),
        key=lambda each: (each.opens, each.due or date.max),
    )
    for event in free:
        first = next((each for each in left if each.takes(event)), None)
        if first is None:
            continue
        found[event.id] = first.instance.id
        for each in left:
            if each is first or _alike(each, first, event, once=once):
                by[each.instance.id].append(event)
        left = [each for each in left if not by[each.instance.id]]
    return found


def _alike(waits: OpenInstance, first: OpenInstance, event: EffectiveFact, *, once: bool) -> bool:
    """Whether an event that satisfies one instance satisfies another with it."""
    ends_all = waits.rule.matched == "by what ends it"
    return (once and waits.opens == first.opens) or (ends_all and waits.takes(event))


def performance(
    waits: OpenInstance,
    by: Sequence[EffectiveFact],
    free: Sequence[EffectiveFact] = (),
    taken: Mapping[str, str] = MappingProxyType({}),
    *,
    several: bool = False,
) -> Performance:
    """What counts for an instance: `by` these events, in order. Of the other events of the kind,
    those that are `free` of another instance, or `taken` by one, are named with the reason.
    """
    first = next(iter(by), None)
    in_time = first is not None and (waits.due is None or first.on <= waits.due)
    enough = in_time and waits.rule.amount is None
    others = () if enough else tuple(_not_counted(waits, by, free, taken))
    notes = [early(each) for each in by if each.on < waits.counts_from]
    notes += [each.sentence for each in others[-_SHOWN:]]
    if len(others) > _SHOWN:
        notes.append(f"{len(others) - _SHOWN} more events of that kind do not count for it either")
    if first is None:
        return Performance(notes=tuple(notes), not_counted=others)
    says = "done on this day"
    if several or first.about == waits.instance.id:
        says += f" ({first.id}{', recorded about it' if first.about is not None else ''})"
    step = Step(says, waits.rule.clause, first.on)
    return Performance(first.on, tuple(by), (step,), tuple(notes), others)


def early(event: EffectiveFact) -> str:
    """The note on an event that counts although it is before the day the instance opens."""
    because = "early acts count here" if event.about is None else "it is recorded about it"
    return f"{event.id} ({day_words.day(event.on)}) is before the period and is counted: {because}"


def _not_counted(
    waits: OpenInstance,
    by: Sequence[EffectiveFact],
    free: Sequence[EffectiveFact],
    taken: Mapping[str, str],
) -> Iterator[UncountedEvent]:
    for event in free:
        of = taken.get(event.id)
        if event in by:
            continue
        if of is None and event.on < waits.counts_from:
            why = "is before the period and is not counted"
            yield UncountedEvent(event.id, event.on, why, waits.instance.id)
        elif of is not None and event.on >= waits.counts_from and not by:
            why = f"satisfies {of} and is counted once"
            yield UncountedEvent(event.id, event.on, why, waits.instance.id)
        elif of is None and waits.rule.amount is not None and by:
            why = "names nothing that it pays and is not counted toward what is owed"
            yield UncountedEvent(event.id, event.on, why, waits.instance.id)


# When an instance is satisfied.


def done(
    rule: ObligationTerms,
    found: Sequence[Performance],
    last: DayValue | None,
    context: Context,
    owed: Fraction | None = None,
) -> Performance:
    """When an instance was satisfied, from what counts for it of each of its kinds of event; `last`
    is its last day, with the hour by which to act on it, and `owed` the dollars that it needs.
    """
    acts = sorted((act for one in found for act in one.by), key=context.known.place)
    if owed and acts and not (rule.to or rule.satisfied_by_all_of):
        found = [_in_full(rule, one, acts, owed) for one in found]
    each = [_dated(rule, one, last, context) for one in found]
    if len(each) < 2:
        return each[0] if each else Performance()
    days = [one.on or date.max for one in each]
    on, counted = min(days), [each[days.index(min(days))]]
    if rule.satisfied_by_all_of:
        on, counted = max(days), each
    return Performance(
        None if on == date.max else on,
        tuple(event for one in counted for event in one.by),
        tuple(step for one in counted for step in one.steps),
        tuple(note for one in counted for note in one.notes),
        tuple(event for one in each for event in one.not_counted),
        tuple(event for one in each for event in one.besides),
    )


def _in_full(
    rule: ObligationTerms, found: Performance, acts: Sequence[EffectiveFact], owed: Fraction
) -> Performance:
    """What counts for an instance by the act with which all of its acts state what is owed, or that
    states no amount; without such an act, what is short of it is noted.
    """
    paid, in_full = ZERO, False
    for n, act in enumerate(acts):
        paid += fraction(act.fact.amount or Decimal(0))
        in_full = in_full or act.fact.amount is None or paid >= owed
        if in_full and act in found.by:
            step = f"{dollars(paid)} of {dollars(owed)} by this day ({act.id})"
            steps = (Step(step, rule.clause, act.on),) if n else found.steps
            besides = (*found.besides, *acts[:n])
            return replace(found, on=act.on, by=(act,), steps=steps, besides=besides)
    if in_full or acts[0] not in found.by:
        return replace(found, on=None, by=(), steps=())
    ids = ", ".join(act.id for act in acts)
    left = (
        f"{dollars(paid)} of {dollars(owed)} is recorded ({ids}); {dollars(owed - paid)} is unpaid"
    )
    notes, besides = (left, *found.notes), (*found.besides, *acts)
    return replace(found, on=None, by=(), steps=(), notes=notes, besides=besides)


def _dated(
    rule: ObligationTerms, found: Performance, last: DayValue | None, context: Context
) -> Performance:
    """When acts of one kind satisfied an instance."""
    if rule.to and found.by:
        given = notified(rule, found.by, context)
        notes = (*given.notes, *found.notes)
        found = replace(found, on=given.on, steps=given.trace, notes=notes)
    elif found.by[1:]:
        found = replace(found, by=found.by[:1])
    # A notice that is deemed given on another day than its own is not given at its hour.
    act = next((event for event in found.by if event.on == found.on), None)
    if act is None or last is None or last.moment is None:
        return found
    on = acted_on(context, act, last.moment, on_the_clock=runs_on_the_clock(last))
    if on == act.on:
        return found
    *before, step = found.steps
    late = f"; done after {last.moment:%H:%M %Z}, it counts on {day_words.day(on)}"
    step = replace(step, text=f"{step.text}{late if on > act.on else ''}", day=on)
    return replace(found, on=on, steps=(*before, step))


def notified(
    rule: ObligationTerms, notices: Sequence[EffectiveFact], context: Context
) -> DeemedDelivery:
    """When notice is deemed given to everyone it is owed to. Where notice of each default is owed
    it must be delivered; other advice without a recorded delivery was oral, given that day.
    """
    if not notices:
        return DeemedDelivery(None, (), ())
    written = [s for s in notices if s.fact.given or rule.only_about]
    spoken = next((s for s in notices if s not in written), None)
    given = deemed_given(written, rule.to, context) if written else DeemedDelivery(None, (), ())
    if spoken is None or (given.on is not None and given.on <= spoken.on):
        return given
    return DeemedDelivery(spoken.on, (Step("notified on this day", rule.clause, spoken.on),), ())
