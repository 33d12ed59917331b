"""Shares owed on an early exercise once warrants vest for which adjustment was deferred.

      exercised      cut-off
          |             |                 no adjustment while nothing has vested
    ------+------v1-----|------v2------   at each vesting after it:
          y0     x1-y0  |      x2-(y0+d1) what it would have brought, less what it has brought

An exercise before the cut-off is trued up at every later vesting. One on or after it is not: what
vests later still leaves its holder with the gap. There is no time limit to issue, so nothing here
is ever a contractual date.
"""

from fractions import Fraction

from dealclock.agreement.rules.shares import ShareTrueUp
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.shares.shares_owed import ASSUMED, less_issued, shares_owed
from dealclock.engine.shares.trued_up import ExerciseTrueUp, TrueUp
from dealclock.engine.shares.would_have import Vestings, adjusted, after, base, computed_for
from dealclock.facts.log import EffectiveFact

NO_TIME_LIMIT = "no time limit to issue is stated; promptly is implied, which is no date"


def add(context: Context, found: Findings) -> None:
    """Every provision of the kind, with the exercises it is about."""
    for rule in context.terms.all_of(ShareTrueUp):
        found.true_ups.append(true_up(rule, context.fresh()))


def true_up(rule: ShareTrueUp, context: Context) -> TrueUp:
    """Where the deferral stands, and what each exercise is owed."""
    vestings = Vestings(rule, context)
    cancelled = context.first(rule.cancelled_by)
    exercises = [
        _exercised(rule, e, vestings, context.fresh()) for e in context.facts(rule.exercised_by)
    ]
    deferral = _deferral(vestings, cancelled)
    steps = [
        Step("the first vesting: adjustment is in force to that extent", rule.clause, day)
        for day in vestings.days[:1]
    ]
    if cancelled:
        steps.append(Step("unvested Warrants are canceled", rule.clause, cancelled.on))
    notes = [NO_TIME_LIMIT]
    notes += [f"{ASSUMED}: {rule.assumed_formula.why}"] if rule.assumed_formula else []
    if cancelled and vestings.days and vestings.days[-1] > cancelled.on:
        notes.append("a vesting is recorded after all unvested Warrants were canceled")
    return TrueUp(
        **rule.named,
        instance=rule.id,
        cut_off=context.terms.dates[rule.exercised_before],
        deferral=deferral,
        exercises=tuple(exercises),
        grounds=context.grounds(*vestings.seen, cancelled),
        trace=tuple(steps),
        notes=tuple(notes),
    )


def if_exercised(rule: ShareTrueUp, unadjusted: Fraction, context: Context) -> Fraction | None:
    """What an exercise on `as_of` of warrants for so many unadjusted shares brings.

    Protection is in force to the extent vested, without any true-up; None when not recorded.
    """
    vestings = Vestings(rule, context)
    return adjusted(unadjusted, rule, context.as_of, vestings, context).shares


def _deferral(vestings: Vestings, cancelled: EffectiveFact | None) -> str:
    if cancelled is None:
        return "ended to the extent vested" if vestings.days else "runs: nothing has vested"
    if not vestings.days:
        return "never arises: cancelled unvested"
    return "ended to the extent vested; for the rest it never arises"


def _exercised(
    rule: ShareTrueUp, exercise: EffectiveFact, vestings: Vestings, context: Context
) -> ExerciseTrueUp:
    brought = Fraction(exercise.fact.shares or 0)
    own = context.known.about(rule.issued_by, exercise.id)
    issued = sum((Fraction(s.fact.shares or 0) for s in own), Fraction(0))
    rows = tuple(less_issued(shares_owed(rule, exercise, vestings, own, context), issued))
    due = [row.shares for row in rows if row.shares is not None]
    return ExerciseTrueUp(
        instance=f"{rule.id}/{exercise.id}",
        holder=exercise.fact.holder or "",
        on=exercise.on,
        brought=brought,
        due_on_exercise=_on_exercise(rule, exercise, vestings, context),
        owed=rows,
        total=sum(due),
        issued=issued,
        whole=len(due) == len(rows),
        grounds=context.grounds(exercise, *own),
    )


def _on_exercise(
    rule: ShareTrueUp, exercise: EffectiveFact, vestings: Vestings, context: Context
) -> Fraction | None:
    """What the exercise itself should have brought, adjusted for what had vested by then."""
    computed = computed_for(exercise, exercise.on, context)
    if computed is not None and not after(exercise.on, exercise, context):
        return Fraction(computed.fact.shares or 0)
    unadjusted = base(exercise, vestings, context)
    if unadjusted is None:
        return None
    before = [day for day in vestings.days if not after(day, exercise, context)]
    if not before:
        return unadjusted
    return adjusted(unadjusted, rule, before[-1], vestings, context).shares
