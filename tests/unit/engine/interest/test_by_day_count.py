"""The same days under another day count of the Indenture, on $60,000,000 at 0.25%."""

import pytest

from tests.unit.engine.deals import by_day_count, cents, effective, filed, on


@pytest.mark.parametrize(
    ("day_count", "dollars"),
    [
        ("30/360", "6666.67"),  # 16 days of $416.67
        ("30/360 US", "6666.67"),
        ("30E/360", "6666.67"),
        ("30/360-ELAPSED", "7083.33"),  # 17, case RD-01
        ("Actual/360", "7083.33"),
        ("Actual/365F", "6986.30"),  # 17 of $410.96
        ("Actual/Actual ISDA", "6967.21"),  # 17 of $409.84, in a leap year
    ],
)
def test_a_late_filing_of_17_days_costs_what_its_day_count_gives(
    day_count: str, dollars: str
) -> None:
    assessment = on("2004-08-02", filed("2004-08-02"), terms=by_day_count(day_count))
    assert cents(assessment.accrual.exact) == dollars


def test_a_partial_month_costs_each_of_its_elapsed_days() -> None:
    facts = (filed("2004-07-13"), effective("2004-11-01"))  # case EF-02
    elapsed = on("2004-11-01", *facts, terms=by_day_count("30/360-ELAPSED")).accrual
    assert (elapsed.segments[0].days_counted, cents(elapsed.exact)) == (3, "1250.00")
    assert cents(on("2004-11-01", *facts, terms=by_day_count("30/360")).accrual.exact) == "833.33"


def test_actual_actual_uses_the_length_of_each_days_own_year() -> None:
    terms = by_day_count("Actual/Actual ISDA")
    before = on("2004-12-06", filed("2004-07-13"), terms=terms).accrual
    after = on("2005-01-10", filed("2004-07-13"), terms=terms).accrual
    assert cents(before.per_diem) == "409.84"  # $150,000 / 366
    assert cents(after.per_diem) == "410.96"  # / 365
    assert after.segments[0].days_counted == 64 + 9
    assert cents(after.exact) == "29928.14"  # 64 x 409.8361 + 9 x 410.9589
