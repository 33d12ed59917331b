"""Two engines that share no code agree on thousands of random histories, to the day and cent."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest

from dealclock.second.spelled.answer import Answer, answer
from dealclock.second.story import FILED, Event
from tests.suite import seeds
from tests.unit.engine.second.comparing import assessed, differences
from tests.unit.engine.second.drawing import draw, draw_amended
from tests.unit.engine.second.many import apart
from tests.unit.engine.second.sample import story_of

STORIES, AMENDED_STORIES, AT_A_TIME = seeds(2000), seeds(400), 20


@pytest.mark.parametrize("first", range(0, len(STORIES), AT_A_TIME))
def test_the_two_engines_agree_on_every_default_deadline_and_amount(first: int) -> None:
    assert apart(map(draw, STORIES[first : first + AT_A_TIME]))[:3] == []


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(AMENDED_STORIES), AT_A_TIME))
def test_the_two_engines_agree_when_limits_are_amended_midway(first: int) -> None:
    assert apart(map(draw_amended, AMENDED_STORIES[first : first + AT_A_TIME]))[:3] == []


@pytest.mark.full
def test_the_random_histories_include_what_is_to_be_compared() -> None:
    answers = [answer(d.story, d.days[-1]) for d in map(draw, range(300))]
    families = [{d.name.split("/")[0] for d in a.defaults} for a in answers]
    for family in ("default-i", "default-ii", "default-iii"):
        assert len([f for f in families if family in f]) > 30
    assert len([a for a in answers if any(f.stopped_by for f in a.state.failures)]) > 30
    assert len([a for a in answers if _overlapping(a)]) > 30
    for lot in ("option", "private"):
        assert len([a for a in answers if any(p.lot == lot for p in a.pieces)]) > 30
    assert len([a for a in answers if _lessened(a) > 1]) > 30
    assert len([a for a in answers if _ended_early(a)]) > 5
    assert len([a for a in answers if len(a.payments) > 2]) > 30


def _lessened(found: Answer) -> int:
    """How many times the principal of a lot fell while it bore interest."""
    pairs = pairwise(found.pieces)
    return sum(1 for a, b in pairs if a.lot == b.lot and b.dollars < a.dollars)


def _ended_early(found: Answer) -> bool:
    """Whether the Effectiveness Period ended because nothing it covers was left."""
    begins, ends = found.state.effective_on, found.state.period_ends
    return begins is not None and ends is not None and (ends - begins).days < 700


@pytest.mark.full
def test_histories_include_everything_the_readings_of_conversions_and_record_dates_move() -> None:
    """Of forty stories, in how many each moves what has accrued or when it is paid."""
    for question, choice in (
        ("converted-notes", "FORFEIT"),
        ("interest-base", "ALL-NOTES"),
        ("later-issued-notes", "FROM-DEFAULT"),
        ("payment-after-record-date", "NEXT-DATE"),
    ):
        moved = 0
        for drawn in map(draw, range(40)):
            here, there = (
                answer(replace(drawn.story, readings=readings), drawn.days[-1])
                for readings in ({}, {question: choice})
            )
            moved += (here.accrued, here.payments) != (there.accrued, there.payments)
        assert moved > 1, question


def _overlapping(found: Answer) -> bool:
    far = date(2100, 1, 1)
    spells = sorted((d.accrues_from, d.accrues_to or far) for d in found.defaults)
    return any(later[0] < earlier[1] for earlier, later in pairwise(spells))


def test_one_seed_gives_one_history() -> None:
    assert draw(7) == draw(7) != draw(8)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("2004-08-03", "defaults"),  # another day: the cure and all that rests on it
        ("2004-08-04", "accrued"),
        ("2004-08-05", "payment/2005-01-15"),
    ],
)
def test_one_day_more_on_one_side_is_detected(told: str, said: str) -> None:
    as_of = date(2004, 9, 1)
    ours = answer(story_of((Event("F1", FILED, date(2004, 8, 2)),)), as_of)
    theirs = assessed(story_of((Event("F1", FILED, date.fromisoformat(told)),)), as_of)
    assert any(each.startswith(said) for each in differences(theirs, ours))


def test_a_wrong_rate_is_detected() -> None:
    as_of, story = date(2004, 11, 1), story_of((Event("F1", FILED, date(2004, 7, 13)),))
    ours = answer(story, as_of + timedelta(days=90))
    found = list(differences(assessed(story, as_of), ours))
    assert [each.split(":")[0] for each in found] == ["accrued", "by lot", "rate"]
    assert ours.accrued == Fraction(60_000_000 * (25 * 88 + 100 * 3), 360 * 10_000)
