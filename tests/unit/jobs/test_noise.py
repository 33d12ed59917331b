"""Message volume: the bounds of `make noise`, which a change may lower and not raise."""

import statistics

import pytest

from bench.noise import Noise, play, story
from dealclock.store import Store
from tests.memory_table import MemoryTable
from tests.unit.jobs.house import House

pytestmark = pytest.mark.full  # plays nine months of one deal: some ten seconds


@pytest.fixture(scope="module")
def noise() -> Noise:
    return play(story(), House(Store(MemoryTable())))


def test_messages_on_the_worst_day_of_a_person(noise: Noise) -> None:
    assert max(noise.days().values()) <= 6


def test_messages_of_a_week(noise: Noise) -> None:
    weeks = noise.weeks().values()
    assert statistics.median(weeks) <= 5
    assert max(weeks) <= 15


def test_words_in_an_alert(noise: Noise) -> None:
    assert statistics.median(noise.words()) <= 75


def test_repeated_digests(noise: Noise) -> None:
    assert noise.repeated_digests() == []
