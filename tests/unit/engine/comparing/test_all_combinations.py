"""What figures depend on, and their values over all combinations of readings."""

import random
from collections.abc import Mapping
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import ABSENT, TOTAL, Assessment, Name, Range, depends_on, figures
from dealclock.engine.comparing.safe import Passes, jointly
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.terms.readings import ALL, choose, conflict_in
from tests.suite import examples
from tests.unit.engine.deals import effective, filed, history, log, on, sample_terms, unusable
from tests.unit.engine.stories import day, stories

FILED = filed("2004-07-13")
NOTICE: Name = ("trustee-notice/default-ii", "due")


def passes(as_of: str, *facts: Fact) -> Passes:
    """Passes over the facts under any readings, the defaults chosen."""
    recorded, on_day = log(*facts), date.fromisoformat(as_of)

    def under(readings: Mapping[str, str]) -> Assessment:
        return assess(Look(sample_terms(), recorded, on_day, readings=readings), compare=False)

    return Passes(choose({}), under, ALL)


def ranges(as_of: str, *facts: Fact, most: int = 4096) -> dict[Name, Range]:
    """The ranges of a day, moved readings tried first alone and then together, as `assess` does:
    some figures, such as what is left of a payment, arise under another reading alone."""
    made = passes(as_of, *facts)
    here = made.made({}).assessment
    for question in (q for q in ALL if q in here.consulted):
        for choice in ALL[question].open:
            if conflict_in({**here.readings, question: choice}) is None:
                made.made({question: choice})
    return {(r.instance, r.what): r for r in jointly(made, made.names(), most)}


def test_two_readings_together_move_a_notice_that_one_alone_leaves_in_place() -> None:
    """Election Day 2004 is the second Business Day after October 29, and no day of October 28's."""
    alone = on("2004-11-20", FILED).differences
    moved = {(d.reading, d.there) for d in alone if (d.instance, d.what) == NOTICE}
    assert moved == {("default-occurs", "2004-11-02"), ("notice-event", "2004-11-02")}
    together = ranges("2004-11-20", FILED)[NOTICE]
    assert together.readings == ("business-day", "default-occurs", "notice-event")
    assert dict(together.values) == {
        "2004-11-01": {"business-day": "federal-reserve"}
        | {"default-occurs": "LAPSE", "notice-event": "DEFAULT-DATE"},
        "2004-11-02": {"business-day": "federal-reserve"}
        | {"default-occurs": "LAPSE", "notice-event": "FIRST-ACCRUAL-DAY"},
        # From October 30, a Saturday: Monday and Tuesday, or Wednesday when Tuesday is closed.
        "2004-11-03": {"business-day": "gcl-24"}
        | {"default-occurs": "LAPSE", "notice-event": "FIRST-ACCRUAL-DAY"},
    }
    assert (together.tried, together.whole) == (8, True)


def test_the_part_that_produced_each_instance_is_known() -> None:
    """Without it, that one is absent would be taken to depend on every reading there is."""
    found = on("2004-11-20", FILED, unusable("2004-11-10"))
    there = {o.instance for o in found.obligations} | {w.instance for w in found.windows}
    assert "default-ii" in found.found_by
    assert set(found.found_by) == there | {d.instance for d in found.defaults}


@pytest.mark.full
def test_the_tree_finds_what_random_combinations_find() -> None:
    facts = history("story").facts
    found = ranges("2005-03-11", *facts)
    made = passes("2005-03-11", *facts)
    rng = random.Random(7)
    for _ in range(150):
        choices = {r.id: rng.choice(r.open) for r in ALL.values()}
        if conflict_in(choices):
            continue
        there, theirs = made.made(choices).assessment, made.made(choices).figures
        assert there.readings == choices
        for name, value in theirs.items():
            values = found[name].values if name in found else {made.made({}).figures[name]: {}}
            assert value in values, (name, choices)


@pytest.mark.full
def test_the_choices_listed_with_a_value_are_enough_to_produce_it() -> None:
    facts = history("story").facts
    made = passes("2005-03-11", *facts)
    for name, found in ranges("2005-03-11", *facts).items():
        for value, choices in found.values.items():
            assert made.made(choices).figures.get(name, ABSENT) == value


@pytest.mark.full
def test_a_range_cut_short_is_called_a_bound() -> None:
    facts = (FILED, effective("2004-12-06"), unusable("2005-01-10"))
    whole = ranges("2005-03-11", *facts)[TOTAL]
    short = ranges("2005-03-11", *facts, most=7)[TOTAL]
    assert (whole.whole, short.whole, short.tried) == (True, False, 7)
    assert set(short.values) <= set(whole.values)


def test_the_value_under_the_chosen_readings_comes_first() -> None:
    chosen = on("2004-11-20", FILED)
    found = ranges("2004-11-20", FILED)[TOTAL]
    assert next(iter(found.values)) == figures(chosen)[TOTAL] == "8750/1"


@examples(40)
@given(
    stories(),
    st.integers(1, 1500),
    st.fixed_dictionaries({r.id: st.sampled_from(tuple(r.choices)) for r in ALL.values()}),
    st.sampled_from(list(ALL)),
)
def test_no_reading_moves_a_figure_that_does_not_name_it(
    facts: tuple[Fact, ...], offset: int, readings: dict[str, str], moved: str
) -> None:
    here = _on(offset, facts, readings)
    for choice in ALL[moved].choices:
        there = _on(offset, facts, {**readings, moved: choice})
        ours, theirs = figures(here), figures(there)
        for name in {*ours, *theirs}:
            if ours.get(name) != theirs.get(name):
                names = depends_on(here, name)
                assert moved in (here.consulted if names is None else names), name


def _on(offset: int, facts: tuple[Fact, ...], readings: Mapping[str, str]) -> Assessment:
    as_of = date.fromisoformat(day(offset))
    return assess(Look(sample_terms(), log(*facts), as_of, readings=readings), compare=False)
