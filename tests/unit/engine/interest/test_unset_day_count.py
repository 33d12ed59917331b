"""While the Indenture's day count is unset there is no figure, only the range of amounts."""

from datetime import date
from fractions import Fraction

import pytest

from dealclock.engine.assess import assess, examine
from dealclock.engine.look import Look
from dealclock.engine.money import Between, from_text, in_text, times
from dealclock.errors import DealclockError, RefusedError
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import (
    filed,
    log,
    on,
    sample_terms,
)

FILED = filed("2004-07-13")


def _unset() -> Terms:
    indenture = sample_terms().indenture_sheet
    data = {**indenture.model_dump(), "day_count": "unset"}
    return sample_terms().model_copy(update={"indenture": type(indenture).model_validate(data)})


def test_it_cannot_be_mistaken_for_a_figure() -> None:
    accrual = on("2004-11-20", FILED, terms=_unset()).accrual
    with pytest.raises(RefusedError, match=r"set indenture\.day_count"):
        _ = accrual.exact
    with pytest.raises(RefusedError, match="the amount lies between"):
        _ = accrual.per_diem
    payment = on("2004-11-20", FILED, terms=_unset()).obligation("payment/2005-01-15")
    assert payment is not None
    assert payment.amount is None
    assert payment.between is not None
    assert payment.between.least < payment.between.most
    with pytest.raises(DealclockError, match="there is no single amount"):
        examine(Look(_unset(), log(FILED), date(2004, 11, 20)))


def test_other_readings_move_its_range() -> None:
    found = assess(Look(_unset(), log(FILED), date(2004, 11, 20)), together=True)
    (moved,) = [d for d in found.differences if (d.choice, d.what) == ("NEXT-DAY", "total")]
    least, most = from_text(moved.there)
    assert least < most
    (reach,) = [r for r in found.ranges if r.what == "total"]
    assert all(".." in value for value in reach.values)


def test_amounts_in_a_range_scale_at_both_ends() -> None:
    one = Between(Fraction(1), Fraction(2), "30/360", "Actual/360")
    assert times(one, Fraction(2)) == Between(Fraction(2), Fraction(4), "30/360", "Actual/360")
    assert times(Fraction(3), Fraction(2)) == Fraction(6)
    assert in_text(one) == "1/1..2/1"
    assert from_text("1/1..2/1") == (Fraction(1), Fraction(2))
    assert from_text("5/2") == (Fraction(5, 2), Fraction(5, 2))
