"""The Story history on its mornings, compared with `tests/unit/engine/expected_histories.md`."""

from datetime import date

import pytest

from tests.unit.engine.deals import cents, percent
from tests.unit.engine.mornings import default, morning, obligation, window


@pytest.mark.parametrize(
    ("day", "instance", "due", "status", "met_on"),
    [
        ("2004-11-02", "trustee-notice/default-ii", "2004-11-01", "met", "2004-11-01"),
        ("2004-12-06", "effectiveness", "2004-10-28", "missed", None),
        ("2004-12-07", "effectiveness", "2004-10-28", "met late", "2004-12-06"),
        ("2005-01-11", "cure-window/F5", "2005-01-18", "upcoming", None),
        ("2005-01-18", "cure-window/F5", "2005-01-18", "due today", None),
        ("2005-01-19", "cure-window/F5", "2005-01-18", "missed", None),
        ("2005-01-25", "cure-window/F5", "2005-01-18", "met late", "2005-01-24"),
        ("2005-01-19", "trustee-notice/default-iii/F5", "2005-01-20", "upcoming", None),
        ("2005-01-20", "trustee-notice/default-iii/F5", "2005-01-20", "due today", None),
        ("2005-01-21", "trustee-notice/default-iii/F5", "2005-01-20", "met", "2005-01-20"),
        ("2005-01-19", "payment/2005-01-15", "2005-01-18", "met", "2005-01-18"),
        ("2005-01-25", "payment/2005-07-15", "2005-07-15", "upcoming", None),
    ],
)
def test_obligations_of_the_story_have_their_expected_status_on_a_morning(
    day: str, instance: str, due: str, status: str, met_on: str | None
) -> None:
    owed = obligation("story", day, instance)
    met = owed.done_on.isoformat() if owed.done_on else None
    assert (owed.due.isoformat(), owed.status, met) == (due, status, met_on)


@pytest.mark.parametrize(
    ("day", "accrued", "rate"),
    [
        ("2004-12-06", "15416.67", "0.25"),  # cured that evening: the morning does not know
        ("2004-12-07", "15416.67", "0.00"),
        ("2005-01-19", "15416.67", "0.25"),
        ("2005-01-24", "17500.00", "0.25"),
        ("2005-01-25", "17500.00", "0.00"),
        ("2005-03-15", "17500.00", "0.00"),
    ],
)
def test_the_story_accrues_as_written_out(day: str, accrued: str, rate: str) -> None:
    accrual = morning("story", day).accrual
    assert (cents(accrual.exact), percent(accrual.rate)) == (accrued, rate)


def test_the_story_accrues_in_two_segments_of_37_and_5_days() -> None:
    segments = morning("story", "2005-03-15").accrual.segments
    assert [
        (
            s.start.isoformat(),
            s.to_exclusive.isoformat(),
            percent(s.rate),
            s.days_counted,
            s.days_actual,
        )
        for s in segments
    ] == [("2004-10-29", "2004-12-06", "0.25", 37, 38), ("2005-01-19", "2005-01-24", "0.25", 5, 5)]
    assert [cents(s.amount) for s in segments] == ["15416.67", "2083.33"]


def test_under_next_day_the_story_accrues_one_day_less_on_each_default() -> None:
    assert cents(morning("story", "2004-12-07", default_occurs="NEXT-DAY").accrual.exact) == (
        "15000.00"
    )
    both = morning("story", "2005-03-15", default_occurs="NEXT-DAY").accrual.exact
    assert cents(both) == "16666.67"  # 36 + 4 = 40 days x 416.666...


def test_the_default_of_the_story_for_an_unusable_prospectus_has_its_own_clock() -> None:
    found = default("story", "2005-01-19", "default-iii/F5")
    assert (found.occurred_on, found.accrues_from) == (date(2005, 1, 18), date(2005, 1, 19))
    assert found.is_open
    change = morning("story", "2005-01-19").accrual.next_change
    assert change is not None
    assert (change.on, percent(change.rate)) == (date(2005, 4, 19), "1.00")
    cured = default("story", "2005-01-25", "default-iii/F5")
    assert (cured.done_on, cured.accrues_to) == (date(2005, 1, 24), date(2005, 1, 24))


@pytest.mark.parametrize(
    ("day", "instance", "amount", "record_date"),
    [
        ("2004-12-07", "payment/2005-01-15", "15416.67", "2005-01-01"),
        ("2005-01-19", "payment/2005-07-15", "180833.33", "2005-07-01"),
        ("2005-01-25", "payment/2005-07-15", "2083.33", "2005-07-01"),
    ],
)
def test_the_story_pays_each_segment_on_the_interest_payment_date_after_it(
    day: str, instance: str, amount: str, record_date: str
) -> None:
    payment = obligation("story", day, instance)
    assert payment.amount is not None
    assert payment.record_date is not None
    assert (cents(payment.amount), payment.record_date.isoformat()) == (amount, record_date)


def test_the_sale_notice_of_the_story_opens_expires_and_is_safe_as_counted() -> None:
    assert morning("story", "2004-12-13").window("sale-notice/F4") is None
    found = window("story", "2004-12-14", "sale-notice/F4")
    assert (found.opens, found.closes) == (date(2004, 12, 16), date(2004, 12, 20))
    assert found.safe == (date(2004, 12, 17), date(2004, 12, 17))
    days = ("2004-12-15", "2004-12-16", "2004-12-17", "2004-12-20", "2004-12-21")
    assert [window("story", day, "sale-notice/F4").status for day in days] == [
        "upcoming",
        "open",
        "open",
        "last day",
        "closed",
    ]


def test_the_effectiveness_period_of_the_story_ends_before_its_second_anniversary() -> None:
    assert morning("story", "2004-12-06").window("effectiveness-period") is None
    found = window("story", "2004-12-07", "effectiveness-period")
    assert (found.opens, found.closes) == (date(2004, 12, 6), date(2006, 12, 5))


@pytest.mark.parametrize(
    ("day", "opens", "last", "used", "status"),
    [
        ("2005-02-02", "2005-02-01", "2005-03-17", 1, "open"),
        ("2005-02-03", "2005-02-01", "2005-03-17", 2, "open"),
        ("2005-02-04", "2005-01-28", "2005-03-13", 7, "open"),
        ("2005-03-11", "2005-01-28", "2005-03-13", 42, "open"),
        ("2005-03-14", "2005-01-28", "2005-03-13", 43, "closed"),
        ("2005-03-15", "2005-01-28", "2005-03-13", 43, "closed"),
    ],
)
def test_the_suspension_of_the_story_is_counted_as_it_was_known(
    day: str, opens: str, last: str, used: int, status: str
) -> None:
    found = window("story", day, "suspension/F9")
    assert (found.opens.isoformat(), found.closes.isoformat()) == (opens, last)
    assert (found.days_used, found.limit_days, found.status) == (used, 45, status)


def test_the_story_has_no_suspension_on_the_morning_of_its_notice() -> None:
    assert morning("story", "2005-02-01").window("suspension/F9") is None


def test_the_story_leaves_no_event_unused() -> None:
    assert morning("story", "2005-03-15").unused_facts == ()
