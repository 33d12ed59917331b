"""Notices that extend a Suspension Period: how far, which one, and why one has no effect.

4(b)(i), 3(a)(iv)(A): 45 days, or 60 where the period is extended.
"""

from datetime import date

import pytest

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Window
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import effective, fact, filed, given, on, resumed, suspended

SHELF = (filed("2004-07-13"), effective("2004-10-20"))
SUS = "suspension/SUS"


def extended(day: str, method: str = "hand", **more: object) -> Fact:
    """A notice that a suspension is extended."""
    return fact("suspension-extended", day, given=[given("holders", method, day)], **more)


def _window(assessment: Assessment, instance: str = SUS) -> Window:
    found = assessment.window(instance)
    assert found is not None
    return found


def _length_defaults(assessment: Assessment) -> list[date]:
    return [d.occurred_on for d in assessment.defaults if d.id == "default-iv-a"]


# ---- How far: the limit is the extended one, whenever the period ends


def test_no_compared_reading_claims_a_default_of_an_extended_period_that_ended_early() -> None:
    """From March 1, 2005, extended on day 45, April 14; ended on day 51. Day 60 is April 29."""
    facts = (*SHELF, suspended("2005-03-01", id="SUS"), extended("2005-04-14"))
    seen = on("2005-06-01", *facts, resumed("2005-04-20"))
    assert [d for d in seen.differences if d.instance.startswith("default")] == []
    assert (_window(seen).closes, _window(seen).safe_together) == (date(2005, 4, 29), None)


# ---- Joined suspensions: each has what it was extended by itself


def test_the_limit_of_an_extended_suspension_is_stated_when_an_ordinary_one_joins_it() -> None:
    """Extended and ended on day 51, Dec 21, 2004, where an ordinary one begins: no day of it is
    left, and the last allowed is day 50."""
    facts = (
        suspended("2004-11-01", id="SUS"),
        extended("2004-11-05"),
        resumed("2004-12-21"),
        suspended("2004-12-21", id="NEXT"),
    )
    seen = on("2004-12-23", *SHELF, *facts)
    window = _window(seen)
    assert (window.closes, window.limit_days) == (date(2004, 12, 20), 50)
    assert "no day of it was allowed" in _window(seen, "suspension/NEXT").notes
    assert _length_defaults(seen) == [date(2004, 12, 20)]
    assert [left.days for left in seen.budgets[0].limits[:2]] == [45, 45]


def test_days_of_a_second_suspension_are_not_excluded_like_those_of_the_first() -> None:
    """STRICT: days 46 to 50 are outside the aggregate, being the extended suspension's own.

    From Dec 21, 2004 the ordinary one that joins it adds to 45 days of 90: its first is too many.
    """
    facts = (
        suspended("2004-11-01", id="SUS"),
        extended("2004-11-05"),
        resumed("2004-12-21"),
        suspended("2004-12-21", id="NEXT"),
    )
    seen = on("2004-12-23", *SHELF, *facts, readings={"extension-cap": "STRICT"})
    assert "more than 45 suspended days in 90, first on Tue, Dec 21, 2004" in (
        _window(seen, "suspension/NEXT").notes
    )


# ---- Which one: in force, on its way, or named


@pytest.mark.parametrize(
    ("start", "closes"),
    [("DEEMED", "2005-01-06"), ("DISPATCH", "2004-12-30"), ("RECEIPT", "2005-01-03")],
)
@pytest.mark.parametrize("about", [None, SUS, "SUS"])
@pytest.mark.parametrize("given_on", ["2004-11-01", "2004-11-03", "2004-11-08", "2004-12-10"])
def test_an_extension_given_before_a_mailed_notice_takes_effect_extends_it(
    start: str, closes: str, about: str | None, given_on: str
) -> None:
    """Mailed on November 1, received on the 5th, deemed given on the 8th: sixty days from each."""
    mailed = given("holders", "mail", "2004-11-01", acknowledged="2004-11-05")
    notice = fact("suspension-notice", "2004-11-01", id="SUS", given=[mailed])
    more = {"about": about} if about else {}
    seen = on(
        "2004-12-25",
        *SHELF,
        notice,
        extended(given_on, **more),
        readings={"suspension-start": start},
    )
    window = _window(seen)
    assert (seen.defaults, seen.unused_facts) == ((), ())
    assert (window.closes.isoformat(), window.limit_days) == (closes, 60)
    safe = window.safe_together or (window.opens, window.closes)
    assert safe[1] == date(2004, 12, 30)  # sixty days from the first of the three, November 1


def test_a_mailed_extension_counts_from_the_day_it_is_deemed_given() -> None:
    """By mail of December 8 on the 15th, day 45, in time; of December 9 on the 16th, too late."""
    notice = suspended("2004-11-01", id="SUS")
    for sent, closes in (("2004-12-08", "2004-12-30"), ("2004-12-09", "2004-12-15")):
        seen = on("2004-12-25", *SHELF, notice, extended(sent, "mail"))
        assert (_window(seen).closes.isoformat(), seen.unused_facts) == (closes, ())


def test_the_first_extension_given_applies_though_another_was_sent_before() -> None:
    """Mailed on December 9, deemed given on the 16th, day 46; by hand on the 14th, in time."""
    facts = (suspended("2004-11-01", id="SUS"), extended("2004-12-09", "mail", id="SLOW"))
    seen = on("2004-12-25", *SHELF, *facts, extended("2004-12-14", id="QUICK"))
    assert _window(seen).closes == date(2004, 12, 30)
    assert dict(seen.unused_because) == {"SLOW": "suspension/SUS is already extended by QUICK"}


# ---- None: listed as unused, with the reason

NO_PERIOD = (
    "is not a Suspension Period; record it about suspension/ and the id of the suspension-notice "
    "it extends"
)
NOTICE = suspended("2004-11-01", id="SUS")
ENDED = resumed("2004-11-20", id="END")


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ([], "no Suspension Period was in force on Wed, Nov 10, 2004, and no notice of one"),
        ([suspended("2004-11-11")], "no Suspension Period was in force on Wed, Nov 10, 2004"),
        ([NOTICE, resumed("2004-11-10")], "no Suspension Period was in force on Wed, Nov 10, 2004"),
        (
            [suspended("2004-11-05", "mail"), resumed("2004-11-09")],  # called off
            "no Suspension Period was in force on Wed, Nov 10, 2004",
        ),
    ],
    ids=["none", "later", "ended-that-day", "called-off"],
)
def test_an_extension_of_no_period_is_listed_with_the_reason(facts: list[Fact], why: str) -> None:
    seen = on("2004-12-01", *SHELF, *facts, extended("2004-11-10", id="EXT"))
    assert "EXT" in seen.unused_facts
    assert seen.unused_because["EXT"].startswith(why)
    assert "suspension/ and the id of its notice" in seen.unused_because["EXT"]


@pytest.mark.parametrize(
    ("about", "facts", "why"),
    [
        (
            "suspension/F9",
            [NOTICE],
            f"suspension/F9 {NO_PERIOD}",
        ),
        (
            "END",
            [NOTICE, ENDED],
            f"END {NO_PERIOD}",
        ),
        (
            "default-iv-a/SUS",
            [NOTICE],
            f"default-iv-a/SUS {NO_PERIOD}",
        ),
        (
            "SUS",
            [NOTICE, resumed("2004-11-05")],
            "suspension/SUS had ended on Fri, Nov 5, 2004, by the day it was given",
        ),
        (
            "SUS",
            [NOTICE, fact("suspension-improper", "2004-11-09", about=SUS)],
            "suspension/SUS was not permitted, so nothing extends it",
        ),
        (
            "LATER",
            [suspended("2004-11-29", "mail", id="LATER")],
            "the suspension of LATER is not in effect by Wed, Dec 1, 2004",
        ),
        (
            "SUS",
            [NOTICE, extended("2004-11-05", id="FIRST")],
            "suspension/SUS is already extended by FIRST",
        ),
    ],
    ids=["unknown", "an-end", "a-default", "ended", "improper", "on-its-way", "already"],
)
def test_an_extension_of_something_it_cannot_extend_is_listed_with_the_reason(
    about: str, facts: list[Fact], why: str
) -> None:
    seen = on("2004-12-01", *SHELF, *facts, extended("2004-11-10", id="EXT", about=about))
    assert "EXT" in seen.unused_facts
    assert seen.unused_because["EXT"] == why


def test_an_extension_not_yet_or_never_given_is_listed_with_the_reason() -> None:
    mailed = on("2004-11-12", *SHELF, NOTICE, extended("2004-11-10", "mail", id="EXT"))
    assert mailed.unused_because == {"EXT": "it is deemed given on Thu, Nov 18, 2004"}
    never = on("2004-11-12", *SHELF, NOTICE, extended("2004-11-10", "e-mail", id="EXT"))
    assert never.unused_because["EXT"].startswith("not given to the Holders: by e-mail, ")
    assert _window(never).limit_days == 45


def test_an_extension_that_came_too_late_is_stated_on_its_period() -> None:
    seen = on("2004-12-25", *SHELF, NOTICE, extended("2004-12-16"), extended("2004-12-17", id="X"))
    assert seen.unused_facts == ()
    late = "not extended: notice of it was given after day 45 (BY-DAY-45)"
    assert _window(seen).notes.count(late) == 1
