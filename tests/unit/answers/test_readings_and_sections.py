"""`readings` and `clause`: what another reading changes, and the terms under a Section."""

import pytest

from dealclock.errors import RefusedError
from dealclock.facts.log import FactLog
from tests.unit.asking import as_json, in_words, query
from tests.unit.engine.deals import ZONE, history, sample_terms

NOTHING_FILED = query(sample_terms(), FactLog((), ZONE), "2005-01-20")


def test_a_reading_shows_each_choice_and_every_date_another_one_gives() -> None:
    """Not effective by Thursday, October 28, 2004. Read as NEXT-DAY, the default occurs on Friday,
    so the notice is due two Business Days after that: Tuesday, November 2, not Monday."""
    found = as_json("readings", NOTHING_FILED, only="default-occurs")
    (used,) = found["readings"]
    assert (found["format"], found["only"]) == ("dealclock-readings/1", "default-occurs")
    assert (used["choice"], used["clauses"]) == ("LAPSE", "3(a)")
    assert [each["name"] for each in used["choices"]] == ["LAPSE", "NEXT-DAY"]
    moved = {
        (each["instance"], each["what"]): (each["choice"], each["here"], each["there"])
        for each in used["changes"]
    }
    assert moved["trustee-notice/default-ii", "due"] == ("NEXT-DAY", "2004-11-01", "2004-11-02")
    assert moved["default-ii", "occurred_on"] == ("NEXT-DAY", "2004-10-28", "2004-10-29")
    assert found["safe"] == []


def test_all_readings_in_use_are_listed_and_those_that_change_nothing_too() -> None:
    found = as_json("readings", NOTHING_FILED)
    changes = {each["reading"]: bool(each["changes"]) for each in found["readings"]}
    assert changes["default-occurs"]
    assert not changes["business-day"]
    assert found["only"] is None


def test_a_window_has_the_days_that_are_safe_under_every_reading() -> None:
    """A Sale Notice given on Monday, December 13, 2004: sales from Thursday 16 to Monday 20.

    Under CLEAR-DAYS from Friday 17, under NOTICE-DAY-COUNTS to Friday 17: only that day is safe.
    """
    asked = query(sample_terms(), history("story"), "2004-12-14")
    assert as_json("readings", asked)["safe"] == [
        {
            "instance": "sale-notice/F4",
            "title": "Sale Notice",
            "first": "2004-12-17",
            "last": "2004-12-17",
        }
    ]
    assert "Sale Notice: Fri, Dec 17, 2004 only (sale-notice/F4)" in in_words("readings", asked)


def test_a_reading_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(RefusedError, match="Did you mean 'default-occurs'"):
        as_json("readings", NOTHING_FILED, only="default-ocurs")


def test_a_section_has_its_provisions_and_the_items_it_produces() -> None:
    found = as_json("section", NOTHING_FILED, section="Section 3 (b)")
    assert (found["format"], found["section"]) == ("dealclock-clause/1", "3(b)")
    assert [each["id"] for each in found["provisions"]] == ["trustee-notice", "payment"]
    assert found["provisions"][0]["measures"] == ["within 2 Business Days", "to trustee"]
    assert found["arising"] == [
        *("trustee-notice/default-i", "trustee-notice/default-ii"),
        *("payment/2005-01-15", "payment/2005-07-15"),
    ]


def test_a_section_includes_those_within_it() -> None:
    """Section 3(a) includes 3(a)(i) and 3(a)(ii), whose deadlines both lapsed."""
    found = as_json("section", NOTHING_FILED, section="3(a)")
    assert {"default-i", "default-ii"} <= {each["id"] for each in found["defaults"]}
    assert {"default-i", "default-ii"} <= set(found["arising"])


def test_a_section_the_terms_do_not_have_is_refused_with_those_they_have() -> None:
    with pytest.raises(RefusedError, match=r"no Section '9\(b\)'. The nearest are 9, "):
        as_json("section", NOTHING_FILED, section="9(b)")
