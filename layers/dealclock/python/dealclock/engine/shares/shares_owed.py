"""What each vesting after an exercise adds for it: would have brought, less has brought."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.agreement.readings.shares import CUT_OFF, DEDUCTION, FRACTIONS
from dealclock.agreement.rules.shares import ShareTrueUp
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Step
from dealclock.engine.shares.trued_up import SharesOwed
from dealclock.engine.shares.would_have import Vestings, after, plain, would_have
from dealclock.facts.log import EffectiveFact

ASSUMED = "rests on an ASSUMED formula"
SILENT = "the agreement is silent on it"


def shares_owed(
    rule: ShareTrueUp,
    exercise: EffectiveFact,
    vestings: Vestings,
    own: tuple[EffectiveFact, ...],
    context: Context,
) -> Iterator[SharesOwed]:
    """What each vesting after the exercise adds for it, in order, before what was issued."""
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
    """Why the agreement gives no true-up for this vesting; "" when it does."""
    if exercise.on >= cut_off:
        return f"exercised on or after the cut-off, {cut_off.isoformat()}; {SILENT}"
    if vesting >= cut_off and context.choices[CUT_OFF] == "ALSO-VESTING":
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
    """What one vesting adds for one exercise."""
    x = would_have(exercise, rule, day, vestings, context)
    y = Fraction(exercise.fact.shares or 0)
    steps = [Step(f"{plain(y)} shares issued on the exercise", rule.clause, exercise.on), *x.steps]
    if earlier and context.choices[DEDUCTION] == "EARLIER-TRUE-UPS":
        y += earlier
        steps.append(Step(f"{plain(Fraction(earlier))} shares of earlier true-ups", rule.clause))
    gap = None if x.shares is None else max(x.shares - y, Fraction(0))
    exact = Fraction(0) if silent else gap
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
                Step(f"in whole shares {shares} ({context.choices[FRACTIONS]})", rule.clause)
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
    return exact.__ceil__() if context.choices[FRACTIONS] == "UP" else exact.__floor__()


def less_issued(rows: Iterator[SharesOwed], issued: Fraction) -> Iterator[SharesOwed]:
    """The rows with what is still to be issued, true-up shares meeting the earliest first."""
    left = issued
    for row in rows:
        if row.shares is None:
            yield row
            continue
        met = min(left, Fraction(row.shares))
        left -= met
        yield replace(row, outstanding=(row.shares - met).__ceil__())
