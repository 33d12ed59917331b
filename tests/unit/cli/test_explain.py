"""`dealclock explain`: the steps behind one date or amount."""

import json
from datetime import date

import pytest

from dealclock.cli import clock
from tests.golden.values import shows
from tests.golden.wording import items, wording
from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_without_a_day_today_in_the_deals_zone_is_used_and_shown(
    dealclock: Dealclock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def today(zone: str) -> date:
        asked.append(zone)
        return date(2004, 11, 20)

    monkeypatch.setattr(clock, "today", today)
    ran = dealclock("explain", SAMPLE, "trustee-notice")
    assert asked == ["America/New_York"]
    assert shows(wording("command/why", ran.said), "2004-11-20")


def test_the_same_is_available_as_json(dealclock: Dealclock) -> None:
    words = ("explain", SAMPLE, "trustee-notice", "--as-of", "2004-11-20", "--json")
    found = json.loads(dealclock(*words).out)
    assert (found["format"], found["of"]) == ("dealclock-explanation/1", "obligation")
    assert found["obligation"]["trace"][-1]["day"] == "2004-11-01"


def test_the_only_one_open_of_several_is_explained_and_the_others_are_named(
    dealclock: Dealclock,
) -> None:
    """On January 19, 2005 the notice of default-iii waits; that of default-ii was given Nov 1."""
    given = ("explain", SAMPLE, "trustee-notice", "--as-of", "2005-01-19", *STORY)
    ran = dealclock(*given)
    assert shows(wording("command/why", items(ran.said, "2005-01-20")), "2005-01-20")
    assert shows(
        wording("command/why", items(ran.said, "default-ii"), "second"),
        "trustee-notice/default-ii",
    )
    found = json.loads(dealclock(*given, "--json").out)
    assert found["others"] == ["trustee-notice/default-ii"]
