"""Partial payments, and what is recorded as paid, in words.

The payment of January 15, 2005 is 76 days at 0.25% on $60,000,000: $31,666.67.
"""

from datetime import date

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import end_of
from dealclock.messages import amounts
from dealclock.messages.view import View
from tests.golden.values import values
from tests.golden.wording import wording
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
from tests.unit.messages.messages import team
from tests.unit.messages.views import assessed_view

FILED = filed("2004-07-13")


def _view(as_of: str, *facts: Fact) -> View:
    day = date.fromisoformat(as_of)
    seen = assess(Look(sample_terms(), log(*facts), day, end_of(day, ZONE)))
    return assessed_view(seen, sample_terms(), 1, team(), log(*facts), False, day)


def _pays(day: str, amount: str) -> Fact:
    return fact("additional-interest-paid", day, about="payment/2005-01-15", amount=amount)


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
