"""Duties opened by events: advice to Holders (4(b)(iii)), conditions, lead times, undated ones."""

from datetime import date

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Obligation
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.terms.rules.rule import Period
from tests.unit.engine.deals import effective, fact, filed, given, log, on, sample_terms

SHELF = (filed("2004-07-13", id="FILED"), effective("2004-10-20", id="EFF"))
STOP = fact("stop-order", "2004-12-22", id="STOP")


def advice(as_of: str, *facts: Fact, **readings: str) -> Obligation:
    found = on(as_of, *SHELF, *facts, readings=readings)
    owed = [o for o in found.obligations if o.id.endswith("advice")]
    return next(o for o in owed if not o.instance.endswith("/EFF"))


def test_advice_is_owed_within_five_business_days_of_a_stop_order() -> None:
    owed = advice("2004-12-23", STOP)
    assert (owed.instance, owed.due, owed.status) == (
        "holder-advice/STOP",
        date(2004, 12, 29),  # 23, 24 (banks are open), 27, 28, 29
        "upcoming",
    )


def test_each_method_has_its_last_day_and_the_latest_is_first() -> None:
    owed = advice("2004-12-23", STOP)
    assert [(m.method, str(m.last_day)) for m in owed.methods] == [
        ("hand", "2004-12-29"),
        ("fax", "2004-12-29"),
        ("telex", "2004-12-29"),
        ("courier", "2004-12-28"),
        ("mail", "2004-12-22"),
    ]
    assert [m.method for m in owed.methods if m.acknowledged] == ["fax", "telex"]


def test_no_method_is_shown_once_the_advice_was_given() -> None:
    event = fact("holders-advised", "2004-12-27", about="STOP")
    owed = advice("2004-12-28", STOP, event)
    assert (owed.status, owed.done_on, owed.methods) == ("met", date(2004, 12, 27), ())


def test_written_advice_counts_when_deemed_given_and_oral_advice_at_once() -> None:
    mailed = fact(
        "holders-advised",
        "2004-12-23",
        about="STOP",
        given=[given("selling-holders", "mail", "2004-12-23")],
    )
    assert advice("2005-01-05", STOP, mailed).done_on == date(2004, 12, 30)
    spoken = fact("holders-advised", "2004-12-29", about="STOP")
    assert advice("2005-01-05", STOP, mailed, spoken).done_on == date(2004, 12, 29)


def test_advice_about_another_event_satisfies_nothing() -> None:
    other = fact("holders-advised", "2004-12-27", about="EFF")
    assert advice("2004-12-30", STOP, other).status == "missed"


def test_the_time_for_advice_of_a_misstatement_runs_from_when_it_was_known() -> None:
    arose = fact("misstatement", "2004-11-10", id="AROSE")
    known = fact("misstatement-known", "2004-11-20", about="AROSE")
    assert advice("2004-11-22", arose, known).due == date(2004, 11, 29)
    by_event = advice("2004-11-22", arose, known, advice_event="EVENT")
    assert by_event.due == date(2004, 11, 18)  # 12, 15, 16, 17, 18; Veterans Day the 11th


def test_the_reading_is_not_used_when_nothing_says_when_it_was_known() -> None:
    arose = fact("misstatement", "2004-11-10", id="AROSE")
    assert "advice-event" not in advice("2004-11-22", arose).why.readings


def test_a_misstatement_before_the_shelf_is_effective_opens_nothing() -> None:
    found = on("2004-09-20", SHELF[0], fact("misstatement", "2004-09-10", id="AROSE"))
    assert found.obligation("misstatement-advice/AROSE") is None
    assert found.unused_facts == ("AROSE",)


@pytest.mark.parametrize(
    ("as_of", "facts", "due", "status"),
    [
        ("2004-10-15", (), "2004-10-28", "upcoming"),
        ("2004-10-20", (SHELF[1],), "2004-10-20", "due today"),
        ("2004-10-21", (SHELF[1],), "2004-10-20", "missed"),
    ],
)
def test_a_condition_is_due_by_the_end_of_the_day_it_depends_on(
    as_of: str, facts: tuple[Fact, ...], due: str, status: str
) -> None:
    owed = on(as_of, SHELF[0], *facts).obligation("cusip-numbers")
    assert owed is not None
    assert (owed.due.isoformat(), owed.status) == (due, status)


def test_a_condition_has_no_date_when_the_deadline_passed_without_its_event() -> None:
    assert on("2004-10-29", SHELF[0]).obligation("cusip-numbers") is None


def test_denominations_are_asked_for_two_business_days_before_the_sale() -> None:
    plan = fact("sale-planned", "2004-11-18", id="SALE", target="2004-11-29")
    found = on("2004-11-19", *SHELF, plan).window("denominations/SALE")
    assert found is not None
    assert (found.closes, found.status) == (date(2004, 11, 24), "open")  # Thanksgiving the 25th
    assert found.safe == (date(2004, 11, 18), date(2004, 11, 23))


def test_a_sale_planned_too_late_leaves_no_day_to_ask() -> None:
    plan = fact("sale-planned", "2004-11-29", id="SALE", target="2004-11-30")
    found = on("2004-11-29", *SHELF, plan).window("denominations/SALE")
    assert found is not None
    assert (found.status, found.notes) == (
        "closed",
        ("when it was planned, it was too late to ask in time",),
    )


def test_an_undated_duty_has_no_due_date_and_shows_the_teams_target_separately() -> None:
    known = log(*SHELF, fact("prospectus-unusable", "2004-11-08", id="OUT"))
    targets = {"correcting-filing": Period(count=2, unit="business days")}
    found = assess(Look(sample_terms(), known, date(2004, 11, 20), targets=targets))
    duty = next(d for d in found.duties if d.id == "correcting-filing")
    assert (duty.instance, duty.opens) == ("correcting-filing/OUT", date(2004, 11, 8))
    assert duty.target == date(2004, 11, 10)
    assert "team target, not contractual" in duty.why.steps[-1].text
    assert found.obligation("correcting-filing/OUT") is None
    bare = assess(Look(sample_terms(), known, date(2004, 11, 20)))
    assert next(d for d in bare.duties if d.id == "correcting-filing").target is None


def test_an_undated_duty_is_done_by_an_event_about_it() -> None:
    done = fact("duty-done", "2004-11-12", about="correcting-filing/OUT")
    out = fact("prospectus-unusable", "2004-11-08", id="OUT")
    duty = next(d for d in on("2004-11-20", *SHELF, out, done).duties if d.opens)
    assert (duty.done_on, duty.is_open) == (date(2004, 11, 12), False)
