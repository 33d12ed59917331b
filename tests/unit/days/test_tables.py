"""Dates worked out by hand, in `tables.yaml`: each asked of its calendar, count or channel."""

from collections.abc import Callable, Mapping
from datetime import UTC, date
from functools import partial
from typing import Any

import pytest

from dealclock.days.calendars import FEDERAL_RESERVE, calendar
from dealclock.days.counting import business_days_after, business_days_before, business_days_in
from dealclock.days.cutoffs import last_moment
from dealclock.days.day_counts import day_count
from dealclock.days.edgar import EDGAR
from dealclock.days.intervals import Span
from dealclock.days.markets import nyse_closed_reason
from tests.tables import table
from tests.unit.days.test_cutoffs import EDGAR_FILING, WIRE
from tests.unit.days.test_typed_day import on

Table = Mapping[str, Any]
TABLES: list[Table] = table(__file__, "tables")
CHANNELS = {"edgar": EDGAR_FILING, "wire": WIRE}
DAY = date.fromisoformat


def closed(row: str, name: str) -> str:
    """Why a calendar is closed on a day."""
    match name:
        case "edgar":
            return EDGAR.closed_because(DAY(row)) or "open"
        case "nyse":
            return nyse_closed_reason(DAY(row)) or "open"
    return calendar(name).closed_because(DAY(row)) or "open"


def split(row: str, word: str) -> tuple[str, str]:
    """What stands before and after a word."""
    before, _, after = row.partition(f" {word} ")
    return before, after


def counted(row: str, word: str) -> str:
    """The day N Business Days before or after a day."""
    number, day = split(row, word)
    count = business_days_after if word == "after" else business_days_before
    return count(DAY(day), int(number), FEDERAL_RESERVE).result.isoformat()


def between(row: str) -> str:
    """The Business Days after a day, to and including another."""
    after, to = map(DAY, split(row, "to"))
    return str(business_days_in(after, to, FEDERAL_RESERVE))


def days_between(row: str, of: Table) -> str:
    """The days of a period in each convention."""
    start, end = map(DAY, split(row, "to"))
    return " ".join(str(day_count(name).days(start, end)) for name in of["conventions"])


def window(row: str) -> str:
    """The first day of a window of months."""
    months, last = split(row, "months to")
    return Span(int(months), "months").since(DAY(last)).isoformat()


def answer(of: Table) -> Callable[[str], str]:
    """What answers the rows of a table."""
    match of["ask"]:
        case "closed":
            return lambda row: " or ".join({closed(row, name) for name in of["calendars"]})
        case "after" | "before" as word:
            return partial(counted, word=word)
        case "between":
            return between
        case "count":
            return partial(days_between, of=of)
        case "moment":
            channel = CHANNELS[of["channel"]]
            return lambda row: last_moment(channel, DAY(row)).isoformat()
        case "utc":
            channel = CHANNELS[of["channel"]]
            return lambda row: last_moment(channel, DAY(row)).astimezone(UTC).isoformat()
        case "window":
            return window
        case "full date":
            return lambda row: "".join(on(row))
        case "typed":
            return lambda row: on(row)[0]
    return lambda row: on(row)[1]


@pytest.mark.parametrize("of", TABLES, ids=[each["of"] for each in TABLES])
def test_each_row_has_the_answer_worked_out_by_hand(of: Table) -> None:
    asked = answer(of)
    assert {row: asked(row) for row in of["rows"]} == of["rows"]
