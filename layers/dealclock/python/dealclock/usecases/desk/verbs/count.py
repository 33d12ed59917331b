"""`/deal count`: days by the deal's Business Days, and when a notice sent counts as given."""

import re
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.readings.counting import BUSINESS_DAY
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import (
    Count,
    business_days_after,
    business_days_before,
    days_after,
    days_before,
)
from dealclock.days.errors import DaysError
from dealclock.render import words
from dealclock.render.desk import count
from dealclock.usecases.assess_deal import closed_days
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError, shown
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import day, name_of, parted
from dealclock.usecases.questions.deemed import QUESTION
from dealclock.usecases.typed_day import DayWords

_MOST = 3660
_HOW = (
    "Type count 5bd after 2004-11-20, count 10d before nov 20 2004, or count 5bd after "
    "2004-11-20 by mail."
)
_LENGTH = re.compile(r"(\d{1,4})\s*(bd|business days?|d|days?|calendar days?|w|weeks?)")


@dataclass(frozen=True, slots=True)
class CountArguments:
    """So many days of one sort, after or before a day; from a notice by a method when given."""

    number: int
    business: bool
    back: bool
    start: DayWords
    method: str


def _read(typed: TypedWords) -> CountArguments:
    parts = parted(typed, "after", "before", "by")
    back = "before" in parts
    if back is ("after" in parts):
        raise UnreadableCommandError(f"Give the starting date. {_HOW}")
    length = _LENGTH.fullmatch(" ".join(parts[""])[:40].lower())
    if length is None or int(length[1]) > _MOST:
        raise UnreadableCommandError(
            f"{shown(' '.join(parts['']))} is not a number of days. {_HOW}"
        )
    unit = length[2]
    return CountArguments(
        number=int(length[1]) * (7 if unit[0] == "w" else 1),
        business=unit[0] == "b",
        back=back,
        start=day(parts["before" if back else "after"], typed, "before" if back else "after"),
        method=name_of(parts.get("by", ())).lower(),
    )


def _answer(ask: DeskRequest) -> Reply:
    given: CountArguments = ask.given
    read = ask.read(given.start)
    view = ask.view(compare=False)
    start, notice = read.day, None
    if given.method:
        if given.back:
            raise UnreadableCommandError(
                "Days from a notice are counted forward. Type after, or leave out the method."
            )
        notice = ask.run(QUESTION, method=(given.method,), on=read.day)
        if notice["deemed_given"] is None:
            return Reply(count.not_given(view, notice), read=(read,))
        start = date.fromisoformat(notice["deemed_given"])
    days = closed_days(ask.deal)
    counted = _count(given, start, days)
    found = count.CountResult(
        counted, _length(given), given.back, _others(given, start, counted, days)
    )
    return Reply(count.counted(view, found, notice), read=(read,))


def _count(given: CountArguments, start: date, days: Calendar) -> Count:
    try:
        if given.business:
            by = business_days_before if given.back else business_days_after
            return by(start, given.number, days)
        return (days_before if given.back else days_after)(start, given.number)
    except OverflowError:
        raise DaysError(
            f"{_length(given)} from {start} is outside the calendar. Give fewer days."
        ) from None


def _others(
    given: CountArguments, start: date, here: Count, days: Calendar
) -> tuple[tuple[str, date], ...]:
    """The days it comes to under other readings of the Business Day, where they differ."""
    if not given.business:
        return ()
    found = (
        (choice, _count(given, start, calendar(choice)).result)
        for choice in BUSINESS_DAY.choices
        if choice != days.name
    )
    return tuple((choice, each) for choice, each in found if each != here.result)


def _length(given: CountArguments) -> str:
    if given.business:
        return words.business_days(given.number)
    return words.number(given.number, "calendar day")


VERB = Verb(
    "count",
    "count [DEAL] 5bd after DATE [by mail]",
    "count days, showing those skipped and why; with a method, from the date a notice is "
    "deemed given",
    Of.DEAL,
    _read,
    _answer,
    daily=True,
    shareable=True,
    examples=("count 5bd after 2004-11-22", "count 2bd after 2004-11-22 by mail"),
)
