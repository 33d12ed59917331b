"""Suspension Periods (4(b)(i)): day 1 is the day the notice is given, day 45 the last allowed."""

from datetime import date

import pytest

from dealclock.engine.conclusions import Window
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    effective,
    fact,
    filed,
    given,
    on,
    resumed,
    suspended,
)


def _suspension(as_of: str, *facts: Fact, instance: str = "F1", **readings: str) -> Window:
    found = on(as_of, *facts, readings=readings).window(f"suspension/{instance}")
    assert found is not None
    return found


def test_by_mail_it_has_not_begun_before_the_day_it_is_deemed_given() -> None:
    mailed = suspended("2004-11-22", "mail")
    before = on("2004-11-29", mailed)
    assert before.windows == ()
    assert before.unused_facts == ("F1",)
    assert _suspension("2004-11-30", mailed).days_used == 0


def test_a_mailed_suspension_names_the_days_it_was_sent_and_deemed_given() -> None:
    found = _suspension("2004-12-01", suspended("2004-11-22", "mail"))
    (note,) = (n for n in found.notes if n.startswith("sent"))
    assert note.startswith("sent Mon, Nov 22, 2004, deemed given Tue, Nov 30, 2004:")


def test_state_holidays_move_a_mailed_suspension_and_that_is_shown() -> None:
    mailed = suspended("2004-10-28", "mail")  # Election Day is November 2
    found = on("2004-11-10", mailed)
    moved = {
        (d.what, d.here, d.there)
        for d in found.differences
        if d.instance == "suspension/F1" and d.reading == "business-day"
    }
    assert moved == {
        ("opens", "2004-11-04", "2004-11-05"),
        ("closes", "2004-12-18", "2004-12-19"),
    }
    assert _suspension("2004-11-10", mailed, business_day="gcl-24").opens == date(2004, 11, 5)


def test_a_mailed_suspension_ended_before_it_was_deemed_given_never_began() -> None:
    # Mailed Mon, Nov 22, 2004: deemed given Tue, Nov 30; use never stopped.
    mailed = suspended("2004-11-22", "mail")
    seen = on(
        "2005-01-20", filed("2004-07-13"), effective("2004-10-01"), mailed, resumed("2004-11-29")
    )
    assert seen.window("suspension/F3") is None
    assert set(seen.unused_facts) == {"F3", "F4"}


def test_thirty_and_sixteen_days_are_one_more_than_forty_five_in_ninety() -> None:
    # Case SU-06: Jan 3 to Feb 1 and Feb 15 to Mar 2, 2005; the 46th day is Mar 2.
    first = suspended("2005-01-03", id="A")
    second = suspended("2005-02-15", id="B")
    facts = (first, resumed("2005-02-02"), second, resumed("2005-03-03"))
    seen = on("2005-03-31", *facts)
    earlier, later = seen.window("suspension/A"), seen.window("suspension/B")
    assert earlier is not None
    assert later is not None
    assert earlier.notes == ()
    assert "more than 45 suspended days in 90, first on Wed, Mar 2, 2005" in later.notes
    assert later.why.steps[-1].day == date(2005, 3, 2)


def test_an_improper_suspension_says_that_it_excuses_nothing() -> None:
    facts = (
        suspended("2004-11-08", id="SUS"),
        fact("suspension-improper", "2004-11-09", about="suspension/SUS"),
    )
    found = _suspension("2004-11-10", *facts, instance="SUS")
    assert found.notes == (
        "not permitted as noticed: it draws on no allowance and excuses nothing",
    )


_NO_RECEIPT = "no receipt is recorded of the notice by mail"


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ({}, f"{_NO_RECEIPT}; the day it is deemed given is used instead"),
        ({"acknowledged": "2004-11-03"}, _NO_RECEIPT),
    ],
)
def test_under_receipt_the_notices_without_recorded_receipt_are_named(
    first: dict[str, str], said: str
) -> None:
    mailings = [
        given("holders", "mail", "2004-11-01", **first),
        given("holders", "mail", "2004-11-02"),
    ]
    notice = fact("suspension-notice", "2004-11-01", given=mailings)
    found = _suspension("2004-12-01", notice, suspension_start="RECEIPT")
    assert found.notes[-1] == said


def test_the_ninety_first_day_in_360_is_marked_on_the_third_suspension() -> None:
    # Case SU-11: 45 days from Jan 3, 45 from Apr 3, then from Sep 1, 2005.
    facts = (
        suspended("2005-01-03", id="A"),
        resumed("2005-02-17"),
        suspended("2005-04-03", id="B"),
        resumed("2005-05-18"),
        suspended("2005-09-01", id="C"),
        resumed("2005-09-11"),
    )
    seen = on("2005-10-01", *facts)
    marked = {w.instance: w.why.steps[-1].day for w in seen.windows if w.notes}
    assert marked == {"suspension/C": date(2005, 9, 1)}
    third = seen.window("suspension/C")
    assert third is not None
    assert third.notes[0] == "no day of it was allowed"
    ended = next(o for o in seen.obligations if o.instance.endswith("360/C"))
    assert ended.due == date(2005, 8, 31)
    assert ended.notes == ("no day of the suspension was allowed: by this day it was not to begin",)


def test_days_within_every_allowance_are_not_marked() -> None:
    found = _suspension("2005-03-01", suspended("2005-01-03"), resumed("2005-02-17"))
    assert found.notes == ()


def test_a_period_rests_on_all_earlier_ones_in_the_longest_window_that_limits_it() -> None:
    """10 days are left of 45 in 90, of which only B used some; 15 of 90 in 360, with A's 40."""
    found = _suspension(
        "2005-05-12",
        suspended("2004-10-01", id="A"),
        resumed("2004-11-10", id="AEND"),
        suspended("2005-03-01", id="B"),
        resumed("2005-04-05", id="BEND"),
        suspended("2005-05-10", id="C"),
        instance="C",
    )
    assert found.closes == date(2005, 5, 19)
    assert set(found.why.facts) == {"A", "AEND", "B", "BEND", "C"}


def test_a_suspension_not_ended_rests_on_the_event_that_nothing_else_happened() -> None:
    """Forty-five days from January 3, 2005 end on February 16. What is ended late needs no such
    event, because the day it ended is recorded."""
    silence = fact("nothing-else-happened", "2005-01-04", id="SILENCE")
    shelf = (filed("2004-07-13", id="FILED"), effective("2004-10-20", id="EFFECTIVE"))
    facts = (*shelf, suspended("2005-01-03", id="SUS"), silence)

    def grounds(*more: Fact) -> tuple[str, ...]:
        found = on("2005-03-10", *facts, *more)
        (owed,) = (o for o in found.obligations if o.instance == "suspension-end/SUS")
        assert owed.due == date(2005, 2, 16)
        return owed.why.facts

    assert "SILENCE" in grounds()
    assert "SILENCE" not in grounds(resumed("2005-03-01", id="END"))
