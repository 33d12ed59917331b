"""The days left in a budget under other readings, each changed alone."""

from dealclock.terms.rules.suspensions import DayBudget
from tests.unit.engine.deals import (
    effective,
    fact,
    filed,
    given,
    on,
    resumed,
    sample_terms,
    suspended,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))
TWICE = (
    *(suspended("2005-01-10", id="A"), resumed("2005-02-09", id="END")),  # 30 days
    *(suspended("2005-04-11", id="B"), resumed("2005-04-21", id="END-2")),  # 10 days
)


def test_a_budget_is_shown_under_each_reading_that_changes_what_it_leaves() -> None:
    """On May 2, 2005: the window of 90 began on February 2 and holds 7 and 10 days.

    In blocks from January 10 the second began on April 10 and holds the 10 alone; 35 are left to
    June 6. Of the 360, all 40 are in both.
    """
    found = on("2005-05-02", *SHELF, *TWICE)
    moved = {
        (d.choice, d.what): (d.here, d.there)
        for d in found.differences
        if d.instance == "suspension"
    }
    assert moved["FIXED-BLOCKS", "in-90 left"] == ("28 days", "35 days")
    assert ("FIXED-BLOCKS", "in-360 left") not in moved
    assert ("FIXED-BLOCKS", "length left") not in moved


def test_a_suspension_that_exists_only_under_another_reading_is_shown() -> None:
    """Mailed on January 10, 2005 and deemed given on the 12th; as of the 11th it has not begun."""
    mailed = fact(
        "suspension-notice", "2005-01-10", id="SUS", given=[given("holders", "mail", "2005-01-10")]
    )
    found = on("2005-01-11", *SHELF, mailed)
    assert not found.budgets[0].is_drawn_on
    moved = {
        (d.choice, d.what): (d.here, d.there)
        for d in found.differences
        if d.instance == "suspension"
    }
    assert moved["DISPATCH", "length left"] == ("45 days", "44 days")
    assert moved["DISPATCH", "in-360 left"] == ("90 days", "89 days")


def test_without_any_usage_no_reading_is_shown() -> None:
    assert [d for d in on("2005-01-11", *SHELF).differences if d.instance == "suspension"] == []


def test_the_number_of_times_allowed_is_shown_under_each_reading_that_changes_it() -> None:
    """Twice in any 90 days: the window of May 2, 2005 holds those of March 1 and April 11.

    In blocks from January 10 the second began on April 10 and holds the last alone.
    """
    rule = next(sample_terms().all_of(DayBudget))
    limits = {"times_in_any": [{"times": 2, "window_days": 90, "counted": "begun"}]}
    often = DayBudget.model_validate({**rule.model_dump(), **limits})
    rules = tuple(often if r.id == rule.id else r for r in sample_terms().provisions)
    terms = sample_terms().model_copy(update={"provisions": rules})
    thrice = (suspended("2005-03-01", id="C"), resumed("2005-03-05", id="END-3"))
    found = on("2005-05-02", *SHELF, *TWICE, *thrice, terms=terms)
    moved = {
        (d.choice, d.what): (d.here, d.there)
        for d in found.differences
        if d.instance == "suspension"
    }
    assert moved["FIXED-BLOCKS", "times-in-90 left"] == ("0 times", "1 time")
