"""The three figures people act on: unpaid, accrued to date, and paid (3(b)).

Filed in time and never effective: default (ii) accrues from October 29, 2004 on $60,000,000 at
0.25%, $416.67 a counted day (30/360), and at 1.00%, $1,666.67, from January 27, 2005. The payment
of January 15 is 76 days: $31,666.67. To February 1, 92 days have accrued: 88 at the first rate,
$36,666.67, and 4 at the second, $6,666.67; $43,333.33 in all, $11,666.67 of it since January 15.
"""

from datetime import date

from tests.unit.engine.deals import filed, on, paid

FILED = filed("2004-07-13")
JANUARY = "2005-01-15"


def test_a_payment_without_an_amount_is_satisfied_with_no_amount_paid() -> None:
    january = on("2005-02-01", FILED, paid("2005-01-18", JANUARY)).obligation("payment/2005-01-15")
    assert january is not None
    assert january.settlement is not None
    assert (january.status, january.done_on) == ("met", date(2005, 1, 18))
    assert [each.paid for each in january.settlement.instalments] == [None]
    assert january.settlement.paid is None
    assert "paid, amount not stated: correct F2 with the amount" in january.notes
    assert january.why.steps[-1].text == "paid, amount not stated (F2)"
