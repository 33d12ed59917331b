"""The instances of obligations, rights and duties: what opens each, its first day and its last.

An item in the general form (terms/general/obligation.py) has an instance for each event,
default or repeated day that opens it, or one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from fractions import Fraction
from functools import lru_cache, partial

from dealclock.days.periods import repeated
from dealclock.engine.acts import OpenInstance, satisfied
from dealclock.engine.context import (
    ONE,
    Context,
    LastDay,
    as_amended,
    asked_once,
    never_before,
    question,
)
from dealclock.engine.day import DayValue, Instance, answers, day_of, steps_of
from dealclock.engine.interest.lots import worth
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.plugins import CountedDueDay, ExtendedDueDay, plugin
from dealclock.engine.states.budget import excesses, in_force_on
from dealclock.engine.states.clock import ClockRun, run_of
from dealclock.engine.why import NOTHING, Step, Why, joined
from dealclock.errors import DealclockError
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.day_language import Day, EventDay, PartOf
from dealclock.terms.general.obligation import (
    AmountPart,
    AmountTerms,
    Excess,
    Longer,
    ObligationProvision,
    ObligationTerms,
    Repeat,
)
from dealclock.terms.rules.suspensions import EXCESS

EXPECTED = "the date is not known yet; the deadline for it is used instead"
GENERAL, LAST = "obligation", "the last day"
_MOST_REPEATS = 1000


@record
class InstanceDay(LastDay):
    """A first or last day as the terms count it: the events and the other items' grounds it rests
    on, and the hour by which to act on it. `expected`: it is used until the day itself is known.
    `run` is that of a clock that a state may stop.
    """

    used: tuple[EffectiveFact, ...] = ()
    of_others: Why = NOTHING
    value: DayValue | None = None
    expected: bool = False
    run: ClockRun | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether its clock is stopped: the last day is then not known."""
        return self.run is not None and self.run.due is None


@record
class Due(ExtendedDueDay):
    """The last day of an instance after all that moves it, and as counted before that; with the
    readings that it depends on.
    """

    counted: InstanceDay = field(kw_only=True)
    readings: frozenset[str] = frozenset()


@record
class OpenItem(OpenInstance):
    """An open instance of an item, how its first day is counted, and how its last; None if it has
    none, or none that is known. Of an older spelling, only what an event opened has a first one.
    """

    first: InstanceDay | None = None
    last: Due | None = None
    readings: frozenset[str] = frozenset()

    def opening_steps(self, others: Sequence[Step]) -> tuple[Step, ...]:
        """How its first day was counted, unless that day is one of the other steps."""
        first, steps = self.first, self.instance.why.steps
        if first is None or first.day in [each.day for each in others]:
            return steps
        return (*steps, *first.trace) if self.rule.type == GENERAL else steps

    def opened(self, context: Context) -> Why:
        """Why its first day is what it is, without steps; nothing for an older spelling."""
        if self.rule.type != GENERAL:
            return NOTHING
        why = self.instance.why
        return (
            why
            if self.first is None
            else why | context.why(*self.first.used) | self.first.of_others
        )

    @property
    def lot(self) -> str | None:
        """The lot for which it is owed; None if for no lot alone."""
        of = self.instance.of
        return of[1] if of is not None and of[0] == "lot" and not self.rule.each else None

    @property
    def holder(self) -> str | None:
        """The Holder whose acts alone count; None for anyone's."""
        event = self.instance.event
        return event.fact.holder if self.rule.per and event else None


# What opens an instance.


def instances(context: Context, item: str) -> Mapping[str, Instance]:
    """The instances of an item that events or repeated days opened, by id; its only one if it has
    no `each`. Those of defaults are not among them; other terms may not have the item at all.
    """
    rule = context.terms.obligations.get(item)
    if rule is None:
        return {}
    # No event opens an instance that has not happened.
    may_open = (not isinstance(each, str) or context.facts(each) for each in rule.each)
    return _instances(context, rule) if not rule.each or any(may_open) else {}


def _instances(context: Context, rule: ObligationTerms) -> Mapping[str, Instance]:
    if rule.each or rule.only_if or rule.per:
        return _opened(context, rule.id)
    cause = rule.opens.of if isinstance(rule.opens, PartOf) else ""
    return _only(rule.id, rule.lapse.id if rule.lapse else "", cause)


@asked_once
def instance_of(context: Context, item: str, name: str) -> Instance | None:
    """One instance of an item; None if there is none of that name."""
    rule = context.terms.obligations.get(item)
    return None if rule is None else _instances(context, rule).get(name)


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
    every = (each for opener in rule.each for each in _opened_by(opener, rule, context))
    return {each.id: each for each in every if _is_inside(rule, each, context)}


def _opened_by(
    opener: str | Repeat | Excess, rule: ObligationTerms, context: Context
) -> Iterator[Instance]:
    """The instances that repeated days, the excesses of a state or events of a kind open."""
    if isinstance(opener, Repeat):
        own = context.apart()
        start = day_of(own, opener.start, Instance(""))
        context.choices.join(own.choices)
        why = own.why(*own.choices.trail.used.values()) | why_of(start)
        steps = steps_of(start, rule.clause, context, "the first of them") if start.parts else ()
        for on in _repeats(opener, start.day, context):
            name, ends_month = f"{rule.id}/{on}", (on + ONE).day == 1
            title = "the last day of the period" if ends_month else ""
            own_steps = steps if on == start.day else ()
            yield Instance(name, (name,), it=on, title=title, why=why.with_steps(own_steps))
    elif isinstance(opener, Excess):
        state = context.terms.states[opener.excess_of]
        for began, on, why in excesses(context, state):
            name = f"{rule.id}/{began}{EXCESS}"
            says = f"the first {state.day_called} beyond the limits of {state.title}"
            yield Instance(name, (name,), on, cause=began, title=says, clause=state.clause, why=why)
    else:
        for event in context.facts(opener):
            name = f"{rule.id}/{event.id}"
            known_as = (event.id, name) if rule.due else (name,)
            yield Instance(name, known_as, event.on, event, cause=event.id)


def _is_inside(rule: ObligationTerms, instance: Instance, context: Context) -> bool:
    """Whether what opened an instance lies in the states during and while which it is owed, their
    first and last days included; of a status, that of the lot or Holder it names.
    """
    for state in (rule.during, rule.while_):
        if state is not None and instance.it is not None:
            of = instance.named(context.terms.states[state].of)
            if in_force_on(context, state, instance.it, of) is None:
                return False
    return True


def _repeats(opener: Repeat, first: date | None, context: Context) -> Iterator[date]:
    """The days of a repeat that have come, and the next one, from a first day if it is known."""
    until = day_of(context, opener.until, Instance("")).day
    for n in range(_MOST_REPEATS if first is not None else 0):
        day = repeated(first or date.max, n, opener.repeat)
        if until is not None and day > until:
            return
        yield day
        if not context.has_come(day):
            return


def open_item(context: Context, item: str, name: str) -> OpenItem | None:
    """An instance whose first day is known; None otherwise, or while the last day of what is owed
    is not known.
    """
    instance = instance_of(context, item, name)
    return None if instance is None else open_as(context, item, instance)


def open_as(context: Context, item: str, instance: Instance) -> OpenItem | None:
    """An instance with its first and last day; None as for `open_item`."""
    rule, first, opens = context.terms.obligations[item], None, instance.it
    readings = frozenset[str]()
    if rule.opens is not None:
        own = context.fresh()
        if instance.event is not None:
            first = _first(rule, instance, own)
        elif rule.type == GENERAL:
            first = _first_counted(rule.opens, rule, instance, own)
        else:
            opens = opening(own, rule, instance)
        if rule.type == GENERAL or instance.event is not None:
            opens = first.day if first is not None else None
        readings = frozenset(own.choices.consulted)
    if opens is None:
        return None
    last = due(context, item, instance.id) if rule.due is not None else None
    if last is None:
        open_ended = rule.due is None or rule.may
        return OpenItem(rule, instance, opens, None, first, None, readings) if open_ended else None
    readings |= last.readings
    return OpenItem(rule, instance, opens, last.due, first, last, readings)


def opening(context: Context, rule: ObligationTerms, instance: Instance) -> date | None:
    """The first day of an instance; None if it is not known."""
    return instance.it if rule.opens is None else day_of(context, rule.opens, instance).day


def _first(rule: ObligationTerms, instance: Instance, context: Context) -> InstanceDay | None:
    """The first day of an instance that an event opened, under the versions of the terms."""

    def count(rule: ObligationTerms, context: Context) -> InstanceDay | None:
        opens = context.terms.obligations[rule.id].opens
        return None if opens is None else _first_counted(opens, rule, instance, context)

    return as_amended(rule, count, context)


def _first_counted(
    opens: Day, rule: ObligationTerms, instance: Instance, context: Context
) -> InstanceDay | None:
    """The first day of an instance under one version of the terms."""
    own = context.apart()
    return counted(day_of(own, opens, instance), rule, own, context, "the first day")


# The last day.


@question
def due(context: Context, item: str, name: str) -> Due | None:
    """When an instance is due; None if the terms give no day, or none any more."""
    instance = instance_of(context, item, name)
    return None if instance is None else due_of(context, item, instance)


def due_of(context: Context, item: str, instance: Instance, done: date | None = None) -> Due | None:
    """When an instance of an item is due; a state that begins after it is `done` stops nothing."""
    rule, own = context.terms.obligations[item], context.fresh()
    last = _as_amended(rule, instance, done, own)
    return None if last is None else as_agreed(own, rule, instance, last)


def as_agreed(
    context: Context, rule: ObligationTerms, instance: Instance, last: InstanceDay
) -> Due:
    """When an instance with that last day is due after all that moves or excuses it, as agreed with
    all Holders or with the one that it names.
    """
    alone = rule.may or rule.per is not None
    of = instance.named("holder") or None if alone or instance.of else None
    becomes = default_name(rule, instance.id)
    owed = CountedDueDay(instance.id, last.day, rule.clause, of, alone, becomes)
    more = plugin().extended(owed, context)
    return Due(
        more.due,
        more.facts,
        more.steps,
        more.notes,
        more.waived_by,
        frozenset(context.choices.consulted),
        counted=last,
    )


def default_name(rule: ObligationTerms, name: str) -> str:
    """The instance of the default that an instance lapses into; "" for none."""
    if rule.lapse is None:
        return ""
    of = name.partition("/")[2]
    return f"{rule.lapse.id}/{of}" if of else rule.lapse.id


def _as_amended(
    rule: ObligationTerms, instance: Instance, done: date | None, context: Context
) -> InstanceDay | None:
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
    instance: Instance, done: date | None, rule: ObligationTerms, context: Context
) -> InstanceDay | None:
    """The last day under one version of the terms."""
    rule, own = context.terms.obligations[rule.id], context.apart()
    if rule.due is None:
        return None
    value = _lengthened(day_of(own, rule.due, instance), rule, instance, own)
    found = counted(value, rule, own, context)
    if found is None and rule.expected is not None:
        # The deadline that governs, also under a version before the one that does.
        value = day_of(own.latest, rule.expected, instance)
        found = counted(value, rule, own, context)
        if found is not None and context.is_over(found.day):
            return None
        steps = (Step(EXPECTED, rule.clause, value.day),)
        found = found and replace(found, trace=steps, expected=True)
    if found is None or rule.stopped_by is None:
        return found
    opens = opening(context, rule, instance) or found.day
    run = run_of(value, opens, done, rule, instance, context)
    day = run.due or run.would_be or found.day
    return replace(found, day=day, trace=(*found.trace, *run.why.steps), run=run)


def counted(
    value: DayValue,
    rule: ObligationTerms,
    own: Context,
    context: Context,
    which: str = LAST,
) -> InstanceDay | None:
    """A Day worked out in a context of its `own` as a first or last day, with its steps."""
    context.choices.join(own.choices)
    if value.day is None:
        return None
    if value.operator == "event" and which == LAST:
        steps: tuple[Step, ...] = (
            Step("not later than this day, itself included", rule.clause, value.day),
        )
    else:
        of_request = rule.may and not isinstance(rule, ObligationProvision)
        at_least = of_request and value.operator == "before"
        said = replace(value, of=f"at least {value.of}") if at_least else value
        steps = steps_of(said, rule.clause, context, which)
    used = tuple(own.choices.trail.used.values())
    return InstanceDay(value.day, steps, used, why_of(value), value)


def _lengthened(
    value: DayValue, rule: ObligationTerms, instance: Instance, context: Context
) -> DayValue:
    """A last day, later by what lengthens it: each event by the last day as it then is, or each
    time that no event keeps it from renewing.
    """
    for longer in context.pick(rule.lengthened_by):
        first, events = value, _of_no_other(rule, instance, longer, context)
        for n in range(1, longer.most + 1):
            if value.day is None or first.day is None:
                break
            operator, why, steps = "after", NOTHING, value.steps
            if longer.unless is not None:
                by = _renews(value.day, longer, instance, context)
                if by is None:
                    break
                operator, why = "renewed", context.why(absence=True)
                none = f"not recorded by then: {what_happened(longer.unless, context.terms)}"
                steps = (*steps, Step(none.rstrip("."), rule.clause, by))
            elif len(events) < n or events[n - 1].on > value.day:
                break
            else:
                context.use(events[n - 1])
            period = longer.by.model_copy(update={"count": n * longer.by.count})
            count = context.after(first.day, period)
            value = DayValue(
                count.result, operator, str(period), (first,), count=count, why=why, steps=steps
            )
        if longer.no_later_than is not None and value is not first:
            latest = day_of(context, longer.no_later_than, instance)
            limit, before, after = latest.day, first.day, value.day
            if limit is None or before is None or after is None:
                continue
            if limit <= before:
                value = first  # what lengthens it never makes it earlier
            elif limit < after:
                value = DayValue(limit, "earliest of", "", (value, latest))
    return value


def _of_no_other(
    rule: ObligationTerms, instance: Instance, longer: Longer, context: Context
) -> Sequence[EffectiveFact]:
    """The events that lengthen an instance: none that are only about other instances of its item,
    or what opened those.
    """
    events = context.facts(longer.happened or longer.each or "")
    if not any(event.abouts for event in events):
        return events
    every = {n for each in instances(context, rule.id).values() for n in (each.id, *each.names)}
    others = every - {instance.id, *instance.names}
    return [event for event in events if not event.abouts or not others >= {*event.abouts}]


def _renews(last: date, longer: Longer, instance: Instance, context: Context) -> date | None:
    """The day through which no event about the instance, or about nothing, kept a last day from
    renewing, once it is over; None if it does not renew.
    """
    by = context.before(last, longer.notice).result if longer.notice else last
    event = first_against(context, (longer.unless or "",), instance, by)
    context.use(event)
    return by if event is None and context.is_over(by) else None


def first_against(
    context: Context, kinds: Sequence[str], instance: Instance, by: date
) -> EffectiveFact | None:
    """The first event of some kinds about an instance, or about nothing, from the day that opened
    it to a day, both included.
    """
    names = {instance.id, *instance.names}
    found = (
        event
        for event in context.facts(*kinds)
        if event.on <= by and (not event.abouts or not names.isdisjoint(event.abouts))
        if instance.it is None or event.on >= instance.it
    )
    return next(found, None)


def why_of(value: DayValue) -> Why:
    """Why a Day and the Days in it are what they are, without steps."""
    values = [value]
    for each in values:
        values += each.parts
    found = [each.why for each in values if each.why is not NOTHING]
    return joined(found) if found else NOTHING


# The days of items in other Days.


def _governing(context: Context, item: str, name: str) -> Due | None:
    """When an instance of an item is due under the version of the terms that governs it: one that
    was over before an amendment took effect keeps the version before (docs/decisions/dates.md).

    It asks for no obligation, since those are matched together: one may be counted from another.
    """
    former, since = context.former, context.since
    if former is not None and since is not None and item in former.terms.obligations:
        was = _governing(former, item, name)
        if was is not None and (was.due < since or _met_before(former, item, name, since)):
            return was
    return due(context, item, name)


def _met_before(context: Context, item: str, name: str, since: date) -> bool:
    """Whether an act before a day would satisfy an instance of an item by itself."""
    of = open_item(context, item, name)
    acts = [satisfied(kind, [of], context)[name].first for kind in of.rule.kinds] if of else []
    return any(act is not None and act.on < since for act in acts)


@answers("due")
def _due_of_item(context: Context, item: str, instance: Instance) -> DayValue | None:
    """The last day of an item; of the instance that the same event or day opened, if it has
    several.
    """
    rule = context.terms.obligations.get(item)
    if rule is None:
        return None
    opener = instance.event.id if instance.event else instance.id.partition("/")[2] or instance.it
    own, clause = context.apart(), rule.clause
    last = _governing(own, item, f"{item}/{opener}" if rule.each else item)
    if last is None or last.counted.is_stopped:
        context.choices.join(own.choices)
        return DayValue(None, "due", item)
    own.choices.consulted = set(last.readings)
    own.choices.trail.used.clear()
    context.choices.join(own.choices)
    why = own.why(*last.counted.used, *last.facts) | last.counted.of_others
    return DayValue(last.due, "due", item, clause=clause, why=why)


@answers("opening")
def _opening_of_item(context: Context, item: str, _: Instance) -> DayValue | None:
    if item not in context.terms.obligations:
        return None
    instance = instances(context, item).get(item)
    day = opening(context, context.terms.obligations[item], instance) if instance else None
    return DayValue(day, "opening", item)


# The dollars owed with an obligation (terms/general/obligation.py), with how they add up.


def amount_owed(
    context: Context, rule: ObligationTerms, terms: AmountTerms, instance: Instance, last: date
) -> tuple[Fraction | None, Why]:
    """What is owed on a last day as far as recorded, exact, and why: the steps that add it up.

    It is None while the first day from which a part counts is not known. Raises DealclockError for
    an event without the sum that it adds.
    """
    own, clause = context.apart(), rule.clause
    parts = [*((1, each) for each in terms.of), *((-1, each) for each in terms.less)]
    total, known, steps, days = ZERO, True, list[Step](), NOTHING
    for sign, part in parts:
        value, says, why = _value(own, part, instance, last)
        days |= why
        sum_of = "not known yet" if value is None else dollars(value)
        steps.append(Step(f"{'less ' if sign < 0 else ''}{sum_of}: {says}", clause))
        known = known and value is not None
        total += sign * (value or ZERO)
    owed = max(total, fraction(terms.least))
    owed = owed if terms.most is None else min(owed, fraction(terms.most))
    if known:
        limit = "" if owed == total else ", the minimum" if owed > total else ", the maximum"
        so_far = "" if owed else "; nothing is owed as far as recorded"
        steps.append(Step(f"in all {dollars(owed)}{limit}{so_far}", clause))
    context.choices.join(own.choices)
    used = own.choices.trail.used.values()
    return owed if known else None, own.why(*used, steps=tuple(steps)) | days


def _value(
    context: Context, part: AmountPart, instance: Instance, last: date
) -> tuple[Fraction | None, str, Why]:
    """The dollars of a part, None while not known; what they are of; why its days are what they
    are.
    """
    days = NOTHING
    for kind, wanted in ((part.happened, True), (part.unless, False)):
        if kind is None:
            continue
        on = day_of(context, EventDay((kind,)), Instance(""))
        days |= why_of(on)
        if (on.day is not None) is not wanted:
            happened = what_happened(kind, context.terms).rstrip(".")
            here = "not recorded" if wanted else "deemed" if on.operator == "deemed" else "recorded"
            return ZERO, f"not counted, since this is {here}: {happened}", days
    if part.dollars is not None:
        value, says = fraction(part.dollars), "by the terms"
    elif part.its is not None:
        if instance.event is None:
            raise DealclockError(f"no event opened {instance.id}, so its amount is not known.")
        value, says = _worth(instance.event, part), f"of {instance.event.id}"
    else:
        kinds = " and ".join(what_happened(kind, context.terms).rstrip(".") for kind in part.events)
        found, of_days = _counted(context, part, instance, last)
        days |= of_days
        if found is None:
            return None, f"{kinds}, from a day that is not known yet", days
        context.use(*found)
        value = sum((_worth(each, part) for each in found), ZERO)
        says = f"{kinds} ({', '.join(each.id for each in found) or 'none'})"
    if part.more_than is not None and value <= fraction(part.more_than):
        return ZERO, f"{says}; not more than {dollars(fraction(part.more_than))}", days
    share = f"; {part.percent.normalize():f}% of {dollars(value)}" if part.percent != 100 else ""
    return value * fraction(part.percent) / 100, says + share, days


def _counted(
    context: Context, part: AmountPart, instance: Instance, last: date
) -> tuple[list[EffectiveFact] | None, Why]:
    """The events that a part adds up, in order, None while its first day is not known; and why its
    days are what they are. Until its own last day is known, that of the obligation counts.
    """
    since = day_of(context, part.from_, instance) if part.from_ else None
    until = day_of(context, part.until, instance) if part.until else None
    why = joined([why_of(day) for day in (since, until) if day is not None])
    first, end = since.day if since else date.min, (until.day if until else None) or last
    if first is None:
        return None, why
    found, names = list[EffectiveFact](), {instance.id, *instance.names}
    for event in context.facts(*part.events):
        counts = not part.about_it or not names.isdisjoint(event.abouts)
        if counts and first <= event.on <= end:
            resolved = [
                by
                for kind in part.pending_until
                for by in context.known.about(kind, event.id)
                if by.on <= end
            ]
            context.use(*resolved)
            if not resolved:
                found.append(event)
    return found, why


def _worth(event: EffectiveFact, part: AmountPart) -> Fraction:
    """What an event states in dollars: its amount, or its shares at the price."""
    if part.its == "shares" and event.fact.shares is None:
        raise DealclockError(f"{event.id} states no shares; correct it with the shares.")
    return worth(event, None if part.price is None else fraction(part.price))
