"""A figure over all the readings it depends on together, which one at a time would miss."""

from datetime import date

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, Ends, Range, ends
from dealclock.engine.look import Look
from tests.unit.engine.deals import (
    effective,
    filed,
    log,
    sale_notice,
    sample_terms,
    unusable,
    usable,
)

IN_TIME = (filed("2004-07-13"), effective("2004-10-20"))
NEITHER_ALONE = (*IN_TIME, unusable("2006-10-19", id="OUT"), usable("2006-10-27"))
"""An outage on the last protected day, cured the day after its cure window.

    Oct 19, 2006       20                        26           27
    unusable           no longer protected       last day     usable again

Interest for want of a cure starts on Oct 27, the day of the cure: none. Related back it starts on
Oct 20, the day it stops with the period: none. Only when it relates back and also runs on does it
accrue from Oct 20 to Oct 27: seven days on 60,000,000 dollars, 11,666.66 for each point of rate.
"""


def together(as_of: str, *facts: object) -> Assessment:
    """The assessment with its ranges."""
    known = log(*facts)  # type: ignore[arg-type]
    return assess(Look(sample_terms(), known, date.fromisoformat(as_of)), together=True)


def total(found: Assessment) -> Range:
    """The range of what accrued in all."""
    (one,) = [r for r in found.ranges if (r.instance, r.what) == ("accrual", "total")]
    return one


def test_two_readings_together_move_an_amount_that_neither_moves_alone() -> None:
    found = together("2006-11-01", *NEITHER_ALONE)
    assert [d for d in found.differences if d.instance == "accrual"] == []
    assert set(total(found).values) == {
        *("0/1", "35000/1", "8750/3", "113750/3"),
        # One day more, the anniversary, at 3.00%, at 0.25% and at both.
        *("5000/1", "1250/3", "16250/3"),
    }
    assert total(found).whole


def test_each_end_of_a_range_names_the_readings_that_give_it() -> None:
    at = ends(total(together("2006-11-01", *NEITHER_ALONE)))
    assert (at.least, at.most) == ("0/1", "113750/3")
    assert at.most_under["uncured-default-occurs"] == "RELATE-BACK"
    assert at.most_under["default-at-period-end"] == "RUN-ON"
    assert at.most_under["rate-ladder"] == "ADDITIVE"
    assert at.absent_under is None


def test_a_window_is_shown_with_the_part_safe_under_all_readings_together() -> None:
    """Given Mon, Dec 13, 2004, three clear Business Days make it Fri, Dec 17; and with the notice's
    own day counted the five end on Fri, Dec 17."""
    found = together("2004-12-14", *IN_TIME, sale_notice("2004-12-13", id="SALE"))
    window = found.window("sale-notice/SALE")
    assert window is not None
    assert (window.opens, window.closes) == (date(2004, 12, 16), date(2004, 12, 20))
    assert window.safe == (date(2004, 12, 17), date(2004, 12, 17))


NONE = {"default-occurs": "LAPSE"}
SOME = {"default-occurs": "NEXT-DAY"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"2004-12-01": NONE, "2004-02-01": SOME}, ("2004-02-01", "2004-12-01", None)),
        ({"9/1": NONE, "10/1": SOME, "1/3": SOME}, ("1/3", "10/1", None)),
        ({"9000 shares": NONE, "10000 shares": SOME}, ("9000 shares", "10000 shares", None)),
        ({"none": NONE, "5/1": SOME}, ("5/1", "5/1", NONE)),
    ],
)
def test_the_ends_are_ordered_by_day_or_size_and_absence_is_stated(
    values: dict[str, dict[str, str]], expected: tuple[str, str, dict[str, str] | None]
) -> None:
    found: Ends = ends(Range("x", "due", ("default-occurs",), values, len(values), True))
    assert (found.least, found.most, found.absent_under) == expected
    assert found.least_under == values[found.least]


def test_a_figure_that_no_reading_moves_has_no_range() -> None:
    as_of = date(2004, 7, 16)
    found = assess(Look(sample_terms(), log(filed("2004-07-13")), as_of), together=True)
    assert found.ranges
    assert [r.instance for r in found.ranges if len(r.values) < 2] == []
