"""`/deal next`: the dates ahead, of one deal or of all the asker's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dealclock.answers.next_dates.dates_summary import LONGEST_LOOK
from dealclock.answers.next_dates.message import By, dates_ahead
from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    no_such_deal,
    number,
    parted,
    shown,
)
from dealclock.days.typed_day import DayWords, ParsedDay, read_day
from dealclock.desk.across import dates_of_all_deals, dates_of_deal
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.messages import words

DAYS_AHEAD = 14  # days that `next` looks ahead unless told


@dataclass(frozen=True, slots=True)
class NextArguments:
    """How far to look, or to which day; whether at what others answer for too, how to group it."""

    days: int = DAYS_AHEAD
    until: DayWords | None = None
    mine: bool = True
    by: By = ""


def _read(typed: TypedWords) -> NextArguments:
    parts = parted(typed, "by")
    said = [w for w in parts[""] if w.lower() not in ("all", "mine")]
    mine = not any(w.lower() == "all" for w in parts[""])
    days, until = _span(said, typed) if said else (DAYS_AHEAD, None)
    return NextArguments(days, until, mine, _grouping(parts))


_SPANS = {
    "today": 0,
    "now": 0,
    "tomorrow": 1,
    "week": 7,
    "this week": 7,
    "fortnight": 14,
    "month": 31,
}


def _span(said: Sequence[str], typed: TypedWords) -> tuple[int, DayWords | None]:
    """The days ahead that are typed: a number of days or weeks, today, a week, or to a day."""
    typed_span = " ".join(said).lower()
    if typed_span in _SPANS:
        return _SPANS[typed_span], None
    if len(said) == 2 and said[1].lower() in ("week", "weeks"):
        return number(said[:1], LONGEST_LOOK // 7) * 7, None
    until = read_day(said)
    if until is None and said[0].lstrip("+-").isnumeric():
        if len(said) > 1 and not said[1].isnumeric():
            raise no_such_deal(said[1], typed.visible)
        return number(said, LONGEST_LOOK), None
    if until is not None:
        return DAYS_AHEAD, until
    raise no_such_deal(said[0], typed.visible)


def _grouping(parts: Mapping[str, tuple[str, ...]]) -> By:
    grouping = " ".join(parts.get("by", ())).lower()
    match grouping:
        case "issuer" | "owner":
            return "issuer" if grouping == "issuer" else "owner"
        case "" if "by" not in parts:
            return ""
    raise UnreadableCommandError(
        f"Dates cannot be grouped by {shown(grouping)}. Type by issuer, or by owner."
    )


def _answer(request: DeskRequest) -> Reply:
    arguments: NextArguments = request.given
    days, days_read = arguments.days, tuple[ParsedDay, ...]()
    if arguments.until is not None:
        if not request.deals:
            raise UnreadableCommandError(
                f"To look ahead to {shown(arguments.until.typed)}, name a deal: next DEAL friday."
            )
        days_read = (request.read(arguments.until),)
        days = (days_read[0].day - request.today).days
        if not 0 <= days <= LONGEST_LOOK:
            ahead = "before today" if days < 0 else "too far ahead"
            raise UnreadableCommandError(
                f"{words.day(days_read[0].day)} is {ahead}. Give a date within {LONGEST_LOOK} days "
                "from today."
            )
    dates = (dates_of_deal if request.deals else dates_of_all_deals)(request, mine=arguments.mine)
    return Reply(dates_ahead(dates.deals, days, arguments.by, dates.unknown), read=days_read)


VERB = Verb(
    "next",
    "next [DEAL] [DAYS | today | DATE] [all] [by issuer|owner]",
    f"dates ahead that you own, for one deal or all; {DAYS_AHEAD} days unless you choose",
    Scope.DEALS,
    _read,
    _answer,
    shareable=True,
    examples=("next", "next 30 all by owner"),
)
