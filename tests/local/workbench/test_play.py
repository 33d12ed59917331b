"""The clock: which days are played, what ends it, and that nothing happens beside what plays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest

from dealclock.errors import RefusedError
from dealclock.jobs.deal_day import arithmetic_of
from local.workbench import play as module
from local.workbench.play import Play
from tests.local.workbench.conftest import Theatre

CLOSING, NEXT_DAY = date(2004, 6, 30), date(2004, 7, 1)
Event = dict[str, Any]


def stood(play: Play) -> tuple[date, bool]:
    """Where it stands once nothing plays."""
    play.wait()
    now = play.now()
    assert now.trouble == ""
    return now.day, now.played


@contextmanager
def held_in(theatre: Theatre, day: str, slot: str = "morning") -> Iterator[threading.Event]:
    """The sweep of that slot waits until it is let go; the event given says that it was reached."""
    reached, go, whole = threading.Event(), threading.Event(), theatre.sweep

    def sweep(event: Event) -> Event:
        if event["scheduled_time"].startswith(day) and event["slot"] == slot:
            reached.set()
            assert go.wait(20)
        return whole(event)

    theatre.sweep = sweep
    try:
        yield reached
    finally:
        go.set()


def test_an_empty_table_begins_with_the_first_scenario_before_its_first_morning(
    theatre: Theatre,
) -> None:
    now = theatre.opened().now()
    assert (now.scenario.name, now.day, now.played, now.until) == ("story", CLOSING, False, None)
    assert theatre.wiped == 1


def test_what_was_played_is_taken_up_again_by_the_next_start(theatre: Theatre) -> None:
    first = theatre.opened()
    first.begin("never")
    first.to(NEXT_DAY)
    first.wait()
    now = theatre.opened().now()
    assert (now.scenario.name, now.day, now.played) == ("never", NEXT_DAY, True)
    assert theatre.wiped == 2  # the two beginnings, and none by the second start


def test_a_step_plays_one_business_day_over_weekend_and_holiday(theatre: Theatre) -> None:
    play = theatre.opened()
    stands = []
    for _ in range(4):
        play.step()
        stands.append(stood(play)[0].isoformat())
    # The 4th was a Sunday, so that the Monday was kept as Independence Day.
    assert stands == ["2004-06-30", "2004-07-01", "2004-07-02", "2004-07-06"]


def test_the_next_alert_is_played_to_and_no_further(theatre: Theatre) -> None:
    play = theatre.opened()
    play.to_next_alert()
    assert stood(play) == (CLOSING, True)  # the first morning reminds of the filing
    play.to_next_alert()
    # Two Fridays before the 15th: five Business Days.
    assert stood(play) == (date(2004, 7, 8), True)
    assert len(theatre.house.slack.posts) == 2


def test_it_plays_on_until_it_is_stopped_and_ends_the_day_at_hand(theatre: Theatre) -> None:
    play = theatre.opened()
    with held_in(theatre, "2004-07-08") as reached:
        play.on()
        assert reached.wait(20)
        play.halt()
        assert play.now().stopping
        assert play.now().day == date(2004, 7, 8)
    assert stood(play) == (date(2004, 7, 8), True)
    play.step()
    assert stood(play)[0] == date(2004, 7, 9)


def test_a_day_that_takes_long_once_it_is_to_stop_is_interrupted_and_played_again(
    theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    play, whole, reached = theatre.opened(), theatre.sweep, threading.Event()

    def queued_for_nobody(event: Event) -> Event:
        reached.set()
        return {"queued": ["granite-story"], "sweep": "lost", "requeued": 0}

    theatre.sweep = queued_for_nobody
    play.step()
    assert reached.wait(20)
    play.stop()
    assert play.now().until is None
    assert play.now().trouble == ""
    theatre.sweep = whole
    play.step()
    assert stood(play) == (CLOSING, True)
    assert len(theatre.house.slack.posts) == 1


@pytest.mark.parametrize(
    "problem", [RefusedError("the sweep failed: no table"), RuntimeError("no table")]
)
def test_what_ends_a_play_early_is_told_until_the_next_and_the_day_is_played_again(
    theatre: Theatre, problem: Exception
) -> None:
    play, whole = theatre.opened(), theatre.sweep

    def fails(event: Event) -> Event:
        raise problem

    play.step()
    play.wait()
    theatre.sweep = fails
    play.to(date(2004, 7, 2))
    play.wait()
    assert "no table" in play.now().trouble
    assert play.now().day == NEXT_DAY
    theatre.sweep = whole
    play.step()
    assert stood(play) == (NEXT_DAY, True)


def test_a_day_that_lies_behind_is_refused_and_said_why(theatre: Theatre) -> None:
    play = theatre.opened()
    play.step()
    stood(play)
    with pytest.raises(RefusedError, match=r"2004-06-30 is past: the play is at 2004-06-30"):
        play.to(CLOSING)


def test_a_weekend_alone_and_what_is_years_ahead_are_refused(theatre: Theatre) -> None:
    play = theatre.opened()
    play.to(date(2004, 7, 2))
    stood(play)
    with pytest.raises(RefusedError, match="2004-07-04 is on a weekend"):
        play.to(date(2004, 7, 4))
    with pytest.raises(RefusedError, match="more than three years ahead"):
        play.to(date(2007, 8, 1))


def test_a_day_on_which_nothing_happens_is_left_behind_also_by_the_next_start(
    theatre: Theatre,
) -> None:
    play = theatre.opened()
    play.to(date(2004, 7, 5))  # a holiday is played, as the schedule does
    assert stood(play) == (date(2004, 7, 5), True)
    again = theatre.opened()
    assert stood(again) == (date(2004, 7, 5), True)
    for each in (play, again):
        each.step()
        assert stood(each)[0].isoformat() == {play: "2004-07-06", again: "2004-07-07"}[each]


def test_a_day_that_a_stopped_workbench_had_only_moved_to_is_played_by_the_next_start(
    theatre: Theatre,
) -> None:
    play = theatre.opened()
    play.to(date(2004, 7, 7))
    stood(play)
    # A reminder is due on July 8, five Business Days before the filing is owed.
    theatre.store.deals.rehearse_to(
        play.now().scenario.deal, date(2004, 7, 8), theatre.house.now, "tests"
    )
    said = len(theatre.house.slack.posts)
    again = theatre.opened()
    assert stood(again) == (date(2004, 7, 8), False)
    again.step()
    assert stood(again) == (date(2004, 7, 8), True)
    assert len(theatre.house.slack.posts) > said


def test_what_was_played_is_computed_twice(
    theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = theatre.opened()
    play.to(NEXT_DAY)
    assert stood(play) == (NEXT_DAY, True)
    deal = theatre.store.deals.get(play.now().scenario.deal)
    assert deal is not None
    assert arithmetic_of(deal, theatre.store).startswith("Arithmetic computed twice, agreed")

    monkeypatch.setattr(theatre, "compute_twice", lambda: int("none"))
    play = theatre.opened()
    play.step()
    play.wait()
    now = play.now()
    assert (now.day, now.played) == (date(2004, 7, 2), True)
    assert "invalid literal" in now.trouble


def test_while_it_plays_nothing_else_can_be_played(theatre: Theatre) -> None:
    play = theatre.opened()
    with held_in(theatre, "2004-06-30") as reached:
        play.on()
        assert reached.wait(20)
        for other in (play.step, play.on, play.to_next_alert, lambda: play.to(NEXT_DAY)):
            with pytest.raises(RefusedError, match="already playing; stop it first"):
                other()
        play.halt()
    assert stood(play) == (CLOSING, True)


def test_starting_over_first_stops_the_current_play_and_forgets_it(theatre: Theatre) -> None:
    play = theatre.opened()
    with held_in(theatre, "2004-06-30") as reached:
        play.on()
        assert reached.wait(20)
        begins = threading.Thread(target=play.begin, args=("blank",))
        begins.start()
        begins.join(0.1)
        assert theatre.wiped == 1, "it waits for the day at hand"
    begins.join(20)
    assert theatre.wiped == 2
    now = play.now()
    assert (now.scenario.name, now.day, now.played) == ("blank", CLOSING, False)
    assert theatre.store.deals.meta("granite-story") is None


def test_a_request_while_it_starts_over_waits_for_the_new_play(
    theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, wiping, go = theatre.opened(), threading.Event(), threading.Event()
    whole = theatre.wipe

    def wipe() -> None:
        whole()
        wiping.set()
        assert go.wait(20)

    monkeypatch.setattr(play, "_wipe", wipe)
    begins = threading.Thread(target=play.begin, args=("never",))
    begins.start()
    assert wiping.wait(20)
    seen: list[str] = []
    asks = threading.Thread(target=lambda: seen.append(play.now().scenario.name))
    asks.start()
    asks.join(0.1)
    assert seen == []
    go.set()
    asks.join(20)
    begins.join(20)
    assert seen == ["never"]


def test_a_scenario_there_is_not_is_refused_and_those_there_are_named(theatre: Theatre) -> None:
    play = theatre.opened()
    with pytest.raises(RefusedError, match="there are story, never, late, blank"):
        play.begin("stroy")
    assert theatre.wiped == 1


def test_a_deal_that_is_gone_from_the_table_is_told_in_words(theatre: Theatre) -> None:
    play = theatre.opened()
    theatre.wipe()
    with pytest.raises(RefusedError, match="no longer in the table"):
        play.now()


def test_every_change_can_be_seen_by_its_moves(theatre: Theatre) -> None:
    play = theatre.opened()
    seen = [play.moves]
    play.step()
    play.wait()
    seen.append(play.moves)
    play.begin("never")
    seen.append(play.moves)
    assert seen == sorted(set(seen))
