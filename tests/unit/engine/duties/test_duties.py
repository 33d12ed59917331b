"""Duties opened by events: advice to Holders (4(b)(iii)), conditions, lead times, undated ones."""

from datetime import date

from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Obligation
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.terms.rules.rule import Period
from tests.unit.engine.deals import effective, fact, filed, log, on, sample_terms

SHELF = (filed("2004-07-13", id="FILED"), effective("2004-10-20", id="EFF"))
STOP = fact("stop-order", "2004-12-22", id="STOP")


def advice(as_of: str, *facts: Fact, **readings: str) -> Obligation:
    found = on(as_of, *SHELF, *facts, readings=readings)
    owed = [o for o in found.obligations if o.id.endswith("advice")]
    return next(o for o in owed if not o.instance.endswith("/EFF"))


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


def test_the_reading_is_not_used_when_nothing_says_when_it_was_known() -> None:
    arose = fact("misstatement", "2004-11-10", id="AROSE")
    assert "advice-event" not in advice("2004-11-22", arose).why.readings


def test_a_misstatement_before_the_shelf_is_effective_opens_nothing() -> None:
    found = on("2004-09-20", SHELF[0], fact("misstatement", "2004-09-10", id="AROSE"))
    assert found.obligation("misstatement-advice/AROSE") is None
    assert found.unused_facts == ("AROSE",)


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
