"""`/deal count`: days by the deal's Business Days, and when a notice sent counts as given."""

import re
from dataclasses import dataclass

from dealclock.answers.count import QUESTION
from dealclock.answers.count.result import CountQuery
from dealclock.answers.typed import (
    TypedWords,
    UnreadableCommandError,
    day,
    method_of,
    name_of,
    parted,
    shown,
)
from dealclock.days.typed_day import DayWords
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb

_MOST = 3660
_EXAMPLES = (
    "Type count 5bd after 2004-11-20, count 10d before nov 20 2004, or count 5bd after "
    "2004-11-20 by mail."
)
_LENGTH = re.compile(r"(\d{1,4})\s*(bd|business days?|d|days?|calendar days?|w|weeks?)")


@dataclass(frozen=True, slots=True)
class CountArguments:
    """N days of one sort, after or before a day; from a notice by a method when given."""

    number: int
    business: bool
    back: bool
    start: DayWords
    method: str


def _read(typed: TypedWords) -> CountArguments:
    parts = parted(typed, "after", "before", "by")
    back = "before" in parts
    if back is ("after" in parts):
        raise UnreadableCommandError(f"Give the starting date. {_EXAMPLES}")
    length = _LENGTH.fullmatch(" ".join(parts[""])[:40].lower())
    if length is None or int(length[1]) > _MOST:
        raise UnreadableCommandError(
            f"{shown(' '.join(parts['']))} is not a number of days. {_EXAMPLES}"
        )
    unit, method = length[2], name_of(parts.get("by", ())).lower()
    if method and back:
        raise UnreadableCommandError(
            "Days from a notice are counted forward. Type after, or leave out the method."
        )
    return CountArguments(
        number=int(length[1]) * (7 if unit[0] == "w" else 1),
        business=unit[0] == "b",
        back=back,
        start=day(parts["before" if back else "after"], typed, "before" if back else "after"),
        method=method,
    )


def _answer(request: DeskRequest) -> Reply:
    arguments: CountArguments = request.given
    start = request.read(arguments.start)
    method = method_of(arguments.method, request.deal.terms.deemed_notice)
    query = CountQuery(arguments.number, start.day, arguments.business, arguments.back, method)
    return Reply(request.answer(QUESTION, query), read=(start,))


VERB = Verb(
    "count",
    "count [DEAL] 5bd after DATE [by mail]",
    "count days, showing those skipped and why; with a method, from the date a notice is "
    "deemed given",
    Scope.DEAL,
    _read,
    _answer,
    daily=True,
    shareable=True,
    examples=("count 5bd after 2004-11-22", "count 2bd after 2004-11-22 by mail"),
)
