"""Both demo histories on their mornings, compared with `tests/unit/engine/expected_histories.md`.

What the story has of its own is in `test_expected_story.py`.
"""

from datetime import date
from pathlib import Path

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from tests.unit.engine.deals import by_day_count, cents, history, percent
from tests.unit.engine.mornings import default, morning, obligation

DOCUMENT = Path(__file__).with_name("expected_histories.md")
BOTH = pytest.mark.parametrize("name", ["story", "never-effective"])


@BOTH
@pytest.mark.parametrize(
    ("day", "instance", "due", "status"),
    [
        ("2004-06-30", "shelf-filing", "2004-07-15", "upcoming"),
        ("2004-07-13", "shelf-filing", "2004-07-15", "upcoming"),
        ("2004-07-14", "shelf-filing", "2004-07-15", "met"),
        ("2004-07-14", "effectiveness", "2004-10-28", "upcoming"),
        ("2004-10-28", "effectiveness", "2004-10-28", "due today"),
        ("2004-10-29", "effectiveness", "2004-10-28", "missed"),
        ("2004-10-29", "trustee-notice/default-ii", "2004-11-01", "upcoming"),
        ("2004-11-01", "trustee-notice/default-ii", "2004-11-01", "due today"),
        ("2004-10-29", "payment/2005-01-15", "2005-01-18", "upcoming"),
        ("2005-01-18", "payment/2005-01-15", "2005-01-18", "due today"),
        ("2005-01-19", "payment/2005-01-15", "2005-01-18", "met"),
    ],
)
def test_obligations_of_both_histories_have_their_expected_status_on_a_morning(
    name: str, day: str, instance: str, due: str, status: str
) -> None:
    owed = obligation(name, day, instance)
    assert (owed.due.isoformat(), owed.status) == (due, status)


@BOTH
def test_nothing_has_defaulted_until_after_the_effectiveness_target_date(name: str) -> None:
    assert morning(name, "2004-10-28").defaults == ()
    assert [d.instance for d in morning(name, "2004-10-29").defaults] == ["default-ii"]


@BOTH
def test_the_default_for_late_effectiveness_occurs_and_accrues_as_counted(name: str) -> None:
    found = default(name, "2004-10-29", "default-ii")
    assert (found.occurred_on, found.accrues_from) == (date(2004, 10, 28), date(2004, 10, 29))
    assert (found.clause, found.conclusion) == ("3(a)(ii)", "computed")
    accrual = morning(name, "2004-10-29").accrual
    assert (cents(accrual.exact), percent(accrual.rate), cents(accrual.per_diem)) == (
        "0.00",
        "0.25",
        "416.67",
    )
    assert accrual.next_change is not None
    assert accrual.next_change.on == date(2005, 1, 27)
    assert percent(accrual.next_change.rate) == "1.00"


@BOTH
def test_the_first_payment_is_projected_to_its_nominal_saturday(name: str) -> None:
    payment = obligation(name, "2004-10-29", "payment/2005-01-15")
    assert payment.amount is not None
    assert cents(payment.amount) == "31666.67"
    assert payment.record_date == date(2005, 1, 1)
    assert any("projected" in note for note in payment.notes)
    assert any("Indenture not reviewed" in note for note in payment.notes)


@BOTH
def test_the_reading_next_day_would_move_the_default_and_its_notice(name: str) -> None:
    moved = {
        (d.instance, d.what): d.there
        for d in morning(name, "2004-10-29").differences
        if d.choice == "NEXT-DAY"
    }
    assert moved == {
        ("default-ii", "occurred_on"): "2004-10-29",
        ("default-ii", "accrues_from"): "2004-10-30",
        ("trustee-notice/default-ii", "due"): "2004-11-02",
        ("payment/2005-01-15", "amount"): "31250/1",
    }


@BOTH
def test_no_count_of_either_history_reaches_a_holiday_of_the_state_alone(name: str) -> None:
    days = ("2004-10-29", "2004-12-14", "2005-01-19", "2005-03-15")
    questions = {d.reading for day in days for d in morning(name, day).differences}
    assert "business-day" not in questions


@BOTH
def test_everything_but_the_filing_is_hypothetical(name: str) -> None:
    assessment = morning(name, "2005-03-15")
    assert assessment.hypothetical
    items = {o.instance: o.why.hypothetical for o in assessment.obligations}
    assert items.pop("shelf-filing") is False
    assert items
    assert all(items.values())
    assert all(d.why.hypothetical for d in assessment.defaults)
    assert all(w.why.hypothetical for w in assessment.windows)
    assert assessment.accrual.why.hypothetical


# ---- Never effective


@pytest.mark.parametrize(
    ("day", "status"),
    [
        ("2004-11-01", "due today"),
        ("2004-11-02", "missed"),
        ("2004-11-03", "missed"),
        ("2004-11-04", "met late"),
    ],
)
def test_the_late_notice_to_the_trustee_is_overdue_then_satisfied_late(
    day: str, status: str
) -> None:
    assert obligation("never-effective", day, "trustee-notice/default-ii").status == status


@pytest.mark.parametrize(
    ("day", "accrued", "rate"),
    [
        ("2004-10-29", "0.00", "0.25"),
        ("2004-11-01", "833.33", "0.25"),
        ("2004-11-08", "3750.00", "0.25"),
        ("2004-11-20", "8750.00", "0.25"),
        ("2004-12-01", "13333.33", "0.25"),
        ("2004-12-31", "25833.33", "0.25"),
        ("2005-01-03", "26666.67", "0.25"),
        ("2005-01-18", "32916.67", "0.25"),
        ("2005-01-26", "36250.00", "0.25"),
        ("2005-01-27", "36666.67", "1.00"),
        ("2005-01-28", "38333.33", "1.00"),
        ("2005-01-31", "43333.33", "1.00"),
        ("2005-02-28", "88333.33", "1.00"),
        ("2005-03-01", "93333.33", "1.00"),
        ("2005-03-15", "116666.67", "1.00"),
    ],
)
def test_the_uncured_default_accrues_as_written_out(day: str, accrued: str, rate: str) -> None:
    accrual = morning("never-effective", day).accrual
    assert (cents(accrual.exact), percent(accrual.rate)) == (accrued, rate)


def test_by_actual_days_the_last_morning_differs_as_written_out() -> None:
    terms = by_day_count("Actual/360")
    accrual = assess(Look(terms, history("never-effective"), date(2005, 3, 15))).accrual
    assert cents(accrual.exact) == "115833.33"


@pytest.mark.parametrize(
    ("day", "instance", "amount", "due"),
    [
        ("2005-01-18", "payment/2005-01-15", "31666.67", "2005-01-18"),
        ("2005-01-18", "payment/2005-07-15", "285000.00", "2005-07-15"),
        ("2005-03-15", "payment/2005-07-15", "285000.00", "2005-07-15"),
    ],
)
def test_the_uncured_default_is_paid_twice_a_year(
    day: str, instance: str, amount: str, due: str
) -> None:
    payment = obligation("never-effective", day, instance)
    assert payment.amount is not None
    assert (cents(payment.amount), payment.due.isoformat()) == (amount, due)


def test_after_a_year_and_a_half_the_rate_would_step_to_three_percent() -> None:
    change = morning("never-effective", "2005-03-15").accrual.next_change
    assert change is not None
    assert (change.on, percent(change.rate)) == (date(2006, 6, 30), "3.00")


def test_if_the_shelf_never_becomes_effective_no_window_opens() -> None:
    assert morning("never-effective", "2005-03-15").windows == ()


# ---- The document


@pytest.mark.parametrize(
    "figure",
    [
        *("$15,416.67", "$2,083.33", "$17,500.00", "$31,666.67", "$180,833.33", "$285,000.00"),
        *("$116,666.67", "$115,833.33", "$36,666.67", "$8,750.00", "$93,333.33"),
        *("January 18, 2005", "March 17", "March 13", "December 5, 2006", "April 19, 2005"),
    ],
)
def test_the_document_has_the_figures_asserted_here(figure: str) -> None:
    assert figure in DOCUMENT.read_text(encoding="utf-8")
