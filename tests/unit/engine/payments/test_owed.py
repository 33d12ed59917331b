"""The three figures people act on: unpaid, accrued to date, and paid (3(b)).

Filed in time and never effective: default (ii) accrues from October 29, 2004 on $60,000,000 at
0.25%, $416.67 a counted day (30/360), and at 1.00%, $1,666.67, from January 27, 2005. The payment
of January 15 is 76 days: $31,666.67. To February 1, 92 days have accrued: 88 at the first rate,
$36,666.67, and 4 at the second, $6,666.67; $43,333.33 in all, $11,666.67 of it since January 15.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from dealclock.answers.assess import assess as whole
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.money import figure
from dealclock.engine.payments.owed import InterestOwed
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import cents, fact, filed, log, on, paid, sample_terms

FILED = filed("2004-07-13")
JANUARY = "2005-01-15"


def _owed(*facts: Fact, as_of: str = "2005-02-01", **more: Any) -> InterestOwed:
    return on(as_of, FILED, *facts, **more).owed


def _figures(owed: InterestOwed) -> tuple[str, ...]:
    every = (owed.unpaid, owed.accrued, owed.paid, owed.ahead)
    return tuple(cents(figure(each)) for each in every)


@pytest.mark.parametrize(
    ("payments", "unpaid", "paid_", "ahead"),
    [
        pytest.param((), "43333.33", "0.00", "0.00", id="nothing paid"),
        pytest.param((("2005-01-18", "31666.67"),), "11666.67", "31666.67", "0.00", id="in full"),
        pytest.param((("2005-01-18", "10000"),), "33333.33", "10000.00", "0.00", id="in part"),
        pytest.param(
            (("2005-01-18", "10000"), ("2005-01-25", "21666.67")),
            "11666.67",
            "31666.67",
            "0.00",
            id="in two parts",
        ),
        # $500.00 more than January's payment owed settles nothing of July's.
        pytest.param(
            (("2005-01-18", "32166.67"),), "11666.67", "32166.67", "500.00", id="too much"
        ),
    ],
)
def test_unpaid_is_accrued_less_what_events_state_was_paid(
    payments: tuple[tuple[str, str], ...], unpaid: str, paid_: str, ahead: str
) -> None:
    owed = _owed(*(paid(day, JANUARY, amount) for day, amount in payments))
    assert _figures(owed) == (unpaid, "43333.33", paid_, ahead)
    assert owed.not_stated == ()


def test_a_payment_without_an_amount_reduces_nothing_and_is_named() -> None:
    owed = _owed(paid("2005-01-18", JANUARY))
    assert _figures(owed) == ("43333.33", "43333.33", "0.00", "0.00")
    (result,) = owed.not_stated
    assert (result.on, result.payment) == (date(2005, 1, 18), "payment/2005-01-15")


def test_a_payment_without_an_amount_is_satisfied_with_no_amount_paid() -> None:
    january = on("2005-02-01", FILED, paid("2005-01-18", JANUARY)).obligation("payment/2005-01-15")
    assert january is not None
    assert january.settlement is not None
    assert (january.status, january.done_on) == ("met", date(2005, 1, 18))
    assert [each.paid for each in january.settlement.instalments] == [None]
    assert january.settlement.paid is None
    assert "paid, amount not stated: correct F2 with the amount" in january.notes
    assert january.why.steps[-1].text == "paid, amount not stated (F2)"


def test_a_payment_made_ahead_covers_what_has_accrued_and_no_more() -> None:
    """To December 1, 2004, 32 days: $13,333.33, of which $20,000.00 was paid."""
    owed = _owed(paid("2004-11-30", JANUARY, "20000"), as_of="2004-12-01")
    assert _figures(owed) == ("0.00", "13333.33", "20000.00", "6666.67")


def test_a_payment_counts_on_its_own_day() -> None:
    """As of January 18 itself 79 days have accrued, $32,916.67; 3 of them since January 15."""
    before = _owed(as_of="2005-01-18")
    after = _owed(paid("2005-01-18", JANUARY, "31666.67"), as_of="2005-01-18")
    assert cents(figure(before.unpaid)) == "32916.67"
    assert cents(figure(after.unpaid)) == "1250.00"


def test_the_paid_amount_is_the_same_under_every_reading_and_the_unpaid_amount_is_not() -> None:
    """NEXT-DAY accrues one day less, $416.67: $42,916.67, of which $31,250.00 were January's.

    $31,666.67 is $416.67 more than that, so that $11,666.67 since January 15 is unpaid under both.
    """
    facts = (FILED, paid("2005-01-18", JANUARY, "31666.67"))
    other = on("2005-02-01", *facts, readings={"default-occurs": "NEXT-DAY"}).owed
    assert _figures(other)[2:] == ("31666.67", "416.67")
    none = on("2005-02-01", *facts, fact("registration-statement-effective", "2004-10-01")).owed
    assert _figures(none) == ("0.00", "0.00", "31666.67", "31666.67"), (
        "paid, though nothing accrued"
    )


def test_while_the_day_count_is_unset_the_unpaid_amount_is_a_range_and_the_paid_amount_is_not() -> (
    None
):
    """To February 1: 30/360 counts 92 days, Actual/360 95: 90 of them at 0.25% and 5 at 1.00%."""
    indenture = sample_terms().indenture_sheet.model_copy(update={"day_count": None})
    terms = sample_terms().model_copy(update={"indenture": indenture})
    facts = (FILED, paid("2005-01-18", JANUARY, "10000"))
    found: Any = whole.document(assess(Look(terms, log(*facts), date(2005, 2, 1))))
    accrual: Mapping[str, Any] = found["accrual"]
    assert accrual["paid"] == "10000.00"
    assert (accrual["unpaid"], accrual["unpaid_between"]["least"]) == (None, "33333.33")
    # 90 days at $416.67 are $37,500.00, 5 at $1,666.67 $8,333.33; less $10,000.00
    assert accrual["unpaid_between"]["most"] == "35833.33"


def test_the_json_of_accrual_has_the_three_figures_next_to_the_total() -> None:
    found: Any = whole.document(on("2005-02-01", FILED, paid("2005-01-18", JANUARY, "31666.67")))
    accrual = found["accrual"]
    assert (accrual["total"], accrual["unpaid"], accrual["paid"], accrual["ahead"]) == (
        "43333.33",
        "11666.67",
        "31666.67",
        "0.00",
    )
    assert accrual["unpaid_exact"] == "35000/3"
    assert accrual["not_stated"] == []
