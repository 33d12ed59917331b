"""Questions of the special rules answer the same kept and fresh: under other readings, on other
days, and after other events.
"""

from datetime import timedelta
from random import Random

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.context import Memory
from dealclock.engine.look import Look
from dealclock.errors import DealclockError
from dealclock.facts.log import FactLog
from dealclock.terms.readings import choose, conflict_in
from tests.comparer.drawing import draw

SEEDS = range(9000, 9024)


@pytest.mark.full
@pytest.mark.parametrize("seed", SEEDS)
def test_a_drawn_deal_is_assessed_alike_with_kept_answers_and_without(seed: int) -> None:
    deal, random, memory = draw(seed), Random(seed), Memory(across=True)
    terms, known = deal.terms, len(deal.facts)
    readings = terms.all_readings
    for _ in range(4):
        facts = deal.facts[: random.randint(known // 2, known)]
        chosen = {
            name: random.choice(readings[name].open)
            for name in random.sample(sorted(readings), min(8, len(readings)))
        }
        if conflict_in(choose(chosen)):
            continue
        as_of = deal.as_of + timedelta(days=random.randint(-60, 200))
        log = FactLog(facts, terms.agreement.time_zone)
        query = Look(terms, log, as_of, readings=chosen)
        try:
            fresh = assess(query, compare=False)
        except DealclockError:
            continue
        kept = assess(query, compare=False, memory=memory)
        assert kept.obligations == fresh.obligations
        assert kept == fresh
