"""Day counts: literals, vectors from public test suites, and properties of each convention."""

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
    ACTUAL_ACTUAL_ISDA,
    NAMES,
    THIRTY_360,
    THIRTY_E_360,
    DayCount,
    day_count,
)
from dealclock.errors import RefusedError

PUBLIC: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases" / "vectors" / "day_counts.json").read_text()
)
VECTORS: list[dict[str, Any]] = PUBLIC["vectors"]
DAYS = st.dates(date(1995, 1, 1), date(2060, 12, 31))
ALL = [*map(day_count, NAMES)]
ADDITIVE = [ACTUAL_360, ACTUAL_365_FIXED, ACTUAL_ACTUAL_ISDA, THIRTY_E_360]
CONVENTIONS = pytest.mark.parametrize("convention", ALL, ids=lambda c: c.name)


def _fraction(convention: DayCount, start: str, end: str) -> Fraction:
    return convention.year_fraction(date.fromisoformat(start), date.fromisoformat(end))


@pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda v: f"{v['convention']}-{v['start']}-{v['end']}"
)
def test_public_vectors_agree(vector: dict[str, Any]) -> None:
    convention = day_count(vector["convention"])
    start, end = date.fromisoformat(vector["start"]), date.fromisoformat(vector["end"])
    if "days" in vector:
        assert convention.days(start, end) == vector["days"]
    if "year_fraction" in vector:
        counted = float(convention.year_fraction(start, end))
        assert counted == pytest.approx(vector["year_fraction"], abs=1e-9)


def test_the_vectors_cover_every_convention_but_30_360_elapsed() -> None:
    assert {v["convention"] for v in VECTORS} == {*NAMES} - {"30/360-ELAPSED"}
    assert all("days" in v or "year_fraction" in v for v in VECTORS)
    assert all(PUBLIC["left_out"].values())
    assert not set(NAMES) & set(PUBLIC["left_out"])


@pytest.mark.parametrize(
    ("start", "end", "years"),
    [
        ("2003-12-31", "2004-01-01", Fraction(1, 365)),  # a day belongs to the year it begins in
        ("2004-12-31", "2005-01-01", Fraction(1, 366)),
        ("2004-10-29", "2005-01-27", Fraction(64, 366) + Fraction(26, 365)),
        ("2003-07-01", "2006-07-01", Fraction(184, 365) + 2 + Fraction(181, 365)),
        ("2004-01-01", "2005-01-01", Fraction(1)),
        ("2004-01-01", "2004-12-31", Fraction(365, 366)),
        ("2005-03-01", "2005-03-01", Fraction(0)),
    ],
)
def test_actual_actual_isda_divides_each_day_by_its_own_calendar_year(
    start: str, end: str, years: Fraction
) -> None:
    assert _fraction(ACTUAL_ACTUAL_ISDA, start, end) == years


def test_the_fraction_of_one_day_depends_on_the_convention() -> None:
    ordinary, leap, last = date(2005, 6, 1), date(2004, 6, 1), date(2004, 12, 31)
    assert THIRTY_360.day_fraction(last) == Fraction(1, 360)
    assert ACTUAL_365_FIXED.day_fraction(leap) == Fraction(1, 365)
    assert ACTUAL_ACTUAL_ISDA.day_fraction(ordinary) == Fraction(1, 365)
    assert ACTUAL_ACTUAL_ISDA.day_fraction(leap) == Fraction(1, 366)
    assert ACTUAL_ACTUAL_ISDA.day_fraction(last) == Fraction(1, 366)


@pytest.mark.parametrize("convention", [ACTUAL_360, ACTUAL_365_FIXED, ACTUAL_ACTUAL_ISDA])
def test_actual_days_include_the_first_day_and_exclude_the_last(convention: DayCount) -> None:
    assert convention.days(date(2004, 10, 29), date(2004, 10, 30)) == 1
    assert convention.days(date(2004, 2, 28), date(2004, 3, 1)) == 2


def test_a_year_fraction_is_exact() -> None:
    start, end = date(2004, 10, 29), date(2004, 12, 6)
    assert THIRTY_360.year_fraction(start, end) == Fraction(37, 360)
    assert ACTUAL_360.year_fraction(start, end) == Fraction(38, 360)
    assert ACTUAL_365_FIXED.year_fraction(start, end) == Fraction(38, 365)


@CONVENTIONS
def test_a_backward_count_is_refused(convention: DayCount) -> None:
    late, early = date(2004, 12, 6), date(2004, 12, 5)
    refused = r"^cannot count from 2004-12-06 back to 2004-12-05; give the earlier day first\.$"
    with pytest.raises(RefusedError, match=refused):
        convention.days(late, early)
    with pytest.raises(RefusedError, match=refused):
        convention.year_fraction(late, early)


def test_each_convention_is_found_by_its_name() -> None:
    assert [day_count(name).name for name in NAMES] == list(NAMES)


@pytest.mark.parametrize("name", ["30E/360 ISDA", "Actual/Actual ICMA", "actual/360", ""])
def test_the_error_for_an_unknown_day_count_lists_the_valid_names(name: str) -> None:
    with pytest.raises(RefusedError) as refused:
        day_count(name)
    assert str(refused.value) == (
        f"no day count {name!r}; give one of 30/360, 30/360 US, 30E/360, 30/360-ELAPSED, "
        "Actual/360, Actual/365F, Actual/Actual ISDA."
    )


@given(DAYS, st.integers(0, 4000), st.integers(0, 4000), st.sampled_from(ADDITIVE))
def test_actual_and_eurobond_counts_are_additive(
    start: date, a: int, b: int, convention: DayCount
) -> None:
    cut, end = start + timedelta(days=a), start + timedelta(days=a + b)
    parts = convention.year_fraction(start, cut) + convention.year_fraction(cut, end)
    assert convention.year_fraction(start, end) == parts


@given(DAYS, st.sampled_from(ALL))
def test_a_day_to_itself_counts_zero(day: date, convention: DayCount) -> None:
    assert convention.days(day, day) == 0
    assert convention.year_fraction(day, day) == 0


@given(DAYS, st.integers(0, 1500))
def test_actual_actual_isda_is_the_sum_of_its_day_fractions(start: date, days: int) -> None:
    fractions = (ACTUAL_ACTUAL_ISDA.day_fraction(start + timedelta(days=k)) for k in range(days))
    assert ACTUAL_ACTUAL_ISDA.year_fraction(start, start + timedelta(days=days)) == sum(fractions)


@given(DAYS, st.integers(0, 4000), st.sampled_from(ALL))
def test_a_later_end_never_counts_fewer_days(start: date, days: int, convention: DayCount) -> None:
    end, later = start + timedelta(days=days), start + timedelta(days=days + 1)
    assert convention.days(start, end) <= convention.days(start, later)
    assert convention.year_fraction(start, end) <= convention.year_fraction(start, later)
