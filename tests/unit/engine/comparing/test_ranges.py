"""A figure over all the readings it depends on together, which one at a time would miss."""

from datetime import date

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Ends, Range, ends
from dealclock.engine.look import Look
from tests.unit.engine.deals import (
    filed,
    log,
    sample_terms,
)

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
