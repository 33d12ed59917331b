"""True-up shares in words."""

from collections.abc import Iterator

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.true_up.result import (
    DeferredSharesAsked,
    ExerciseNow,
    ExerciseShares,
    TrueUpResult,
    VestingShares,
)
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView


def message(result: TrueUpResult, view: DealView) -> Message:
    """Each deferral, its exercises and what every vesting adds."""
    sections = map(_section, result.true_ups)
    grounds = [g for each in result.true_ups for g in each.every_why]
    return compose(view, _headline(result), sections, grounds, banners=terms_used(result.heading))


def _headline(result: TrueUpResult) -> str:
    """How many true-up shares are still to be issued, as far as that is known."""
    exercises = [each for found in result.true_ups for each in found.exercises]
    owed = [row for each in exercises for row in each.owed]
    total = sum(row.outstanding or 0 for row in owed)
    known = all(each.whole for each in exercises)
    if total:
        return f"{'' if known else 'at least '}{words.shares(total)} to issue as true-ups"
    return "no true-up shares to issue" if known else "the number of true-up shares is not known"


def _section(found: DeferredSharesAsked) -> Section:
    return Section(
        title=f"{found.title}, {words.clause(found.clause)} ({found.instance})",
        rows=rows(
            ("Deferral", words.sentence(found.deferral)),
            ("Receive true-up shares", f"exercises before {words.day(found.cut_off)}"),
        ),
        lines=tuple(_lines(found)),
    )


def _lines(found: DeferredSharesAsked) -> Iterator[str]:
    for exercise in found.exercises:
        yield from _exercise(exercise)
    if found.if_exercised:
        yield f"• {_if_exercised(found.if_exercised)}"
    yield from (f"• {words.sentence(note)}" for note in found.notes)


def _if_exercised(now: ExerciseNow) -> str:
    brings = "a number not recorded" if now.shares is None else f"{now.shares:,}"
    return (
        f"Warrants for {now.unadjusted:,} unadjusted shares, exercised on this day, yield "
        f"{brings}; no true-up is needed."
    )


def _exercise(exercise: ExerciseShares) -> Iterator[str]:
    issued = f"{exercise.brought:,} shares issued"
    on = words.day(exercise.on)
    yield f"• {exercise.holder}, {on} ({exercise.instance}): {issued}; {_true_ups(exercise)}."
    due = exercise.due_on_exercise
    if due is not None and due != exercise.brought:
        yield f"  Adjusted for the vesting to date, it should have yielded {due:,}."
    for row in exercise.owed:
        yield from (f"  {line}" for line in _vested(row))


def _vested(row: VestingShares) -> Iterator[str]:
    number = "an unknown number" if row.shares is None else words.shares(row.shares)
    yield f"Vested {words.day(row.vested_on)}: {number} ({row.instance})"
    yield from (f"  - {words.step(step)}" for step in row.why.steps)
    yield from (f"  {words.sentence(note)}" for note in row.notes)
    if row.why.readings:
        yield f"  Depends on {words.listed(sorted(row.why.readings))}"


def _true_ups(exercise: ExerciseShares) -> str:
    """The sum of the true-ups of an exercise, as far as that is known."""
    if not exercise.whole and not exercise.total:
        return "its true-ups are not known"
    at_least = "" if exercise.whole else "at least "
    come_to = f"true-ups are {at_least}{words.shares(exercise.total)}"
    return f"{come_to}, {exercise.issued:,} of them issued" if exercise.total else come_to
