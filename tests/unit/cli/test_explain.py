"""`dealclock explain`: the steps behind one date or amount."""

import json
from datetime import date

import pytest

from dealclock.cli import clock
from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_the_days_skipped_are_told_with_why(dealclock: Dealclock) -> None:
    out = dealclock("explain", SAMPLE, "trustee-notice", "--as-of", "2004-11-20").out
    steps = out[out.index("Step by step") :].splitlines()
    assert steps[3:8] == [
        "  2. Mon Nov 1, 2004: 2 Business Days after it: the last day (clause 3(b))",
        "     Fri Oct 29, 2004: Business Day 1",
        "     Sat Oct 30, 2004: skipped, Saturday",
        "     Sun Oct 31, 2004: skipped, Sunday",
        "     Mon Nov 1, 2004: Business Day 2",
    ]


def test_a_holiday_is_named(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "cure-window", "--as-of", "2005-01-14", *STORY)
    assert "Mon Jan 17, 2005: skipped, Martin Luther King Jr. Day" in ran.out


def test_an_instance_can_be_named_in_full(dealclock: Dealclock) -> None:
    ran = dealclock(
        "explain", SAMPLE, "trustee-notice/default-iii/F5", "--as-of", "2005-02-20", *STORY
    )
    assert "Due Thu Jan 20, 2005" in ran.out
    assert "HYPOTHETICAL: rests on invented facts:" in ran.out


def test_several_instances_of_one_id_are_listed(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "trustee-notice", "--as-of", "2005-02-20", *STORY)
    assert (ran.code, ran.out) == (2, "")
    assert "as of Sun Feb 20, 2005, none of 'trustee-notice' is open; say which:" in ran.flat
    assert "trustee-notice/default-ii and trustee-notice/default-iii/F5" in ran.flat


def test_an_obligation_that_does_not_exist_gets_the_nearest(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "efectiveness", "--as-of", "2004-07-20")
    assert ran.code == 2
    assert "there is no 'efectiveness' as of Tue Jul 20, 2004" in ran.flat
    assert "Did you mean 'effectiveness'?" in ran.flat


def test_a_rule_that_nothing_has_opened_says_so(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "sale-notice", "--as-of", "2004-07-20")
    assert ran.code == 2
    assert "nothing has opened 'sale-notice' (Sale Notice) as of Tue Jul 20, 2004" in ran.flat


@pytest.mark.parametrize("name", ["accrual", "additional-interest"])
def test_interest_is_explained_segment_by_segment(dealclock: Dealclock, name: str) -> None:
    ran = dealclock("explain", SAMPLE, name, "--as-of", "2004-11-20")
    assert "$8,750.00 accrued; no payment recorded (accrued exactly 8750 dollars)" in ran.flat
    assert "1. Fri Oct 29, 2004 to but excluding Sat Nov 20, 2004: $8,750.00" in ran.flat
    assert "21 days counted 30/360, 22 actual" in ran.flat


def test_without_a_day_it_is_today_in_the_deals_zone_and_says_so(
    dealclock: Dealclock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def today(zone: str) -> date:
        asked.append(zone)
        return date(2004, 11, 20)

    monkeypatch.setattr(clock, "today", today)
    ran = dealclock("explain", SAMPLE, "trustee-notice")
    assert asked == ["America/New_York"]
    assert "As of Sat Nov 20, 2004, today in America/New_York (give --as-of" in ran.flat


def test_an_explanation_tells_the_readings_that_matter_to_it(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "trustee-notice", "--as-of", "2004-11-20")
    assert "default-occurs read as LAPSE" in ran.flat
    assert "sale-notice-effect" not in ran.flat


def test_the_same_is_given_as_json(dealclock: Dealclock) -> None:
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
    assert ran.out.startswith("Granite: Notice to the Trustee, due Thu Jan 20, 2005")
    assert "The only one open of several; the others: trustee-notice/default-ii" in ran.flat
    found = json.loads(dealclock(*given, "--json").out)
    assert found["others"] == ["trustee-notice/default-ii"]
