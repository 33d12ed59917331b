"""The engine's figures are those that were kept: a part of them here, all in `make test-all`."""

from dataclasses import replace
from datetime import date

import pytest

from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.corrections import Families
from dealclock.facts.fact import Fact, list_faults
from dealclock.terms.neutral_ids import KINDS_SHOWN
from tests.comparer.deal import Deal
from tests.comparer.drawing import draw, kinds_drawn
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
from tests.comparer.record import one_pass, record_of
from tests.comparer.scenes import NOTES
from tests.suite import seeds, suite


def _lines(what: str) -> list[Frozen]:
    return [each for each in read() if each.name.startswith(what)]


@pytest.mark.full
def test_drawn_deals_have_the_figures_that_were_kept() -> None:
    lines = _lines("seed ")
    assert len(lines) == DEALS
    assert all(len(each.under) == READINGS_OF_A_DEAL for each in lines)
    played = seeds(DEALS)[:: 3 if suite() == "test" else 1]
    assert [w for n in played for w in wrong(lines[n], one_pass)] == []


@pytest.mark.full
def test_worked_cases_have_the_figures_that_were_kept() -> None:
    """Under the choices that were known to change something; the others in full."""
    lines = _lines("case ")
    part = [lines[n] for n in seeds(len(lines))]
    assert [w for each in part for w in wrong(each, one_pass, ())] == []


@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
def test_worked_cases_have_the_figures_that_were_kept_under_each_reading_they_consult(
    part: int,
) -> None:
    """Under the others too by `python -m tests.comparer.frozen`, which takes some minutes."""
    lines = _lines("case ")[part::8]
    tried = [(each, consulted(one_pass, each)) for each in lines]
    assert [w for each, choices in tried for w in wrong(each, one_pass, choices)] == []


@pytest.mark.full
def test_a_figure_that_changes_under_one_reading_alone_is_noticed() -> None:
    """A default that occurs a day later, only where the last day itself is still in time."""

    def other(query: Look) -> Assessment:
        found = one_pass(query)
        if query.readings.get("default-occurs") != "NEXT-DAY":
            return found
        return replace(found, defaults=found.defaults[1:])

    name = next(n for n in cases() if one_pass(cases()[n]).defaults)
    kept = of_case(one_pass, name)
    assert Frozen.of(kept.line()) == kept
    assert wrong(kept, other) == [f"case {name} under default-occurs=NEXT-DAY: other figures"]
    assert wrong(kept, other, ()) == wrong(kept, other)


def test_a_record_holds_amounts_as_exact_fractions_and_days_as_text() -> None:
    """Effective on Dec 6, 2004, due on Oct 28: 38 days of 30/360 from Oct 29 to Dec 6, excluded
    (one of them the 31st of October, which 30/360 does not count), so 37 days of 60 million at
    0.25%: 60,000,000 x 0.0025 x 37 / 360 = 46250/3."""
    facts = [("F1", "registration-statement-filed", "2004-07-13"),
             ("F2", "registration-statement-effective", "2004-12-06")]  # fmt: skip
    made = tuple(Fact.model_validate({"id": i, "kind": k, "on": on}) for i, k, on in facts)
    found = record_of(one_pass(Deal("by hand", NOTES, (), made, date(2004, 12, 7)).query))
    assert found["accrual"]["accrued"] == "46250/3"
    default = found["defaults"]["default-ii"]
    assert (default["occurred_on"], default["cured_on"]) == ("2004-10-28", "2004-12-06")
    assert not {"title", "trace", "grounds"} & default.keys()


@pytest.mark.parametrize("seed", [0, 1, 7, 42])
def test_a_seed_always_draws_the_same_deal(seed: int) -> None:
    assert draw(seed) == draw(seed)


def test_drawn_events_could_each_be_recorded() -> None:
    for deal in map(draw, range(300)):
        before: Families[Fact] = Families(())
        for each in deal.facts:
            assert list(list_faults(each, before)) == [], (deal.name, each)
            before.add(each)


def test_every_kind_of_event_is_drawn_often() -> None:
    counts = kinds_drawn(0, 1200)
    known_twice = KINDS_SHOWN.values()  # a drawn event has the first of two names
    assert {kind: n for kind, n in counts.items() if n < 8 and kind not in known_twice} == {}
    assert counts["registration-statement-effective"] > 800
