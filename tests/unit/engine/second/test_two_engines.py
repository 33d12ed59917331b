"""Two engines that share no code agree on thousands of random stories, to the day and the cent."""

from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.unit.engine.second import switches
from tests.unit.engine.second.answer import Answer, answer
from tests.unit.engine.second.comparing import assessed, compared, differences
from tests.unit.engine.second.drawing import Drawn, draw
from tests.unit.engine.second.story import FILED, Event, Story

STORIES, AT_A_TIME = 2000, 100


def _drawn(seed: int) -> Drawn:
    kinds, questions = switches.KINDS, switches.QUESTIONS
    return draw(seed, kinds, questions, limits=switches.SUSPENSION_LIMITS)


def _told(drawn: Drawn, day: date, found: list[str]) -> str:
    """Everything needed to try it again."""
    events = (f"  {e}" for e in sorted(drawn.story.events, key=lambda e: e.on))
    said = f"seed {drawn.seed} as of {day}, {drawn.story.day_count}, {dict(drawn.story.readings)}"
    return "\n".join([said, *events, *found])


@pytest.mark.parametrize("first", range(0, STORIES, AT_A_TIME))
def test_the_two_engines_agree_on_every_default_deadline_and_amount(first: int) -> None:
    apart = []
    for drawn in map(_drawn, range(first, first + AT_A_TIME)):
        for day in drawn.days:
            _, found = compared(drawn.story, day)
            apart += [_told(drawn, day, found)] if found else []
    assert not apart, "\n\n".join(apart[:3])


def test_few_stories_are_set_aside() -> None:
    reasons = [compared(d.story, d.days[-1])[0] for d in map(_drawn, range(300))]
    assert len([r for r in reasons if r]) < 30


def test_the_stories_drawn_come_to_what_is_to_be_compared() -> None:
    answers = [answer(d.story, d.days[-1]) for d in map(_drawn, range(300))]
    families = [{d.name.split("/")[0] for d in a.defaults} for a in answers]
    for family in ("default-i", "default-ii", "default-iii"):
        assert len([f for f in families if family in f]) > 30
    assert len([a for a in answers if any(f.stopped_by for f in a.state.failures)]) > 30
    assert len([a for a in answers if _overlapping(a)]) > 30
    assert len([a for a in answers if any(p.lot == "option" for p in a.pieces)]) > 30
    assert len([a for a in answers if len(a.payments) > 2]) > 30


def _overlapping(found: Answer) -> bool:
    far = date(2100, 1, 1)
    spells = sorted((d.accrues_from, d.accrues_to or far) for d in found.defaults)
    return any(later[0] < earlier[1] for earlier, later in pairwise(spells))


def test_one_seed_tells_one_story() -> None:
    assert _drawn(7) == _drawn(7) != _drawn(8)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("2004-08-03", "defaults"),  # another day: the cure and all that rests on it
        ("2004-08-04", "accrued"),
        ("2004-08-05", "payment/2005-01-15"),
    ],
)
def test_a_day_more_on_one_side_is_found(told: str, said: str) -> None:
    as_of = date(2004, 9, 1)
    ours = answer(Story((Event("F1", FILED, date(2004, 8, 2)),)), as_of)
    theirs = assessed(Story((Event("F1", FILED, date.fromisoformat(told)),)), as_of)
    assert any(each.startswith(said) for each in differences(theirs, ours))


def test_a_wrong_rate_is_found() -> None:
    as_of, story = date(2004, 11, 1), Story((Event("F1", FILED, date(2004, 7, 13)),))
    ours = answer(story, as_of + timedelta(days=90))
    found = list(differences(assessed(story, as_of), ours))
    assert [each.split(":")[0] for each in found] == ["accrued", "rate"]
    assert ours.accrued == Fraction(60_000_000 * (25 * 88 + 100 * 3), 360 * 10_000)
