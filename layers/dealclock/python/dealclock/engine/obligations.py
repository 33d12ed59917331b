"""Obligations, rights and duties: what opens each, when it is due, what satisfies it, and the
default it lapses into.

Every provision in the general form (agreement/general/obligation.py) is computed here, also those
that are written in an older spelling. An item has an instance for each event, default or repeated
day that opens it, or one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache, partial
from typing import TypeVar

from dealclock.agreement.day_language import PartOf
from dealclock.agreement.general.obligation import ObligationTerms, Repeat
from dealclock.agreement.rules.rule import Rule
from dealclock.days.periods import repeated
from dealclock.engine.acts import Performance, done
from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.engine.context import (
    NOTHING,
    Context,
    LastDay,
    as_amended,
    never_before,
    window_status,
)
from dealclock.engine.day import DayValue, Instance, answers, day_of, named_in, steps_of
from dealclock.engine.defaults.by_lapse import Cured, default_by_lapse
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.notices.deemed import hand_overs
from dealclock.engine.outage_question import answered
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.questions import concludes, question
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.engine.states.clock import ClockRun, run_of
from dealclock.engine.states.in_force import InForce, in_force_on, over_by, stopped_with
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

EXPECTED = "the date is not known yet; the deadline for it is used instead"
NOT_CONTRACTUAL = "team target, not contractual"
_MOST_REPEATS = 1000
_ONE = timedelta(days=1)
C = TypeVar("C")


@record
class _CountedLastDay(LastDay):
    """A last day as the terms count it: the events and the other items' grounds it rests on, and
    the hour by which to act on it. `expected`: it is used until the day itself is known. `run` is
    that of a clock that a state may stop.
    """

    used: tuple[EffectiveFact, ...] = ()
    of_others: Grounds = NOTHING
    value: DayValue | None = None
    expected: bool = False
    run: ClockRun | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether its clock is stopped: the last day is then not known."""
        return self.run is not None and self.run.due is None


@record
class Due:
    """The last day of an instance, as counted and after all that moves it, with the readings that
    it depends on.
    """

    counted: _CountedLastDay
    more: ExtendedDueDay
    readings: frozenset[str]


def instances(context: Context, item: str) -> Mapping[str, Instance]:
    """The instances of an item that events or repeated days opened, by id; its only one if it has
    no `each`. Those of defaults are not among them; other terms may not have the item at all.
    """
    rule = context.terms.obligations.get(item)
    if rule is None:
        return {}
    if rule.each or rule.only_if or rule.per:
        return _opened(context, item)
    cause = rule.opens.of if isinstance(rule.opens, PartOf) else ""
    return _only(item, rule.lapse.id if rule.lapse else "", cause)


@lru_cache(maxsize=1024)
def _only(item: str, lapse: str, cause: str) -> Mapping[str, Instance]:
    return {item: Instance(item, (item, lapse) if lapse else (item,), cause=cause)}


@question
def _opened(context: Context, item: str) -> Mapping[str, Instance]:
    rule = context.terms.obligations[item]
    if rule.only_if is not None and not context.facts(rule.only_if):
        return {}
    if not rule.each:
        lots = [lot.id for lot in context.terms.securities] if rule.per == "lot" else []
        if not lots:
            return {item: Instance(item, (item,))}
        of_lots = {f"{item}/{lot}": ("lot", lot) for lot in lots}
        return {name: Instance(name, (name,), of=of) for name, of in of_lots.items()}
    found: dict[str, Instance] = {}
    for opener in rule.each:
        if isinstance(opener, Repeat):
            names = {f"{item}/{on}": on for on in _repeats(opener, context)}
            of = f"the {opener.repeat.removesuffix('s')}'s day"
            found |= {n: Instance(n, (n,), it=on, title=of) for n, on in names.items()}
            continue
        inside = _within(rule.while_, context.facts(opener), context)
        for event in _within(rule.during, inside, context):
            name = f"{item}/{event.id}"
            known_as = (event.id, name) if rule.due else (name,)
            found[name] = Instance(name, known_as, event.on, event, cause=event.id)
    return found


def _repeats(opener: Repeat, context: Context) -> Iterator[date]:
    """The days of a repeat that have come, and the next one."""
    nothing = Instance("")
    first = day_of(context, opener.start, nothing).day
    until = day_of(context, opener.until, nothing).day
    for n in range(_MOST_REPEATS if first is not None else 0):
        day = repeated(first or date.max, n, opener.repeat)
        if until is not None and day > until:
            return
        yield day
        if not context.has_come(day):
            return


def _within(
    state: str | None, events: Iterable[EffectiveFact], context: Context
) -> Iterator[EffectiveFact]:
    """The events during a state, its first and last day included, or the status of the lot or
    Holder they name; all events if there is none.
    """
    for event in events:
        of = named_in(event, context.terms.states[state].of) if state else ""
        if state is None or in_force_on(context, state, event.on, of) is not None:
            yield event


@question
def due(context: Context, item: str, name: str) -> Due | None:
    """When an instance is due; None if the terms give no day, or none any more."""
    instance = instances(context, item).get(name)
    return None if instance is None else due_of(context, item, instance)


def due_of(context: Context, item: str, instance: Instance, done: date | None = None) -> Due | None:
    """When an instance of an item is due; a state that begins after it is `done` stops nothing."""
    rule, own = context.terms.obligations[item], context.fresh()
    counted = _as_amended(rule, instance, done, own)
    if counted is None:
        return None
    alone = rule.may or rule.per is not None
    of = instance.event.fact.holder if alone and instance.event is not None else None
    becomes = _default_name(rule, instance.id)
    more = extended(
        instance.id, counted.day, rule.clause, own, of=of, answers=alone, becomes=becomes
    )
    return Due(counted, more, frozenset(own.choices.consulted))


def _as_amended(
    rule: ObligationTerms, instance: Instance, done: date | None, context: Context
) -> _CountedLastDay | None:
    """The last day under the versions of the terms; None if an amendment added the item after it.

    What an event opened keeps a last day that had passed when an amendment took effect; of anything
    else, the whole conclusion is kept (under_versions).
    """
    if instance.event is not None:
        return as_amended(rule, partial(_count, instance, done), context)
    now, former = _count(instance, done, rule, context), context.former
    if now is None or former is None or context.since is None:
        return now
    added = former.terms.provision(rule) is None
    if added and rule.each and now.day < context.since:
        return None
    return never_before(now, rule.clause, context)


def _count(
    instance: Instance, done: date | None, rule: Rule, context: Context
) -> _CountedLastDay | None:
    """The last day under one version of the terms."""
    general, own = context.terms.obligations[rule.id], context.apart()
    if general.due is None:
        return None
    value = _lengthened(day_of(own, general.due, instance), general, own)
    expected = value.day is None and general.expected is not None
    if value.day is None and general.expected is not None:
        value = day_of(own, general.expected, instance)
    context.choices.join(own.choices)
    if value.day is None or (expected and context.is_over(value.day)):
        return None
    steps: tuple[Step, ...]
    if expected:
        steps = (Step(EXPECTED, rule.clause, value.day),)
    elif value.operator == "event":
        steps = (Step("not later than this day, itself included", rule.clause, value.day),)
    else:
        at_least = general.may and value.operator == "before"
        said = replace(value, of=f"at least {value.of}") if at_least else value
        steps = steps_of(said, rule.clause, context, "the last day")
    used = tuple(own.choices.trail.used.values())
    last = _CountedLastDay(value.day, steps, used, _grounds_in(value), value, expected)
    if general.stopped_by is None:
        return last
    opens = opening(context, general, instance) or value.day
    run = run_of(value, opens, done, general.stopped_by, rule.clause, context)
    day = run.due or run.would_be or value.day
    return replace(last, day=day, trace=(*steps, *run.trace), run=run)


def _lengthened(value: DayValue, rule: ObligationTerms, context: Context) -> DayValue:
    """A last day, later by what lengthens it: each event by the last day as it then is."""
    for longer in context.pick(rule.lengthened_by):
        first, events = value, context.facts(longer.happened or longer.each or "")
        for n, event in enumerate(events[: longer.most], start=1):
            if value.day is None or first.day is None or event.on > value.day:
                break
            context.use(event)
            period = longer.by.model_copy(update={"count": n * longer.by.count})
            count = context.after(first.day, period)
            value = DayValue(count.result, "after", str(period), (first,), count=count)
    return value


def _grounds_in(value: DayValue) -> Grounds:
    return joined([value.grounds, *(_grounds_in(part) for part in value.parts)])


def _default_name(rule: ObligationTerms, name: str) -> str:
    """The instance of the default that an instance lapses into; "" for none."""
    if rule.lapse is None:
        return ""
    of = name.partition("/")[2]
    return f"{rule.lapse.id}/{of}" if of else rule.lapse.id


def opening(context: Context, rule: ObligationTerms, instance: Instance) -> date | None:
    """The first day of an instance; None if it is not known."""
    return instance.it if rule.opens is None else day_of(context, rule.opens, instance).day


@record
class _OpenItem:
    """An instance with its first day and, unless it names none, its last."""

    rule: ObligationTerms
    instance: Instance
    opens: date
    last: Due | None

    @property
    def waits(self) -> Waiting:
        """The instance as one that an event can satisfy."""
        of, last = self.instance, self.last.more.due if self.last else None
        return Waiting(of.id, of.names, self.rule, self.opens, last)

    @property
    def holder(self) -> str | None:
        """The Holder whose acts alone count; None for anyone's."""
        return self.instance.event.fact.holder if self.rule.per and self.instance.event else None


def _open_item(context: Context, item: str, name: str) -> _OpenItem | None:
    instance = instances(context, item).get(name)
    if instance is None:
        return None
    rule = context.terms.obligations[item]
    last = due(context, item, name) if rule.due is not None else None
    opens = opening(context, rule, instance)
    if opens is None or (last is None and rule.due is not None):
        return None
    return _OpenItem(rule, instance, opens, last)


def _lot_of(rule: ObligationTerms, name: str) -> str | None:
    """The lot of an instance that is owed for a lot."""
    return name.partition("/")[2] if rule.per == "lot" and not rule.each else None


@question
def matching(context: Context, spelling: str, kind: str) -> Mapping[str, Satisfaction]:
    """What counts for each instance of the items of one type that events of a kind satisfy. They
    are matched together, so that an event counts once.
    """
    groups: dict[tuple[str | None, str | None, tuple[str, ...]], list[Waiting]] = {}
    for rule in context.terms.obligations.values():
        if rule.type == spelling and kind in rule.kinds:
            for name in instances(context, rule.id):
                if (of := _open_item(context, rule.id, name)) is not None:
                    group = (of.holder, _lot_of(rule, name), rule.undone_by)
                    groups.setdefault(group, []).append(of.waits)
    found: dict[str, Satisfaction] = {}
    for (holder, lot, undone_by), waiting in groups.items():
        among = None
        if holder is not None or lot is not None or undone_by:
            among = [
                event
                for event in context.facts(kind)
                if holder in (None, event.fact.holder) and lot in (None, event.fact.lot)
                if not any(context.about(each, event.id) for each in undone_by)
            ]
        found |= satisfied(kind, waiting, context, among)
    return found


def _done(context: Context, own: Context, of: _OpenItem) -> Performance:
    """What satisfied an instance; matched in one context, and dated in the other."""
    rule, name = of.rule, of.instance.id
    found = [matching(context, rule.type, kind).get(name, Satisfaction()) for kind in rule.kinds]
    acts = done(rule, found, of.last.counted.value if of.last else None, own)
    return answered(rule, of.instance, acts, own)


def _own(context: Context, of: _OpenItem) -> Context:
    """The context in which the grounds of an instance are taken: of its last day, so far."""
    own = context.fresh()
    own.choices.consulted |= of.last.readings if of.last else set()
    return own


@concludes
def obligation(context: Context, item: str, name: str) -> Obligation | None:
    """An instance with its last day and what satisfied it; None if there is none."""
    of = _open_item(context, item, name)
    if of is None or of.last is None:
        return None
    own, last = _own(context, of), of.last
    so_far = _done(context, own, of)
    if of.rule.stopped_by is not None and so_far.on is not None:
        last = due_of(own, item, of.instance, so_far.on) or last
    return owed(of.rule, of.instance, of.opens, last, so_far, own)


def owed(
    rule: ObligationTerms,
    instance: Instance,
    opens: date,
    last: Due,
    so_far: Performance,
    context: Context,
    cause: Grounds = NOTHING,
) -> Obligation:
    """The obligation of an instance; `cause` are the grounds of what opened it."""
    counted, more = last.counted, last.more
    met_on = so_far.on if so_far.on is not None and context.has_come(so_far.on) else None
    methods = hand_overs(opens, more.due, context) if rule.to and met_on is None else ()
    excuse: EffectiveFact | None = None
    over: InForce | None = None
    if met_on is None or met_on > more.due:
        excuse = _excuse(rule, instance, more.due, context)
        over = over_by(context, rule.while_, instance, more.due) if rule.while_ else None
    used = _each_once(instance.event, *counted.used, *so_far.by, *more.facts, excuse)
    grounds = cause | context.grounds(*used, absence=met_on is None and context.is_over(more.due))
    excused = [Step("excused by this event", rule.clause, excuse.on)] if excuse else []
    if over is not None:
        says = f"{over.title} ended, so it is no longer owed"
        excused.append(Step(says, over.clause, over.ended or more.due))
        grounds |= over.grounds
    today = context.latest_come(more.due, more.due + _ONE, met_on or more.due)
    run, status = counted.run, Status.EXCUSED if excuse or over else more.status(met_on, today)
    if counted.is_stopped:
        status = Status.EXCUSED if met_on is None else Status.MET
    stopped = run if run is not None and met_on is None else ClockRun(None, opens, NOTHING, ())
    return Obligation(
        **rule.named,
        instance=instance.id,
        cause=instance.cause,
        opens=opens,
        due=more.due,
        closes=None,
        status=status,
        met_on=met_on,
        grounds=grounds | counted.of_others | (run.grounds if run else NOTHING),
        trace=(*counted.trace, *more.steps, *so_far.steps, *excused),
        notes=(
            *stopped.notes(more.due, context.as_of),
            *more.notes,
            *([EXPECTED] if counted.expected else []),
            *so_far.notes,
        ),
        methods=methods,
        not_counted=so_far.not_counted,
        stopped_since=stopped.stopped.start if stopped.stopped else None,
        days_left=stopped.left,
        on_lapse=rule.lapse.id if rule.lapse else "",
        waived=more.waived_by is not None or excuse is not None or over is not None,
    )


def _each_once(*events: EffectiveFact | None) -> Iterable[EffectiveFact]:
    return {event.id: event for event in events if event is not None}.values()


def _excuse(
    rule: ObligationTerms, instance: Instance, last: date, context: Context
) -> EffectiveFact | None:
    """The first event by the last day that excuses an instance: one about it, or about nothing."""
    names = {instance.id, *instance.names}
    found = (
        event
        for kind in rule.excused_by
        for event in context.facts(kind)
        if event.on <= last and (event.about is None or event.about in names)
        if instance.it is None or event.on >= instance.it
    )
    return min(found, key=context.known.place, default=None)


@concludes
def default(context: Context, item: str, name: str) -> Default | None:
    """The default that an instance became; None if it did not lapse."""
    of = _open_item(context, item, name)
    lapse = of.rule.lapse if of else None
    lapsed = obligation(context, item, name) if lapse else None
    if of is None or lapse is None or lapsed is None:
        return None
    own = context.fresh()
    if lapse.cured_by in of.rule.kinds:
        act = _done(context, own, of)
        cured = Cured(act.on, own.grounds(*act.by)) if act.on and own.has_come(act.on) else None
    else:
        event = satisfied(lapse.cured_by, [of.waits], context)[name].first
        cured = Cured(event.on, own.grounds(event)) if event else None
    made = default_by_lapse(lapse, _default_name(of.rule, name), lapsed, cured, own)
    if made is not None and (state := of.rule.while_) is not None:
        made = stopped_with(context, state, of.instance, lapsed.due, made)
    elif made is not None and (state := of.rule.during) and context.pick(lapse.stops_with_period):
        made = stopped_with(context, state, of.instance, of.instance.it or of.opens, made)
    lot = _lot_of(of.rule, name)
    if made is None or lot is None:
        return made
    note = f"of lot {lot}, so it applies only to that lot"
    return replace(made, bears_on=(lot,), notes=(*made.notes, note))


@concludes
def right(context: Context, item: str, name: str) -> Window | None:
    """A right that may be used until its last day."""
    of = _open_item(context, item, name)
    if of is None or of.last is None:
        return None
    own, opens, last, more = _own(context, of), of.opens, of.last, of.last.more
    used = _done(context, own, of)
    late = used.on is not None and used.on > more.due and more.waived_by is None
    asked: tuple[Step, ...] = ()
    if used.on is not None:
        how = ", too late to be bound by" if late else ""
        asked = (Step(f"asked on this day{how}", of.rule.clause, used.on),)
    too_late = ("when it was planned, it was too late to ask in time",)
    return Window(
        **of.rule.named,
        instance=name,
        cause=of.instance.cause,
        opens=opens,
        closes=more.due,
        status=window_status(
            opens, more.due, context.latest_come(opens, more.due, more.due + _ONE)
        ),
        ended_on=used.on,
        grounds=own.grounds(
            *_each_once(of.instance.event, *last.counted.used, *used.by, *more.facts)
        ),
        trace=(*last.counted.trace, *more.steps, *asked),
        notes=(
            *more.notes,
            *used.notes,
            *(too_late if used.on is None and more.due < opens else ()),
        ),
        not_counted=used.not_counted,
    )


@concludes
def duty(context: Context, item: str, name: str) -> UndatedDuty | None:
    """A duty that an event opened and that names no day."""
    of = _open_item(context, item, name)
    if of is None:
        return None
    own, rule, event, target = (
        context.fresh(),
        of.rule,
        of.instance.event,
        context.targets.get(item),
    )
    act = _done(context, own, of)
    says = what_happened(event.kind, context.terms) if event else "by the agreement"
    trace = [Step(f"opened: {says}", rule.clause, of.opens), _measure(rule)]
    count = own.after(of.opens, target) if target else None
    if count is not None:
        trace.append(Step(f"{NOT_CONTRACTUAL}: {target} after it", "", count.result, count))
    grounds = own.grounds(*_each_once(event, *act.by))
    made = _undated(rule, name, grounds, (*trace, *act.steps))
    return replace(
        made,
        opens=of.opens,
        done_on=act.on,
        target=count.result if count else None,
        notes=act.notes,
        not_counted=act.not_counted,
        cause=of.instance.cause,
    )


def _measure(rule: ObligationTerms) -> Step:
    return Step(f"the agreement's measure: {rule.standard}; it names no day", rule.clause)


def _undated(
    rule: ObligationTerms, name: str, grounds: Grounds, trace: tuple[Step, ...]
) -> UndatedDuty:
    """A duty as it stands always, open and without a day."""
    return UndatedDuty(
        id=rule.id,
        instance=name,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        standard=rule.standard or "",
        opens=None,
        done_on=None,
        target=None,
        grounds=grounds,
        trace=trace,
    )


def _governing(context: Context, item: str) -> Due | None:
    """When an item is due under the version of the terms that governs it: one that was over before
    an amendment took effect keeps the version before (docs/decisions/0030).

    It asks for no obligation, since those are matched together: one may be counted from another.
    """
    former, since = context.former, context.since
    if former is not None and since is not None and item in former.terms.obligations:
        was = _governing(former, item)
        if was is not None and (was.more.due < since or _met_before(former, item, since)):
            return was
    return due(context, item, item)


def _met_before(context: Context, item: str, since: date) -> bool:
    """Whether an act before a day would satisfy an item by itself."""
    of = _open_item(context, item, item)
    kinds = of.rule.kinds if of else ()
    acts = (satisfied(kind, [of.waits], context)[item].first for kind in kinds if of)
    return any(act is not None and act.on < since for act in acts)


@answers("due")
def _due_of_item(context: Context, item: str, _: Instance) -> DayValue | None:
    if item not in context.terms.obligations:
        return None
    own, clause = context.apart(), context.terms.obligations[item].clause
    last = _governing(own, item)
    if last is None or last.counted.is_stopped:
        context.choices.join(own.choices)
        return DayValue(None, "due", item)
    own.choices.consulted = set(last.readings)
    own.choices.trail.used.clear()
    context.choices.join(own.choices)
    grounds = (
        own.grounds(*_each_once(*last.counted.used, *last.more.facts)) | last.counted.of_others
    )
    return DayValue(last.more.due, "due", item, clause=clause, grounds=grounds)


@answers("opening")
def _opening_of_item(context: Context, item: str, _: Instance) -> DayValue | None:
    if item not in context.terms.obligations:
        return None
    instance = instances(context, item).get(item)
    day = opening(context, context.terms.obligations[item], instance) if instance else None
    return DayValue(day, "opening", item)


def add(spellings: Sequence[str], context: Context, found: Findings) -> None:
    """Add the conclusions on all items of some types, in the order of the terms."""
    for spelling in spellings:
        for rule in [r for r in context.terms.obligations.values() if r.type == spelling]:
            if rule.due is None and not rule.each:
                found.duties.append(_undated(rule, rule.id, NOTHING, (_measure(rule),)))
                continue
            for name in instances(context, rule.id):
                if rule.due is None:
                    found.duties.extend(_some(duty(context, rule.id, name)))
                elif rule.may:
                    found.windows.extend(_some(right(context, rule.id, name)))
                else:
                    found.obligations.extend(_some(obligation(context, rule.id, name)))
                    if rule.lapse is not None:
                        found.defaults.extend(_some(default(context, rule.id, name)))


def _some(made: C | None) -> list[C]:
    return [] if made is None else [made]
