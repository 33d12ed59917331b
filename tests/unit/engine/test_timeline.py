"""A deal's days in order, and the checks of its dated events."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from dealclock.engine.timeline import TimelineItem, checked, timeline
from dealclock.facts.fact import Fact
from dealclock.terms.timeline import StatedFigure
from tests.unit.engine.deals import filed, letter_terms, log, on, sample_terms


def moments(as_of: str, *facts: Fact) -> list[TimelineItem]:
    """The sample's timeline."""
    day = date.fromisoformat(as_of)
    assessment = on(as_of, *facts)
    return timeline(sample_terms(), log(*facts).known(day, assessment.known_at), assessment)


def named(instance: str, found: list[TimelineItem]) -> TimelineItem:
    """The one of that name."""
    (only,) = [m for m in found if m.instance == instance]
    return only


def test_everything_dated_is_in_order_of_its_first_day() -> None:
    found = moments("2004-11-20", filed("2004-07-13"))
    assert [m.first_day for m in found] == sorted(m.first_day for m in found)
    origins = {m.origin for m in found}
    assert origins == {"timeline", "terms", "fact", "computed"}


def test_the_deadlines_are_in_the_third_and_fourth_fiscal_quarters() -> None:
    found = moments("2004-07-01")
    assert str(named("shelf-filing", found).quarter) == "Q3 2004"
    assert str(named("effectiveness", found).quarter) == "Q4 2004"


def test_a_period_longer_than_a_quarter_has_none() -> None:
    assert named("timeline/recapitalization", moments("2004-07-01")).quarter is None


def test_the_price_of_the_placement_comes_from_its_rounded_amount() -> None:
    check = named("timeline/private-placement", moments("2004-07-01")).check
    assert check is not None
    assert check.computed == Fraction(30_600_000, 2_917_000)
    assert (check.consistent, check.difference) == (None, None)


def test_the_equity_of_the_text_is_a_tenth_more_than_the_table_foots_to() -> None:
    check = named("timeline/first-quarter-ends", moments("2004-07-01")).check
    assert check is not None
    assert check.how == "97.7 - 9.3 - 27.3"
    assert (check.computed, check.stated) == (Fraction("61.1"), Decimal("61.2"))
    assert (check.consistent, check.difference) == (False, Fraction(1, 10))


@pytest.mark.parametrize(
    ("figures", "stated", "agrees"),
    [
        # 29 / 600 = 0.04833...: 0.05 to the nearest 0.01, and 0.048 to the nearest 0.001.
        ({"divide": [29, 600]}, "0.05", True),
        ({"divide": [29, 600]}, "0.050", False),
        ({"divide": [29, 600]}, "0.048", True),
        ({"divide": [29, 600]}, "0.04", False),
        # Percent: 8,750 is 0.014583...% of 60,000,000, whose hundredth is 600,000.
        ({"divide": [8750, 600000]}, "0.015", True),
        ({"divide": [8750, 600000]}, "0.014", False),
        # Dollars in millions: 30,602,330 is 30.6, and not 30.61 or 31.0, but 31 to the nearest 1.
        ({"divide": [30602330, 1000000]}, "30.6", True),
        ({"divide": [30602330, 1000000]}, "30.61", False),
        ({"divide": [30602330, 1000000]}, "31.0", False),
        ({"divide": [30602330, 1000000]}, "31", True),
        # Sums: 12.34 + 0.51 = 12.85, which is 12.9 or 12.8, as a half is rounded either way.
        ({"sum": ["12.34", "0.51"]}, "12.9", True),
        ({"sum": ["12.34", "0.51"]}, "12.8", True),
        ({"sum": ["12.34", "0.51"]}, "12.86", False),
        ({"sum": ["-12.34", "-0.52"]}, "-12.9", True),
        ({"sum": ["-12.34", "-0.52"]}, "12.9", False),
        # Exactly as stated, with places to spare.
        ({"sum": ["1", "1"]}, "2.00", True),
    ],
)
def test_a_figure_is_compared_at_the_precision_stated(
    figures: dict[str, object], stated: str, agrees: bool
) -> None:
    made = checked(
        StatedFigure.model_validate({"says": "it", "stated": Decimal(stated), **figures})
    )
    assert made.consistent is agrees


def test_missing_information_is_stated() -> None:
    external = [e.id for e in sample_terms().timeline if e.external]
    assert external == ["s-3", "post-effective-amendment"]


def test_the_letter_is_dated_after_the_month_of_its_acceptance() -> None:
    entry = next(e for e in letter_terms().timeline if e.id == "acceptance")
    assert entry.last_day < letter_terms().dates["letter-date"]
    assert entry.inconsistent is not None


def test_the_purchase_agreement_came_four_business_days_before_the_closing() -> None:
    entry = next(e for e in sample_terms().timeline if e.id == "purchase-agreement")
    # Thursday June 24; Friday, Monday, Tuesday and Wednesday June 30.
    assert (sample_terms().dates["closing-date"] - entry.first_day).days == 6
    assert entry.first_day == date(2004, 6, 24)
