"""The second engine's dates and amounts of whole deals, from what is stored: its share of the
samples', and the same as the first engine's on random histories and agreements.
"""

from collections.abc import Iterator

import pytest

from dealclock.engine.look import Look
from dealclock.errors import DealclockError
from tests.suite import seeds
from tests.unit.engine.deals import log
from tests.unit.engine.second.agreements.comparing_terms import loaded
from tests.unit.engine.second.agreements.many import KINDS
from tests.unit.engine.second.comparing import as_fact, sample
from tests.unit.engine.second.coverage import compared, shares
from tests.unit.engine.second.drawing import draw
from tests.unit.engine.second.drawing_parties import draw_parties
from tests.unit.engine.second.drawing_suspensions import draw_suspensions
from tests.unit.engine.second.known_faults import is_known

LEAST = 95
REFUSED = ("circle", "reduces", "issued", "outstanding")
STORIES = {"notes": draw, "suspensions": draw_suspensions, "parties": draw_parties}
AGREEMENTS = tuple(kind for kind in KINDS if kind != "days")


@pytest.mark.parametrize(
    "sample",
    [
        "infocrossing-2004",
        "camden-letter-2002",
        "model-144a",
        "model-covenants",
        "model-pipe",
        "blank",
    ],
)
def test_it_computes_nearly_all_of_a_sample(sample: str) -> None:
    share = shares()[sample]
    print(f"{share.percent:.1f}% of {share.figures}", dict(share.left_out))
    assert share.differing == []
    assert share.percent >= LEAST
    assert share.agreed == share.figures - share.left_out.total()


def looks(kind: str, seed: int) -> Iterator[Look]:
    """The looks at a drawn deal; none where it is refused, or known to be wrong."""
    if kind in STORIES:
        story, days = (drawn := STORIES[kind](seed)).story, drawn.days
        for day in days:
            if not is_known(story, day):
                terms = sample(story.day_count, story.amended)
                facts = log(*map(as_fact, story.events))
                yield Look(terms, facts, day, readings=story.readings)
        return
    drawn = KINDS[kind][0](seed)
    try:
        terms = loaded(drawn.spelled)
    except DealclockError:
        return
    yield Look(terms, log(*map(as_fact, drawn.events)), drawn.as_of, readings=drawn.readings)


@pytest.mark.parametrize("kind", [*STORIES, *AGREEMENTS])
def test_it_gives_the_first_engines_figures(kind: str) -> None:
    differing, figures = [], 0
    for seed in range(6):
        for look in looks(kind, seed):
            share = compared(look)
            figures += share.figures
            differing += share.differing
    assert differing == []
    assert figures > 10


@pytest.mark.full
@pytest.mark.parametrize("seed", seeds(40))
@pytest.mark.parametrize("kind", [*STORIES, *AGREEMENTS])
def test_it_gives_the_first_engines_figures_of_many(kind: str, seed: int) -> None:
    for each in range(100 + 5 * seed, 105 + 5 * seed):
        for look in looks(kind, each):
            try:
                assert compared(look).differing == [], each
            except DealclockError as refused:
                if not any(
                    word in str(refused) for word in ("circle", "reduces", "issued", "outstanding")
                ):
                    raise
