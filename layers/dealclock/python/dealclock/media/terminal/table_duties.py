"""Duties without a date as lines: those that facts opened, then those that always stand."""

from collections.abc import Iterator

from dealclock.engine.conclusions import UndatedDuty
from dealclock.engine.duties.undated import NOT_CONTRACTUAL
from dealclock.media.layout import wrapped
from dealclock.messages import words
from dealclock.messages.view import View


def duties(view: View, width: int) -> list[str]:
    """What each asks, by what measure, and the team's own target where it set one."""
    found = view.assessment.duties
    standing = [d for d in found if d.opens is None]
    lines = [line for d in found if d.opens for line in _lines(d, width)]
    if standing:
        named = words.listed(f"{d.title} ({d.clause})" for d in standing)
        lines += wrapped(f"Always standing: {named}.", width, 0, 2)
    return lines


def _lines(duty: UndatedDuty, width: int) -> Iterator[str]:
    yield from wrapped(_opened(duty), width, 0, 2)
    for note in duty.notes:
        yield from wrapped(words.sentence(note), width, 2, 2)


def _opened(duty: UndatedDuty) -> str:
    parts = [f"{duty.title}, {words.clause(duty.clause)} ({duty.instance}): {duty.standard}"]
    parts += _days(duty)
    mark = "; HYPOTHETICAL" if duty.grounds.hypothetical else ""
    return "; ".join(parts) + mark


def _days(duty: UndatedDuty) -> Iterator[str]:
    if duty.opens is not None:
        yield f"opened {words.day(duty.opens)}"
    if duty.done_on is not None:
        yield f"done {words.day(duty.done_on)}"
    elif duty.target is not None:
        yield f"{words.day(duty.target)} ({NOT_CONTRACTUAL})"
