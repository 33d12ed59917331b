"""Two engines that share no code agree on random suspensions: extended, joined, ended near the end.

`many` compares them on more stories than these.
"""

from datetime import timedelta

import pytest

from dealclock.second.spelled.answer import Answer, answer
from dealclock.second.story import EXTENDED, RESUMED, SUSPENDED, Story
from tests.suite import seeds
from tests.unit.engine.second.drawing_suspensions import draw_suspensions
from tests.unit.engine.second.many import apart

STORIES = seeds(60)


def test_the_two_engines_agree_on_suspensions_extended_joined_and_ended_near_their_last_day() -> (
    None
):
    assert apart(map(draw_suspensions, STORIES))[:3] == []


@pytest.mark.full
def test_the_random_histories_include_what_is_to_be_compared() -> None:
    drawn = list(map(draw_suspensions, range(200)))
    answers = [answer(each.story, each.days[-1]) for each in drawn]
    assert len([a for a in answers if any(a.performed.values())]) > 60  # performed late
    assert len([a for a in answers if not all(a.performed.values())]) > 60
    assert len([a for a in answers if any(d.name == "default-iv-a" for d in a.defaults)]) > 40
    assert len([a for a in answers if any(f.stopped_by for f in a.state.failures)]) > 60
    assert len([a for a in answers if _runs_to_sixty(a)]) > 40
    stories = [each.story for each in drawn]
    assert len([s for s in stories if _extended_before_given(s)]) > 12
    assert len([s for s in stories if _ends_between(s, 45, 61)]) > 40
    about = {e.about.partition("/")[0] for s in stories for e in s.events if e.kind == EXTENDED}
    assert {"", "suspension", "F3"} <= about


def _runs_to_sixty(found: Answer) -> bool:
    begun = found.state.suspending.begun
    return any((last - begun[notice]).days == 59 for notice, last in found.through.items())


def _extended_before_given(story: Story) -> bool:
    mailed = [e.on for e in story.events if e.kind == SUSPENDED and e.method == "mail"]
    extended = [e.on for e in story.events if e.kind == EXTENDED and e.method == "hand"]
    return any(timedelta(0) <= each - sent < timedelta(7) for sent in mailed for each in extended)


def _ends_between(story: Story, first: int, last: int) -> bool:
    given = [e.on for e in story.events if e.kind == SUSPENDED and e.method == "hand"]
    ended = [e.on for e in story.events if e.kind == RESUMED]
    return any(first <= (each - day).days < last for day in given for each in ended)
