"""A loss shared by relative benefits."""

from fractions import Fraction

import pytest

from dealclock.engine.special.contribution import NO_PRICE, shared
from dealclock.errors import RefusedError
from dealclock.terms.rules.duties import Contribution
from tests.unit.engine.deals import sample_terms

RULE = next(sample_terms().all_of(Contribution))
LOSS, COMPANY, HOLDER = Fraction(600_000), Fraction(58_000_000), Fraction(2_000_000)


def test_the_loss_is_divided_like_the_proceeds() -> None:
    found = shared(RULE, LOSS, COMPANY, HOLDER)
    assert [found.company, found.holder] == [580_000, 20_000]
    assert NO_PRICE in found.notes


@pytest.mark.parametrize(("company", "holder"), [(0, 0), (-1, 2)])
def test_proceeds_that_divide_nothing_are_refused(company: int, holder: int) -> None:
    with pytest.raises(RefusedError, match="at least one above zero"):
        shared(RULE, LOSS, Fraction(company), Fraction(holder))
