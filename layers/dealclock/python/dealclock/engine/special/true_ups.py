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

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.engine.conclusions import ExerciseTrueUp, SharesOwed, TrueUp
from dealclock.engine.context import Context, question
from dealclock.engine.money import ZERO
from dealclock.engine.special.holders.moves import shares_in, shares_of
from dealclock.engine.why import NOTHING, Step
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.rules.duties import AssumedFormula, ShareTrueUp

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
    seen: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    why_not: str = ""
    assumed: bool = False


def conclusions(context: Context) -> Iterator[TrueUp]:
    """Every true-up provision, with its exercises."""
    for rule in context.terms.all_of(ShareTrueUp):
        yield true_up(rule, context.fresh())


def true_up(rule: ShareTrueUp, context: Context) -> TrueUp:
    """The status of the deferral, and the shares owed on each exercise."""
    vested, cancelled = vestings(context, rule), context.first(rule.cancelled_by)
    steps = [
        Step("the first vesting: adjustment is in force to that extent", rule.clause, first)
        for first in vested[:1]
    ]
    notes = [NO_TIME_LIMIT]
    notes += [f"{ASSUMED}: {rule.assumed_formula.why}"] if rule.assumed_formula else []
    deferral = "ended to the extent vested" if vested else "runs: nothing has vested"
    if cancelled:
        steps.append(Step("unvested Warrants are canceled", rule.clause, cancelled.on))
        deferral = "never arises: cancelled unvested"
        if vested:
            deferral = "ended to the extent vested; for the rest it never arises"
        if vested and vested[-1] > cancelled.on:
            notes.append("a vesting is recorded after all unvested Warrants were canceled")
    exercises = context.facts(rule.exercised_by)
    return TrueUp(
        **rule.named,
        instance=rule.id,
        cut_off=context.terms.dates[rule.exercised_before],
        deferral=deferral,
        exercises=tuple(_exercised(context.fresh(), rule, each) for each in exercises),
        why=context.why(*context.facts(rule.vested_by), cancelled, steps=tuple(steps)),
        notes=tuple(notes),
    )


def if_exercised(rule: ShareTrueUp, unadjusted: Fraction, context: Context) -> Fraction | None:
    """The shares from an exercise on `as_of` of warrants for `unadjusted` shares.

    Protection applies to the extent vested, without any true-up; None if the number is not
    recorded.
    """
    last = max(vestings(context, rule), default=None)
    return adjusted(unadjusted, rule, last, context).shares


def vestings(context: Context, rule: ShareTrueUp) -> Sequence[date]:
    """The days on which warrants of a provision vested, in order."""
    return list(dict.fromkeys(seen.on for seen in context.facts(rule.vested_by)))


@question
def _exercised(context: Context, rule: ShareTrueUp, exercise: EffectiveFact) -> ExerciseTrueUp:
    """The shares owed on one exercise at each vesting after it, in order; issued true-up shares go
    to the earliest vestings first.
    """
    own = context.known.about(rule.issued_by, exercise.id)
    left = issued = shares_in(own)
    vested = vestings(context, rule)
    later = [each for each in vested if _is_after(each, exercise, context)]
    before_it = vested[-len(later) - 1] if len(later) < len(vested) else None
    rows: list[SharesOwed] = []
    total, before = 0, NOTHING
    for vesting in later:
        row = _row(rule, exercise, vesting, total, context)
        why, shares = row.why | context.why(*own), row.shares or 0
        still = None if row.shares is None else max(shares - left, ZERO).__ceil__()
        why = before | why if total else why
        rows.append(replace(row, why=why.with_steps(row.why.steps), outstanding=still))
        left, total, before = max(left - shares, ZERO), total + shares, before | why
    return ExerciseTrueUp(
        instance=f"{rule.id}/{exercise.id}",
        holder=exercise.fact.holder or "",
        on=exercise.on,
        brought=shares_of(exercise),
        due_on_exercise=_on_exercise(rule, exercise, before_it, context),
        owed=tuple(rows),
        total=total,
        issued=issued,
        whole=all(row.shares is not None for row in rows),
        why=context.why(exercise, *own),
    )


def _is_after(vested: date, exercise: EffectiveFact, context: Context) -> bool:
    """Whether a vesting on a day counts as after the exercise."""
    if vested == exercise.on:
        return context.choices["same-day-vesting"] == "SAME-DAY"
    return vested > exercise.on


def _on_exercise(
    rule: ShareTrueUp, exercise: EffectiveFact, before: date | None, context: Context
) -> Fraction | None:
    """The shares the exercise itself should have yielded, adjusted up to the last vesting before
    it.
    """
    computed = _computed("entitlement-computed", exercise.id, exercise.on, context)
    if computed is not None and context.choices["same-day-vesting"] != "SAME-DAY":
        return shares_of(computed)
    unadjusted = _base(exercise, rule, context)
    return None if unadjusted is None else adjusted(unadjusted, rule, before, context).shares


def _base(exercise: EffectiveFact, rule: ShareTrueUp, context: Context) -> Fraction | None:
    """The exercise's shares before any adjustment; None if not recorded and a vesting before it
    adjusted them.
    """
    if exercise.fact.unadjusted is not None:
        return Fraction(exercise.fact.unadjusted)
    first = vestings(context, rule)[:1]
    if any(not _is_after(vesting, exercise, context) for vesting in first):
        return None
    return shares_of(exercise)


def _computed(kind: str, about: str, target: date, context: Context) -> EffectiveFact | None:
    """The last recorded computation of a kind for a day; None if there is none."""
    found = reversed(context.known.about(kind, about))
    return next((each for each in found if each.fact.target == target), None)


def _row(
    rule: ShareTrueUp, exercise: EffectiveFact, vested: date, earlier: int, context: Context
) -> SharesOwed:
    """The shares the vesting of a day adds for one exercise, after `earlier` true-ups; none where
    the agreement gives no true-up for it.
    """
    silent, cut_off = "", context.terms.dates[rule.exercised_before]
    events = [seen for seen in context.facts(rule.vested_by) if seen.on == vested]
    if exercise.on >= cut_off:
        silent = f"exercised on or after the cut-off, {cut_off.isoformat()}; {SILENT}"
    elif vested >= cut_off and context.choices["true-up-cutoff"] == "ALSO-VESTING":
        silent = f"vested on or after the cut-off, {cut_off.isoformat()} (ALSO-VESTING)"
    x, y = would_have(exercise, rule, vested, context), shares_of(exercise)
    steps = [Step(f"{plain(y)} shares issued on the exercise", rule.clause, exercise.on), *x.steps]
    if earlier and context.choices["true-up-deduction"] == "EARLIER-TRUE-UPS":
        y += earlier
        steps.append(Step(f"{earlier:,} shares of earlier true-ups", rule.clause))
    gap = None if x.shares is None else max(x.shares - y, ZERO)
    exact = ZERO if silent else gap
    shares = None if exact is None else exact.__floor__()
    if exact is not None and exact != shares and context.choices["share-fractions"] == "UP":
        shares = exact.__ceil__()
    notes = [each for each in (silent, x.why_not) if each]
    if silent and gap:
        notes.append(f"the holder bears a gap of {plain(gap)} shares")
    if silent:
        steps.append(Step(f"nothing is owed: {silent}", rule.clause, vested))
    elif x.shares is not None and exact is not None:
        short = " (below zero: none)" if x.shares < y else ""
        says = f"{plain(x.shares)} less {plain(y)}: {plain(exact)} shares{short}"
        steps.append(Step(says, rule.clause, vested))
        if exact != shares:
            says = f"in whole shares {shares} ({context.choices['share-fractions']})"
            steps.append(Step(says, rule.clause))
    if x.assumed:
        notes.append(ASSUMED)
    return SharesOwed(
        **rule.named,
        instance=f"{rule.id}/{exercise.id}/{events[0].id}",
        holder=exercise.fact.holder or "",
        exercised_on=exercise.on,
        vested_on=vested,
        would_have=x.shares,
        brought=y,
        gap=gap,
        exact=exact,
        shares=shares,
        outstanding=shares,
        why=context.why(exercise, *events, *x.seen, steps=tuple(steps)),
        notes=tuple(notes),
    )


def would_have(
    exercise: EffectiveFact, rule: ShareTrueUp, vested: date, context: Context
) -> WouldHave:
    """The shares the exercise would have yielded on the day of a vesting, after the adjustments
    that count.

    Whether adjustments for other dilutive issues count is a reading.
    """
    computed = _computed("entitlement-computed", exercise.id, vested, context)
    if computed is not None:
        says = f"{plain(shares_of(computed))} shares, had it come on this day ({computed.id})"
        step = Step(says, rule.clause, vested)
        found = WouldHave(shares_of(computed), (computed,), (step,))
    else:
        unadjusted = _base(exercise, rule, context)
        if unadjusted is None:
            return WouldHave(None, why_not=NO_BASE)
        found = adjusted(unadjusted, rule, vested, context)
    about = context.known.about("other-adjustment", exercise.id)
    others = tuple(each for each in about if each.on <= vested)
    if found.shares is None or not others:
        return found
    more, every = shares_in(others), context.choices["true-up-adjustments"]
    seen = (*found.seen, *others)
    if (every == "ALL") != found.assumed:  # a formula covers only the vested warrants
        return replace(found, seen=seen)
    change, word = (more, "added") if found.assumed else (-more, "left out")
    says = f"{plain(more)} shares for other dilutive issues {word} ({every})"
    steps = (*found.steps, Step(says, rule.clause))
    return replace(found, shares=found.shares + change, seen=seen, steps=steps)


def adjusted(
    unadjusted: Fraction, rule: ShareTrueUp, last: date | None, context: Context
) -> WouldHave:
    """The adjusted number of shares for `unadjusted` ones, by the vestings to the end of a day."""
    if last is None:
        return WouldHave(unadjusted)
    ratio = _computed("ratio-computed", rule.id, last, context)
    if ratio is not None and ratio.fact.ratio is not None:
        says = f"{plain(unadjusted)} shares at a ratio of {ratio.fact.ratio} ({ratio.id})"
        shares = unadjusted * Fraction(ratio.fact.ratio)
        return WouldHave(shares, (ratio,), (Step(says, rule.clause, last),))
    if rule.assumed_formula is None:
        return WouldHave(None, why_not=NOT_RECORDED)
    seen = tuple(each for each in context.facts(rule.vested_by) if each.on <= last)
    if any(each.fact.shares is None for each in seen):
        return WouldHave(None, why_not=SHARES_NOT_SAID)
    vested = shares_in(seen)
    shares = unadjusted * factor(rule.assumed_formula, vested)
    says = (
        f"ASSUMED formula, {rule.assumed_formula.method}, with {plain(vested)} shares vested: "
        f"{plain(unadjusted)} shares become {plain(shares)}"
    )
    return WouldHave(shares, seen, (Step(says, rule.clause, last),), assumed=True)


def factor(formula: AssumedFormula, vested: Fraction) -> Fraction:
    """Shares due for each unadjusted share, once warrants for `vested` shares count as issued."""
    outstanding = Fraction(formula.outstanding_before)
    at_exercise_price = vested * Fraction(formula.issue_price) / Fraction(formula.exercise_price)
    return (outstanding + vested) / (outstanding + at_exercise_price)


def plain(shares: Fraction) -> str:
    """A number of shares as text, to at most six places."""
    millionths = Decimal(int(abs(shares) * 10**6 + Fraction(1, 2)))
    places = millionths.scaleb(-6).normalize()
    return f"{-places if shares < 0 else places:,f}"
