"""Sale Notices (4(e)) and the Effectiveness Period (2(a)(iii))."""

from datetime import date, timedelta

import pytest
from hypothesis import given as given_that
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_in
from dealclock.engine.conclusions import Window
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.engine.deals import effective, fact, filed, given, on, sale_notice

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def _sale(as_of: str, notice: Fact, **readings: str) -> Window | None:
    return on(as_of, *SHELF, notice, readings=readings).window("sale-notice/F3")


def _dates(found: Window | None) -> tuple[str, str]:
    assert found is not None
    return found.opens.isoformat(), found.closes.isoformat()


def test_the_safe_window_is_what_every_reading_leaves() -> None:
    found = _sale("2004-11-02", sale_notice("2004-11-01"))
    assert found is not None
    assert found.safe == (date(2004, 11, 5), date(2004, 11, 5))


def test_the_safe_window_is_the_same_under_any_single_chosen_reading() -> None:
    for chosen in ("FROM-NOTICE", "FROM-WINDOW", "NOTICE-DAY-COUNTS"):
        found = _sale("2004-12-14", sale_notice("2004-12-13"), sale_notice_effect=chosen)
        assert found is not None
        assert found.safe is not None
        assert found.safe[1] == date(2004, 12, 17)


def test_a_sale_notice_is_given_when_the_later_of_its_two_addressees_has_it() -> None:
    found = _sale("2004-11-22", sale_notice("2004-11-15", trustee="mail", company="hand"))
    assert _dates(found) == ("2004-11-26", "2004-11-30")
    assert found is not None
    says = [(step.text, step.day) for step in found.why.steps]
    assert ("given when the last addressee has it", date(2004, 11, 22)) in says
    assert ("by hand to the Company: given on delivery", date(2004, 11, 15)) in says


@pytest.mark.parametrize(
    ("company", "why"),
    [
        ("e-mail", "by e-mail, not a method the agreement lists (10(e))"),
        ("fax", "by fax, receipt not acknowledged (10(e))"),
    ],
)
def test_a_sale_notice_that_does_not_reach_both_opens_nothing_and_says_why(
    company: str, why: str
) -> None:
    notice = sale_notice("2004-11-01", trustee="hand", company=company)
    assessment = on("2004-11-22", *SHELF, notice)
    assert assessment.window("sale-notice/F3") is None
    assert assessment.unused_facts == ("F3",)
    assert assessment.unused_because == {"F3": f"not given to the Company: {why}"}


def test_a_sale_notice_to_one_addressee_alone_opens_nothing() -> None:
    one = fact("sale-notice", "2004-11-01", given=[given("trustee", "hand", "2004-11-01")])
    assert _sale("2004-11-22", one) is None
    because = on("2004-11-22", *SHELF, one).unused_because
    assert because == {"F3": "not given to the Company: no delivery to it is recorded"}


@examples(40)
@given_that(st.dates(date(2004, 11, 1), date(2006, 9, 1)))
def test_a_holder_has_three_business_days_to_sell_after_a_notice_on_any_day(
    day: date,
) -> None:
    found = _sale(day.isoformat(), sale_notice(day.isoformat()))
    assert found is not None
    assert business_days_in(day, found.opens, FEDERAL_RESERVE) == 3
    eve = found.opens - timedelta(days=1)
    assert business_days_in(eve, found.closes, FEDERAL_RESERVE) == 3


def test_readings_together_may_leave_no_day_where_each_alone_leaves_one() -> None:
    """Three clear days after Monday, November 1, past Election Day, end on Friday the 5th."""
    window = _sale("2004-11-02", sale_notice("2004-11-01"))
    assert window is not None
    assert window.safe == (date(2004, 11, 5), date(2004, 11, 5))
    assert window.safe_together == (date(2004, 11, 8), date(2004, 11, 5))


def _sold(when: str, **more: object) -> Fact:
    return fact("notes-sold-under-shelf", when, id="SOLD", lot="base", amount=1_000_000, **more)


@pytest.mark.parametrize(
    ("readings", "status"), [({}, "missed"), ({"sale_notice_form": "FORM-CONTROLS"}, "met")]
)
def test_the_form_given_after_the_sale_is_enough_only_if_the_form_controls(
    readings: dict[str, str], status: str
) -> None:
    deliveries = [given(to, "hand", "2005-02-11") for to in ("trustee", "company")]
    form = fact("transfer-notice", "2005-02-11", about="SOLD", given=deliveries)
    found = on("2005-02-12", *SHELF, _sold("2005-02-10"), form, readings=readings)
    owed = found.obligation("sale-notice/SOLD")
    assert owed is not None
    assert (owed.status, owed.notes == ()) == (status, status == "met")


def test_business_days_on_which_the_market_is_closed_are_marked() -> None:
    found = _sale("2005-03-23", sale_notice("2005-03-22"))
    assert found is not None
    assert [(str(d.day), d.market_shut) for d in found.trading_days] == [
        ("2005-03-25", "Good Friday"),
        ("2005-03-28", None),
        ("2005-03-29", None),
    ]
    assert len(found.notes) == 1
