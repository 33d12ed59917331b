"""Shares owed on an early exercise once warrants vest for which adjustment was deferred: para. 3 of
camden-letter-2002.

          exercised      cut-off
              |             |                 no adjustment while nothing has vested
        ------+------v1-----|------v2------   at each vesting after it:
              y0     x1-y0  |      x2-(y0+d1) what it would have yielded, less what it has yielded

An exercise before the cut-off is trued up at every later vesting. An exercise on or after it is
not: its holder bears the gap from later vestings. There is no time limit to issue, so no date here
is contractual.

What an exercise would have yielded has three sources, the most reliable first: the number computed
for that exercise; the ratio computed for its provision; an ASSUMED formula of the terms. Without
any of them the number is not known, and none is invented.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.duties import AssumedFormula, ShareTrueUp
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Step
from dealclock.engine.questions import question
from dealclock.engine.true_ups import ExerciseTrueUp, SharesOwed, TrueUp
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_ZERO = Fraction()

NOT_RECORDED = (
    "the shares the exercise would have yielded are not recorded, so no number is computed"
)
NO_BASE = "it came after a vesting, so record its number of shares before any adjustment"
ASSUMED = "rests on an ASSUMED formula"
SILENT = "the agreement is silent on it"
NO_TIME_LIMIT = "no time limit to issue is stated; promptly is implied, which is no date"
SHARES_NOT_SAID = "how many shares vested is not recorded, so the formula gives no number"


@record
class WouldHave:
    """A number of shares, or None with the reason; its facts and steps.

    `assumed`: the number rests on an ASSUMED formula.
    """

    shares: Fraction | None
    seen: tuple[EffectiveFact, ...]
    steps: tuple[Step, ...]
    why_not: str = ""
    assumed: bool = False


class Vestings:
    """The vestings of one provision by day, and the shares vested by a day."""

    def __init__(self, rule: ShareTrueUp, context: Context) -> None:
        self.seen = context.facts(rule.vested_by)
        self._on = [s.on for s in self.seen]
        self.days = tuple(dict.fromkeys(self._on))
        self._sums: list[Fraction | None] = [_ZERO]
        for seen in self.seen:
            self._sums.append(_with(self._sums[-1], seen))

    def on(self, day: date) -> tuple[EffectiveFact, ...]:
        """The vesting facts of one day."""
        return self.seen[bisect_left(self._on, day) : bisect_right(self._on, day)]

    def seen_by(self, day: date) -> tuple[EffectiveFact, ...]:
        """The vesting facts up to a day, that day included."""
        return self.seen[: bisect_right(self._on, day)]

    def shares_by(self, day: date) -> Fraction | None:
        """Shares vested by a day, that day included; None if a fact does not state the number."""
        return self._sums[bisect_right(self._on, day)]


def _with(total: Fraction | None, seen: EffectiveFact) -> Fraction | None:
    more = seen.fact.shares
    return None if total is None or more is None else total + Fraction(more)


@question
def _vestings(context: Context, rule: ShareTrueUp) -> Vestings:
    return Vestings(rule, context)


def _shares(seen: EffectiveFact) -> Fraction:
    return Fraction(seen.fact.shares or 0)


def factor(formula: AssumedFormula, vested: Fraction) -> Fraction:
    """Shares due for each unadjusted share, once warrants for `vested` shares count as issued."""
    outstanding = Fraction(formula.outstanding_before)
    at_exercise_price = vested * Fraction(formula.issue_price) / Fraction(formula.exercise_price)
    return (outstanding + vested) / (outstanding + at_exercise_price)


def adjusted(
    unadjusted: Fraction, rule: ShareTrueUp, day: date, vestings: Vestings, context: Context
) -> WouldHave:
    """The adjusted number of shares for `unadjusted` ones, by the vestings up to `day`, that day
    included.
    """
    vested_by = vestings.seen_by(day)
    if not vested_by:
        return WouldHave(unadjusted, (), ())
    last = vested_by[-1].on
    ratio = _latest(context.known.about("ratio-computed", rule.id), last)
    if ratio is not None and ratio.fact.ratio is not None:
        shares = unadjusted * Fraction(ratio.fact.ratio)
        says = f"{plain(unadjusted)} shares at a ratio of {ratio.fact.ratio} ({ratio.id})"
        return WouldHave(shares, (ratio,), (Step(says, rule.clause, last),))
    if rule.assumed_formula is None:
        return WouldHave(None, (), (), NOT_RECORDED)
    vested = vestings.shares_by(day)
    if vested is None:
        return WouldHave(None, (), (), SHARES_NOT_SAID)
    shares = unadjusted * factor(rule.assumed_formula, vested)
    says = (
        f"ASSUMED formula, {rule.assumed_formula.method}, with {plain(vested)} shares vested: "
        f"{plain(unadjusted)} shares become {plain(shares)}"
    )
    steps = (Step(says, rule.clause, last),)
    return WouldHave(shares, vested_by, steps, assumed=True)


def would_have(
    exercise: EffectiveFact, rule: ShareTrueUp, day: date, vestings: Vestings, context: Context
) -> WouldHave:
    """The shares the exercise would have yielded on the vesting `day`, after the adjustments that
    count.

    Whether adjustments for other dilutive issues count is a reading.
    """
    computed = computed_for(exercise, day, context)
    others = tuple(s for s in context.known.about("other-adjustment", exercise.id) if s.on <= day)
    if computed is not None:
        shares = _shares(computed)
        says = f"{plain(shares)} shares, had it come on this day ({computed.id})"
        found = WouldHave(shares, (computed,), (Step(says, rule.clause, day),))
    else:
        unadjusted = base(exercise, vestings, context)
        if unadjusted is None:
            return WouldHave(None, (), (), NO_BASE)
        found = adjusted(unadjusted, rule, day, vestings, context)
    if found.shares is None or not others:
        return found
    more = sum(map(_shares, others), _ZERO)
    every = context.choices["true-up-adjustments"]
    seen = (*found.seen, *others)
    if (every == "ALL") != found.assumed:  # a formula covers only the vested warrants
        return replace(found, seen=seen)
    change, word = (more, "added") if found.assumed else (-more, "left out")
    says = f"{plain(more)} shares for other dilutive issues {word} ({every})"
    steps = (*found.steps, Step(says, rule.clause))
    return replace(found, shares=found.shares + change, seen=seen, steps=steps)


def base(exercise: EffectiveFact, vestings: Vestings, context: Context) -> Fraction | None:
    """The exercise's shares before any adjustment; None if not recorded and an earlier vesting
    adjusted them.
    """
    if exercise.fact.unadjusted is not None:
        return Fraction(exercise.fact.unadjusted)
    adjusted_already = vestings.days and not after(vestings.days[0], exercise, context)
    return None if adjusted_already else _shares(exercise)


def computed_for(exercise: EffectiveFact, day: date, context: Context) -> EffectiveFact | None:
    """The recorded computation of the shares the exercise would have yielded on a day; None if
    none.
    """
    return _latest(context.known.about("entitlement-computed", exercise.id), day)


def after(vesting: date, exercise: EffectiveFact, context: Context) -> bool:
    """Whether a vesting counts as after the exercise."""
    if vesting == exercise.on:
        return context.choices["same-day-vesting"] == "SAME-DAY"
    return vesting > exercise.on


def plain(shares: Fraction) -> str:
    """A number of shares as text, to at most six places."""
    millionths = int(abs(shares) * 10**6 + Fraction(1, 2))
    whole, part = divmod(millionths, 10**6)
    sign = "-" if shares < 0 and millionths else ""
    return f"{sign}{whole:,}" + (f".{part:06}".rstrip("0") if part else "")


def _latest(seen: Sequence[EffectiveFact], target: date) -> EffectiveFact | None:
    """The last of the facts whose target is a day."""
    return next((s for s in reversed(seen) if s.fact.target == target), None)


def shares_owed(
    rule: ShareTrueUp,
    exercise: EffectiveFact,
    vestings: Vestings,
    own: tuple[EffectiveFact, ...],
    context: Context,
) -> Iterator[SharesOwed]:
    """The shares each vesting after the exercise adds for it, in order, before deducting shares
    issued.
    """
    cut_off = context.terms.dates[rule.exercised_before]
    earlier, before = 0, NOTHING
    for day in vestings.days:
        if day < exercise.on or not after(day, exercise, context):
            continue
        silent = _silent(exercise, day, cut_off, context)
        row = _row(rule, exercise, day, earlier, silent, vestings, own, context)
        if earlier:
            row = replace(row, grounds=before | row.grounds)
        earlier, before = earlier + (row.shares or 0), before | row.grounds
        yield row


def _silent(exercise: EffectiveFact, vesting: date, cut_off: date, context: Context) -> str:
    """Why the agreement gives no true-up for this vesting; "" if it gives one."""
    if exercise.on >= cut_off:
        return f"exercised on or after the cut-off, {cut_off.isoformat()}; {SILENT}"
    if vesting >= cut_off and context.choices["true-up-cutoff"] == "ALSO-VESTING":
        return f"vested on or after the cut-off, {cut_off.isoformat()} (ALSO-VESTING)"
    return ""


def _row(
    rule: ShareTrueUp,
    exercise: EffectiveFact,
    day: date,
    earlier: int,
    silent: str,
    vestings: Vestings,
    own: tuple[EffectiveFact, ...],
    context: Context,
) -> SharesOwed:
    """The shares one vesting adds for one exercise."""
    x = would_have(exercise, rule, day, vestings, context)
    y = _shares(exercise)
    steps = [Step(f"{plain(y)} shares issued on the exercise", rule.clause, exercise.on), *x.steps]
    if earlier and context.choices["true-up-deduction"] == "EARLIER-TRUE-UPS":
        y += earlier
        steps.append(Step(f"{plain(Fraction(earlier))} shares of earlier true-ups", rule.clause))
    gap = None if x.shares is None else max(x.shares - y, _ZERO)
    exact = _ZERO if silent else gap
    shares = None if exact is None else _whole(exact, context)
    notes = [each for each in (silent, x.why_not) if each]
    if silent and gap:
        notes.append(f"the holder bears a gap of {plain(gap)} shares")
    if silent:
        steps.append(Step(f"nothing is owed: {silent}", rule.clause, day))
    elif x.shares is not None and exact is not None:
        short = " (below zero: none)" if x.shares < y else ""
        says = f"{plain(x.shares)} less {plain(y)}: {plain(exact)} shares{short}"
        steps.append(Step(says, rule.clause, day))
        if exact.denominator != 1:
            steps.append(
                Step(
                    f"in whole shares {shares} ({context.choices['share-fractions']})", rule.clause
                )
            )
    if x.assumed:
        notes.append(ASSUMED)
    on_day = vestings.on(day)
    return SharesOwed(
        **rule.named,
        instance=f"{rule.id}/{exercise.id}/{on_day[0].id}",
        holder=exercise.fact.holder or "",
        exercised_on=exercise.on,
        vested_on=day,
        would_have=x.shares,
        brought=y,
        gap=gap,
        exact=exact,
        shares=shares,
        outstanding=shares,
        grounds=context.grounds(exercise, *on_day, *x.seen, *own),
        trace=tuple(steps),
        notes=tuple(notes),
    )


def _whole(exact: Fraction, context: Context) -> int:
    if exact.denominator == 1:
        return int(exact)
    return exact.__ceil__() if context.choices["share-fractions"] == "UP" else exact.__floor__()


def conclusions(context: Context) -> Iterator[TrueUp]:
    """Every true-up provision, with its exercises."""
    for rule in context.terms.all_of(ShareTrueUp):
        yield true_up(rule, context.fresh())


def true_up(rule: ShareTrueUp, context: Context) -> TrueUp:
    """The status of the deferral, and the shares owed on each exercise."""
    vestings, cancelled = _vestings(context, rule), context.first(rule.cancelled_by)
    steps = [
        Step("the first vesting: adjustment is in force to that extent", rule.clause, day)
        for day in vestings.days[:1]
    ]
    notes = [NO_TIME_LIMIT]
    notes += [f"{ASSUMED}: {rule.assumed_formula.why}"] if rule.assumed_formula else []
    deferral = "ended to the extent vested" if vestings.days else "runs: nothing has vested"
    if cancelled:
        steps.append(Step("unvested Warrants are canceled", rule.clause, cancelled.on))
        deferral = "never arises: cancelled unvested"
        if vestings.days:
            deferral = "ended to the extent vested; for the rest it never arises"
        if vestings.days and vestings.days[-1] > cancelled.on:
            notes.append("a vesting is recorded after all unvested Warrants were canceled")
    exercises = context.facts(rule.exercised_by)
    return TrueUp(
        **rule.named,
        instance=rule.id,
        cut_off=context.terms.dates[rule.exercised_before],
        deferral=deferral,
        exercises=tuple(_exercised(context.fresh(), rule, each) for each in exercises),
        grounds=context.grounds(*vestings.seen, cancelled),
        trace=tuple(steps),
        notes=tuple(notes),
    )


def if_exercised(rule: ShareTrueUp, unadjusted: Fraction, context: Context) -> Fraction | None:
    """The shares from an exercise on `as_of` of warrants for `unadjusted` shares.

    Protection applies to the extent vested, without any true-up; None if the number is not
    recorded.
    """
    vestings = _vestings(context, rule)
    return adjusted(unadjusted, rule, context.as_of, vestings, context).shares


@question
def _exercised(context: Context, rule: ShareTrueUp, exercise: EffectiveFact) -> ExerciseTrueUp:
    """The shares owed on one exercise; issued true-up shares go to the earliest vestings first."""
    vestings, own = _vestings(context, rule), context.known.about(rule.issued_by, exercise.id)
    issued = sum(map(_shares, own), _ZERO)
    left, rows = issued, list[SharesOwed]()
    for row in shares_owed(rule, exercise, vestings, own, context):
        met = min(left, Fraction(row.shares or 0))
        left -= met
        still = None if row.shares is None else (row.shares - met).__ceil__()
        rows.append(replace(row, outstanding=still))
    due = [row.shares for row in rows if row.shares is not None]
    return ExerciseTrueUp(
        instance=f"{rule.id}/{exercise.id}",
        holder=exercise.fact.holder or "",
        on=exercise.on,
        brought=_shares(exercise),
        due_on_exercise=_on_exercise(rule, exercise, vestings, context),
        owed=tuple(rows),
        total=sum(due),
        issued=issued,
        whole=len(due) == len(rows),
        grounds=context.grounds(exercise, *own),
    )


def _on_exercise(
    rule: ShareTrueUp, exercise: EffectiveFact, vestings: Vestings, context: Context
) -> Fraction | None:
    """The shares the exercise itself should have yielded, adjusted for vestings by then."""
    computed = computed_for(exercise, exercise.on, context)
    if computed is not None and not after(exercise.on, exercise, context):
        return _shares(computed)
    unadjusted = base(exercise, vestings, context)
    if unadjusted is None:
        return None
    before = [day for day in vestings.days if not after(day, exercise, context)]
    if not before:
        return unadjusted
    return adjusted(unadjusted, rule, before[-1], vestings, context).shares
