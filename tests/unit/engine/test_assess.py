"""The whole assessment: what was known when, its basis, and what other readings change."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.errors import DealclockError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.terms.readings import ALL
from tests.suite import examples
from tests.unit.engine.deals import (
    ZONE,
    amended,
    effective,
    fact,
    filed,
    issued,
    log,
    on,
    sample_terms,
    usable,
)
from tests.unit.engine.stories import day, stories

FILED = filed("2004-07-13")


# ---- What it rests on


def test_events_that_no_conclusion_uses_are_shown_and_the_others_are_not() -> None:
    assessment = on(
        "2004-11-20",
        fact("nothing-else-happened", "2004-06-30"),
        FILED,
        filed("2004-07-14"),
        usable("2004-08-01"),
        issued("2004-07-20"),
        issued("2004-07-21", lot="third"),
        fact("default-confirmed", "2004-11-01", about="default-i"),
    )
    assert assessment.unused_facts == ("F3", "F6", "F4", "F7")  # by their days


# ---- Readings


def test_changes_under_another_reading_are_relative_to_the_chosen_one() -> None:
    chosen = on("2004-11-20", FILED, readings={"default-occurs": "NEXT-DAY"})
    moved = {(d.choice, d.instance, d.what): (d.here, d.there) for d in chosen.differences}
    assert moved == {
        ("LAPSE", "default-ii", "occurred_on"): ("2004-10-29", "2004-10-28"),
        ("LAPSE", "default-ii", "accrues_from"): ("2004-10-30", "2004-10-29"),
        ("LAPSE", "trustee-notice/default-ii", "due"): ("2004-11-02", "2004-11-01"),
        ("LAPSE", "accrual", "total"): ("25000/3", "8750/1"),
        ("LAPSE", "payment/2005-01-15", "amount"): ("31250/1", "95000/3"),
        # Drafts of the July 13 filing, had a review been due.
        ("NTH-DAY", "shelf-review/F1", "due"): ("2004-06-25", "2004-06-28"),
        # Counted from October 29, the second Business Day is Election Day.
        ("gcl-24", "trustee-notice/default-ii", "due"): ("2004-11-02", "2004-11-03"),
    }


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(RefusedError, match="no such reading"):
        on("2004-07-01", readings={"holiday": "NYSE"})


# ---- Refusals


@pytest.mark.parametrize("as_of", ["1994-12-31", "2061-01-01"])
def test_a_day_outside_the_calendar_is_refused_even_if_no_count_needs_it(as_of: str) -> None:
    with pytest.raises(RefusedError, match=f"{as_of} is outside"):
        on(as_of, FILED, effective("2004-10-20"))


def test_a_count_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(RefusedError, match="is outside"):
        on("2060-12-31", FILED)  # the payment after it falls in 2061


def test_terms_that_name_an_unknown_event_kind_are_refused_with_the_nearest() -> None:
    rule, *others = sample_terms().provisions
    wrong = rule.model_copy(update={"met_by": "registration-statement-fled"})
    terms = sample_terms().model_copy(update={"provisions": (wrong, *others)})
    with pytest.raises(DealclockError, match="Did you mean 'registration-statement-filed'"):
        on("2004-07-01", terms=terms)


def test_terms_without_a_rate_schedule_are_refused() -> None:
    rules = tuple(p for p in sample_terms().provisions if p.type != "rate schedule")
    with pytest.raises(DealclockError, match="a payment but no rate schedule"):
        on("2004-07-01", terms=sample_terms().model_copy(update={"provisions": rules}))


# ---- What must hold of every course of events


@examples(25)
@given(stories(), st.integers(1, 1500), st.randoms(use_true_random=False))
def test_the_recording_order_of_events_of_different_days_changes_nothing(
    facts: tuple[Fact, ...], offset: int, shuffle: object
) -> None:
    assume(len({f.on for f in facts}) == len(facts))
    mixed = list(facts)
    shuffle.shuffle(mixed)  # type: ignore[attr-defined]
    as_of = date.fromisoformat(day(offset))
    here = assess(Look(sample_terms(), FactLog(facts, ZONE), as_of))
    assert here == assess(Look(sample_terms(), FactLog(tuple(mixed), ZONE), as_of))
    assert here == assess(Look(sample_terms(), FactLog(facts, ZONE), as_of))


@examples(25)
@given(
    stories(),
    st.integers(1, 1500),
    st.fixed_dictionaries({r.id: st.sampled_from(tuple(r.choices)) for r in ALL.values()}),
)
def test_a_difference_is_never_the_chosen_reading_and_always_different(
    facts: tuple[Fact, ...], offset: int, readings: dict[str, str]
) -> None:
    assessment = on(day(offset), *facts, readings=readings)
    assert dict(assessment.readings) == readings
    assert all(d.choice != readings[d.reading] for d in assessment.differences)
    assert all(d.here != d.there for d in assessment.differences)


@examples(25)
@given(stories(), st.integers(1, 1500), st.integers(0, 30))
def test_an_event_after_the_day_asked_about_changes_nothing(
    facts: tuple[Fact, ...], offset: int, later: int
) -> None:
    as_of = date.fromisoformat(day(offset))
    known_at = datetime(2030, 1, 1, tzinfo=UTC)
    earlier = [f for f in facts if f.on <= as_of]
    here = assess(Look(sample_terms(), log(*facts), as_of, known_at))
    assert here == assess(Look(sample_terms(), log(*earlier), as_of, known_at))


@examples(25)
@given(stories(), st.integers(1, 1500))
def test_instances_are_never_shared_and_every_default_has_a_notice(
    facts: tuple[Fact, ...], offset: int
) -> None:
    assessment = on(day(offset), *facts)
    for parts in (assessment.obligations, assessment.defaults, assessment.windows):
        instances = [part.instance for part in parts]
        assert len(instances) == len(set(instances))
    for default in assessment.defaults:
        assert assessment.obligation(f"trustee-notice/{default.instance}") is not None
        assert default.occurred_on < default.accrues_from
        assert assessment.obligation(default.lapsed) is not None


def test_the_trace_says_why_the_last_day_is_the_effective_day() -> None:
    shorter = {"effectiveness": {"within": {"count": 100, "unit": "days"}}}
    terms = amended({"on": date(2004, 10, 20), "to": shorter})
    owed = on("2004-10-25", filed("2004-07-13"), terms=terms).obligation("effectiveness")
    assert owed is not None
    says = "Fri, Oct 8, 2004 was before the amendment took effect: the last day"
    assert (says, date(2004, 10, 20)) in [(s.text, s.day) for s in owed.why.steps]
