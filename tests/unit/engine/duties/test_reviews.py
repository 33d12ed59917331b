"""Drafts to the selling Holders before a filing (4(b)(iv))."""

from datetime import date

import pytest

from dealclock.facts.fact import Fact
from tests.unit.engine.deals import effective, fact, filed, on, unusable

SHELF = (filed("2004-07-13", id="FILED"), effective("2004-10-20", id="EFF"))
DRAFT = fact("amendment-drafts-furnished", "2004-11-10", id="DRAFT")


@pytest.mark.parametrize(
    ("readings", "closes"),
    [({}, "2004-11-15"), ({"review-period": "NTH-DAY"}, "2004-11-14")],
)
def test_nothing_is_filed_while_the_review_is_open(readings: dict[str, str], closes: str) -> None:
    """Veterans Day is the 11th; the two Business Days are Friday the 12th and Monday the 15th."""
    found = on("2004-11-12", *SHELF, DRAFT, readings=readings).window("amendment-review/DRAFT")
    assert found is not None
    assert (found.closes.isoformat(), found.done_on, found.safe) == (closes, None, None)


@pytest.mark.parametrize(
    ("filed_on", "due", "status"),
    [
        ("2004-11-16", "2004-11-10", "met"),
        ("2004-11-15", "2004-11-09", "met late"),
    ],
)
def test_a_filing_says_by_when_its_drafts_had_to_go_out(
    filed_on: str, due: str, status: str
) -> None:
    supplement = fact("supplement-filed", filed_on, id="SUPP")
    owed = on("2004-11-20", *SHELF, DRAFT, supplement).obligation("amendment-review/SUPP")
    assert owed is not None
    assert (owed.due.isoformat(), owed.status, owed.done_on) == (due, status, date(2004, 11, 10))


def first_review(as_of: str, *facts: Fact, **readings: str) -> tuple[str, str, tuple[str, ...]]:
    found = on(as_of, *facts, readings=readings)
    (owed,) = [o for o in found.obligations if o.id == "shelf-review"]
    return owed.due.isoformat(), owed.status, owed.notes


def test_before_the_first_filing_no_review_is_due_and_the_conflict_is_stated() -> None:
    due, status, notes = first_review("2004-07-01")
    # July 15 and the ten Business Days before it, the 5th a holiday: July 1, then June 30, 29.
    assert (due, status) == ("2004-06-29", "excused")
    assert notes == (
        "not due before there are selling Holders (NOT-DUE)",
        (
            "drafts for Section 4(b)(iv) would have to go out by Tue, Jun 29, 2004, before the "
            "time to file starts on Wed, Jun 30, 2004"
        ),
    )


def test_when_the_tenth_day_is_enough_drafts_go_out_on_the_closing_date() -> None:
    due, _, notes = first_review("2004-07-01", review_period="NTH-DAY")
    assert (due, len(notes)) == ("2004-06-30", 1)


def test_a_cure_window_says_by_when_drafts_of_an_amendment_go_out() -> None:
    out = unusable("2004-11-08", id="OUT")
    owed = on("2004-11-09", *SHELF, out).obligation("cure-window/OUT")
    assert owed is not None
    assert (owed.due, owed.why.steps[-1].day) == (date(2004, 11, 16), date(2004, 11, 10))


@pytest.mark.parametrize(
    ("unusable_on", "due", "told"),
    [
        # EDGAR is shut on Fri, Dec 31: a filing is possible until Thu, Dec 30; three days before it
        # are the 29th, the 28th and the 27th; three before the 31st end on the 28th.
        ("2004-12-24", "2004-12-31", ["2004-12-28", "2004-12-27"]),
        ("2005-01-12", "2005-01-20", ["2005-01-14"]),
    ],
)
def test_drafts_before_a_day_edgar_is_closed_go_out_in_time_for_the_day_before(
    unusable_on: str, due: str, told: list[str]
) -> None:
    owed = on(unusable_on, *SHELF, unusable(unusable_on, id="U"))
    found = owed.obligation("cure-window/U")
    assert found is not None
    days = [s.day.isoformat() for s in found.why.steps if s.clause == "4(b)(iv)" and s.day]
    assert (found.due.isoformat(), days) == (due, told)


def test_a_failure_cured_by_a_filing_says_by_when_its_drafts_go_out() -> None:
    """Out of use on Fri, Nov 19: five Business Days without Thanksgiving are over on Mon, Nov 29;
    EDGAR works that day, and the two before it are Wed the 24th and Fri the 26th."""
    found = on("2004-11-22", *SHELF, unusable("2004-11-19", id="OUT"))
    owed = found.obligation("cure-window/OUT")
    assert owed is not None
    assert owed.drafts is not None
    assert (owed.due, owed.drafts.by, owed.drafts.filing) == (
        date(2004, 11, 29),
        date(2004, 11, 23),
        date(2004, 11, 29),
    )
    assert owed.drafts.clause == "4(b)(iv)"
