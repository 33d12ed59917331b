"""A roll-forward foots exactly, in total and by lot, under any rounding."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.asking import as_json
from tests.unit.engine.deals import (
    log,
    sample_terms,
)
from tests.unit.engine.stories import stories


def _roll(
    start: str,
    end: str,
    *facts: Fact,
    as_of: str = "2005-12-31",
    readings: Mapping[str, str] | None = None,
) -> Any:
    asked = Look(sample_terms(), log(*facts), date.fromisoformat(as_of), None, readings or {})
    return as_json("roll-forward", asked, **_days(start, end))


def _days(start: str, end: str) -> dict[str, Any]:
    return {"from": date.fromisoformat(start), "to": date.fromisoformat(end)}


@pytest.mark.full
@examples(15)
@given(stories(), st.data())
def test_it_foots_exactly_and_each_period_opens_where_the_last_closed(
    facts: tuple[Fact, ...], data: st.DataObject
) -> None:
    days = sorted(
        data.draw(
            st.lists(
                st.dates(date(2004, 7, 1), date(2006, 12, 31)), min_size=3, max_size=3, unique=True
            )
        )
    )
    first, second, third = (d.isoformat() for d in days)
    one = _roll(first, second, *facts, as_of="2007-01-01")
    two = _roll(second, third, *facts, as_of="2007-01-01")
    for found in (one, two):
        for each in (found["in_all"], *found["lots"]):
            opening, accrued, gone, closing = (
                Fraction(each[f"{line}_exact"])
                for line in ("opening", "accrued", "paid", "closing")
            )
            assert opening + accrued - gone == closing
    assert one["in_all"]["closing_exact"] == two["in_all"]["opening_exact"]
