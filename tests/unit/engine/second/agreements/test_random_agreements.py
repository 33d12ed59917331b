"""Two engines that share no code agree on random small agreements, to the day and the fraction.

A deadline is written in its older spelling for the library and in the general form for the second
engine, so that the table of spellings is compared too.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from tests.suite import seeds
from tests.unit.engine.second.agreements.comparing_terms import compared_terms
from tests.unit.engine.second.agreements.drawing_terms import DrawnTerms, draw_terms

AGREEMENTS, AT_A_TIME = seeds(1000), 50


def keys(drawn: Iterable[DrawnTerms]) -> Counter[str]:
    """In how many agreements there is each key, and each word of a stream's policy."""
    found: Counter[str] = Counter()
    for each in drawn:
        here: set[str] = set()
        for provision in each.spelled["provisions"]:
            here |= {f"{provision['type']}: {key}" for key in provision}
            words = ("clock", "together", "first day", "part")
            here |= {f"{key} {provision[key]}" for key in words if key in provision}
            here.add(f"for each {str(provision.get('for each')).rpartition(' ')[2]}")
        found.update(here)
    return found


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(AGREEMENTS), AT_A_TIME))
def test_the_two_engines_agree_on_small_agreements(first: int) -> None:
    drawn = [draw_terms(seed) for seed in AGREEMENTS[first : first + AT_A_TIME]]
    print(dict(keys(drawn)))
    differing = (f"seed {d.seed}: {found}" for d in drawn if (found := compared_terms(d)))
    assert list(differing)[:3] == []


@pytest.mark.full
def test_the_random_agreements_hold_every_key() -> None:
    counts = keys(map(draw_terms, range(600)))
    wanted = ("at once", "most in all", "then by age", "stops with", "day count", "for each")
    assert all(counts[f"stream: {key}"] > 60 for key in wanted), counts
    words = ("clock days in all", "clock first default", "together sum", "together spell")
    assert all(counts[word] > 60 for word in words), counts
