"""Results shared between passes change no answer, compared with passes that share nothing."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import ABSENT, TOTAL, Assessment, Difference
from dealclock.engine.assessment import moved as moved_figures
from dealclock.engine.comparing.comparison import Comparison
from dealclock.engine.comparing.safe import Passes, moved_budgets, range_of, with_safe_dates
from dealclock.engine.context import Memory
from dealclock.engine.findings import Findings
from dealclock.engine.look import Look
from dealclock.engine.one_pass import run_pass
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.terms.readings import ALL, choose, conflict_in
from dealclock.terms.terms import Terms
from tests.suite import examples
from tests.unit.engine.deals import history, log, sample_terms
from tests.unit.engine.stories import (
    READINGS,
    asked_about,
    day,
    several_terms,
    whole_stories,
)

ASKED = asked_about(whole_stories())


def plainly(
    terms: Terms, recorded: FactLog, as_of: date, chosen: Mapping[str, str] | None = None
) -> Passes:
    """Passes of which each does all of its work itself."""

    def under(readings: Mapping[str, str]) -> Assessment:
        return assess(Look(terms, recorded, as_of, readings=readings), compare=False)

    return Passes(choose(chosen or {}), under, ALL)


def compared(passes: Passes) -> Assessment:
    """What is told beside the other readings, by passes that keep nothing."""
    here = passes.made({}).assessment
    moved: list[Difference] = []
    for question in (q for q in ALL if q in here.consulted):
        for choice in ALL[question].open:
            if choice == passes.chosen[question]:
                continue
            if not conflict_in({**passes.chosen, question: choice}):
                there = passes.made({question: choice})
                found = [
                    *moved_figures(passes.made({}).figures, there.figures),
                    *moved_budgets(here.budgets, there.assessment.budgets),
                ]
                moved += [Difference(question, choice, *name, a, b) for name, a, b in found]
    return with_safe_dates(replace(here, differences=tuple(moved)), passes)


@pytest.mark.full
@pytest.mark.parametrize("as_of", ["2004-11-20", "2005-01-20", "2005-03-10", "2006-07-14"])
def test_the_sample_history_is_the_same_with_and_without_sharing(as_of: str) -> None:
    recorded, on_day = history("story"), date.fromisoformat(as_of)
    assessment = assess(Look(sample_terms(), recorded, on_day))
    assert assessment == compared(plainly(sample_terms(), recorded, on_day))
    assert assessment.differences


@examples(25)
@given(ASKED, st.sampled_from(several_terms()), st.lists(READINGS, min_size=2, max_size=6))
def test_a_pass_that_reuses_results_finds_what_a_separate_pass_finds(
    asked: tuple[tuple[Fact, ...], int], terms: Terms, several: list[dict[str, str]]
) -> None:
    facts, offset = asked
    given_ = Look(terms, log(*facts), date.fromisoformat(day(offset)))
    memory = Memory()
    for chosen in (*several, {}, *reversed(several)):
        one, other = given_.contexts(choose(chosen)), given_.contexts(choose(chosen), memory)
        alone, taken_up = run_pass(one), run_pass(other)
        assert _contents(taken_up) == _contents(alone)
        assert other[-1].choices.in_all == one[-1].choices.in_all
        assert taken_up.kept == alone.kept


@examples(25)
@given(ASKED, st.sampled_from(several_terms()), READINGS)
def test_what_was_compared_is_the_same_kept_and_read_back(
    asked: tuple[tuple[Fact, ...], int], terms: Terms, chosen: dict[str, str]
) -> None:
    facts, offset = asked
    if conflict_in(choose(chosen)):
        return
    query = Look(terms, log(*facts), date.fromisoformat(day(offset)), readings=chosen)
    whole = assess(query)
    kept = Comparison.read(Comparison.of(whole).text)
    assert assess(replace(query, compared=lambda _look: kept)) == whole
    here = assess(query, compare=False)
    assert replace(kept, engine="0.1.0").completed(here) is None
    for each in whole.differences[:1]:
        changed = Difference(each.reading, each.choice, *TOTAL, "?", each.there)
        assert replace(kept, differences=(changed,)).completed(here) is None


@examples(25)
@given(ASKED, st.sampled_from(several_terms()), READINGS)
def test_amounts_compared_alone_are_those_of_the_whole_comparison(
    asked: tuple[tuple[Fact, ...], int], terms: Terms, chosen: dict[str, str]
) -> None:
    facts, offset = asked
    if conflict_in(choose(chosen)):
        return
    query = Look(terms, log(*facts), date.fromisoformat(day(offset)), readings=chosen)
    whole, alone = assess(query), assess(query, amounts=True)
    of_accrual = tuple(each for each in whole.differences if each.instance == "accrual")
    assert alone.differences == of_accrual


@pytest.mark.parametrize("as_of", ["2004-11-20", "2005-01-20"])
def test_ranges_of_amounts_alone_are_those_of_all_figures(as_of: str) -> None:
    query = Look(sample_terms(), history("story"), date.fromisoformat(as_of))
    every = assess(query, together=True).ranges
    kept = Comparison.of(assess(query))
    for look in (query, replace(query, compared=lambda _look: kept)):
        alone = assess(look, together=True, amounts=True).ranges
        assert alone == tuple(each for each in every if each.instance == "accrual")
    assert every


MOMENTS = st.tuples(st.floats(0.2, 1), st.integers(-400, 900), READINGS)


@examples(40)
@given(
    ASKED,
    st.sampled_from(several_terms()),
    st.lists(MOMENTS, min_size=3, max_size=6),
    st.booleans(),
)
def test_answers_kept_across_days_and_events_are_those_of_a_separate_assessment(
    asked: tuple[tuple[Fact, ...], int],
    terms: Terms,
    moments: list[tuple[float, int, dict[str, str]]],
    in_order: bool,
) -> None:
    facts, offset = asked
    whole, memory = log(*facts), Memory(across=True)
    for share, later, chosen in sorted(moments, key=lambda m: m[:2]) if in_order else moments:
        recorded = whole.first(round(share * len(facts)))
        as_of = date.fromisoformat(day(offset)) + timedelta(days=later)
        if conflict_in(choose(chosen)):
            continue
        query = Look(terms, recorded, as_of, readings=chosen)
        assert assess(query, compare=False, memory=memory) == assess(query, compare=False)


def _contents(found: Findings) -> tuple[object, ...]:
    """All findings that have no working parts: two ledgers alike are two, what they give is not."""
    principal = found.ledger and (found.ledger.principal.balances, found.ledger.why)
    ledger = found.ledger and (principal, found.ledger.readings)
    lists = (found.obligations, found.windows, found.defaults, found.duties, found.true_ups)
    return (*lists, found.accrual, found.buckets, ledger)


TERMS = several_terms()
WHICH = st.integers(0, len(TERMS) - 1)  # the terms themselves would be told in pages


@pytest.mark.full
@examples(12)
@given(ASKED, WHICH, READINGS)
def test_any_history_is_the_same_with_and_without_sharing(
    asked: tuple[tuple[Fact, ...], int], which: int, chosen: dict[str, str]
) -> None:
    terms = TERMS[which]
    facts, offset = asked
    if conflict_in(choose(chosen)):
        return
    recorded, as_of = log(*facts), date.fromisoformat(day(offset))
    assessment = assess(Look(terms, recorded, as_of, readings=chosen))
    plain = plainly(terms, recorded, as_of, {"business-day": terms.calendar, **chosen})
    assert replace(assessment, contradictions=()) == replace(compared(plain), contradictions=())


@pytest.mark.full
@examples(12)
@given(ASKED, WHICH, READINGS)
def test_a_due_day_takes_only_values_of_readings_it_names_itself(
    asked: tuple[tuple[Fact, ...], int], which: int, chosen: dict[str, str]
) -> None:
    terms = TERMS[which]
    facts, offset = asked
    if conflict_in(choose(chosen)):
        return
    as_of = date.fromisoformat(day(offset))
    passes = plainly(terms, log(*facts), as_of, {"business-day": terms.calendar, **chosen})
    here = passes.made({}).assessment
    for each in [o for o in here.obligations if o.due_readings is not None]:
        name = (each.instance, "due")
        by_all = range_of(name, passes, 128)
        narrow = range_of(name, passes, 512, of_day=True)
        found, apart = (set(r.values) - {ABSENT} for r in (by_all, narrow))
        assert found <= apart if narrow.whole else True
        assert apart <= found if by_all.whole else True


@pytest.mark.full
def test_the_due_day_of_a_payment_takes_the_values_of_all_its_readings() -> None:
    """By the calendar alone it is as by all it depends on; the others decide whether it arises."""
    recorded, on_day = history("story"), date(2005, 3, 10)
    passes = plainly(sample_terms(), recorded, on_day)
    here = passes.made({}).assessment
    owed = {o.instance: o for o in here.obligations if o.due_readings is not None}
    assert list(owed) == [
        "cure-window/F5",
        "trustee-notice/default-iii/F5",
        "payment/2005-01-15",
        "payment/2005-07-15",
    ]
    for each in (o for o in owed.values() if o.kind == "payment"):
        name = (each.instance, "due")
        by_all = range_of(name, passes)
        narrow = range_of(name, passes, of_day=True)
        assert by_all.whole
        assert by_all.tried > narrow.tried == 2
        assert set(narrow.values) == set(by_all.values) - {ABSENT}
