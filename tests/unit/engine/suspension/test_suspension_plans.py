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


def test_each_limit_shows_used_and_left_and_the_day_it_would_break() -> None:
    """30 days from Jan 3, 2005. From Mar 1 the window of 90 begins Dec 2; 15 days are left."""
    found = _plan("2005-03-01", suspended("2005-01-03"), resumed("2005-02-02"), days=16)
    items = [(_in(x), x.used, x.left, x.longest, x.breaks_on.isoformat()) for x in found.limits]
    assert items == [
        (None, 0, 45, 45, "2005-04-15"),
        (90, 30, 15, 15, "2005-03-16"),
        (360, 30, 60, 60, "2005-04-30"),
    ]
    assert (found.longest, found.longest_through) == (15, date(2005, 3, 15))
    assert (found.allowed, found.earliest) == (False, date(2005, 3, 19))


def test_an_open_suspension_is_assumed_to_end_on_the_day_asked() -> None:
    """Ten days from Jan 3 are used on Jan 13, and a new one would join them."""
    found = _plan("2005-01-13", suspended("2005-01-03"))
    assert found.running is not None
    assert [(limit.used, limit.left) for limit in found.limits] == [(10, 35), (10, 35), (10, 80)]
    assert found.longest == 35


def test_more_days_than_one_period_may_have_are_never_allowed() -> None:
    found = _plan("2005-01-13", days=46)
    assert (found.allowed, found.earliest, found.longest) == (False, None, 45)


def test_in_blocks_a_new_block_is_free_at_once() -> None:
    """Blocks of 90 from Jan 10, 2005: the second begins Apr 10.

    Of the 39 days from Mar 1, five may share a rolling window with forty more: Apr 4 to 8, in the
    window that begins on Apr 4 and ends on Jul 2, the fortieth day from May 24.
    """
    facts = (suspended("2005-01-10"), resumed("2005-02-24"))
    rolling = _plan("2005-04-09", *facts, days=10)
    blocks = _plan("2005-04-09", *facts, days=10, any_window="FIXED-BLOCKS")
    assert rolling.earliest == blocks.earliest == date(2005, 4, 10)
    later = (
        *(suspended("2005-01-10", id="A"), resumed("2005-01-11")),
        *(suspended("2005-03-01"), resumed("2005-04-09")),
    )
    assert _plan("2005-04-11", *later, days=40).earliest == date(2005, 5, 24)
    found = _plan("2005-04-11", *later, days=40, any_window="FIXED-BLOCKS")
    assert found.earliest == date(2005, 4, 11)


def test_a_first_day_that_is_already_suspended_counts_under_every_limit() -> None:
    """January 3 to 13, 2005 are eleven days; nothing may begin on the last of them."""
    found = _plan("2005-03-01", suspended("2005-01-03"), resumed("2005-02-02"), start="2005-01-13")
    assert [(x.used, x.longest) for x in found.limits] == [(11, 0), (11, 0), (11, 0)]
    assert (found.longest, found.longest_through) == (0, None)


# ---- What an extension and a join change


@pytest.mark.parametrize(("given_on", "closes"), [("2004-12-15", "12-30"), ("2004-12-16", "12-15")])
def test_an_extension_counts_when_given_on_the_forty_fifth_day_and_not_after(
    given_on: str, closes: str
) -> None:
    window = on("2004-12-17", suspended("2004-11-01"), extended(given_on)).window("suspension/F1")
    assert window is not None
    assert window.closes == date.fromisoformat(f"2004-{closes}")


@pytest.mark.parametrize(("given_on", "extends"), [("2004-11-19", True), ("2004-11-20", False)])
def test_an_extension_given_on_the_day_its_suspension_ends_is_too_late(
    given_on: str, extends: bool
) -> None:
    ended = resumed("2004-11-20")
    facts = (suspended("2004-11-01"), ended, extended(given_on, about="suspension/F1"))
    window = on("2004-12-01", *facts).window("suspension/F1")
    assert window is not None
    assert ("extended from 45 to 60 days by notice given" in window.notes) is extends


def test_an_extension_about_another_suspension_leaves_this_one_unchanged() -> None:
    facts = (suspended("2004-11-01"), extended("2004-11-05", about="suspension/F9"))
    window = on("2004-12-01", *facts).window("suspension/F1")
    assert window is not None
    assert window.limit_days == 45


def test_an_ordinary_suspension_that_joins_an_extended_one_has_forty_five_days_with_it() -> None:
    """Day 1 is Nov 1, 2004; the extended one ends on day 40, and day 45 is Dec 15."""
    facts = (suspended("2004-11-01"), extended("2004-11-05"), resumed("2004-12-10"))
    seen = on("2004-12-20", *SHELF, *facts, suspended("2004-12-10", id="NEXT"))
    default = seen.default("default-iv-a/F3")
    assert default is not None
    assert default.occurred_on == date(2004, 12, 15)
    # The first day beyond is Dec 16, of the suspension then in force; 17, 20 to 23 are five.
    cure = seen.obligation("cure-window/NEXT-excess")
    assert cure is not None
    assert (cure.opens, cure.due) == (date(2004, 12, 16), date(2004, 12, 23))


def test_days_beyond_the_allowance_no_longer_excuse_a_failure() -> None:
    """Suspended from Nov 1, 2004; the failure of Nov 10 has its five days from Dec 16 on."""
    facts = (*SHELF, suspended("2004-11-01"), unusable("2004-11-10", id="OUT"))
    within, beyond = on("2004-12-15", *facts), on("2004-12-31", *facts)
    first, then = within.obligation("cure-window/OUT"), beyond.obligation("cure-window/OUT")
    assert first is not None
    assert then is not None
    assert (first.status, then.status, then.due) == ("excused", "missed", date(2004, 12, 23))
    only_iv = on("2004-12-31", *facts, readings={"excess_suspension": "ONLY-iv"})
    assert [d.instance for d in only_iv.defaults] == ["default-iv-a/F3"]


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


def test_an_improper_suspension_uses_none_of_the_allowance() -> None:
    facts = (
        suspended("2005-01-03", id="A"),
        resumed("2005-02-02"),
        fact("suspension-improper", "2005-01-20", about="suspension/A"),
    )
    found = _plan("2005-02-02", *facts)
    assert [limit.used for limit in found.limits] == [0, 0, 0]


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


def test_nothing_is_used_before_the_first_suspension() -> None:
    found = _limits("2005-03-01")
    assert [x.used for x in found.limits] == [0, 0, 0]
    assert not found.is_drawn_on


def test_an_open_period_shows_the_day_each_limit_breaks_if_it_continues() -> None:
    """Day 1 is Jan 3, 2005: day 46 is Feb 17, day 91 is Apr 3."""
    found = _limits("2005-01-13", suspended("2005-01-03", id="SUS"))
    assert _left(found.limits) == [
        (None, 45, 10, 35, "2005-02-17"),
        (90, 45, 10, 35, "2005-02-17"),
        (360, 90, 10, 80, "2005-04-03"),
    ]
    assert found.running is not None
    first = found.running.first_break
    assert first is not None
    assert (found.running.period.name, first.last_allowed) == ("SUS", date(2005, 2, 16))
    breaks = [(b.limit, b.on.isoformat()) for b in found.running.breaks]
    assert [(b and b.window and b.window.count, on) for b, on in breaks] == [
        (None, "2005-02-17"),
        (90, "2005-02-17"),
        (360, "2005-04-03"),
    ]


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


def test_an_open_extended_period_is_measured_by_its_extended_limit() -> None:
    found = _limits("2005-02-20", suspended("2005-01-03"), extended("2005-02-10"))
    assert _left(found.limits)[:2] == [
        (None, 60, 48, 12, "2005-03-04"),
        (90, 60, 48, 12, "2005-03-04"),
    ]
    assert found.extended == ()


def test_the_assessment_and_the_question_show_the_same() -> None:
    facts = (*SHELF, suspended("2005-01-03"), resumed("2005-02-02"), suspended("2005-02-20"))
    for day in ("2005-01-20", "2005-02-10", "2005-03-01", "2005-03-20", "2005-06-01"):
        (found,) = on(day, *facts).budgets
        asked = _plan(day, *facts)
        assert (found.limits, found.running) == (asked.limits, asked.running)
        assert found.why.readings == asked.why.readings | {"extension-cap"}


def test_days_of_an_improper_suspension_are_not_used() -> None:
    improper = fact("suspension-improper", "2005-01-10", about="suspension/SUS")
    found = _limits("2005-01-13", suspended("2005-01-03", id="SUS"), improper)
    assert [x.used for x in found.limits] == [0, 0, 0]
    assert found.running is None


def test_limits_of_as_many_days_exclude_what_an_extension_adds_to_each() -> None:
    """January 3 to March 3, 2005 are 60 days, of which those an extension brings are left out.

    Those after the 45th, up to the 60th by one limit: 45 count. Up to the 50th by the other: 55.
    """
    ordinary = next(sample_terms().all_of(DayBudget))
    limits = [
        {"days": 45, "window_days": 90, "extended_days": 60},
        {"days": 45, "window_days": 180, "extended_days": 50},
    ]
    rule = DayBudget.model_validate({**ordinary.model_dump(), "in_any": limits})
    facts = log(suspended("2005-01-03"), extended("2005-01-03"), resumed("2005-03-04"))
    day = date(2005, 3, 4)
    known = FactIndex(facts.known(day, end_of(day, ZONE)))
    strict = Choices(choose({"extension-cap": "STRICT"}))
    found = plan(rule, day, 1, Context(sample_terms(), known, day, strict), material=False)
    assert [limit.used for limit in found.limits[1:]] == [45, 55]


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


@pytest.mark.parametrize(("cap", "last"), [("WINDOW-60", "2005-03-15"), ("STRICT", "2005-02-28")])
def test_five_earlier_days_are_deducted_from_an_extended_suspension(cap: str, last: str) -> None:
    """Begun January 20, 2005: its 55th day, or its 40th, is the last that the window allows."""
    earlier = (suspended("2005-01-03"), resumed("2005-01-08"))
    facts = (*SHELF, *earlier, suspended("2005-01-20", id="SUS"), extended("2005-01-25"))
    window = on("2005-02-01", *facts, readings={"extension_cap": cap}).window("suspension/SUS")
    assert window is not None
    assert window.closes.isoformat() == last


def test_an_aggregate_in_windows_of_months_is_cured_once_the_trailing_total_is_low_enough() -> None:
    """January 10 to February 18, 2005 are 40 days, and March 15 to 19 five more: 41 on March 15.

    Three months that end on April 14 began on January 15, and hold 35 and 5.
    """
    ordinary = next(sample_terms().all_of(DayBudget)).model_dump()
    in_any = [{"days": 40, "window_months": 3, "on_overrun": ordinary["in_any"][1]["on_overrun"]}]
    rule = DayBudget.model_validate(
        {**ordinary, "extended_by": None, "extended_days": None} | {"in_any": in_any}
    )
    rules = tuple(rule if r.id == rule.id else r for r in sample_terms().provisions)
    terms = sample_terms().model_copy(update={"provisions": rules})
    first = (suspended("2005-01-10"), resumed("2005-02-19"))
    second = (suspended("2005-03-15", id="SUS"), resumed("2005-03-20"))
    cure = {"aggregate_default_cure": "TRAILING-TOTAL"}
    found = on("2005-05-02", *SHELF, *first, *second, terms=terms, readings=cure)
    default = found.default("default-iv-b/SUS")
    assert default is not None
    assert (default.occurred_on, default.done_on) == (date(2005, 3, 15), date(2005, 4, 14))
