"""The house stays within its limits: tokens, kinds of thing, hops (`pyproject.toml`).

A limit is what the library had when it was last lowered. What is above fails; so does what is far
below, until the limit is lowered too. CONTRIBUTING says how.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.house.limits import FILE, earlier_texts, holds, raised_without_reason, read_limits
from tests.house.measures import HOPS, MEASURES

CHECKOUT = Path(__file__).resolve().parents[1]
LIMITS = read_limits((CHECKOUT / FILE).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name",
    [
        # One worker reads the library, or plays the paths, for all of these.
        pytest.param(name, marks=pytest.mark.xdist_group("hops" if name in HOPS else "house"))
        for name in LIMITS.of
    ],
)
def test_the_house_is_within_its_limits(name: str) -> None:
    found = LIMITS.house(CHECKOUT).count(name)
    problems = [each.problem for each in holds(MEASURES[name], LIMITS.of[name], found)]
    if any(problems):
        pytest.fail("\n".join(filter(None, problems)), pytrace=False)


def test_a_limit_is_raised_with_a_reason_above_it() -> None:
    texts = earlier_texts(CHECKOUT)
    for after, before in pairwise(texts):
        assert raised_without_reason(before, after) == []
