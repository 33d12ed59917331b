"""Invitations over random courses of a deal: each morning the calendars show what is open."""

import random
from datetime import datetime, time

import pytest

from dealclock.alerts.slots import SCHEDULED, ZONE
from dealclock.days.calendars import FEDERAL_RESERVE
from tests.simulation.calendars import wrong_calendars
from tests.simulation.history import History
from tests.simulation.play import STARTS, play
from tests.suite import seeds


@pytest.mark.full
@pytest.mark.parametrize("seed", seeds(12))
def test_each_morning_the_calendars_show_every_open_date_once(seed: int) -> None:
    chance = random.Random(f"calendars {seed}")
    start, recorded = chance.choice(STARTS)
    history = History(datetime.combine(start, time(7), ZONE))
    for _ in range(recorded):
        history.record(0)
    for _ in range(12):
        for _ in range(chance.choice((0, 0, 1, 2))):
            befall(history, chance)
        if not FEDERAL_RESERVE.closed_because(history.today):
            for slot in SCHEDULED:
                history.sweep(slot)
                history.work()
            assert list(wrong_calendars(history)) == []
        history.next_day()


@pytest.mark.full
@pytest.mark.parametrize("seed", seeds(6))
def test_despite_faults_the_calendars_show_what_is_open_in_the_end(seed: int) -> None:
    assert list(wrong_calendars(play(seed, days=4))) == []


def befall(history: History, chance: random.Random) -> None:
    """A fact is recorded, corrected or taken back; the message for a run is lost at times."""
    what = chance.random()
    if what < 0.6:
        history.record(chance.randrange(8), lost=chance.random() < 0.25)
    elif what < 0.85:
        history.correct(chance.randrange(8), chance.randrange(-3, 4))
    else:
        history.retract(chance.randrange(8))
    if chance.random() < 0.5:
        history.work()
