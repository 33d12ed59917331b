"""`dealclock assess --json`: the documented Assessment, held to values worked out by hand."""

import json
from pathlib import Path
from typing import Any

from tests.unit.cli.running import SAMPLE, Dealclock

Json = dict[str, Any]


def assessed(dealclock: Dealclock, as_of: str, *words: str) -> Json:
    """The document as of a day."""
    ran = dealclock("assess", SAMPLE, "--as-of", as_of, "--json", *words)
    assert (ran.code, ran.err) == (0, "")
    document: Json = json.loads(ran.out)
    return document


def of(document: Json, part: str, instance: str) -> Json:
    """The one entry of that instance."""
    (found,) = [each for each in document[part] if each["instance"] == instance]
    entry: Json = found
    return entry


def test_without_facts_both_deadlines_are_in_the_future(dealclock: Dealclock) -> None:
    document = assessed(dealclock, "2004-07-01", "--facts", "NO_FACTS")
    due = {o["id"]: (o["due"], o["status"]) for o in document["obligations"]}
    assert due == {
        "shelf-filing": ("2004-07-15", "upcoming"),
        "effectiveness": ("2004-10-28", "upcoming"),
        "shelf-review": ("2004-06-29", "excused"),
        "cusip-numbers": ("2004-10-28", "upcoming"),
        "indenture-qualification": ("2004-10-28", "upcoming"),
    }
    assert document["facts_as_of"] is None


def test_on_the_target_date_effectiveness_is_due_today_and_nothing_is_in_default(
    dealclock: Dealclock,
) -> None:
    document = assessed(dealclock, "2004-10-28")
    assert of(document, "obligations", "effectiveness")["status"] == "due today"
    assert of(document, "obligations", "shelf-filing")["met_on"] == "2004-07-13"
    assert document["defaults"] == []
    assert (document["accrual"]["total"], document["accrual"]["rate"]) == ("0.00", "0.00")


def test_the_day_after_it_a_default_is_computed_and_the_trustee_must_be_notified(
    dealclock: Dealclock,
) -> None:
    document = assessed(dealclock, "2004-10-29")
    default = of(document, "defaults", "default-ii")
    assert default["clause"] == "3(a)(ii)"
    assert default["occurred_on"] == "2004-10-28"
    assert default["accrues_from"] == "2004-10-29"
    assert default["cured_on"] is None
    assert default["conclusion"] == "computed"
    assert of(document, "obligations", "trustee-notice/default-ii")["due"] == "2004-11-01"


def test_by_november_20_22_days_have_accrued_which_30_360_counts_as_21(
    dealclock: Dealclock,
) -> None:
    accrual = assessed(dealclock, "2004-11-20")["accrual"]
    assert accrual["as_of"] == "2004-11-20"
    assert (accrual["total"], accrual["exact"], accrual["rate"]) == ("8750.00", "8750", "0.25")
    assert (accrual["per_diem"], accrual["per_diem_exact"]) == ("416.67", "1250/3")
    assert accrual["next_change"] == {"on": "2005-01-27", "rate": "1.00"}
    assert accrual["segments"] == [
        {
            "lot": "base",
            "principal": "60000000.00",
            "from": "2004-10-29",
            "to_exclusive": "2004-11-20",
            "rate": "0.25",
            "days_counted": 21,
            "days_actual": 22,
            "amount": "8750.00",
            "exact": "8750",
            "note": None,
        }
    ]


def test_a_fraction_of_a_cent_is_rounded_half_up_and_also_given_exactly(
    dealclock: Dealclock,
) -> None:
    document = assessed(dealclock, "2004-12-06", "--facts", "histories/story.yaml")
    # 37 days of 30/360 at 0.25% on $60,000,000: 60,000,000 * 0.0025 * 37 / 360.
    assert document["accrual"]["total"] == "15416.67"
    assert document["accrual"]["exact"] == "46250/3"


def test_every_reading_is_shown_and_given_ones_are_used(dealclock: Dealclock) -> None:
    document = assessed(dealclock, "2004-10-30", "--reading", "default-occurs=NEXT-DAY")
    assert document["readings"]["default-occurs"] == "NEXT-DAY"
    assert document["readings"]["business-day"] == "federal-reserve"
    assert of(document, "defaults", "default-ii")["occurred_on"] == "2004-10-29"


def test_the_effect_of_another_reading_is_shown_in_dates_and_money(dealclock: Dealclock) -> None:
    found = assessed(dealclock, "2004-11-20")["differences"]
    assert {
        "reading": "default-occurs",
        "choice": "NEXT-DAY",
        "instance": "trustee-notice/default-ii",
        "what": "due",
        "here": "2004-11-01",
        "there": "2004-11-02",
    } in found
    (found_total,) = [f for f in found if f["what"] == "total"]
    assert (found_total["what"], found_total["here"], found_total["there"]) == (
        "total",
        "8750.00",
        "8333.33",
    )


def test_a_window_tells_the_part_of_it_that_is_safe_under_every_reading(
    dealclock: Dealclock,
) -> None:
    document = assessed(dealclock, "2004-12-15", "--facts", "histories/story.yaml")
    window = of(document, "windows", "sale-notice/F4")
    assert (window["opens"], window["closes"]) == ("2004-12-16", "2004-12-20")
    assert window["safe"] == {"opens": "2004-12-17", "closes": "2004-12-17"}
    assert window["hypothetical"] is True
    assert window["facts"] == ["F4"]


def test_a_trace_shows_each_counted_day_and_why_others_were_skipped(
    dealclock: Dealclock,
) -> None:
    document = assessed(dealclock, "2004-10-29")
    step = of(document, "obligations", "trustee-notice/default-ii")["trace"][1]
    assert step["count"] == {
        "start": "2004-10-28",
        "result": "2004-11-01",
        "calendar": "federal-reserve",
        "days": [
            {"day": "2004-10-29", "number": 1, "closed": None},
            {"day": "2004-10-30", "number": None, "closed": "Saturday"},
            {"day": "2004-10-31", "number": None, "closed": "Sunday"},
            {"day": "2004-11-01", "number": 2, "closed": None},
        ],
    }


def test_a_correction_counts_only_once_it_is_known(dealclock: Dealclock) -> None:
    story = ("--facts", "histories/story.yaml")
    before = assessed(dealclock, "2005-02-02", *story)
    assert [w["opens"] for w in before["windows"] if w["id"] == "suspension"] == ["2005-02-01"]
    after = assessed(dealclock, "2005-02-02", *story, "--known-at", "2005-02-03")
    assert [w["opens"] for w in after["windows"] if w["id"] == "suspension"] == ["2005-01-28"]


def test_known_at_may_be_an_instant(dealclock: Dealclock) -> None:
    story = ("--facts", "histories/story.yaml", "--known-at")
    before = assessed(dealclock, "2004-07-13", *story, "2004-07-13T17:59-04:00")
    assert of(before, "obligations", "shelf-filing")["status"] == "upcoming"
    after = assessed(dealclock, "2004-07-13", *story, "2004-07-13T22:00Z")
    assert of(after, "obligations", "shelf-filing")["status"] == "met"
    assert after["known_at"] == "2004-07-13T22:00:00Z"


def test_keys_stand_in_one_order_and_the_versions_come_first(dealclock: Dealclock) -> None:
    document = assessed(dealclock, "2004-11-20")
    assert list(document)[:3] == ["format", "engine", "deal"]
    assert document["format"] == "dealclock-assessment/2"
    assert "not legal advice" in document["notice"]
    orders = {tuple(o) for o in document["obligations"]}
    assert len(orders) == 1


def test_a_history_may_lie_outside_the_deals_folder(dealclock: Dealclock, tmp_path: Path) -> None:
    history = tmp_path / "other.yaml"
    history.write_text(
        "facts: [{id: F1, kind: registration-statement-filed, on: 2004-07-16}]\n", encoding="utf-8"
    )
    document = assessed(dealclock, "2004-07-17", "--facts", str(history))
    assert of(document, "obligations", "shelf-filing")["status"] == "met late"
