"""The engine's figures are those that were kept: a part of them here, all in `make test-all`."""

from dataclasses import replace

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from tests.comparer.engines import new_engine, old_engine
from tests.comparer.frozen import (
    DEALS,
    READINGS_OF_A_DEAL,
    Frozen,
    cases,
    consulted,
    of_case,
    read,
    wrong,
)
from tests.suite import seeds, suite


def _lines(what: str) -> list[Frozen]:
    return [each for each in read() if each.name.startswith(what)]


def test_drawn_deals_have_the_figures_that_were_kept() -> None:
    lines = _lines("seed ")
    assert len(lines) == DEALS
    assert all(len(each.under) == READINGS_OF_A_DEAL for each in lines)
    played = seeds(DEALS)[:: 3 if suite() == "test" else 1]
    assert [w for n in played for w in wrong(lines[n], new_engine)] == []


def test_worked_cases_have_the_figures_that_were_kept() -> None:
    """Under the choices that were known to change something; the others in full."""
    lines = _lines("case ")
    part = [lines[n] for n in seeds(len(lines))]
    assert [w for each in part for w in wrong(each, new_engine, ())] == []


@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
def test_worked_cases_have_the_figures_that_were_kept_under_each_reading_they_consult(
    part: int,
) -> None:
    """Under the others too by `python -m tests.comparer.frozen`, which takes some minutes."""
    lines = _lines("case ")[part::8]
    tried = [(each, consulted(new_engine, each)) for each in lines]
    assert [w for each, choices in tried for w in wrong(each, new_engine, choices)] == []


def test_a_figure_that_changes_under_one_reading_alone_is_noticed() -> None:
    """A default that occurs a day later, only where the last day itself is still in time."""

    def other(query: Look) -> Assessment:
        found = assess(query, compare=False)
        if query.readings.get("default-occurs") != "NEXT-DAY":
            return found
        return replace(found, defaults=found.defaults[1:])

    name = next(n for n in cases() if assess(cases()[n], compare=False).defaults)
    kept = of_case(old_engine, name)
    assert Frozen.of(kept.line()) == kept
    assert wrong(kept, other) == [f"case {name} under default-occurs=NEXT-DAY: other figures"]
    assert wrong(kept, other, ()) == wrong(kept, other)
