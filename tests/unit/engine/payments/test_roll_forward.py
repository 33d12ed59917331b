"""A roll-forward foots exactly, in total and by lot, under any rounding."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.asking import as_json, in_words, query
from tests.unit.engine.deals import (
    converted,
    effective,
    filed,
    log,
    paid,
    sample_terms,
)
from tests.unit.engine.stories import stories

FILED = filed("2004-07-13")


def _roll(
    start: str,
    end: str,
    *facts: Fact,
    as_of: str = "2005-12-31",
    readings: Mapping[str, str] | None = None,
) -> Any:
    asked = Look(sample_terms(), log(*facts), date.fromisoformat(as_of), None, readings or {})
    return as_json("roll-forward", asked, **_days(start, end))


def _words(start: str, end: str, *facts: Fact) -> str:
    asked = query(sample_terms(), log(*facts), "2005-12-31")
    return in_words("roll-forward", asked, **_days(start, end))


def _days(start: str, end: str) -> dict[str, Any]:
    return {"from": date.fromisoformat(start), "to": date.fromisoformat(end)}


def _lines(found: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(found[line] for line in ("opening", "accrued", "paid", "closing"))


def test_a_payment_without_an_amount_reduces_nothing_and_is_named() -> None:
    """What it paid is not known: the quarter closes as if nothing was, before that payment."""
    asked = ("2005-01-01", "2005-04-01", FILED, paid("2005-01-18", "2005-01-15"))
    found = _roll(*asked)
    assert _lines(found["in_all"]) == ("25833.33", "117500.00", "0.00", "143333.33")
    assert found["not_stated"] == ["F2"]
    assert _words(*asked).startswith(
        "Granite: $143,333.33 unpaid at the end of Thu, Mar 31, 2005 before payment F2, amount not "
        "stated; "
    )


def test_a_payment_of_interest_that_does_not_accrue_is_paid_under_every_reading() -> None:
    """Effective in time, so that nothing accrues: $500.00 paid all the same, in no lot."""
    found = _roll(
        "2005-01-01", "2005-04-01", FILED, effective("2004-10-20"),
        paid("2005-01-18", "2005-01-15", "500"),
    )  # fmt: skip
    assert _lines(found["in_all"]) == ("0.00", "0.00", "500.00", "-500.00")
    assert found["notes"][1] == (
        "$500.00 was paid on payments for which nothing accrued; it belongs to no lot"
    )


def test_a_forfeiture_lowers_the_period_of_the_conversion() -> None:
    facts = (FILED, converted("2005-01-05", "6000000"))
    readings = {"converted-notes": "FORFEIT"}
    before = _roll("2004-10-01", "2005-01-01", *facts, readings=readings)
    after = _roll("2005-01-01", "2005-01-15", *facts, readings=readings)
    assert before["in_all"]["closing"] == after["in_all"]["opening"] == "25833.33"
    assert after["in_all"]["closing"] == "28500.00"  # 76 days on $54,000,000
    assert after["in_all"]["accrued"] == "2666.67"


def test_an_end_beyond_what_is_known_and_reversed_dates_are_refused() -> None:
    with pytest.raises(RefusedError, match="is after"):
        _roll("2005-01-01", "2005-04-01", FILED, as_of="2005-03-01")
    with pytest.raises(RefusedError, match="earlier day first"):
        _roll("2005-04-01", "2005-04-01", FILED)


def test_the_answer_is_a_text_of_lines() -> None:
    text = _words("2004-10-01", "2005-01-01", FILED)
    assert "From and including Fri, Oct 1, 2004 to but excluding Sat, Jan 1, 2005" in text
    assert "In all: opening $0.00, accrued $25,833.33, paid $0.00, closing $25,833.33" in text
    assert "Closing: $25,416.67 to $25,833.33" in text


def test_a_roll_forward_in_words_shows_what_rounding_adds() -> None:
    done = paid("2005-01-18", "2005-01-15", "31666.67")
    text = _words("2005-01-01", "2005-04-01", FILED, done)
    assert "closing $111,666.67, rounding $0.01" in text
    assert "rounding" not in _words("2004-10-01", "2005-01-01", FILED)


def test_an_overpayment_is_stated_first_and_as_a_positive_amount() -> None:
    done = paid("2005-01-18", "2005-01-15", "500")
    text = _words("2005-01-01", "2005-04-01", FILED, effective("2004-10-20"), done)
    assert text.startswith(
        "Granite: nothing unpaid at the end of Thu, Mar 31, 2005; paid $500.00 more than accrued "
    )


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
