"""When each event began a state and when that ended; what joins without a gap is one period.

event A   |---------|                  ended on the day B takes effect
event B             |--------|
period    |------------------|         one period, known by A

A notice begins a state on the day it is deemed given, sent or received, and that day is day 1. The
day the state ends is not a day of it. A status has spells for each lot or Holder.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import chain, product
from operator import attrgetter

from dealclock.days import day_words
from dealclock.days.intervals import DayInterval
from dealclock.days.periods import moved
from dealclock.engine.context import ONE, Context, cut_short, question
from dealclock.engine.day import Instance, day_of, named_in, steps_of
from dealclock.engine.interest.lots import (
    CONVERSION,
    RETIREMENT,
    SHARES_SOLD,
    SHELF_SALE,
    Issue,
    amount_of,
    issues_by_lot,
    issues_of,
)
from dealclock.engine.money import ZERO
from dealclock.engine.notices.deemed import deemed_given, received_on, valid
from dealclock.engine.why import Step, Why, joined
from dealclock.facts.fact import NoticeDelivery
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.state import EarlierEnd, StateTerms, Until

# The day on which a state ends by itself, such as an Effectiveness Period: an anniversary of its
# first day, or earlier.
#
# It ends earlier if all securities it covers have been sold or are no longer outstanding: on the
# earliest of its limbs, and on its first day if nothing is left to cover. The day on which it ends
# is not a day of it; whether the anniversary itself is one is a choice of the terms.


@record
class StateEnd:
    """How a state ends by itself: its last day, the first day after it, and why.

    `because` are the events by which it ends early, of every limb.
    """

    last: date
    over: date
    limb: str | None
    because: tuple[EffectiveFact, ...]
    trace: tuple[Step, ...]


def state_end(
    state: StateTerms, until: Until, began: date, begun: Instance, context: Context
) -> StateEnd | None:
    """The end of a state, or of the status of a lot or Holder, that began on a day; None while it
    is not known. `begun` has what its Days call "it": that day, and the event that began it.

    Under amended terms, no day before they took effect unless an earlier event ended it.
    """
    by_itself = _by_itself(state, until, began, begun, context)
    ends = [*([by_itself] if by_itself else []), *_early(until, began, context)]
    if not ends:
        return None
    first = min(ends, key=lambda end: end.over)
    last = context.not_before(first.last)
    return StateEnd(
        last,
        first.over if last == first.last else last + ONE,
        first.limb,
        tuple(seen for end in ends for seen in end.because),
        (
            *(step for end in ends for step in end.trace),
            *cut_short(first.last, state.clause, context),
        ),
    )


def _by_itself(
    state: StateTerms, until: Until, began: date, begun: Instance, context: Context
) -> StateEnd | None:
    if until.day is not None:
        own = context.apart()
        value = day_of(own, until.day, begun)
        context.choices.join(own.choices)
        if value.day is None:
            return None
        because = tuple(own.choices.trail.used.values())
        steps = steps_of(value, state.clause, context, "the last day")
        last = max(value.day, began - ONE)  # what was to end before it begins never lasts
        return StateEnd(last, last + ONE, until.limb, because, steps)
    years = until.years or 0
    day = moved(began, years, "years")
    if (began.month, day.month, day.day) == (2, 2, 28) and began.day == 29:
        day += ONE if context.pick(until.leap_day) == "March 1" else timedelta(0)
    says = f"ends on the {_ordinal(years)} anniversary"
    if context.pick(until.last) == "anniversary":
        step = Step(f"{says}, included{context.chosen(until.last)}", state.clause, day)
        return StateEnd(day, day + ONE, until.limb, (), (step,))
    step = Step(f"{says}, not included", state.clause, day)
    return StateEnd(day - ONE, day, until.limb, (), (step,))


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def _ordinal(number: int) -> str:
    """The ordinal, in words through "ninth", then in figures: "second", "12th", "22nd"."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else _ENDINGS.get(number % 10, 'th')}"


def _early(until: Until, began: date, context: Context) -> Iterator[StateEnd]:
    left = gone(began, context) if until.early else None
    for limb in until.early:
        find = _all_sold if limb.when == "all sold" else _none_outstanding
        because = find(limb, left, context) if left else None
        if because is not None:
            says = f"{limb.when}, so it ends on this day, which it no longer protects"
            step = Step(says, limb.clause, because.on)
            over = max(began, because.on)
            yield StateEnd(over - ONE, over, limb.limb, (because,), (step,))


def _all_sold(limb: EarlierEnd, left: "Gone", context: Context) -> EffectiveFact | None:
    """The sale of the last security, either the last registered one or the last of all."""
    said, last = context.first(limb.fact), left.all_of_them
    sold = last if last is not None and last.kind in (SHELF_SALE, SHARES_SOLD) else None
    if said is None or (sold is not None and sold.on <= said.on):
        return sold
    return said if context.pick(limb.unregistered) == "disregarded" else sold


def _none_outstanding(limb: EarlierEnd, left: "Gone", context: Context) -> EffectiveFact | None:
    """The event by which nothing is outstanding: one that states it, or the one by which the last
    security was gone.
    """
    said, last = context.first(limb.fact), left.all_of_them
    shares_follow = left.notes is not None and left.converted and left.notes is not last
    if shares_follow and context.pick(limb.shares) == "disregarded":
        last = left.notes
    found = [s for s in (said, last) if s is not None]
    return min(found, key=context.known.place) if found else None


# When no security covered by a protected period is left: converted, retired or sold.
#
# A security is no longer covered once it is sold under the shelf or ceases to be outstanding. A
# converted Note ceases to be outstanding, and its Conversion Shares replace it until they are sold.


@record
class Gone:
    """The facts by which the last Note, and the last security of any kind, was gone.

    None while one is left. `converted`: Conversion Shares replaced some Notes.
    """

    notes: EffectiveFact | None
    all_of_them: EffectiveFact | None
    converted: bool


def gone(began: date, context: Context) -> Gone:
    """The facts by which the last Note and the last security of any kind were gone; None while one
    is left.

    For a period that began on `began`: securities gone before then count, and so do Notes issued by
    then or by the day the others were gone. Notes issued later do not restart the period. A
    conversion that states no shares leaves an unknown number outstanding, which are gone only if a
    fact states it.
    """
    issues = issues_by_lot(context)
    if not any(issues.values()):
        return Gone(None, None, converted=False)
    left = defaultdict[str, Fraction](Fraction)
    shares, unknown, converted = ZERO, False, False
    last_note: EffectiveFact | None = None
    for seen in context.facts(CONVERSION, RETIREMENT, SHELF_SALE, SHARES_SOLD):
        fact = seen.fact
        if fact.kind == SHARES_SOLD:
            shares -= Fraction(fact.shares or 0)
        else:
            left[fact.lot or ""] += amount_of(seen)
        if fact.kind == CONVERSION:
            converted, unknown = True, unknown or fact.shares is None
            shares += Fraction(fact.shares or 0)
        day = max(seen.on, began)
        if any(_by(day, own) > left[lot] for lot, own in issues.items()):
            continue
        last_note = last_note or seen
        if shares <= 0 and not unknown:
            return Gone(last_note, seen, converted)
    return Gone(last_note, None, converted)


def _by(day: date, issues: Iterable[Issue]) -> Fraction:
    """The principal issued by a day."""
    return sum((issue.amount for issue in issues if issue.on <= day), ZERO)


@record
class StateSpell:
    """What one event began, or a Day (then `notice` is None): from and including `start` to but
    excluding `over`, None while open.

    `name` is the id of the event; of a status, after that of the lot or Holder. `day_one` is the
    first day counted against a limit. `ended` is the event that ended it, `until` the end that the
    terms give it. `improper` is the event recording that the agreement did not permit it.
    """

    name: str
    notice: EffectiveFact | None
    start: date
    day_one: date
    ended: EffectiveFact | None
    until: StateEnd | None
    over: date | None
    improper: EffectiveFact | None
    notes: tuple[str, ...]
    why: Why


@record
class Spells:
    """What began by `as_of`, in order, and the notices that were on their way.

    `waits` has, for each notice that took effect on another day than its own or was called off,
    the day it was sent and the day that happened, `date.max` if it has not; `readings` are those on
    which it depends. `still` are the notices sent and neither in effect nor called off yet.
    """

    begun: list[StateSpell] = field(default_factory=list)
    still: list[EffectiveFact] = field(default_factory=list)
    waits: list[tuple[date, date]] = field(default_factory=list)
    readings: set[str] = field(default_factory=set)

    def on_the_way(self, first: date, last: date) -> frozenset[str]:
        """The readings on which notices depend, if one was on its way on any day from `first`
        through `last`: under others it may have been in effect.
        """
        waited = any(sent <= last and until > first for sent, until in self.waits)
        return frozenset(self.readings) if waited else frozenset()


def subjects(context: Context, state: StateTerms) -> tuple[str, ...]:
    """The lots or Holders that a status is of; for a state, only ""."""
    if state.of == "lot":
        return tuple(lot.id for lot in context.terms.securities)
    if state.of is None:
        return ("",)
    begun = [event.fact.holder for kind in state.begins for event in context.facts(kind)]
    parts = [context.terms.states[part] for part in state.parts]
    begun += (each for part in parts if part.of == "holder" for each in subjects(context, part))
    return tuple(dict.fromkeys(holder for holder in begun if holder))


def subject(state: StateTerms, of: str) -> tuple[str, str] | None:
    """What a status is of, as an instance has it; None for a state."""
    return (state.of, of) if state.of and of else None


@question
def spells(context: Context, state: StateTerms, of: str) -> Spells:
    """What the events of a state, or of the status of a lot or Holder, began, and the notices on
    their way; where it is composed of others or `of` none of its lots or Holders, those of each.
    """
    found = Spells()
    made_up = [context.terms.states[part] for part in state.parts]
    parts = [(part, of if part.of == state.of else "") for part in made_up]
    of_each = state.of is not None and not of
    if of_each:
        parts = [(state, each) for each in subjects(context, state)]
    begun: list[Sequence[StateSpell]] = []
    for part, each in parts:
        other = spells(context, part, each)
        begun.append(other.begun)
        found.still.extend(other.still)
        found.waits.extend(other.waits)
        found.readings.update(other.readings)
    if of_each or made_up:
        of_all = state.all_of and not of_each
        found.begun.extend(_together(begun) if of_all else chain.from_iterable(begun))
        return found
    events = _about(state, of, state.begins, context)
    notices = [_Notice(state, each, context) for each in events]
    ends = _about(state, of, state.ends, context)
    if state.of == "lot":
        ends = _once_all_is_gone(of, ends, context)
    days = [end.on for end in ends]
    if not state.begins:
        found.begun.extend(_from_a_day(state, of, ends, context))
    called_off = _called_off(notices, days)
    for n, notice in enumerate(notices[:1] if state.once else notices):
        event, start = notice.event, notice.start
        if event.on != (until := called_off.get(n, start)):
            found.waits.append((event.on, until or date.max))
            found.readings.update(notice.own.choices.consulted)
        if until is None and notice.sent:
            found.still.append(event)
        if start is None or n in called_off:
            continue
        # The first day is in force, so an end recorded on it belongs to an earlier period.
        next_end = bisect_right(days, start)
        ended = ends[next_end] if next_end < len(ends) else None
        by = notice.own, notice.trace, notice.notes
        found.begun.append(_spell(state, of, event, start, ended, *by))
    return found


def _together(every: Sequence[Sequence[StateSpell]]) -> Iterator[StateSpell]:
    """The spells in which one of each is in force, begun by the last of them to begin and ended by
    the first to end.
    """
    for spells_then in product(*every):
        last = max(spells_then, key=attrgetter("start"))
        first = min(spells_then, key=lambda each: each.over or date.max)
        if first.over is not None and first.over <= last.start:
            continue
        untils = [each.until for each in spells_then if each.until]
        yield replace(
            last,
            over=first.over,
            ended=first.ended,
            until=min(untils, key=attrgetter("last"), default=None),
            why=joined(each.why for each in spells_then).with_steps(
                tuple(step for each in spells_then for step in each.why.steps)
            ),
        )


def _about(
    state: StateTerms, of: str, kinds: Sequence[str], context: Context
) -> Sequence[EffectiveFact]:
    """The events of some kinds, in order; of a status, those that name its lot or Holder, or
    none.
    """
    found = [event for kind in kinds for event in context.facts(kind)]
    if len(kinds) > 1:
        found.sort(key=context.known.place)
    return [event for event in found if named_in(event, state.of) in ("", of)] if of else found


def _once_all_is_gone(
    lot: str, ends: Sequence[EffectiveFact], context: Context
) -> list[EffectiveFact]:
    """The events that end the status of a lot: of those that state an amount, the one by which all
    of the lot is gone.
    """
    whole = next(each.principal for each in context.terms.securities if each.id == lot)
    gone, found = Decimal(0), list[EffectiveFact]()
    for event in ends:
        gone += event.fact.amount or 0
        if event.fact.amount is None or gone >= whole:
            found.append(event)
    return found


def _from_a_day(
    state: StateTerms, of: str, ends: Sequence[EffectiveFact], context: Context
) -> Iterator[StateSpell]:
    """What begins on a Day: that of the terms or, for a lot, the day it was issued."""
    own = context.apart()
    start: date | None = None
    trace: tuple[Step, ...] = ()
    if state.from_ is not None:
        value = day_of(own, state.from_, Instance(state.id, of=subject(state, of)))
        start, trace = value.day, steps_of(value, state.clause, context)
    else:
        lot = next(each for each in context.terms.securities if each.id == of)
        for issue in issues_of(lot, own)[:1]:
            start = issue.on
            own.use(issue.seen)
    if start is None or not own.has_come(start):
        context.choices.join(own.choices)
        return
    ended = next((end for end in ends if end.on > start), None)
    found = _spell(state, of, None, start, ended, own, trace)
    used = own.why(*own.choices.trail.used.values())
    context.choices.join(own.choices)
    yield replace(found, why=found.why | used)


class _Notice:
    """An event that begins a state: `start` is the day it takes effect, None if not by `as_of`."""

    def __init__(self, state: StateTerms, event: EffectiveFact, context: Context) -> None:
        self.state, self.event, self.own = state, event, context.fresh()
        self.sent = [d for d in event.fact.given if d.to in state.to and valid(d, self.own)]
        self.notes: tuple[str, ...] = ()
        self.trace: tuple[Step, ...] = ()
        start: date | None = event.on
        if state.to:
            given = deemed_given([event], state.to, self.own)
            self.trace, self.notes = given.trace, given.notes
            start = self._start(given.on)
        self.start = start if start is None or context.has_come(start) else None

    def _start(self, given: date | None) -> date | None:
        """The day it takes effect; adds notes on it."""
        sent = min((d.on for d in self.sent), default=None)
        receipts = [received_on(d, self.own) for d in self.sent]
        received = min((day for day in receipts if day), default=None)
        if sent is None or sent == given == received:
            return given
        starts = self.own.pick(self.state.starts)
        deemed = f"deemed given {day_words.day(given)}" if given else "not yet given"
        both = (
            f"sent {day_words.day(sent)}, {deemed}: to be safe, count days used from the "
            "first and protection from the second"
        )
        self.notes = (*self.notes, both)
        if starts == "received":
            unknown = [d for d, day in zip(self.sent, receipts, strict=True) if day is None]
            self.notes = (*self.notes, *_per_holder(unknown, received))
            return received or given
        return sent if starts == "sent" else given

    def waits(self, day: date) -> bool:
        """Whether it had not taken effect before a day."""
        return self.start is None or self.start >= day


def _spell(
    state: StateTerms,
    of: str,
    event: EffectiveFact | None,
    start: date,
    ended: EffectiveFact | None,
    own: Context,
    trace: Sequence[Step],
    notes: tuple[str, ...] = (),
) -> StateSpell:
    """What an event, or a Day, began on `start`, until an event ended it."""
    counted = own.pick(state.first_day) == "counted"
    day_one = start if counted else start + ONE
    name = "/".join(part for part in (of, event.id if event else "") if part)
    improper = None
    if state.improper_by is not None:
        names = (f"{state.id}/{name}", name)
        improper = next(filter(None, (own.about(state.improper_by, n) for n in names)), None)
    known_as = (event.id,) if event else ()
    begun = Instance(state.id, known_as, start, event, of=subject(state, of))
    until = state_end(state, state.until, start, begun, own) if state.until else None
    over = ended.on if ended else None
    if until is not None and own.has_come(until.over) and (over is None or until.over < over):
        ended, over = None, until.over
    says = f"the first {state.day_called}, day 1" if state.limits else "begins on this day"
    steps = [*trace, Step(says, state.clause, day_one)]
    if until is not None:
        steps += [*until.trace, Step("the last day of it", state.clause, until.last)]
    because = until.because if until else ()
    why = own.why(event, ended, *because, improper, steps=tuple(steps))
    return StateSpell(name, event, start, day_one, ended, until, over, improper, notes, why)


def _per_holder(unknown: Sequence[NoticeDelivery], received: date | None) -> Iterator[str]:
    """Notes on what the start by each Holder's receipt leaves open."""
    yield "per Holder: suspended for each from its own receipt; the first recorded one is shown"
    if unknown:
        methods = ", ".join(dict.fromkeys(d.method for d in unknown))
        rest = "" if received else "; the day it is deemed given is used instead"
        yield f"no receipt is recorded of the notice by {methods}{rest}"


def _called_off(notices: Sequence[_Notice], days: Sequence[date]) -> Mapping[int, date]:
    """The day on which each withdrawn notice was withdrawn by an end, by the notice's place.

    An end applies to what is in force; if nothing is, to the notices on their way; else to those
    sent that day.
    """
    found: dict[int, date] = {}
    waiting: list[int] = []
    place = 0
    for day in dict.fromkeys(days):
        while place < len(notices) and notices[place].event.on < day:
            waiting.append(place)
            place += 1
        still = [n for n in waiting if notices[n].waits(day)]
        in_force, waiting = len(still) < len(waiting), still
        if in_force:
            continue
        while not waiting and place < len(notices) and notices[place].event.on == day:
            if notices[place].waits(day):
                found[place] = day
            place += 1
        found.update(dict.fromkeys(waiting, day))
        waiting = []
    return found


@record
class Extension:
    """A notice, given on `given_on`, that extends the spell `part`; effective only if `in_time`."""

    notice: EffectiveFact
    part: StateSpell
    given_on: date
    in_time: bool
    step: Step
    why: Why


@record
class StatePeriod:
    """One continuous period in force, of one spell or of several that join.

    From and including its start to but excluding `over`, None while open. `extensions` are the
    notices that extend its spells, or came too late, in the order given.
    """

    parts: tuple[StateSpell, ...]
    over: date | None
    extensions: tuple[Extension, ...] = ()

    @property
    def name(self) -> str:
        """The name of its first spell: the id of the event that began it."""
        return self.parts[0].name

    @property
    def start(self) -> date:
        """The day the period takes effect."""
        return self.parts[0].start

    @property
    def first(self) -> date:
        """Day 1."""
        return self.parts[0].day_one

    @property
    def ended(self) -> EffectiveFact | None:
        """The event that ended it."""
        return next(part.ended for part in self.parts if part.over == self.over)

    @property
    def improper(self) -> EffectiveFact | None:
        """The event recording that the agreement did not permit it; it then has one part."""
        return self.parts[0].improper

    @property
    def extended_by(self) -> list[Extension]:
        """The extensions in effect."""
        return [each for each in self.extensions if each.in_time]

    def extension_on(self, day: date) -> Extension | None:
        """The extension of what is in force on `day`, or was last if it has ended; None if none."""
        for each in self.extended_by:
            end = self.end_of(each.part)
            if each.part.start <= day and (end is None or day < end):
                return each
        return None

    def end_of(self, part: StateSpell) -> date | None:
        """The day one of its spells ended while another continued; None for the last."""
        return None if part.over == self.over else part.over

    def days(self, end: date) -> DayInterval:
        """The counted days of the period; an ongoing one counts to but excluding `end`."""
        return DayInterval(self.first, max(self.first, self.over or end))

    def in_force(self, day: date) -> StateSpell:
        """The spell in force on `day`; if several, the first that began."""
        open_then = (p for p in self.parts if p.over is None or day < p.over)
        return next(open_then, self.parts[-1])

    def is_open(self, day: date) -> bool:
        """Whether the period is in force on `day`."""
        return self.start <= day and (self.over is None or day < self.over)


def periods(begun: Iterable[StateSpell]) -> list[StatePeriod]:
    """The periods in order of their first day; one that was not permitted joins no other."""
    found: list[StatePeriod] = []
    last: int | None = None
    for each in sorted(begun, key=lambda spell: spell.start):
        if each.improper is None:
            if last is not None and _meet(found[last], each):
                so_far = found[last]
                both = (so_far.over, each.over)
                over = None if None in both else max(day for day in both if day)
                found[last] = StatePeriod((*so_far.parts, each), over)
                continue
            last = len(found)
        found.append(StatePeriod((each,), each.over))
    return sorted(found, key=lambda period: (period.start, period.improper is not None))


def _meet(period: StatePeriod, then: StateSpell) -> bool:
    return period.over is None or then.start <= period.over
