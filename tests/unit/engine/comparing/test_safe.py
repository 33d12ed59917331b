"""Safe dates are never later than under any one reading, and ranges never narrower."""

from collections.abc import Collection, Mapping
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import ABSENT, TOTAL, Assessment, Name, depends_on
from dealclock.engine.comparing.safe import Passes, jointly, over_all, range_of
from dealclock.engine.conclusions import Status
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.terms.readings import ALL, choose, conflict_in
from tests.suite import examples
from tests.unit.engine.deals import (
    converted,
    effective,
    fact,
    filed,
    issued,
    log,
    on,
    resumed,
    sample_terms,
    sold,
    suspended,
    unusable,
    usable,
)
from tests.unit.engine.stories import READINGS, asked_about, day, whole_stories

OVERRUN = (filed("2004-07-13"), effective("2004-12-20"), suspended("2005-03-04", "mail", id="S1"))
CURE: Name = ("cure-window/S1-excess", "due")
ASKED = asked_about(whole_stories())


def passes(as_of: str, facts: Collection[Fact], chosen: Mapping[str, str] | None = None) -> Passes:
    """Passes over the facts under any readings, none made yet."""
    recorded, on_day = log(*facts), date.fromisoformat(as_of)

    def under(readings: Mapping[str, str]) -> Assessment:
        return assess(Look(sample_terms(), recorded, on_day, readings=readings), compare=False)

    return Passes(choose(chosen or {}), under, ALL)


def moved_alone(found: Passes) -> list[dict[str, str]]:
    """Each other choice of a reading that was consulted, made alone."""
    here = found.made({}).assessment
    moves = [{q: c} for q in ALL if q in here.consulted for c in ALL[q].open]
    others = [m for m in moves if not m.items() <= found.chosen.items()]
    return [m for m in others if conflict_in({**found.chosen, **m}) is None]


def alone(told: Assessment, instance: str, what: str) -> list[date]:
    """The days that each reading moved alone gives."""
    moved = [d for d in told.differences if (d.instance, d.what) == (instance, what)]
    return [date.fromisoformat(d.there) for d in moved if d.there != ABSENT]


def test_a_date_that_may_be_absent_depends_on_nothing_read_after_it_was_found() -> None:
    """Under ONLY-iv it does not arise, and Notes converted or a review could not change that."""
    found = passes("2005-04-25", OVERRUN)
    whole = range_of(CURE, found)
    assert (whole.whole, set(whole.values)) == (True, {"2005-05-02", "2005-04-25", ABSENT})
    assert {"business-day", "suspension-start", "excess-suspension"} <= set(whole.readings)
    none = {"converted-notes", "rate-ladder", "stop-from", "review-period", "notice-event"}
    assert not none & set(whole.readings)


LONG = (
    fact("nothing-else-happened", "2004-06-30", id="F0"),
    filed("2004-07-30"),
    effective("2004-12-20"),
    issued("2004-11-15"),
    converted("2005-02-01", "10000000", lot="base"),
    sold("2005-02-03", "5000000", lot="base"),
    unusable("2005-03-01", id="U1"),
    suspended("2005-03-04", "mail", id="S1"),
    resumed("2005-05-10"),
    usable("2005-05-20"),
    unusable("2006-06-01", id="U2"),
)


@pytest.mark.full
def test_a_range_cut_short_reaches_as_far_as_each_reading_alone() -> None:
    """Of the 60,000,000 dollars 0.25% are 416.66 a day, of the option's 12,000,000 they are 83.33.

    Filed on July 30, 14 days late to the cure; effective on December 20, 51 days after October 29,
    35 of them with the option: 27,083.33 and 2,916.67. With both defaults a day later it is twice
    416.66 less.
    """
    found = passes("2006-08-01", LONG)
    assert found.made({}).figures["payment/2005-01-15", "amount"] == "30000/1"
    paid = range_of(("payment/2005-01-15", "amount"), found, 100)
    assert not paid.whole
    assert "87500/3" in paid.values
    assert {"2005-04-25", "2005-05-02"} <= set(range_of(CURE, found, 100).values)


@pytest.mark.parametrize(
    ("most", "moved"), [(1, {"0"}), (7, {"0", "1"}), (8, {"0", "1", "2"}), (22, {"0", "1", "2"})]
)
def test_a_bound_leaves_out_the_readings_that_move_least(most: int, moved: set[str]) -> None:
    """Of six readings of two choices there are 1, 6 and 15 combinations that move 0, 1 and 2."""
    two = [q for q in ALL if len(ALL[q].open) == 2][:6]
    chosen = {q: ALL[q].default for q in ALL}

    def ask(there: Mapping[str, str]) -> tuple[str, Collection[str]]:
        return str(sum(chosen[q] != c for q, c in there.items())), two

    found = over_all(("x", "due"), chosen, ask, ALL, most)
    assert (set(found.values), found.tried, found.whole) == (moved, most, False)
    whole = over_all(("x", "due"), chosen, ask, ALL, 64)
    assert (len(whole.values), whole.tried, whole.whole) == (7, 64, True)


@examples(15)
@given(ASKED, READINGS, st.sampled_from((1, 12)))
def test_every_range_includes_the_value_under_each_reading_alone(
    asked: tuple[tuple[Fact, ...], int], chosen: dict[str, str], most: int
) -> None:
    facts, offset = asked
    if conflict_in(choose(chosen)):
        return
    found = passes(day(offset), facts, chosen)
    under_each = [found.made(moved).figures for moved in moved_alone(found)]
    here = found.made({}).figures
    ranges = {(r.instance, r.what): r.values for r in jointly(found, found.names(), most)}
    for there in under_each:
        for name in {*here, *there}:
            value = there.get(name, ABSENT)
            assert value in ranges.get(name, {here.get(name, ABSENT): {}}), name


@examples(25)
@given(ASKED, READINGS)
def test_a_safe_date_is_safe_under_each_reading_alone(
    asked: tuple[tuple[Fact, ...], int], chosen: dict[str, str]
) -> None:
    facts, offset = asked
    if conflict_in(choose(chosen)):
        return
    assessment = assess(
        Look(sample_terms(), log(*facts), date.fromisoformat(day(offset)), readings=chosen)
    )
    for o in assessment.obligations:
        earliest = min([o.due, *alone(assessment, o.instance, "due")])
        assert (o.safe or o.due) == earliest
        assert (o.safe_together or o.due) <= earliest
    for w in [w for w in assessment.windows if w.kind != "minimum period"]:
        if w.status is Status.CLOSED and w.done_on is None:
            assert (w.safe, w.safe_together) == (None, None)
            continue
        opens, closes = (alone(assessment, w.instance, what) for what in ("opens", "closes"))
        between = max([w.opens, *opens]), min([w.closes, *closes])
        assert (w.safe or (w.opens, w.closes)) == between
        first, last = w.safe_together or (w.opens, w.closes)
        assert first >= between[0]
        assert last <= between[1]


@examples(15)
@given(ASKED, READINGS)
def test_an_absent_item_depends_on_every_reading_that_makes_it_arise(
    asked: tuple[tuple[Fact, ...], int], chosen: dict[str, str]
) -> None:
    facts, offset = asked
    if conflict_in(choose(chosen)):
        return
    found = passes(day(offset), facts, chosen)
    here = found.made({})
    for moved in moved_alone(found):
        there = found.made(moved)
        for instance in [i for i in there.assessment.found_by if i not in here.assessment.found_by]:
            assert {*moved} <= set(found.absence_depends_on(here, instance)), instance
        ours = here.assessment.found_by
        for instance in [i for i in ours if i not in there.assessment.found_by]:
            assert {*moved} <= set(found.absence_depends_on(there, instance)), instance


def test_the_total_accrued_depends_on_the_readings_that_date_the_default() -> None:
    """Not effective by October 28, 2004: the first day of interest is what these decide."""
    readings = depends_on(on("2004-12-01", filed("2004-07-13")), TOTAL)
    assert readings is not None
    assert {"default-occurs", "first-day-of-default"} <= readings
