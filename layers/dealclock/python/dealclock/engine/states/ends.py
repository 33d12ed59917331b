"""The day on which a state ends by itself, such as an Effectiveness Period: an anniversary of its
first day, or earlier.

It ends earlier if all securities it covers have been sold or are no longer outstanding: on the
earliest of its limbs, and on its first day if nothing is left to cover. The day on which it ends is
not a day of it; whether the anniversary itself is one is a choice of the terms.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from fractions import Fraction

from dealclock.days.counting import anniversary
from dealclock.engine.context import Context, cut_short
from dealclock.engine.day import Instance, day_of, steps_of
from dealclock.engine.interest.lots import (
    CONVERSION,
    RETIREMENT,
    SHARES_SOLD,
    SHELF_SALE,
    Issue,
    amount_of,
    issues_of,
)
from dealclock.engine.money import ZERO
from dealclock.engine.why import Step
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.state import EarlierEnd, StateTerms, Until

_ONE = timedelta(days=1)


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
    state: StateTerms, until: Until, began: date, of: str, context: Context
) -> StateEnd | None:
    """The end of a state, or of the status `of` a lot or Holder, that began on a day; None while it
    is not known.

    Under amended terms, no day before they took effect unless an earlier event ended it.
    """
    by_itself = _by_itself(state, until, began, of, context)
    ends = [*([by_itself] if by_itself else []), *_early(until, began, context)]
    if not ends:
        return None
    first = min(ends, key=lambda end: end.over)
    last = context.not_before(first.last)
    return StateEnd(
        last,
        first.over if last == first.last else last + _ONE,
        first.limb,
        tuple(seen for end in ends for seen in end.because),
        (
            *(step for end in ends for step in end.trace),
            *cut_short(first.last, state.clause, context),
        ),
    )


def _by_itself(
    state: StateTerms, until: Until, began: date, of: str, context: Context
) -> StateEnd | None:
    if until.day is not None:
        own = context.apart()
        value = day_of(
            own, until.day, Instance(state.id, it=began, of=(state.of, of) if state.of else None)
        )
        context.choices.join(own.choices)
        if value.day is None:
            return None
        because = tuple(own.choices.trail.used.values())
        steps = steps_of(value, state.clause, context, "the last day")
        last = max(value.day, began - _ONE)  # what was to end before it begins never lasts
        return StateEnd(last, last + _ONE, until.limb, because, steps)
    years = until.years or 0
    day = anniversary(began, years)
    if (began.month, day.month, day.day) == (2, 2, 28) and began.day == 29:
        day += _ONE if context.pick(until.leap_day) == "March 1" else timedelta(0)
    says = f"ends on the {_ordinal(years)} anniversary"
    if context.pick(until.last) == "anniversary":
        step = Step(f"{says}, included{context.chosen(until.last)}", state.clause, day)
        return StateEnd(day, day + _ONE, until.limb, (), (step,))
    step = Step(f"{says}, not included", state.clause, day)
    return StateEnd(day - _ONE, day, until.limb, (), (step,))


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
            yield StateEnd(over - _ONE, over, limb.limb, (because,), (step,))


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
    issues = {lot.id: issues_of(lot, context) for lot in context.terms.securities}
    if not any(issues.values()):
        return Gone(None, None, converted=False)
    left: dict[str, Fraction] = defaultdict(lambda: ZERO)
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
