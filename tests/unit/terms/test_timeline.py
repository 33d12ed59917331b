"""Timeline entries: their precision, and valid checks."""

from datetime import date

import pytest
from pydantic import ValidationError

from dealclock.terms.timeline import StatedFigure, TimelineEntry


def entry(when: object) -> TimelineEntry:
    """An entry with that `when`."""
    return TimelineEntry.model_validate(
        {"id": "it", "when": when, "what": "it", "source": "a release"}
    )


@pytest.mark.parametrize(
    ("when", "first", "last"),
    [
        (date(2004, 3, 30), "2004-03-30", "2004-03-30"),
        ("2004-03-30", "2004-03-30", "2004-03-30"),
        ("2004-02", "2004-02-01", "2004-02-29"),
        ("2004-Q3", "2004-07-01", "2004-09-30"),
        (2003, "2003-01-01", "2003-12-31"),
    ],
)
def test_an_entry_is_as_precise_as_its_source(when: object, first: str, last: str) -> None:
    item = entry(when)
    assert (item.first_day.isoformat(), item.last_day.isoformat()) == (first, last)


@pytest.mark.parametrize("when", ["2004-13", "2004-Q5", "2004-02-30", "spring", 20040330, True])
def test_the_error_for_an_invalid_time_lists_the_formats(when: object) -> None:
    with pytest.raises(ValidationError, match="give a day"):
        entry(when)


@pytest.mark.parametrize(
    "check",
    [{}, {"sum": [1, 2], "divide": [1, 2]}, {"divide": [1, 0]}, {"sum": [1]}],
)
def test_a_check_is_either_a_sum_or_a_quotient(check: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        StatedFigure.model_validate({"says": "it", **check})
