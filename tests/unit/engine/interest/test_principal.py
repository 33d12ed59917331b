"""The principal of a lot: split at its own events; two readings where Notes are gone (3(a))."""

from datetime import date
from fractions import Fraction

import pytest

from dealclock.engine.interest.rates import Steps
from dealclock.errors import DealclockError
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    converted,
    effective,
    filed,
    issued,
    on,
)

FILED = filed("2004-07-13")
LATE = (FILED, effective("2005-02-15"))  # default (ii) accrues October 29 to February 15


FIRST = issued("2004-11-15", lot="option", amount="5000000", id="I1")
SECOND = issued("2004-12-31", lot="option", amount="7000000", id="I2")


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (
            "7000000.01",
            r"\$7,000,000.01 of lot option, but only \$7,000,000.00 of its \$12,000,000.00",
        ),
        ("12000000", r"\$12,000,000.00 of lot option, but only"),
    ],
)
def test_no_more_is_issued_than_is_left_of_the_lot(second: str, why: str) -> None:
    more = issued("2004-12-31", lot="option", amount=second, id="I2")
    with pytest.raises(DealclockError, match=why) as refused:
        on("2005-02-28", FILED, FIRST, more)
    assert "I2" in str(refused.value)
    with pytest.raises(DealclockError, match="issues the rest of lot option"):
        on("2005-02-28", FILED, issued("2004-11-15", id="I1"), issued("2004-12-31", id="I2"))


def test_notes_issued_later_cannot_be_converted_before() -> None:
    early = converted("2004-12-30", "5000001", lot="option", id="CONV")
    with pytest.raises(DealclockError, match="is outstanding; correct it"):
        on("2005-02-28", FILED, FIRST, SECOND, early)
    on("2005-02-28", FILED, FIRST, SECOND, converted("2004-12-31", "5000001", lot="option"))


@pytest.mark.parametrize(
    ("gone", "why"),
    [
        (converted("2004-12-15", "60000001", id="CONV"), "is outstanding; correct it"),
        (converted("2004-06-01", "1", id="CONV"), "before its issue"),
        (converted("2004-12-15", "1", id="CONV", lot="option"), "has not been issued"),
        (converted("2004-12-15", "1", id="CONV", lot="blue"), "the terms have base, option"),
    ],
)
def test_more_notes_than_exist_cannot_be_removed(gone: Fact, why: str) -> None:
    with pytest.raises(DealclockError, match=why) as refused:
        on("2005-02-15", *LATE, gone)
    assert "CONV" in str(refused.value)


def test_two_conversions_together_may_not_exceed_the_lot() -> None:
    first, second = converted("2004-12-15", "40000000"), converted("2004-12-16", "20000001")
    with pytest.raises(DealclockError, match="is outstanding; correct it"):
        on("2005-02-15", *LATE, first, second)
    on("2005-02-15", *LATE, first, converted("2004-12-16", "20000000"))


def test_steps_are_split_where_they_change_and_nowhere_else() -> None:
    steps = Steps.of({date(2005, 1, 1): Fraction(10), date(2005, 2, 1): Fraction(-4)})
    assert steps.on(date(2004, 12, 31)) == 0
    assert steps.on(date(2005, 1, 31)) == 10
    assert steps.on(date(2005, 2, 1)) == 6
    assert list(steps.pieces(date(2004, 12, 1), date(2005, 2, 1))) == [
        (date(2005, 1, 1), date(2005, 2, 1), Fraction(10))
    ]
    assert list(steps.pieces(date(2005, 1, 10), date(2005, 3, 1))) == [
        (date(2005, 1, 10), date(2005, 2, 1), Fraction(10)),
        (date(2005, 2, 1), date(2005, 3, 1), Fraction(6)),
    ]
    assert steps.until(date(2005, 2, 15)).on(date(2005, 2, 15)) == 0
    assert steps.until(date(2005, 2, 15)).on(date(2005, 2, 14)) == 6
