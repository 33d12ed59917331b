"""Periods that begin with a fact and end on its anniversary, such as an Effectiveness Period.

A period ends earlier if all securities it covers have been sold or are no longer outstanding: on
the earliest of its limbs, and on its first day if nothing is left to cover. The day on which it
ends is not protected; whether the anniversary itself is protected is a reading.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from fractions import Fraction

from dealclock.agreement.rules.suspensions import EarlyEnd, ProtectedPeriod
from dealclock.days.counting import anniversary
from dealclock.engine.conclusions import Window
from dealclock.engine.context import Context, cut_short, window_status
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
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
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class _End:
    """One way the period ends: the last protected day, the first day after it, and why."""

    last: date
    over: date
    limb: str | None
    because: EffectiveFact | None
    step: Step


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

    @property
    def by_sale(self) -> EffectiveFact | None:
        """The shelf sale of the last security; None if it was gone otherwise."""
        last = self.all_of_them
        return last if last is not None and last.kind in (SHELF_SALE, SHARES_SOLD) else None


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
    for seen in _leaving(context):
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


def _leaving(context: Context) -> list[EffectiveFact]:
    kinds = (CONVERSION, RETIREMENT, SHELF_SALE, SHARES_SOLD)
    return sorted((s for k in kinds for s in context.facts(k)), key=context.known.place)


def _by(day: date, issues: Iterable[Issue]) -> Fraction:
    """The principal issued by a day."""
    return sum((issue.amount for issue in issues if issue.on <= day), ZERO)


def add(context: Context, found: Findings) -> None:
    """Every protected period that has begun."""
    for rule in context.terms.all_of(ProtectedPeriod):
        period = _period(rule, context.fresh())
        found.windows.extend([period] if period else [])


def _period(rule: ProtectedPeriod, context: Context) -> Window | None:
    """The period a fact began, or None before it."""
    began = context.first(rule.begins_with)
    if began is None:
        return None
    ends = [_by_anniversary(rule, began.on, context), *_early(rule, began.on, context)]
    end = min(ends, key=lambda e: e.over)
    last = context.not_before(end.last)
    over = end.over if last == end.last else last + _ONE
    return Window(
        **rule.named,
        instance=rule.id,
        opens=began.on,
        closes=last,
        status=window_status(began.on, last, context.as_of),
        ended_on=over if context.as_of >= over else None,
        grounds=context.grounds(began, *(e.because for e in ends)),
        trace=(
            Step("begins on this day", rule.clause, began.on),
            *(e.step for e in ends),
            *cut_short(end.last, rule.clause, context),
            Step("the last day of it", rule.clause, last),
        ),
        limb=end.limb,
    )


def _by_anniversary(rule: ProtectedPeriod, began: date, context: Context) -> _End:
    day = anniversary(began, rule.ends_on_anniversary)
    if (began.month, day.month, day.day) == (2, 2, 28) and began.day == 29:
        day += _ONE if context.choices["leap-day-anniversary"] == "MARCH-1" else timedelta(0)
    says = f"ends on the {_ordinal(rule.ends_on_anniversary)} anniversary"
    if context.choices["last-protected-day"] == "ANNIVERSARY-IN":
        step = Step(f"{says}, included (ANNIVERSARY-IN)", rule.clause, day)
        return _End(day, day + _ONE, rule.anniversary_limb, None, step)
    step = Step(f"{says}, not included", rule.clause, day)
    return _End(day - _ONE, day, rule.anniversary_limb, None, step)


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def _ordinal(number: int) -> str:
    """The ordinal, in words through "ninth", then in figures: "second", "12th", "22nd"."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else _ENDINGS.get(number % 10, 'th')}"


def _early(rule: ProtectedPeriod, began: date, context: Context) -> Iterator[_End]:
    left: Gone | None = None
    for limb in rule.ends_early:
        left = left or gone(began, context)
        find = _all_sold if limb.when == "all sold" else _none_outstanding
        because = find(limb, left, context)
        if because is not None:
            says = f"{limb.when}, so it ends on this day, which it no longer protects"
            step = Step(says, limb.clause, because.on)
            over = max(began, because.on)
            yield _End(over - _ONE, over, limb.limb, because, step)


def _all_sold(limb: EarlyEnd, left: Gone, context: Context) -> EffectiveFact | None:
    """The sale of the last security, either the last registered one or the last of all, by the
    reading.
    """
    said, sold = context.first(limb.fact), left.by_sale
    if said is None or (sold is not None and sold.on <= said.on):
        return sold
    return said if context.choices["all-sold"] == "LITERAL" else sold


def _none_outstanding(limb: EarlyEnd, left: Gone, context: Context) -> EffectiveFact | None:
    """The fact by which nothing is outstanding: one that states it, or the one by which the last
    security was gone.
    """
    said, last = context.first(limb.fact), left.all_of_them
    shares_follow = left.notes is not None and left.converted and left.notes is not last
    if shares_follow and context.choices["ceased-outstanding"] == "NOTES-ONLY":
        last = left.notes
    found = [s for s in (said, last) if s is not None]
    return min(found, key=context.known.place) if found else None
