"""Both spellings of the sample answer alike: every item, day, status and amount."""

from datetime import date, timedelta
from random import Random

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.checked_files import check_terms
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.files.source import parse
from tests.general.writing import text_of
from tests.unit.engine.deals import history, sample_terms

SPELLED = sample_terms()
GENERAL, PROBLEMS = check_terms(parse(text_of(SPELLED), "general.yaml"))
FIGURES = (
    *("due", "opens", "closes", "status", "met_on", "amount", "grounds"),
    *("occurred_on", "accrues_from", "accrues_to", "cured_on"),
)


def answers(found: Assessment) -> dict[tuple[str, str], object]:
    """Every figure by instance and name; `kind` is that of the spelling, so it is left out."""
    parts: tuple[Obligation | Window | Default, ...] = (
        *found.obligations,
        *found.windows,
        *found.defaults,
    )
    figures = {(p.instance, name): getattr(p, name, None) for p in parts for name in FIGURES}
    return {**figures, ("accrual", "total"): found.accrual.exact}


@pytest.mark.parametrize("seed", range(12))
def test_both_spellings_answer_alike_on_parts_of_the_story(seed: int) -> None:
    assert PROBLEMS == []
    assert GENERAL is not None
    draw, story = Random(seed), history("story")
    facts = tuple(f for f in story.facts if draw.random() < 0.8 and f.corrects is None)
    log = FactLog(facts, story.zone)
    day = date(2004, 7, 1) + timedelta(days=draw.randrange(1000))
    spelled = answers(assess(Look(SPELLED, log, day), compare=False))
    general = answers(assess(Look(GENERAL, log, day), compare=False))
    assert general == spelled
