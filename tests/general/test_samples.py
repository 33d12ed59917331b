"""The samples in the general form, as committed: written again they are the same, and on random
histories they answer like their older spellings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from dealclock.engine.checked_files import check_terms
from dealclock.engine.look import Look
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms
from tests.comparer.deal import Deal
from tests.comparer.drawing import draw
from tests.comparer.record import Record, answer, one_pass
from tests.general.writing import SAMPLES, sample_file, sample_text

DEALS = 200
PARTS = 8


@pytest.mark.parametrize("name", SAMPLES)
def test_the_committed_form_is_what_the_spellings_stand_for(name: str) -> None:
    committed = sample_file(name).read_text(encoding="utf-8")
    assert committed == sample_text(name), "run: python -m tests.general.writing"


@cache
def general(name: str) -> Terms:
    terms, problems = check_terms(parse_file(sample_file(name)))
    assert problems == []
    assert terms is not None
    return terms


def drawn(seed: int = 0) -> Iterator[Deal]:
    """The drawn deals of the samples' terms as they are."""
    while True:
        deal = draw(seed)
        if not deal.changes:
            yield deal
        seed += 1


def figures(query: Look) -> Record:
    """Every figure. `kind` is that of the spelling, so it is left out; events that contradict the
    first lapse of a deadline are found by its spelling alone.
    """
    found = _without_kind(answer(one_pass, query))
    return {key: value for key, value in found.items() if key != "contradictions"}


def _without_kind(found: Any) -> Any:
    if isinstance(found, Mapping):
        return {key: _without_kind(value) for key, value in found.items() if key != "kind"}
    return [_without_kind(each) for each in found] if isinstance(found, list) else found


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_both_spellings_answer_alike_on_random_histories(part: int) -> None:
    """By hand, more of them: islice(drawn(), FIRST, LAST)."""
    for deal in islice(drawn(), part, DEALS, PARTS):
        asked = deal.query
        spelled, written = figures(asked), figures(replace(asked, terms=general(deal.agreement)))
        assert written == spelled, deal.name
