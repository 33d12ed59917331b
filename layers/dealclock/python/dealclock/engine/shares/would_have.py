"""What an exercise would have brought had it come on the day a vesting put adjustment in force.

Three sources, the surest first: the number computed for that exercise; the ratio computed for its
provision; an ASSUMED formula of the terms. Where none says, it is not known, and no number is made
up for it.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.agreement.readings.shares import ADJUSTMENTS, SAME_DAY
from dealclock.agreement.rules.shares import AssumedFormula, ShareTrueUp
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

NOT_RECORDED = (
    "the shares the exercise would have yielded are not recorded, so no number is computed"
)
NO_BASE = "it came after a vesting, so record its number of shares before any adjustment"
SHARES_NOT_SAID = "how many shares vested is not recorded, so the formula gives no number"


@record
class WouldHave:
    """A number of shares, or None with the reason; the facts behind it and the steps to it.

    `assumed`: it rests on an ASSUMED formula.
    """

    shares: Fraction | None
    seen: tuple[EffectiveFact, ...]
    steps: tuple[Step, ...]
    why_not: str = ""
    assumed: bool = False


class Vestings:
    """The vestings of one provision, a day each, and how many shares had vested by a day."""

    def __init__(self, rule: ShareTrueUp, context: Context) -> None:
        self.seen = context.facts(rule.vested_by)
        by_day: dict[date, list[EffectiveFact]] = defaultdict(list)
        for s in self.seen:
            by_day[s.on].append(s)
        self.days: tuple[date, ...] = tuple(by_day)
        self._by_day = by_day
        self._on = [s.on for s in self.seen]
        self._sums: list[Fraction | None] = [Fraction(0)]
        for s in self.seen:
            so_far, more = self._sums[-1], s.fact.shares
            known = so_far is not None and more is not None
            self._sums.append((so_far or 0) + Fraction(more or 0) if known else None)

    def on(self, day: date) -> tuple[EffectiveFact, ...]:
        """The facts of one day."""
        return tuple(self._by_day[day])

    def last_by(self, day: date) -> date | None:
        """The last day of a vesting up to a day, it included."""
        place = bisect_right(self.days, day)
        return self.days[place - 1] if place else None

    def seen_by(self, day: date) -> tuple[EffectiveFact, ...]:
        """The facts up to a day, it included."""
        return self.seen[: bisect_right(self._on, day)]

    def shares_by(self, day: date) -> Fraction | None:
        """Shares vested by a day, it included; None when some fact does not say how many."""
        return self._sums[bisect_right(self._on, day)]


def factor(formula: AssumedFormula, vested: Fraction) -> Fraction:
    """Shares due for each unadjusted one, once warrants for `vested` shares count as issued."""
    outstanding = Fraction(formula.outstanding_before)
    at_exercise_price = vested * Fraction(formula.issue_price) / Fraction(formula.exercise_price)
    return (outstanding + vested) / (outstanding + at_exercise_price)


def adjusted(
    unadjusted: Fraction, rule: ShareTrueUp, day: date, vestings: Vestings, context: Context
) -> WouldHave:
    """What so many unadjusted shares come to under the vestings up to `day`, it included."""
    last = vestings.last_by(day)
    if last is None:
        return WouldHave(unadjusted, (), ())
    ratio = _latest(context.known.about("ratio-computed", rule.id), last)
    if ratio is not None and ratio.fact.ratio is not None:
        shares = unadjusted * Fraction(ratio.fact.ratio)
        says = f"{plain(unadjusted)} shares at a ratio of {ratio.fact.ratio} ({ratio.id})"
        return WouldHave(shares, (ratio,), (Step(says, rule.clause, last),))
    if rule.assumed_formula is None:
        return WouldHave(None, (), (), NOT_RECORDED)
    vested = vestings.shares_by(last)
    if vested is None:
        return WouldHave(None, (), (), SHARES_NOT_SAID)
    shares = unadjusted * factor(rule.assumed_formula, vested)
    says = (
        f"ASSUMED formula, {rule.assumed_formula.method}, with {plain(vested)} shares vested: "
        f"{plain(unadjusted)} shares become {plain(shares)}"
    )
    steps = (Step(says, rule.clause, last),)
    return WouldHave(shares, vestings.seen_by(last), steps, assumed=True)


def would_have(
    exercise: EffectiveFact, rule: ShareTrueUp, day: date, vestings: Vestings, context: Context
) -> WouldHave:
    """What the exercise would have brought on the vesting `day`, after the adjustments that count.

    The reading asked is whether those for other dilutive issues do.
    """
    computed = computed_for(exercise, day, context)
    others = tuple(s for s in context.known.about("other-adjustment", exercise.id) if s.on <= day)
    if computed is not None:
        shares = Fraction(computed.fact.shares or 0)
        says = f"{plain(shares)} shares, had it come on this day ({computed.id})"
        found = WouldHave(shares, (computed,), (Step(says, rule.clause, day),))
    else:
        unadjusted = base(exercise, vestings, context)
        if unadjusted is None:
            return WouldHave(None, (), (), NO_BASE)
        found = adjusted(unadjusted, rule, day, vestings, context)
    if found.shares is None or not others:
        return found
    more = sum((Fraction(s.fact.shares or 0) for s in others), Fraction(0))
    every = context.choices[ADJUSTMENTS]
    seen = (*found.seen, *others)
    if (every == "ALL") != found.assumed:  # a formula knows the vested warrants alone
        return replace(found, seen=seen)
    change, word = (more, "added") if found.assumed else (-more, "left out")
    says = f"{plain(more)} shares for other dilutive issues {word} ({every})"
    steps = (*found.steps, Step(says, rule.clause))
    return replace(found, shares=found.shares + change, seen=seen, steps=steps)


def base(exercise: EffectiveFact, vestings: Vestings, context: Context) -> Fraction | None:
    """The exercise's shares before any adjustment; None when a vesting before it hides them."""
    if exercise.fact.unadjusted is not None:
        return Fraction(exercise.fact.unadjusted)
    adjusted_already = vestings.days and not after(vestings.days[0], exercise, context)
    return None if adjusted_already else Fraction(exercise.fact.shares or 0)


def computed_for(exercise: EffectiveFact, day: date, context: Context) -> EffectiveFact | None:
    """The number computed of what the exercise would have brought on a day, if one is recorded."""
    return _latest(context.known.about("entitlement-computed", exercise.id), day)


def after(vesting: date, exercise: EffectiveFact, context: Context) -> bool:
    """Whether a vesting counts as after the exercise."""
    if vesting == exercise.on:
        return context.choices[SAME_DAY] == "SAME-DAY"
    return vesting > exercise.on


def plain(shares: Fraction) -> str:
    """A number of shares in words, to six places at most."""
    millionths = int(abs(shares) * 10**6 + Fraction(1, 2))
    whole, part = divmod(millionths, 10**6)
    sign = "-" if shares < 0 and millionths else ""
    return f"{sign}{whole:,}" + (f".{part:06}".rstrip("0") if part else "")


def _latest(seen: Sequence[EffectiveFact], target: date) -> EffectiveFact | None:
    """The last of the facts that speak for a day."""
    return next((s for s in reversed(seen) if s.fact.target == target), None)
