"""Calendars that a deal declares: the open days of several places, and what is refused."""

from datetime import date

import pytest

from dealclock.errors import RefusedError
from dealclock.terms.declarations import DeclaredCalendar

LONDON = {
    "open_in": ["federal-reserve"],
    "closed": {"2026-05-04": "Early May bank holiday", "2026-08-31": "Summer bank holiday"},
    "years": [2026, 2026],
    "source": "gov.uk/bank-holidays",
}


def _calendar(**changes: object) -> DeclaredCalendar:
    return DeclaredCalendar.model_validate({**LONDON, **changes})


def test_a_day_is_open_if_it_is_open_in_every_place() -> None:
    days = _calendar().days("new-york-and-london")
    # Monday, May 4, 2026 is closed in London, Monday, May 25 in New York.
    assert days.closed_because(date(2026, 5, 4)) == "Early May bank holiday"
    assert days.closed_because(date(2026, 5, 25)) == "Memorial Day"
    assert days.add(date(2026, 5, 1), 1) == date(2026, 5, 5)
    assert days.last_open_on_or_before(date(2026, 8, 31)) == date(2026, 8, 28)


def test_a_day_of_a_year_that_is_not_listed_is_refused() -> None:
    days = _calendar().days("new-york-and-london")
    for ask in (
        lambda: days.add(date(2026, 12, 31), 1),
        lambda: days.add(date(2025, 12, 31), 1),
        lambda: days.is_open(date(2027, 1, 4)),
        lambda: days.first_open_on_or_after(date(2025, 12, 31)),
        lambda: days.add(date(2026, 1, 2), -1),
    ):
        with pytest.raises(
            RefusedError, match=r"add the closed days of 20\d\d to new-york-and-london"
        ):
            ask()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"years": [2026, 2025]}, "give the first and the last year"),
        ({"years": [2025, 2025]}, "2026-05-04 is in none of its years"),
        ({"years": [2026, 2027]}, "list the closed days of 2027 too"),
        ({"open_in": ["edgar"]}, "federal-reserve"),
        ({"open_in": []}, "give open in: the calendars on all of which a day must be open"),
    ],
)
def test_a_calendar_that_cannot_be_complete_is_refused(
    changes: dict[str, object], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        _calendar(**changes)
