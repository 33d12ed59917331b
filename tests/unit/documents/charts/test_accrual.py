"""The accrual picture: exact amounts, rates, payments, the range, and its text description."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from dealclock.documents.charts.accrual import PAYMENTS_MOST, STEPS_MOST, accrual_chart
from dealclock.documents.charts.chart import Chart, Row, Shape
from dealclock.engine.conclusions import settlement
from dealclock.engine.interest.over_time import over_time
from tests.unit.documents.charts.looks import PUBLIC, STORY, look
from tests.unit.documents.charts.test_timeline import LEAKS


def chart(as_of: date, history: str = STORY) -> Chart:
    view = look(as_of, history)
    course = over_time(view, view.assessment)
    assert course is not None
    return accrual_chart(view, course)


def steps(drawn: Chart) -> tuple[Row, ...]:
    return drawn.groups[0].rows


def payments(drawn: Chart) -> tuple[Row, ...]:
    return drawn.groups[1].rows


@pytest.mark.full
def test_amounts_are_exact_to_the_cent_and_the_range_is_stated() -> None:
    drawn = chart(date(2005, 2, 15))
    assert drawn.headline == "$2,083.33 unpaid"
    assert drawn.lines[0].endswith(": $17,500.00 accrued; $15,416.67 paid")
    # 50,000/3 and 62,500/3 dollars, rounded once.
    assert drawn.lines[1] == drawn.band
    assert drawn.band == "Accrued, all readings (hatched): $16,666.67 to $20,833.33"


def test_each_rate_is_shown_with_its_first_and_last_day() -> None:
    drawn = chart(date(2005, 6, 1), PUBLIC)
    assert [step.title for step in steps(drawn)] == [
        "0.25% a year, Fri, Oct 29, 2004 through Wed, Jan 26, 2005",
        "1.00% a year, Thu, Jan 27, 2005 until today",
    ]
    assert drawn.lines[-1] == "Next 3.00% a year, Fri, Jun 30, 2006, if nothing is cured"


def test_a_payment_without_an_amount_is_marked_as_having_none() -> None:
    """Never with what was owed, as if all of it had been paid."""
    view = look(date(2005, 2, 15), STORY)
    course = over_time(view, view.assessment)
    assert course is not None
    paid = settlement(Fraction(46250, 3), [("F6", date(2005, 1, 18), None)])
    obligations = tuple(
        replace(o, settlement=paid) if o.settlement else o for o in view.assessment.obligations
    )
    changed = replace(view, assessment=replace(view.assessment, obligations=obligations))
    first, _ = payments(accrual_chart(changed, course))
    assert first.title == "Tue, Jan 18, 2005: paid, amount not stated"


@pytest.mark.full
def test_payments_are_numbered_and_shown_with_their_status() -> None:
    drawn = chart(date(2005, 2, 15))
    assert [(p.label, p.title, p.mark) for p in payments(drawn)] == [
        ("P1", "Tue, Jan 18, 2005: $15,416.67, paid", Shape.MET),
        ("P2", "Fri, Jul 15, 2005: $2,083.33, open", Shape.DUE),
    ]


def test_it_says_that_it_is_computed_and_under_which_assumptions() -> None:
    notes = chart(date(2005, 2, 15)).frame.footings
    assert notes[:3] == (
        "Rests on a possible default, not confirmed.",
        "Indenture not reviewed: day count and payment dates are assumptions",
        "Days are counted 30/360.",
    )


def test_a_long_period_is_cut_visibly() -> None:
    drawn = chart(date(2012, 10, 1), PUBLIC)
    assert len(payments(drawn)) == PAYMENTS_MOST
    assert len(steps(drawn)) == STEPS_MOST + 1
    # Two payments a year from January 2005 to January 2013 are seventeen; nine rates.
    assert drawn.more == "+11 earlier payments and 1 earlier rate: see /deal accrual"
    assert len(drawn.alt_text) <= 1000


def test_the_public_description_has_neither_amount_nor_rate() -> None:
    for day in (date(2004, 11, 20), date(2005, 2, 15)):
        drawn = chart(day)
        assert not LEAKS.search(drawn.alt_text), drawn.alt_text
        assert drawn.title.startswith("Granite, Section 3(a), ")
        assert "with a band about it" in drawn.alt_text
