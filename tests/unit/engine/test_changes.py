"""The difference between two assessments, item by item, worked out by hand.

The sample: $60,000,000 of Notes closed on June 30, 2004; 0.25% a year of it is $150,000, by 30/360
$416.666... a day. Filing was due July 15 and effectiveness October 28, 2004.
"""

from collections.abc import Mapping
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, figures
from dealclock.engine.changes import Change, compare
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import end_of
from tests.suite import examples
from tests.unit.engine.deals import (
    ZONE,
    effective,
    filed,
    log,
    sample_terms,
)
from tests.unit.engine.stories import asked_about, day, whole_stories

FILED = filed("2004-07-13", id="FILED")
PAYMENT = "payment/2005-01-15"


def on(as_of: str, *facts: Fact, readings: Mapping[str, str] | None = None) -> Assessment:
    """The sample as of a day."""
    asked = date.fromisoformat(as_of)
    known = end_of(asked, ZONE)
    return assess(Look(sample_terms(), log(*facts), asked, known, readings or {}), compare=False)


def items(before: Assessment, after: Assessment) -> dict[tuple[str, str], Change]:
    """Every item of the difference by its name."""
    found = compare(before, after).items
    named = {each.name: each for each in found}
    assert len(named) == len(found), "each name once"
    return named


@examples(60)
@given(asked_about(whole_stories()), st.integers(-200, 200))
def test_every_date_and_amount_that_moves_is_in_an_item_and_nothing_unchanged_is(
    asked: tuple[tuple[Fact, ...], int], further: int
) -> None:
    facts, offset = asked
    before, after = on(day(offset), *facts), on(day(max(1, offset + further)), *facts)
    changes = compare(before, after)
    shown = {each.instance for each in changes.items}
    assert {each.instance for each in changes.figures} <= shown
    assert compare(after, after).items == ()
    assert (figures(before) == figures(after)) == (changes.figures == ())
    assert {each.name for each in compare(after, before).items} == {
        each.name for each in changes.items
    }


def test_each_figure_that_moved_has_the_steps_of_its_own_instance() -> None:
    """Effective on November 10, 2004 moves dates of several instances, each with steps."""
    before, after = on("2004-12-01", FILED), on("2004-12-01", FILED, effective("2004-11-10"))
    moved = compare(before, after).figures
    steps = {owed.instance: owed.why.steps for owed in after.obligations}
    steps |= {default.instance: default.why.steps for default in after.defaults}
    own = {f.instance: f.trace for f in moved if f.instance in steps}
    assert {"default-ii", PAYMENT} <= own.keys()
    assert own == {instance: steps[instance] for instance in own}
    assert all(own.values())
