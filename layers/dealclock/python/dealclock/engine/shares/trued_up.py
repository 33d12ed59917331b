"""What early exercises are owed under a deferral of anti-dilution protection."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.engine.grounds import Grounds, Step
from dealclock.records import record


@record
class SharesOwed:
    """What one vesting adds for one exercise: shares, by no date the agreement states.

    `would_have` is what the exercise would have brought on `vested_on`, `brought` what it has
    brought with the true-ups deducted; None where it is not recorded. `gap` is the first less the
    second, never below zero; `exact` and the whole `shares` are what is owed of it; `outstanding`
    what of that is not recorded as issued.
    """

    id: str
    instance: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str
    holder: str
    exercised_on: date
    vested_on: date
    would_have: Fraction | None
    brought: Fraction
    gap: Fraction | None
    exact: Fraction | None
    shares: int | None
    outstanding: int | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()


@record
class ExerciseTrueUp:
    """One exercise or conversion: what it brought, and what it is owed at each later vesting.

    `due_on_exercise` is what it should have brought by itself, adjusted for what had vested by
    then; None where that is not recorded. `total` is all that `owed` comes to; it is less than all
    where `whole` is false, some of it not being known. `issued` are true-up shares.
    """

    instance: str
    holder: str
    on: date
    brought: Fraction
    due_on_exercise: Fraction | None
    owed: tuple[SharesOwed, ...]
    total: int
    issued: Fraction
    whole: bool
    grounds: Grounds


@record
class TrueUp:
    """Where a deferral of anti-dilution protection stands, and the exercises it is about.

    An exercise before `cut_off`, that day not included, is trued up. `deferral` is in words.
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
    exercises: tuple[ExerciseTrueUp, ...]
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()

    @property
    def owed(self) -> Iterator[SharesOwed]:
        """What is owed on every exercise, in order."""
        return (row for each in self.exercises for row in each.owed)

    @property
    def all_grounds(self) -> Iterator[Grounds]:
        """What all of it rests on."""
        yield self.grounds
        yield from (each.grounds for each in self.exercises)
        yield from (row.grounds for row in self.owed)
