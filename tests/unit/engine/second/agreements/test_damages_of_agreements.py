"""Two engines that share no code agree on random damages: ceilings, the least in all, compounding,
bases of purchasers and of one event; and on what is paid of them, late and in part.
"""

import pytest

from tests.suite import seeds
from tests.unit.engine.second.agreements.comparing_terms import compared_terms
from tests.unit.engine.second.agreements.drawing_damages import draw_damages

AGREEMENTS, AT_A_TIME = seeds(500), 25


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(AGREEMENTS), AT_A_TIME))
def test_the_two_engines_agree_on_damages(first: int) -> None:
    drawn = [draw_damages(seed) for seed in AGREEMENTS[first : first + AT_A_TIME]]
    differing = (f"seed {d.seed}: {found}" for d in drawn if (found := compared_terms(d)))
    assert list(differing)[:3] == []
