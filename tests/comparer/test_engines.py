"""Comparing two engines: a fault that one of them has is found, placed and reduced."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.corrections import Families
from dealclock.facts.fact import Fact, list_faults
from tests.comparer.deal import Deal
from tests.comparer.drawing import draw, kinds_drawn
from tests.comparer.engines import compare_all, compared, old_engine, report, smallest
from tests.comparer.record import answer, differences, record_of
from tests.comparer.scenes import NOTES

ONE = timedelta(days=1)


def one_day_late(query: Look) -> Assessment:
    """The old engine with a fault: a window for sales that opens on a Monday closes a day late."""
    found = assess(query, compare=False)
    windows = tuple(
        replace(w, closes=w.closes + ONE) if w.id == "sale-notice" and w.opens.weekday() == 0 else w
        for w in found.windows
    )
    return replace(found, windows=windows)


def wrong_word(query: Look) -> Assessment:
    """The old engine with a fault in a text alone."""
    found = assess(query, compare=False)
    return replace(found, windows=tuple(replace(w, title="Window") for w in found.windows))


def refusing(query: Look) -> Assessment:
    """An engine that refuses every deal with a stop order."""
    if any(each.kind == "stop-order" for each in query.log.facts):
        raise ValueError("no stop orders")
    return assess(query, compare=False)


def test_one_engine_answers_like_itself() -> None:
    comparison = compare_all(map(draw, range(60)), old_engine, old_engine)
    assert (comparison.deals, comparison.differing) == (60, [])


def test_a_fault_is_found_and_reduced_to_the_one_event_that_shows_it() -> None:
    deal = next(d for d in map(draw, range(2000)) if compared(d, old_engine, one_day_late))
    assert len(deal.facts) > 5
    found = smallest(deal, old_engine, one_day_late, "sentences")
    assert [each.kind for each in found.facts] == ["sale-notice"]
    assert (found.changes, found.readings, found.known_at) == ((), {}, None)
    (window,) = (w for w in assess(found.query).windows if w.id == "sale-notice")
    assert window.opens.weekday() == 0
    first = compared(found, old_engine, one_day_late)[0]
    assert first == (
        f"windows {window.instance} closes: {window.closes} in the old engine, "
        f"{window.closes + ONE} in the new"
    )


def test_a_fault_in_a_text_shows_only_when_sentences_are_compared() -> None:
    deal = next(d for d in map(draw, range(100)) if assess(d.query, compare=False).windows)
    assert compared(deal, old_engine, wrong_word, "figures") == []
    assert compared(deal, old_engine, wrong_word, "grounds") == []
    assert all(" title: " in each for each in compared(deal, old_engine, wrong_word, "sentences"))
    assert compared(deal, old_engine, wrong_word, "sentences")


def test_what_only_one_engine_refuses_is_a_difference() -> None:
    comparison = compare_all(map(draw, range(150)), old_engine, refusing, "figures")
    held = [d for d in map(draw, range(150)) if any(f.kind == "stop-order" for f in d.facts)]
    assert [deal.name for deal, _ in comparison.differing] == [deal.name for deal in held]
    assert list(report(comparison))[-1].startswith("150 deals, ")


def test_a_record_holds_amounts_as_exact_fractions_and_days_as_text() -> None:
    """Effective on Dec 6, 2004, due on Oct 28: 38 days of 30/360 from Oct 29 to Dec 6, excluded
    (one of them the 31st of October, which 30/360 does not count), so 37 days of 60 million at
    0.25%: 60,000,000 x 0.0025 x 37 / 360 = 46250/3."""
    facts = [("F1", "registration-statement-filed", "2004-07-13"),
             ("F2", "registration-statement-effective", "2004-12-06")]  # fmt: skip
    made = tuple(Fact.model_validate({"id": i, "kind": k, "on": on}) for i, k, on in facts)
    deal = Deal("by hand", NOTES, (), made, date(2004, 12, 7))
    found = record_of(assess(deal.query, compare=False), sentences=False)
    assert found["accrual"]["accrued"] == "46250/3"
    default = found["defaults"]["default-ii"]
    assert (default["occurred_on"], default["cured_on"]) == ("2004-10-28", "2004-12-06")
    assert default["grounds"]["events"] == ["F2"]
    assert "title" not in default
    figures = record_of(assess(deal.query, compare=False), sentences=False, grounds=False)
    assert "trace" not in figures["defaults"]["default-ii"]


def test_differences_name_what_one_record_lacks_and_another_order() -> None:
    old = {"windows": {"a": {"due": "1"}, "b": {"due": "2"}}, "unused_facts": ["F1"]}
    new = {"windows": {"b": {"due": "3"}, "a": {"due": "1"}}, "unused_facts": ["F1", "F2"]}
    assert list(differences(old, new)) == [
        "windows b due: 2 in the old engine, 3 in the new",
        "windows: in another order, ['b', 'a']",
        "unused_facts: ['F1'] in the old engine, ['F1', 'F2'] in the new",
    ]
    assert list(differences({"a": 1}, {})) == ["a: only the old engine has it, 1"]
    assert list(differences({"due": None}, {"due": "1"})) == [
        "due: None in the old engine, 1 in the new"
    ]


def test_a_deal_that_does_not_differ_is_not_reduced() -> None:
    with pytest.raises(IndexError):
        smallest(draw(1), old_engine, old_engine, "figures")


@pytest.mark.parametrize("seed", [0, 1, 7, 42])
def test_a_seed_always_draws_the_same_deal(seed: int) -> None:
    assert draw(seed) == draw(seed)
    assert answer(old_engine, draw(seed).query, sentences=True) == answer(
        old_engine, draw(seed).query, sentences=True
    )


def test_drawn_events_could_each_be_recorded() -> None:
    for deal in map(draw, range(300)):
        before: Families[Fact] = Families(())
        for each in deal.facts:
            assert list(list_faults(each, before)) == [], (deal.name, each)
            before.add(each)


def test_every_kind_of_event_is_drawn_often() -> None:
    counts = kinds_drawn(0, 1200)
    assert {kind: n for kind, n in counts.items() if n < 8} == {}
    assert counts["registration-statement-effective"] > 800
