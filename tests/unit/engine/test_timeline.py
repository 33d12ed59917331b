"""A deal's days in order, and the checks of its dated events."""

from datetime import date
from decimal import Decimal

import pytest

from dealclock.engine.timeline import TimelineItem, checked, timeline
from dealclock.facts.fact import Fact
from dealclock.terms.timeline import StatedFigure
from tests.unit.engine.deals import filed, log, on, sample_terms


def moments(as_of: str, *facts: Fact) -> list[TimelineItem]:
    """The sample's timeline."""
    day = date.fromisoformat(as_of)
    assessment = on(as_of, *facts)
    return timeline(sample_terms(), log(*facts).known(day, assessment.known_at), assessment)


def test_everything_dated_is_in_order_of_its_first_day() -> None:
    found = moments("2004-11-20", filed("2004-07-13"))
    assert [m.first_day for m in found] == sorted(m.first_day for m in found)
    origins = {m.origin for m in found}
    assert origins == {"timeline", "terms", "fact", "computed"}


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
