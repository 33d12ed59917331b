"""What changed between two assessments, and why."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.causes import StateMoment, history
from dealclock.engine.changes import Change
from dealclock.engine.look import Look, ReadingsChosen
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, end_of
from dealclock.terms.terms import Terms
from tests.suite import examples
from tests.unit.engine.deals import (
    ZONE,
    effective,
    fact,
    filed,
    log,
    sample_terms,
)
from tests.unit.engine.stories import named, stories

FILED = filed("2004-07-13")


def moment(day: str, known: str | None = None) -> StateMoment:
    """The start of a day, with what was known by its end or by that of another."""
    return StateMoment(date.fromisoformat(day), end_of(date.fromisoformat(known or day), ZONE))


def under(
    terms: Terms, facts: FactLog, as_of: date, known_at: datetime, readings: Mapping[str, str]
) -> Assessment:
    """An assessment on the way."""
    return assess(Look(terms, facts, as_of, known_at, readings), compare=False)


def item_causes(
    start: StateMoment,
    end: StateMoment,
    *facts: Fact,
    chosen: tuple[ReadingsChosen, ...] = (),
) -> dict[tuple[str, str], tuple[Change, list[tuple[str, str]]]]:
    """Each item of the difference with its causes: by what, and which."""
    caused = history(sample_terms(), log(*facts), start, end, under, chosen)
    return {
        i.name: (i, [(s.cause.by, s.cause.id) for s in caused.of_item(i)])
        for i in caused.changes.items
    }


def test_a_reading_changed_in_between_is_the_cause_of_what_it_moves() -> None:
    """NEXT-DAY dates the default of October 28, 2004 on October 29, as it dates every other."""
    start, end = moment("2004-11-01"), moment("2004-11-01", "2004-11-05")
    chosen = (
        ReadingsChosen(moment("2004-10-01").known_at, {}),
        ReadingsChosen(moment("2004-11-03").known_at, {"default-occurs": "NEXT-DAY"}),
    )
    found, why = item_causes(start, end, FILED, chosen=chosen)["default-ii", "occurred_on"]
    assert (found.before, found.after) == ("2004-10-28", "2004-10-29")
    assert why == [("reading", "default-occurs")]


def test_the_readings_of_the_start_apply_before_the_first_known_choice() -> None:
    chosen = (ReadingsChosen(moment("2004-12-01").known_at, {"default-occurs": "NEXT-DAY"}),)
    found = item_causes(moment("2004-11-01"), moment("2004-11-10"), FILED, chosen=chosen)
    assert ("default-ii", "occurred_on") not in found


def _many(events: int) -> tuple[Fact, ...]:
    """Effective in time, then events that change nothing, one a day."""
    days = (FILED.on + timedelta(days=110 + n // 2) for n in range(events))
    reports = (fact("report-filed", day.isoformat(), id=f"R{n}") for n, day in enumerate(days))
    return FILED, effective("2004-10-20", id="EFF"), *reports


@pytest.mark.full
def test_many_events_cost_few_assessments_and_have_the_same_causes() -> None:
    """Twenty halvings of 600 events, where each was assessed by itself, and its day as well."""
    facts, counted = log(*_many(300)), list[date]()

    def counting(
        terms: Terms, known: FactLog, as_of: date, at: datetime, readings: Mapping[str, str]
    ) -> Assessment:
        counted.append(as_of)
        return under(terms, known, as_of, at, readings)

    asked = (sample_terms(), facts, moment("2004-07-01"), moment("2005-06-01"))
    whole = history(*asked, counting)
    one_by_one = len(counted)
    counted.clear()
    halved = history(*asked, counting, most_work=150 * len(facts.facts))
    assert one_by_one > 300
    assert len(counted) < 60
    assert halved.changes == whole.changes
    for figure in whole.changes.figures:
        assert halved.of_figure(figure) == whole.of_figure(figure)
    for item in whole.changes.items:
        assert halved.of_item(item) == whole.of_item(item)
    assert halved.not_attributed == 0


def test_causes_that_were_not_looked_for_are_counted() -> None:
    facts = log(*_many(100))
    asked = (sample_terms(), facts, moment("2004-07-01"), moment("2005-06-01"))
    cut = history(*asked, under, most_work=4 * len(facts.facts))
    assert cut.not_attributed == 102
    assert cut.changes == history(*asked, under).changes


@examples(15)
@given(stories(), st.integers(3, 12))
def test_halving_finds_no_cause_that_is_none(facts: tuple[Fact, ...], most: int) -> None:
    """Each step of a figure found by halves is one of those found one by one."""
    told = log(*named(facts))
    asked = (sample_terms(), told, moment("2004-07-01"), moment("2006-06-01"))
    whole = history(*asked, under)
    halved = history(*asked, under, most_work=most * max(len(facts), 1))
    assert halved.changes == whole.changes
    for figure in whole.changes.figures:
        steps, every = halved.of_figure(figure), whole.of_figure(figure)
        assert {s.cause for s in steps} <= {s.cause for s in every}
        if not halved.not_attributed:
            assert bool(steps) == bool(every)
