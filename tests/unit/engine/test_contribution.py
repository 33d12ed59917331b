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


def test_the_parts_of_an_indivisible_loss_add_up_to_it_exactly() -> None:
    found = shared(RULE, Fraction(100), Fraction(1), Fraction(2))
    assert (found.company, found.holder) == (Fraction(100, 3), Fraction(200, 3))


@pytest.mark.parametrize(
    ("resold_for", "damages", "cap", "bears", "beyond"),
    [
        (30_000, 0, 30_000, 20_000, 0),
        (30_000, 15_000, 15_000, 15_000, 5_000),
        (30_000, 40_000, 0, 0, 20_000),
    ],
)
def test_a_holder_bears_no_more_than_its_resale_price_less_damages_paid(
    resold_for: int, damages: int, cap: int, bears: int, beyond: int
) -> None:
    found = shared(RULE, LOSS, COMPANY, HOLDER, Fraction(resold_for), Fraction(damages))
    assert [found.cap, found.holder_bears, found.beyond] == [cap, bears, beyond]
    assert found.company == 580_000  # what is beyond the cap passes to nobody


def test_terms_may_have_no_cap() -> None:
    rule = RULE.model_copy(update={"holder_capped_at": "no limit"})
    found = shared(rule, LOSS, COMPANY, HOLDER, Fraction(1))
    assert [found.cap, found.holder_bears] == [None, 20_000]


@pytest.mark.parametrize(("company", "holder"), [(0, 0), (-1, 2)])
def test_proceeds_that_divide_nothing_are_refused(company: int, holder: int) -> None:
    with pytest.raises(RefusedError, match="at least one above zero"):
        shared(RULE, LOSS, Fraction(company), Fraction(holder))
