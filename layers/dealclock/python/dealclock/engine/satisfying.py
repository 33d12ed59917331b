"""Which event satisfies an instance, and which events of the same kind do not.

    opens                      due
    --|-------------------------|---->     each event is of the kind
  E1  |  E2          E3                    E2 satisfies it; E1 is before the period

First, an event recorded about the instance; else the first event on or after the day the instance
opens, unless the rule excludes that day. One event satisfies one instance: the open one that opened
first. An earlier event counts if the rule has `early: counts`; otherwise it is listed, never
dropped.

An act done only once, such as the effectiveness of the shelf, satisfies all instances that opened
on the same day: two limits on one act.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from dealclock.agreement.rules.rule import SatisfiableRule as Rule
from dealclock.days import day_words
from dealclock.engine.conclusions import UncountedEvent
from dealclock.engine.context import Context
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_SHOWN = 3
"""How many events that do not count get a note; all of them are listed."""


@record
class Waiting:
    """An instance that an event can satisfy. `names` are the ids by which an event may refer to it;
    `due` is its last day, None if it has none.
    """

    instance: str
    names: tuple[str, ...]
    rule: Rule
    opens: date
    due: date | None = None

    @property
    def counts_from(self) -> date:
        """The first day on which an event counts if it is not recorded about an instance."""
        excluded = self.rule.opening_day == "not counted"
        return self.opens + timedelta(days=1) if excluded else self.opens

    def takes(self, event: EffectiveFact) -> bool:
        """Whether an event not recorded about any instance can count for this one."""
        if self.rule.only_about:
            return False
        return event.on >= self.counts_from or self.rule.early == "counts"


@record
class Satisfaction:
    """The events that satisfy an instance: all that are recorded about it, in order, or the one
    that counts for it. `not_counted` are other events of the kind; `notes` explain the choice, and
    `text` is the text of the step for the first event, with its id if there were several
    instances.
    """

    by: tuple[EffectiveFact, ...] = ()
    not_counted: tuple[UncountedEvent, ...] = ()
    notes: tuple[str, ...] = ()
    text: str = "done on this day"

    @property
    def first(self) -> EffectiveFact | None:
        """The first of the events."""
        return next(iter(self.by), None)


def satisfied(
    kind: str,
    waiting: Sequence[Waiting],
    context: Context,
    among: Sequence[EffectiveFact] | None = None,
) -> Mapping[str, Satisfaction]:
    """The events of a kind that satisfy each waiting instance, by instance.

    `among` limits the events, in order; None allows all of the kind.
    """
    events = context.facts(kind) if among is None else among
    if not events:
        return {each.instance: Satisfaction() for each in waiting}
    ids = None if among is None else {e.id for e in among}
    by = {w.instance: _about(w, kind, ids, context) for w in waiting}
    free = (
        []
        if "about" in kinds_of(context.terms)[kind].needs
        else [e for e in events if e.about is None]
    )
    once = kinds_of(context.terms)[kind].once
    taken = _taken(free, waiting, by, once=once)
    several = len(waiting) > 1
    return {w.instance: _told(w, by[w.instance], free, taken, several=several) for w in waiting}


def _about(
    waits: Waiting, kind: str, ids: set[str] | None, context: Context
) -> list[EffectiveFact]:
    """The events recorded about an instance, in order."""
    names = dict.fromkeys(waits.names)
    found = (e for name in names for e in context.known.about(kind, name))
    return sorted((e for e in found if ids is None or e.id in ids), key=context.known.place)


def _taken(
    free: Sequence[EffectiveFact],
    waiting: Sequence[Waiting],
    by: Mapping[str, list[EffectiveFact]],
    *,
    once: bool,
) -> Mapping[str, str]:
    """The instance each event counts for, by the event's id; also adds the event to `by`."""
    found: dict[str, str] = {}
    left = sorted(
        (w for w in waiting if not by[w.instance]), key=lambda w: (w.opens, w.due or date.max)
    )
    for event in free:
        first = next((w for w in left if w.takes(event)), None)
        if first is None:
            continue
        found[event.id] = first.instance
        together = [w for w in left if w is first or _alike(w, first, event, once=once)]
        for each in together:
            by[each.instance].append(event)
            left.remove(each)
    return found


def _alike(waits: Waiting, first: Waiting, event: EffectiveFact, *, once: bool) -> bool:
    """Whether an event that satisfies one instance satisfies another with it."""
    return (once and waits.opens == first.opens) or (waits.rule.ends_all and waits.takes(event))


def _told(
    waits: Waiting,
    by: Sequence[EffectiveFact],
    free: Sequence[EffectiveFact],
    taken: Mapping[str, str],
    *,
    several: bool,
) -> Satisfaction:
    first = next(iter(by), None)
    in_time = first is not None and (waits.due is None or first.on <= waits.due)
    others = () if in_time else tuple(_not_counted(waits, by, free, taken))
    notes = [early(each) for each in by if each.on < waits.counts_from]
    notes += [each.sentence for each in others[-_SHOWN:]]
    if len(others) > _SHOWN:
        notes.append(f"{len(others) - _SHOWN} more events of that kind do not count for it either")
    says = "done on this day"
    if first is not None and (several or first.about == waits.instance):
        how = ", recorded about it" if first.about is not None else ""
        says += f" ({first.id}{how})"
    return Satisfaction(tuple(by), others, tuple(notes), says)


def early(event: EffectiveFact) -> str:
    """The note on an event that counts although it is before the day the instance opens."""
    because = "early acts count here" if event.about is None else "it is recorded about it"
    return f"{event.id} ({day_words.day(event.on)}) is before the period and is counted: {because}"


def _not_counted(
    waits: Waiting,
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
            yield UncountedEvent(event.id, event.on, why, waits.instance)
        elif of is not None and event.on >= waits.counts_from and not by:
            why = f"satisfies {of} and is counted once"
            yield UncountedEvent(event.id, event.on, why, waits.instance)
