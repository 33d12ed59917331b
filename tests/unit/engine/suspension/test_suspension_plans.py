"""What a budget of suspension days leaves for a new one, with extensions and gaps."""

from collections.abc import Iterable
from datetime import date

import pytest

from dealclock.answers.suspension import limits_in_words
from dealclock.engine.context import Choices, Context
from dealclock.engine.states.limits_left import LimitPlan, LimitsLeft, plan
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.readings import choose
from dealclock.terms.rules.suspensions import DayBudget
from tests.unit.engine.deals import (
    ZONE,
    effective,
    fact,
    filed,
    given,
    log,
    on,
    resumed,
    sample_terms,
    suspended,
    unusable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def extended(day: str, **more: object) -> Fact:
    """A notice, by hand, that a suspension is extended."""
    return fact("suspension-extended", day, given=[given("holders", "hand", day)], **more)


def _plan(
    as_of: str, *facts: Fact, start: str | None = None, days: int | None = None, **readings: str
) -> LimitsLeft:
    day = date.fromisoformat(as_of)
    chosen = choose({name.replace("_", "-"): choice for name, choice in readings.items()})
    known = FactIndex(log(*facts).known(day, end_of(day, ZONE)))
    context = Context(sample_terms(), known, day, Choices(chosen))
    rule = next(sample_terms().all_of(DayBudget))
    first = date.fromisoformat(start or as_of)
    return plan(rule, first, days, context, material=False)


def _in(limit: LimitPlan) -> int | None:
    """The days of its window."""
    return limit.window.count if limit.window else None


# ---- What an extension and a join change


@pytest.mark.parametrize(("given_on", "extends"), [("2004-11-19", True), ("2004-11-20", False)])
def test_an_extension_given_on_the_day_its_suspension_ends_is_too_late(
    given_on: str, extends: bool
) -> None:
    ended = resumed("2004-11-20")
    facts = (suspended("2004-11-01"), ended, extended(given_on, about="suspension/F1"))
    window = on("2004-12-01", *facts).window("suspension/F1")
    assert window is not None
    assert ("extended from 45 to 60 days by notice given" in window.notes) is extends


def test_an_aggregate_default_depends_on_every_suspension_in_its_window() -> None:
    facts = [
        suspended("2005-01-03", id="A"),
        resumed("2005-02-17", id="AEND"),
        suspended("2005-04-03", id="B"),
        resumed("2005-05-18", id="BEND"),
        suspended("2005-09-01", id="C"),
    ]
    seen = on("2005-09-01", *SHELF, *facts)
    default = seen.default("default-iv-b/C")
    assert default is not None
    assert {"A", "AEND", "B", "BEND", "C"} <= set(default.why.facts)
    assert default.occurred_on == date(2005, 9, 1)


def _limits(as_of: str, *facts: Fact, **readings: str) -> LimitsLeft:
    (found,) = on(as_of, *SHELF, *facts, readings=readings).budgets
    return found


def _left(limits: Iterable[LimitPlan]) -> list[tuple[int | None, int, int, int, str]]:
    return [(_in(x), x.days, x.used, x.left, x.breaks_on.isoformat()) for x in limits]


def test_an_assessment_shows_what_every_limit_leaves() -> None:
    """30 days from Jan 3, 2005; a suspension from Mar 1 could run 15 days, 30 if extended.

    The window of 90 that ends on Mar 1 begins Dec 2, that of 360 on Mar 7, 2004.
    """
    found = _limits("2005-03-01", suspended("2005-01-03"), resumed("2005-02-02"))
    assert _left(found.limits) == [
        (None, 45, 0, 45, "2005-04-15"),
        (90, 45, 30, 15, "2005-03-16"),
        (360, 90, 30, 60, "2005-04-30"),
    ]
    assert [x.since for x in found.limits] == [None, date(2004, 12, 2), date(2004, 3, 7)]
    assert _left(found.extended) == [
        (None, 60, 0, 60, "2005-04-30"),
        (90, 60, 30, 30, "2005-03-31"),
    ]
    assert found.running is None
    assert found.is_drawn_on
    assert list(limits_in_words(found))[1] == (
        "30 of 45 used in any 90 days, 15 left; breaks Wed, Mar 16, 2005 if one began on this day"
    )
    assert set(found.why.facts) == {"F3", "F4"}


def test_a_broken_limit_leaves_nothing_and_says_since_when() -> None:
    found = _limits("2005-02-20", suspended("2005-01-03"))
    assert _left(found.limits)[:2] == [
        (None, 45, 48, 0, "2005-02-20"),
        (90, 45, 48, 0, "2005-02-20"),
    ]
    text = list(limits_in_words(found))
    assert text[0] == "48 of 45 used in one period, 0 left; broken since Thu, Feb 17, 2005"
    assert "42 left; breaks Sun, Apr 3, 2005 if it goes on" in text[2]
    assert text[3].startswith("extended: 48 of 60 used in one period, 12 left; breaks Fri, Mar 4")


def test_the_assessment_and_the_question_show_the_same() -> None:
    facts = (*SHELF, suspended("2005-01-03"), resumed("2005-02-02"), suspended("2005-02-20"))
    for day in ("2005-01-20", "2005-02-10", "2005-03-01", "2005-03-20", "2005-06-01"):
        (found,) = on(day, *facts).budgets
        asked = _plan(day, *facts)
        assert (found.limits, found.running) == (asked.limits, asked.running)
        assert found.why.readings == asked.why.readings | {"extension-cap"}


TWO_OF_THIRTY = (*SHELF, suspended("2005-01-03"), resumed("2005-02-02"), suspended("2005-03-01"))
"""Thirty days, and a second suspension: March 16 is the first day that makes 46 in 90."""


def test_days_allowed_again_by_a_late_extension_excuse_a_failure() -> None:
    """Extended on March 20, 60 are allowed in 90, so the second has 30: to March 30.

    A failure of March 22 is excused until the 31st, and its five days run out on April 7.
    """
    more, out = extended("2005-03-20"), unusable("2005-03-22", id="OUT")
    cure = on("2005-04-20", *TWO_OF_THIRTY, more, out).obligation("cure-window/OUT")
    assert cure is not None
    assert cure.due == date(2005, 4, 7)


def test_an_extension_on_its_own_first_excess_day_allows_none_again() -> None:
    more, out = extended("2005-03-31"), unusable("2005-03-28", id="OUT")
    cure = on("2005-04-20", *TWO_OF_THIRTY, more, out).obligation("cure-window/OUT")
    assert cure is not None
    assert cure.due == date(2005, 4, 4)
    assert not any("stops the clock" in step.text for step in cure.why.steps)
