"""Partial payments, and what is recorded as paid, in words.

The payment of January 15, 2005 is 76 days at 0.25% on $60,000,000: $31,666.67.
"""

from datetime import date

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import end_of
from dealclock.messages import amounts, dates, plain
from dealclock.messages.view import View
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.asking import in_words, query
from tests.unit.engine.deals import (
    ZONE,
    effective,
    fact,
    filed,
    log,
    paid,
    sample_terms,
    unusable,
    usable,
)
from tests.unit.messages.asking import explained
from tests.unit.messages.messages import team
from tests.unit.messages.views import assessed_view

FILED = filed("2004-07-13")


def _view(as_of: str, *facts: Fact) -> View:
    day = date.fromisoformat(as_of)
    seen = assess(Look(sample_terms(), log(*facts), day, end_of(day, ZONE)))
    return assessed_view(seen, sample_terms(), 1, team(), log(*facts), False, day)


def _pays(day: str, amount: str) -> Fact:
    return fact("additional-interest-paid", day, about="payment/2005-01-15", amount=amount)


def _desk(as_of: str, *facts: Fact) -> str:
    return in_words("payments", query(sample_terms(), log(*facts), as_of))


def test_the_recorded_amount_is_what_the_events_say_and_no_part_of_what_accrued() -> None:
    """June 22 to August 31, 2005, where 30/360 counts more days in two parts than in one: 15 from
    June 30 to July 15 and 46 to August 31, of $416.67; and 60 at once."""
    apart = (
        FILED,
        effective("2004-10-20"),
        unusable("2005-06-22"),
        usable("2005-08-31"),
        paid("2005-07-15", "2005-07-15", "6250"),
        paid("2006-01-17", "2006-01-15", "19166.67"),
    )
    view = _view("2006-02-01", *apart)
    assert values(wording("message/paid-in-part", amounts.describe_figures(view))) == [
        "2006-02-01",
        "$25,000.00",
        "$25,416.67",
    ]
    (row, *_) = amounts.render_section(view).rows
    wording("message/paid-in-part", row.value, "second")
    in_part = amounts.describe_figures(_view("2005-02-01", FILED, _pays("2005-01-18", "1")))
    assert values(wording("message/paid-in-part", in_part, "third")) == [
        "$43,332.33",
        "2005-02-01",
        "$43,333.33",
        "$1.00",
    ]


def test_a_partial_payment_shows_the_shortfall_in_every_answer() -> None:
    view = _view("2005-02-01", FILED, _pays("2005-01-18", "10000"))
    short = "paid in part: $10,000.00 of $31,666.67, $21,666.67 short"
    (row,) = amounts.render_payment_row(view)
    assert short in row.value
    (late,) = [d for d in dates.list_overdue(view) if "payment/2005-01-15" in d.text]
    assert f"$31,666.67 ({short})" in late.text


def test_slack_lists_a_partial_payment_among_those_still_to_be_made() -> None:
    """The next one, of July 15, comes after it."""
    part = _desk("2005-02-01", FILED, _pays("2005-01-18", "10000"), _pays("2005-01-25", "1000"))
    assert shows(wording("message/paid-in-part", part), "$31,666.67", "2005-01-18")
    assert shows(part, "$11,000.00", "$31,666.67", "$20,666.67", "1")
    assert shows(part, "$10,000.00", "2005-01-18", "F2", "$1,000.00", "2005-01-25")
    whole = _desk(
        "2005-02-01", FILED, _pays("2005-01-18", "10000"), _pays("2005-01-25", "21666.67")
    )
    assert "was due Tue, Jan 18" not in whole


def test_an_explanation_of_a_partial_payment_names_the_reading_that_makes_it_full() -> None:
    """NEXT-DAY owes 75 days, $31,250.00."""
    view = _view("2005-02-01", FILED, _pays("2005-01-18", "31250"))
    text = " ".join(plain.as_text(explained(view, "payment/2005-01-15")).split())
    wording("message/paid-in-part", text)
    assert "not yet satisfied on the record" not in text
    assert "$31,250.00 paid (F2)" in text
    assert shows(text, "2005-01-18")


def test_slack_shows_a_holder_what_is_overdue_to_it() -> None:
    """Half of the Notes, half of $31,666.67; of a payment of $10,000 half reached it."""
    facts = (
        FILED,
        fact(
            "notes-acquired", "2004-06-30", id="A", holder="fund-a", lot="base", amount="30000000"
        ),
        _pays("2005-01-18", "10000"),
    )
    text = in_words("holders", query(sample_terms(), log(*facts), "2005-02-01"))
    assert shows(
        wording("message/paid-in-part", text),
        "$10,833.33",
        "2005-01-18",
        "$5,000.00",
        "$15,833.33",
    )
