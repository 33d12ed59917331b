"""Shares owed on early exercises under a deferral of anti-dilution protection."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.engine.why import Why
from dealclock.records import record


@record
class SharesOwed:
    """Shares that one vesting adds for one exercise; the agreement states no due date.

    `would_have` is the shares the exercise would have yielded on `vested_on`, None if not recorded;
    `brought` is the shares it has yielded, including deducted true-ups. `gap` is the difference,
    never below zero; `exact` and the whole `shares` are the part of it owed; `outstanding` is the
    part of that not recorded as issued.
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
    why: Why
    notes: tuple[str, ...] = ()


@record
class ExerciseTrueUp:
    """One exercise or conversion: the shares it yielded, and those owed at each later vesting.

    `due_on_exercise` is the shares it should have yielded, adjusted for vestings by then; None if
    not recorded. `total` is the sum of `owed`; if `whole` is false, some rows are not known and are
    left out. `issued` are true-up shares.
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
    why: Why


@record
class TrueUp:
    """The status of a deferral of anti-dilution protection, and its exercises.

    An exercise before `cut_off`, that day excluded, is trued up. `deferral` is in words.
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
    why: Why
    notes: tuple[str, ...] = ()

    @property
    def owed(self) -> Iterator[SharesOwed]:
        """The shares owed on every exercise, in order."""
        return (row for each in self.exercises for row in each.owed)

    @property
    def every_why(self) -> Iterator[Why]:
        """The grounds of the true-up and all its exercises."""
        yield self.why
        yield from (each.why for each in self.exercises)
        yield from (row.why for row in self.owed)
