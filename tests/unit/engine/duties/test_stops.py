"""The stop of sales on a Suspension Notice (4(c)), in addition to the worked cases."""

from datetime import date

from dealclock.engine.conclusions import UndatedDuty
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import effective, fact, filed, given, on, resumed, sold, suspended

SHELF = (filed("2004-07-13", id="FILED"), effective("2004-10-20", id="EFF"))
NOTICE = suspended("2004-11-01", id="SUS")


def stops(as_of: str, *facts: Fact, **readings: str) -> list[UndatedDuty]:
    """The stops as of a day."""
    found = on(as_of, *SHELF, *facts, readings=readings).duties
    return [d for d in found if d.id == "holder-stop"]


def sale(day: str, holder: str | None = None, name: str = "SALE") -> Fact:
    """A sale under the shelf."""
    return sold(day, "1000000", id=name, **({"holder": holder} if holder else {}))


def test_every_notice_stops_sales_from_its_receipt_until_the_next_notice_after_it() -> None:
    cleared = fact("sales-cleared", "2004-11-10", id="CLEAR")
    again = suspended("2004-12-01", id="AGAIN")
    first, second = stops("2004-12-02", NOTICE, resumed("2004-11-08"), cleared, again)
    assert (first.opens, first.done_on) == (date(2004, 11, 1), date(2004, 11, 10))
    assert (second.opens, second.done_on) == (date(2004, 12, 1), None)
    assert first.why.facts == ("SUS", "CLEAR")


def test_a_sale_is_shown_from_the_first_stopped_day_to_the_day_before_the_last() -> None:
    cleared = fact("sales-cleared", "2004-11-10", id="CLEAR")
    for day, item in (
        ("2004-10-31", False),
        ("2004-11-01", True),
        ("2004-11-09", True),
        ("2004-11-10", False),
    ):
        (stop,) = stops("2004-12-01", NOTICE, cleared, sale(day))
        assert bool(stop.notes) is item, day


def test_a_holder_notified_alone_may_sell_from_then_on() -> None:
    own = fact("new-prospectus-received", "2004-11-05", id="OWN", holder="fund-a")
    early, late = sale("2004-11-04", "fund-a", "EARLY"), sale("2004-11-05", "fund-a", "LATE")
    other = sale("2004-11-06", "fund-b", "OTHER")
    (stop,) = stops("2004-12-01", NOTICE, own, early, late, other)
    assert [note.partition(",")[0] for note in stop.notes] == ["EARLY", "OTHER"]


def test_a_notice_by_an_invalid_method_stops_nothing() -> None:
    mail = fact("suspension-notice", "2004-11-01", given=[given("holders", "e-mail", "2004-11-01")])
    assert stops("2004-12-01", mail) == []


def test_the_stop_depends_on_its_reading_only_when_the_two_days_differ() -> None:
    deliveries = [given("holders", "mail", "2004-11-01", "2004-11-03")]
    mailed = fact("suspension-notice", "2004-11-01", given=deliveries)
    (by_hand,) = stops("2004-12-01", NOTICE)
    (by_mail,) = stops("2004-12-01", mailed)
    assert by_hand.why.readings == frozenset()
    assert by_mail.why.readings == {"stop-from", "business-day"}
    assert by_mail.opens == date(2004, 11, 3)
