"""The hint of what comes next: the next alert, or a fact of the history that arrives before."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from dealclock.facts.fact import Fact
from local.workbench.next_event import Hints, NextEvent
from tests.local.workbench.conftest import Theatre


def test_before_the_first_morning_it_is_that_mornings_alert(theatre: Theatre) -> None:
    play = theatre.opened()
    assert Hints(theatre.store).of(play.now().scenario.deal) == NextEvent(
        date(2004, 6, 30), "alert"
    )


@pytest.mark.parametrize("scenario", ["story", "never", "blank"])
def test_the_hint_is_where_the_next_alert_is(theatre: Theatre, scenario: str) -> None:
    """Though somebody has a digest every morning; and it is kept until something changes."""
    play, hints = theatre.opened(), Hints(theatre.store)
    play.begin(scenario)
    deal = play.now().scenario.deal
    for day in ("2004-06-30", "2004-07-08"):
        hint = hints.of(deal)
        assert hint == NextEvent(date.fromisoformat(day), "alert")
        assert hints.of(deal) is hint
        play.to_next_alert()
        play.wait()
        assert play.now().day.isoformat() == day


def test_weeks_without_an_alert_are_told_up_to_the_longest_sleep(theatre: Theatre) -> None:
    play = theatre.opened()
    play.to(date(2004, 7, 14))
    play.wait()
    # 20 Business Days after July 14, and the next reminder is of October.
    hint = Hints(theatre.store).of(play.now().scenario.deal)
    assert hint == NextEvent(date(2004, 8, 11), "quiet")


def test_a_day_through_which_the_deal_sleeps_counts_as_played(theatre: Theatre) -> None:
    play = theatre.opened()
    play.to(date(2004, 7, 15))
    play.wait()
    # 20 Business Days after July 15, though no sweep looked at the deal on it.
    hint = Hints(theatre.store).of(play.now().scenario.deal)
    assert hint == NextEvent(date(2004, 8, 12), "quiet")


def test_a_fact_of_the_history_that_arrives_before_is_told_instead(theatre: Theatre) -> None:
    story = theatre.choices[0]
    effective = Fact.model_validate(
        {
            "id": "F99",
            "kind": "registration-statement-effective",
            "on": "2004-07-24",
            "recorded_at": "2004-07-24T10:00-04:00",
        }
    )
    before = tuple(f for f in story.bundle.facts if f.recorded_at and f.on < date(2004, 7, 14))
    bundle = replace(story.bundle, facts=(*before, effective))
    theatre.choices = [replace(story, bundle=bundle)]
    play = theatre.opened()
    play.to(date(2004, 7, 14))
    play.wait()
    # Recorded on a Saturday: the Monday's morning is the first to know it.
    hint = Hints(theatre.store).of(play.now().scenario.deal)
    assert hint == NextEvent(date(2004, 7, 26), "fact")


def test_a_deal_that_is_not_there_has_no_hint(theatre: Theatre) -> None:
    assert Hints(theatre.store).of("granite-nowhere") is None
