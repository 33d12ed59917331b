"""`/deal suspension`: what is left of the suspended days, and whether a planned one fits."""

from dataclasses import dataclass

from dealclock.answers.suspension import QUESTION
from dealclock.answers.suspension.result import SuspensionQuery
from dealclock.answers.typed import (
    TypedWords,
    UnreadableCommandError,
    day_first,
    no_such_deal,
    number,
    parted,
)
from dealclock.days.typed_day import DayWords
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb

_LONGEST = 3660


@dataclass(frozen=True, slots=True)
class PlannedSuspension:
    """A suspension that is planned: its first day, and how many days."""

    start: DayWords
    days: int


def _read(typed: TypedWords) -> PlannedSuspension | None:
    parts = parted(typed, "check")
    if parts[""]:
        raise no_such_deal(parts[""][0], typed.visible)
    if "check" not in parts:
        return None
    start, rest = day_first(parts["check"])
    day_words = tuple(w for w in rest if w.lower() != "for")
    if start is None or not day_words:
        raise UnreadableCommandError(
            "Give the first suspended day and the number of days: suspension check 2005-05-01 "
            "40, or suspension check next monday 30 days."
        )
    return PlannedSuspension(start, number(day_words, _LONGEST))


def _answer(request: DeskRequest) -> Reply:
    if request.given is None:
        return Reply(request.answer(QUESTION, SuspensionQuery()))
    start = request.read(request.given.start)
    planned = SuspensionQuery(start=start.day, days=request.given.days)
    return Reply(request.answer(QUESTION, planned), read=(start,))


VERB = Verb(
    "suspension",
    "suspension [DEAL] [check START DAYS]",
    "suspension days left; with check, whether a planned suspension fits",
    Scope.DEAL,
    _read,
    _answer,
    daily=True,
    shareable=True,
    examples=("suspension", "suspension check 2005-02-01 30"),
)
