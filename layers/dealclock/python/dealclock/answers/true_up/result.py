"""The shares an early exercise is owed: the result and its computation.

Numbers of shares are rounded to six places where they have more; `exact` ones are fractions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Self

from dealclock.agreement.rules.duties import ShareTrueUp
from dealclock.answers.encode import Exact
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.query import Query
from dealclock.engine.special.shares.true_ups import if_exercised, true_up
from dealclock.engine.true_ups import ExerciseTrueUp, SharesOwed, TrueUp
from dealclock.engine.why import Why
from dealclock.messages import words


@dataclass(frozen=True, slots=True)
class TrueUpQuery:
    """Every true-up of the terms."""

    unexercised: int | None = option(
        "Warrants not yet exercised, as a number of shares before any adjustment"
    )


@dataclass(frozen=True, slots=True)
class VestingShares:
    """The shares that one vesting adds for one exercise: `would_have` is what the exercise would
    have yielded then, `brought` what it has yielded with earlier true-ups. Figures not recorded are
    None.
    """

    instance: str
    holder: str
    exercised_on: date
    vested_on: date
    would_have: Decimal | None
    brought: Decimal
    gap: Decimal | None
    shares: int | None
    shares_exact: Exact | None
    outstanding: int | None
    why: Why
    notes: tuple[str, ...]

    @classmethod
    def of(cls, row: SharesOwed) -> "VestingShares":
        """Built from the engine's result."""
        return cls(
            instance=row.instance,
            holder=row.holder,
            exercised_on=row.exercised_on,
            vested_on=row.vested_on,
            would_have=_shares(row.would_have),
            brought=_rounded(row.brought),
            gap=_shares(row.gap),
            shares=row.shares,
            shares_exact=None if row.exact is None else Exact(row.exact),
            outstanding=row.outstanding,
            why=row.why,
            notes=row.notes,
        )


@dataclass(frozen=True, slots=True)
class ExerciseShares:
    """One exercise: the shares issued on it, what it should have yielded, and its true-ups.

    `total` is the sum of its true-ups; if `whole` is false, some are not known and not in it.
    `issued` are true-up shares.
    """

    instance: str
    holder: str
    on: date
    brought: Decimal
    due_on_exercise: Decimal | None
    owed: tuple[VestingShares, ...]
    total: int
    issued: Decimal
    whole: bool
    why: Why
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, exercise: ExerciseTrueUp) -> "ExerciseShares":
        """Built from the engine's result."""
        return cls(
            instance=exercise.instance,
            holder=exercise.holder,
            on=exercise.on,
            brought=_rounded(exercise.brought),
            due_on_exercise=_shares(exercise.due_on_exercise),
            owed=tuple(map(VestingShares.of, exercise.owed)),
            total=exercise.total,
            issued=_rounded(exercise.issued),
            whole=exercise.whole,
            why=exercise.why,
        )


@dataclass(frozen=True, slots=True)
class DeferredShares:
    """A deferral of anti-dilution protection and what each exercise is owed under it.

    An exercise before `cut_off`, that day not included, receives true-up shares.
    """

    id: str
    instance: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str
    cut_off: date
    deferral: str
    exercises: tuple[ExerciseShares, ...]
    why: Why
    notes: tuple[str, ...]

    @classmethod
    def of(cls, found: TrueUp) -> Self:
        """Built from the engine's result."""
        return cls(
            id=found.id,
            instance=found.instance,
            kind=found.kind,
            clause=found.clause,
            title=found.title,
            owed_by=found.owed_by,
            action=found.action,
            cut_off=found.cut_off,
            deferral=found.deferral,
            exercises=tuple(map(ExerciseShares.of, found.exercises)),
            why=found.why,
            notes=found.notes,
        )

    @property
    def every_why(self) -> Iterator[Why]:
        """The grounds of all its parts."""
        yield self.why
        yield from (each.why for each in self.exercises)
        yield from (row.why for each in self.exercises for row in each.owed)


@dataclass(frozen=True, slots=True)
class ExerciseNow:
    """What Warrants for `unadjusted` shares yield if exercised on the day; None if that is not
    recorded. No true-up is needed.
    """

    unadjusted: Decimal
    shares: Decimal | None
    exact: Exact | None
    true_up: int = 0


@dataclass(frozen=True, slots=True)
class DeferredSharesAsked(DeferredShares):
    """A deferral with the yield of Warrants not yet exercised, if asked for."""

    if_exercised: ExerciseNow | None = None


@dataclass(frozen=True, slots=True)
class TrueUpResult:
    """Every true-up of the terms, and the readings used, by question."""

    heading: Heading
    true_ups: tuple[DeferredSharesAsked, ...]
    hypothetical: bool
    readings: Mapping[str, str]


def answer(query: Query, request: TrueUpQuery) -> TrueUpResult:
    """The shares owed by exercise and vesting, exact and whole; raises NotAnsweredError for terms
    without a true-up, or a negative number of Warrants.
    """
    in_force = query.in_force()
    rules = tuple(in_force.terms.all_of(ShareTrueUp))
    if not rules:
        raise NotAnsweredError(
            f"the terms of {query.terms.id} have no share true-up. Use a deal that has one."
        )
    unexercised = request.unexercised
    if unexercised is not None and unexercised < 0:
        raise NotAnsweredError(
            f"unexercised {unexercised} is not valid; give a number of shares, zero or more."
        )
    context = in_force.context()

    def under(rule: ShareTrueUp) -> DeferredSharesAsked:
        found = DeferredSharesAsked.of(true_up(rule, context.fresh()))
        if unexercised is None:
            return found
        shares = if_exercised(rule, Fraction(unexercised), in_force.context())
        exact = None if shares is None else Exact(shares)
        now = ExerciseNow(Decimal(unexercised), _shares(shares), exact)
        return replace(found, if_exercised=now)

    found = tuple(map(under, rules))
    return TrueUpResult(
        heading=Heading.of(in_force),
        true_ups=found,
        hypothetical=any(g.hypothetical for each in found for g in each.every_why),
        readings=dict(context.choices.of),
    )


def _shares(exact: Fraction | None) -> Decimal | None:
    return None if exact is None else _rounded(exact)


def _rounded(exact: Fraction) -> Decimal:
    return Decimal(words.plain_shares(exact))
