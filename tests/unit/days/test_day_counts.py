"""Day counts: literals, vectors from public test suites, and what must hold of each convention."""

import json
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.day_counts import (
    ACTUAL_360,
    ACTUAL_365_FIXED,
    NAMES,
    THIRTY_360,
    DayCount,
    day_count,
)
from dealclock.days.errors import DaysError

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "cases" / "vectors" / "day_counts.json").read_text()
)["vectors"]
DAYS = st.dates(date(1995, 1, 1), date(2060, 12, 31))


@pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda v: f"{v['convention']}-{v['start']}-{v['end']}"
)
def test_a_public_vector_is_met(vector: dict[str, Any]) -> None:
    convention = day_count(vector["convention"])
    start, end = date.fromisoformat(vector["start"]), date.fromisoformat(vector["end"])
    if "days" in vector:
        assert convention.days(start, end) == vector["days"]
    if "year_fraction" in vector:
        counted = float(convention.year_fraction(start, end))
        assert counted == pytest.approx(vector["year_fraction"], abs=1e-9)


def test_the_vectors_cover_every_convention() -> None:
    assert {v["convention"] for v in VECTORS} == set(NAMES)
    assert all("days" in v or "year_fraction" in v for v in VECTORS)


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        ("2004-10-29", "2004-12-06", 37),  # 2 x 30 + 6 - 29
        ("2004-10-29", "2005-01-27", 88),  # 90 actual days
        ("2004-12-30", "2004-12-31", 0),  # the 30th to the 31st is no day
        ("2004-12-29", "2004-12-31", 2),  # but the 29th to the 31st is two
        ("2005-01-31", "2005-03-31", 60),  # both become the 30th
        ("2005-01-15", "2005-01-31", 16),  # the 31st stays when the start is no 30th
        ("2005-02-28", "2005-03-01", 3),  # no rule for the end of February
        ("2004-02-29", "2004-03-31", 32),
        ("2004-10-29", "2004-10-29", 0),
    ],
)
def test_thirty_360_counts_as_written_out_by_hand(start: str, end: str, days: int) -> None:
    assert THIRTY_360.days(date.fromisoformat(start), date.fromisoformat(end)) == days


@pytest.mark.parametrize("convention", [ACTUAL_360, ACTUAL_365_FIXED])
def test_actual_days_include_the_first_day_and_leave_out_the_last(convention: DayCount) -> None:
    assert convention.days(date(2004, 10, 29), date(2004, 10, 30)) == 1
    assert convention.days(date(2004, 2, 28), date(2004, 3, 1)) == 2


def test_a_year_fraction_is_exact() -> None:
    start, end = date(2004, 10, 29), date(2004, 12, 6)
    assert THIRTY_360.year_fraction(start, end) == Fraction(37, 360)
    assert ACTUAL_360.year_fraction(start, end) == Fraction(38, 360)
    assert ACTUAL_365_FIXED.year_fraction(start, end) == Fraction(38, 365)


@pytest.mark.parametrize("name", NAMES)
def test_a_count_backwards_is_refused(name: str) -> None:
    with pytest.raises(DaysError, match="cannot count from 2004-12-06 back to 2004-12-05"):
        day_count(name).days(date(2004, 12, 6), date(2004, 12, 5))


def test_an_unknown_day_count_is_refused_with_those_there_are() -> None:
    with pytest.raises(DaysError, match="no day count '30E/360'; there are 30/360, Actual/360"):
        day_count("30E/360")


@given(DAYS, st.integers(0, 4000), st.integers(0, 4000), st.sampled_from(["Actual/360"]))
def test_actual_days_add_up_over_any_cut(start: date, a: int, b: int, name: str) -> None:
    convention = day_count(name)
    cut, end = start + timedelta(days=a), start + timedelta(days=a + b)
    whole = convention.days(start, end)
    assert whole == convention.days(start, cut) + convention.days(cut, end) == a + b


@given(DAYS, st.integers(0, 4000), st.integers(1, 12), st.integers(0, 10))
def test_thirty_360_adds_up_over_a_cut_on_the_15th_unless_a_month_of_31_ends_it(
    start: date, days: int, month: int, years: int
) -> None:
    cut = date(start.year + years, month, 15)
    end = cut + timedelta(days=days)
    if cut < start:
        return
    whole = THIRTY_360.days(start, end)
    parts = THIRTY_360.days(start, cut) + THIRTY_360.days(cut, end)
    # A start on the 30th or 31st makes an end on the 31st the 30th; the 15th does not.
    assert parts - whole == (1 if start.day >= 30 and end.day == 31 else 0)


@given(DAYS, st.integers(0, 4000), st.sampled_from(NAMES))
def test_a_later_end_never_counts_fewer_days(start: date, days: int, name: str) -> None:
    end = start + timedelta(days=days)
    convention = day_count(name)
    assert convention.days(start, end) <= convention.days(start, end + timedelta(days=1))


@given(DAYS, st.integers(0, 4000))
def test_thirty_360_is_within_two_days_a_month_of_the_actual_days(start: date, days: int) -> None:
    end = start + timedelta(days=days)
    months = 12 * (end.year - start.year) + end.month - start.month
    assert abs(THIRTY_360.days(start, end) - days) <= 2 + 2 * (months + 1)
