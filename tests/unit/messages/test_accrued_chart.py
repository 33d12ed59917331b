"""What accrued as a chart: few points, each worked out by hand."""

from datetime import date, timedelta
from typing import Any

import pytest

from dealclock.messages import slack
from dealclock.messages.accrued_chart import _days, _labels, _months
from local.slack.validate import block_problems
from tests.unit.desk.asking_the_desk import MARIA, NO_DEALS_CHANNEL, Room, room, room_in_january

# $60,000,000 at 0.25% a year, 30/360, is $416.67 a day, from and including October 29, 2004: two
# days in October, thirty in November, five in December until the cure on December 6; again from
# January 19, 2005.
CHOSEN = [0, 833.33, 13333.33, 15416.67, 15833.33]


def chart(of: Room, text: str) -> Any:
    sent = slack.render_ephemeral(of.answer(text, MARIA, NO_DEALS_CHANNEL), tables=True)
    assert block_problems(sent["blocks"]) == []
    return next(b for b in sent["blocks"] if b["type"] == "data_visualization")


def test_accrual_is_a_chart_by_months() -> None:
    found = chart(room_in_january(), "accrual Story")
    assert found["title"] == "Additional Interest accrued"
    (line,) = found["chart"]["series"]
    assert [(each["label"], each["value"]) for each in line["data"]] == list(
        zip(
            ("Oct 29, 2004", "Oct 2004", "Nov 2004", "Dec 2004", "Jan 20, 2005"),
            CHOSEN,
            strict=True,
        )
    )
    assert found["chart"]["axis_config"]["y_label"] == "US dollars"


@pytest.mark.full
def test_all_readings_together_show_the_least_and_the_most() -> None:
    found = chart(room_in_january(), "accrual Story under all readings")
    names = [each["name"] for each in found["chart"]["series"]]
    assert names == ["As chosen", "Least", "Most"]
    for low, own, high in zip(*(
        [point["value"] for point in found["chart"]["series"][at]["data"]] for at in (1, 0, 2)
    ), strict=True):  # fmt: skip
        assert low <= own <= high


def test_nothing_accrued_is_no_chart() -> None:
    answer = room().answer("accrual Granite", MARIA, NO_DEALS_CHANNEL)
    kinds = [b["type"] for b in slack.render_ephemeral(answer, tables=True)["blocks"]]
    assert "data_visualization" not in kinds


@pytest.mark.parametrize(
    ("end", "months", "second", "last_but_one"),
    [
        (date(2004, 11, 20), 1, "Oct 2004", "Oct 2004"),
        (date(2006, 4, 30), 1, "Oct 2004", "Mar 2006"),  # 18 months end within
        (date(2006, 5, 2), 3, "Q4 2004", "Q1 2006"),
        (date(2009, 4, 2), 3, "Q4 2004", "Q1 2009"),  # 18 quarters
        (date(2009, 7, 2), 12, "2004", "2008"),
        (date(2050, 7, 2), 12, "2032", "2049"),  # the latest 18 years
    ],
)
def test_a_longer_time_is_in_quarters_then_years(
    end: date, months: int, second: str, last_but_one: str
) -> None:
    start = date(2004, 10, 29)
    days = tuple(_days(start, end))
    labels = list(_labels(days, _months(start, end)))
    assert _months(start, end) == months
    assert (labels[1], labels[-2]) == (second, last_but_one)
    assert len(days) == len(set(labels)) <= 20
    assert list(days) == sorted(set(days))


def test_two_days_are_two_points() -> None:
    start = date(2004, 10, 29)
    assert _days(start, start + timedelta(days=1)) == [start, date(2004, 10, 30)]
