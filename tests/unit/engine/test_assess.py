"""The whole assessment: what was known when, its basis, and what other readings change."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.errors import DealclockError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.terms.readings import ALL
from tests.suite import examples
from tests.unit.engine.deals import (
    log,
    on,
    sample_terms,
)
from tests.unit.engine.stories import day, stories

# ---- Readings


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(RefusedError, match="no such reading"):
        on("2004-07-01", readings={"holiday": "NYSE"})


# ---- Refusals


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
