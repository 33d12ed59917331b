"""`dealclock explain`: the steps behind one date or amount."""

import json
from datetime import date

import pytest

from dealclock.cli import clock
from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_skipped_days_are_shown_with_the_reason(dealclock: Dealclock) -> None:
    out = dealclock("explain", SAMPLE, "trustee-notice", "--as-of", "2004-11-20").out
    steps = out[out.index("Step by step") :].splitlines()
    assert values(wording("command/why", steps[3:8])) == [
        "2",
        "2004-11-01",
        "2 Business Days",
        "3(b)",
        "2004-10-29",
        "1",
        "2004-10-30",
        "2004-10-31",
        "2004-11-01",
        "2",
    ]


def test_a_holiday_is_named(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "cure-window", "--as-of", "2005-01-14", *STORY)
    assert shows(wording("command/why", ran.said), "2005-01-17")


def test_an_instance_can_be_named_in_full(dealclock: Dealclock) -> None:
    ran = dealclock(
        "explain", SAMPLE, "trustee-notice/default-iii/F5", "--as-of", "2005-02-20", *STORY
    )
    assert shows(wording("command/why", ran.said), "2005-01-20")


def test_several_instances_of_one_id_are_listed(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "trustee-notice", "--as-of", "2005-02-20", *STORY)
    assert (ran.code, ran.out) == (2, "")
    assert shows(wording("refusal/why", ran.said), "2005-02-20")
    assert "trustee-notice/default-ii and trustee-notice/default-iii/F5" in ran.flat


def test_an_obligation_that_does_not_exist_gets_the_nearest(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "efectiveness", "--as-of", "2004-07-20")
    assert ran.code == 2
    assert shows(wording("refusal/why", ran.said), "2004-07-20")


def test_a_rule_that_nothing_has_opened_is_reported(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "sale-notice", "--as-of", "2004-07-20")
    assert ran.code == 2
    assert shows(wording("refusal/why", ran.said), "2004-07-20")


@pytest.mark.parametrize("name", ["accrual", "additional-interest"])
def test_interest_is_explained_segment_by_segment(dealclock: Dealclock, name: str) -> None:
    ran = dealclock("explain", SAMPLE, name, "--as-of", "2004-11-20")
    assert shows(wording("command/why", ran.said), "$8,750.00")
    assert shows(ran.said, "2004-10-29", "2004-11-20", "$8,750.00")
    assert shows(ran.said, "21 days", "30", "360", "22")


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


def test_an_explanation_tells_the_readings_that_matter_to_it(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "trustee-notice", "--as-of", "2004-11-20")
    wording("command/why", ran.said)
    assert "sale-notice-effect" not in ran.flat


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
