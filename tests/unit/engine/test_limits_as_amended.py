"""Limits that an amendment shortens or lengthens: what is over stays, what is open is counted by
the new limit, and nothing it causes is dated before the day it takes effect.

Every expected day is counted by hand from the agreement's own limits; see docs/decisions/dates.md.
"""

from datetime import date
from typing import Any

from dealclock.engine.conclusions import ConsentResult, Status
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.terms.terms import Terms
from tests.unit.engine.answering import form_of
from tests.unit.engine.deals import (
    amended,
    cents,
    effective,
    fact,
    filed,
    given,
    log,
    on,
    resumed,
    sale_notice,
    sold,
    suspended,
    unusable,
    usable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def terms(day: str, **to: Any) -> Terms:
    """The sample as amended from a day; a provision is named with underscores."""
    changes = {name.replace("_", "-"): change for name, change in to.items()}
    return amended({"on": date.fromisoformat(day), "to": changes})


def days(count: int, unit: str = "days") -> dict[str, Any]:
    """A length of time as the terms write it."""
    return {"within": {"count": count, "unit": unit}}


def defaults(as_of: str, amended_terms: Terms, *facts: Fact, **readings: str) -> dict[str, str]:
    """The day of each default."""
    found = on(as_of, *facts, terms=amended_terms, readings=readings)
    return {d.instance: d.occurred_on.isoformat() for d in found.defaults}


# ---- Suspension Periods

TOTAL = {
    "id": "default-iv-b",
    "clause": "3(a)(iv)(B)",
    "title": "Too many days",
    "cured_by": "suspension-ended",
}
ANY_90 = {"days": 45, "window_days": 90, "extended_days": 60}


def in_any(*limits: dict[str, Any]) -> dict[str, Any]:
    """The limits of the windows, in place of the sample's."""
    return {"in_any": list(limits)}


def test_a_suspension_over_before_its_limit_was_shortened_stays_in_time() -> None:
    """November 1 to December 4 is 34 days of 45; an amendment of June makes no default of it."""
    facts = (*SHELF, suspended("2004-11-01", id="N"), resumed("2004-12-05"))
    for shorter in (
        {"limit_days": 30},
        in_any({"days": 30, "window_days": 90}, {"days": 90, "window_days": 360}),
        in_any(ANY_90, {"days": 30, "window_days": 360, "on_overrun": TOTAL}),
    ):
        found = on("2005-07-01", *facts, terms=terms("2005-06-01", suspension=shorter))
        window = found.window("suspension/N")
        assert window is not None
        assert found.defaults == ()
        assert found.accrual.exact == 0
        assert (window.closes, window.status, window.limit_days) == (
            date(2004, 12, 15),
            Status.CLOSED,
            45,
        )
        assert found.obligation("cure-window/N-excess") is None


def test_a_suspension_in_effect_ends_on_the_effective_day_at_the_earliest() -> None:
    """Day 30 of a suspension from November 1 is November 30, before the amendment of December 5."""
    shorter = terms("2004-12-05", suspension={"limit_days": 30})
    runs = (*SHELF, suspended("2004-11-01", id="N"))
    assert defaults("2004-12-05", shorter, *runs) == {}
    assert defaults("2004-12-07", shorter, *runs)["default-iv-a/N"] == "2004-12-05"
    for day in ("2004-12-05", "2004-12-06"):
        assert defaults("2005-01-10", shorter, *runs, resumed(day)) == {}
    late = on("2005-01-10", *runs, resumed("2004-12-08"), terms=shorter).default("default-iv-a/N")
    assert late is not None
    assert (late.accrues_from, late.accrues_to) == (date(2004, 12, 6), date(2004, 12, 8))


def test_a_suspension_whose_shorter_limit_is_still_ahead_has_that_limit() -> None:
    """Day 40 is December 10."""
    shorter = terms("2004-12-05", suspension={"limit_days": 40})
    found = defaults("2005-01-10", shorter, *SHELF, suspended("2004-11-01", id="N"))
    assert found["default-iv-a/N"] == "2004-12-10"


def test_too_many_days_under_a_shorter_rolling_limit_count_from_the_effective_day() -> None:
    """On December 5 the 360 days hold 35 suspended days, more than the 20 of the amendment."""
    shorter = terms(
        "2004-12-05",
        suspension=in_any(ANY_90, {"days": 20, "window_days": 360, "on_overrun": TOTAL}),
    )
    runs = (*SHELF, suspended("2004-11-01", id="N"))
    found = on("2004-12-10", *runs, terms=shorter)
    assert {d.instance: d.occurred_on for d in found.defaults} == {
        "default-iv-b/N": date(2004, 12, 5)
    }
    assert all(o.due >= date(2004, 12, 5) for o in found.obligations if o.id == "suspension")
    assert defaults("2004-12-10", shorter, *runs, resumed("2004-12-05")) == {}


def test_earlier_days_count_in_a_shorter_rolling_limit_of_a_later_suspension() -> None:
    """34 days in 2004, at most 40 in 360: the seventh of 2005, February 7, is one too many."""
    shorter = terms(
        "2005-01-10",
        suspension=in_any(ANY_90, {"days": 40, "window_days": 360, "on_overrun": TOTAL}),
    )
    facts = (
        *SHELF,
        suspended("2004-11-01"),
        resumed("2004-12-05"),
        suspended("2005-02-01", id="M"),
    )
    assert defaults("2005-02-08", shorter, *facts) == {"default-iv-b/M": "2005-02-07"}


def test_a_longer_limit_undoes_no_default_and_allows_the_days_from_then_on() -> None:
    """Day 45 was December 15. From December 20 on 60 days are allowed, to December 30: the excess
    of December 16 was cured by none of its Business Days after the 17th, so it lapsed nowhere."""
    longer = terms(
        "2004-12-20",
        suspension={
            "limit_days": 60,
            "extended_days": 75,
            **in_any({"days": 60, "window_days": 90}, {"days": 90, "window_days": 360}),
        },
    )
    runs = (*SHELF, suspended("2004-11-01", id="N"), resumed("2004-12-29"))
    assert defaults("2005-01-20", longer, *runs) == {"default-iv-a/N": "2004-12-15"}


def test_an_extension_that_was_timely_when_given_stays_timely() -> None:
    """Given on day 40 of 45, so that day 60 is December 30; a limit of 30 days comes later."""
    shorter = terms("2004-12-20", suspension={"limit_days": 30})
    extended = fact(
        "suspension-extended", "2004-12-10", given=[given("holders", "hand", "2004-12-10")]
    )
    runs = (*SHELF, suspended("2004-11-01", id="N"), extended)
    found = defaults("2005-01-20", shorter, *runs)
    assert found["default-iv-a/N"] == "2004-12-30"


def test_a_suspension_begun_before_a_gap_was_required_began_properly() -> None:
    apart = terms("2004-12-15", suspension={"apart": {"count": 30, "unit": "days"}})
    facts = (
        *SHELF,
        suspended("2004-11-01"),
        resumed("2004-11-20"),
        suspended("2004-12-01", id="M"),
    )
    assert defaults("2005-01-03", apart, *facts, resumed("2005-01-02")) == {}


# ---- Deadlines, cure windows, notices


def test_a_deadline_cut_short_lapses_as_the_effective_day_ends() -> None:
    """100 days after June 30 are over on October 8; the amendment is in force from October 20."""
    shorter = terms("2004-10-20", effectiveness=days(100))
    assert defaults("2004-10-20", shorter, SHELF[0]) == {}
    found = on("2004-10-25", SHELF[0], terms=shorter).default("default-ii")
    assert found is not None
    assert (found.occurred_on, found.accrues_from) == (date(2004, 10, 20), date(2004, 10, 21))
    assert defaults("2004-10-25", shorter, *SHELF) == {}  # effective on that very day
    late = defaults("2004-10-30", shorter, SHELF[0], effective("2004-10-21"))
    assert late == {"default-ii": "2004-10-20"}


def test_a_deadline_cut_short_to_a_future_day_lapses_on_that_day() -> None:
    """115 days after June 30 are over on October 23."""
    shorter = terms("2004-10-20", effectiveness=days(115))
    assert defaults("2004-11-10", shorter, SHELF[0]) == {"default-ii": "2004-10-23"}


def test_an_existing_default_is_not_moved_by_a_shorter_or_a_longer_limit() -> None:
    for limit in (100, 200):
        later = terms("2004-11-20", effectiveness=days(limit))
        assert defaults("2005-02-10", later, SHELF[0]) == {"default-ii": "2004-10-28"}


def test_a_shorter_time_to_cure_lapses_on_no_day_before_the_amendment() -> None:
    """Failed on January 26: two Business Days are over on the 28th, five on February 2."""
    shorter = terms("2005-01-31", cure_window=days(2, "business days"))
    out = (*SHELF, unusable("2005-01-26", id="A"))
    assert defaults("2005-02-01", shorter, *out) == {"default-iii/A": "2005-01-31"}
    assert defaults("2005-02-01", shorter, *out, usable("2005-01-31")) == {}
    back = {"uncured_default_occurs": "RELATE-BACK"}
    assert defaults("2005-02-01", shorter, *out, **back) == {"default-iii/A": "2005-01-31"}
    assert defaults(
        "2005-02-10", terms("2005-01-31", sale_notice={"title": "A"}), *out, **back
    ) == {"default-iii/A": "2005-01-26"}


def test_a_failure_cured_in_its_time_is_no_default_under_a_shorter_one() -> None:
    shorter = terms("2005-06-01", cure_window=days(2, "business days"))
    facts = (*SHELF, unusable("2005-01-26", id="A"), usable("2005-02-02"))
    assert defaults("2005-07-01", shorter, *facts) == {}


def test_a_suspension_in_effect_on_the_effective_day_stops_a_shorter_clock_too() -> None:
    """Failed on November 8: 9, 10 and 12 ran before the suspension of the 15th, which the amendment
    of the 22nd finds in force. Two Business Days leave none when it ends, on the 29th."""
    shorter = terms("2004-11-22", cure_window=days(2, "business days"))
    facts = (*SHELF, unusable("2004-11-08", id="A"), suspended("2004-11-15"))
    assert defaults("2004-11-24", shorter, *facts) == {}
    assert defaults("2004-12-10", shorter, *facts, resumed("2004-11-29")) == {
        "default-iii/A": "2004-11-29"
    }


def test_a_notice_whose_time_is_cut_short_is_due_no_sooner_than_the_effective_day() -> None:
    """A default of October 28: two Business Days are over on November 1, one on October 29."""
    shorter = terms("2004-11-01", trustee_notice=days(1, "business days"))
    owed = on("2004-11-05", SHELF[0], terms=shorter).obligation("trustee-notice/default-ii")
    assert owed is not None
    assert owed.due == date(2004, 11, 1)


def test_an_advice_whose_time_is_cut_short_is_due_no_sooner_than_the_effective_day() -> None:
    """Effective on October 20: two Business Days are over on October 22, five on the 27th."""
    shorter = terms("2004-10-26", holder_advice=days(2, "business days"))
    owed = on("2004-11-05", *SHELF, terms=shorter).obligation("holder-advice/F2")
    assert owed is not None
    assert owed.due == date(2004, 10, 26)


def test_a_duty_that_an_amendment_adds_does_not_apply_to_events_long_before_it() -> None:
    new = {
        "type": "duty",
        "clause": "1",
        "title": "Word",
        "owed_by": "company",
        "action": "Say so.",
        "opened_by": ["registration-statement-effective"],
        "within": {"count": 5, "unit": "business days"},
        "met_by": "duty-done",
        "to": ["trustee"],
    }
    for day, owed in (("2004-12-01", []), ("2004-10-25", [date(2004, 10, 27)])):
        found = on("2005-02-01", *SHELF, terms=terms(day, word=new))
        assert [o.due for o in found.obligations if o.id == "word"] == owed


def test_a_protected_period_cut_short_ends_with_the_effective_day_and_its_interest_with_it() -> (
    None
):
    """One year after October 20, 2004 was over long before January 10, 2006."""
    shorter = terms("2006-01-10", effectiveness_period={"ends_on_anniversary": 1})
    found = on("2006-03-01", *SHELF, unusable("2005-09-01", id="A"), terms=shorter)
    window, default = found.window("effectiveness-period"), found.default("default-iii/A")
    assert window is not None
    assert default is not None
    assert (window.closes, window.done_on) == (date(2006, 1, 10), date(2006, 1, 11))
    assert (default.occurred_on, default.accrues_to) == (date(2005, 9, 9), date(2006, 1, 11))


# ---- Sale notices, reviews, lead times


def test_a_sale_notice_in_effect_is_cut_short_to_the_effective_day_at_the_earliest() -> None:
    """Given December 13: in force from the 16th; four Business Days are over on the 17th."""
    shorter = terms(
        "2004-12-20", sale_notice={"effective_for": {"count": 4, "unit": "business days"}}
    )
    facts = (*SHELF, sale_notice("2004-12-13", id="S"), sold("2004-12-16", "1000", id="A"))
    found = on("2005-01-10", *facts, sold("2004-12-20", "1000", id="B"), terms=shorter)
    window = found.window("sale-notice/S")
    assert window is not None
    assert (window.opens, window.closes) == (date(2004, 12, 16), date(2004, 12, 20))
    assert {o.instance: o.status for o in found.obligations if o.id == "sale-notice"} == {
        "sale-notice/A": Status.MET,
        "sale-notice/B": Status.MET,
    }


def test_a_sale_notice_in_effect_is_not_closed_again_by_a_longer_time_before_the_sale() -> None:
    """In force from December 16; eight Business Days after December 13 are over on the 23rd."""
    longer = {
        "opens_after": {"count": 5, "unit": "business days"},
        "effective_for": {"count": 8, "unit": "business days"},
    }
    amended_terms = terms("2004-12-17", sale_notice=longer)
    window = on(
        "2005-01-10", *SHELF, sale_notice("2004-12-13", id="S"), terms=amended_terms
    ).window("sale-notice/S")
    assert window is not None
    assert (window.opens, window.closes) == (date(2004, 12, 16), date(2004, 12, 23))


def test_a_finished_review_is_not_repeated_under_a_longer_one() -> None:
    """Drafts of January 3, their two Business Days over on the 5th; filed on January 12."""
    longer = terms(
        "2005-01-10", amendment_review={"at_least": {"count": 10, "unit": "business days"}}
    )
    facts = (
        *SHELF,
        fact("amendment-drafts-furnished", "2005-01-03", id="D"),
        fact("amendment-filed", "2005-01-12", id="A"),
    )
    owed = on("2005-01-20", *facts, terms=longer).obligation("amendment-review/A")
    assert owed is not None
    assert (owed.due, owed.status) == (date(2005, 1, 7), Status.MET)


def test_a_request_whose_time_is_cut_short_may_be_made_on_the_effective_day() -> None:
    """Two Business Days before January 20 is the 18th; ten, January 5: the 17th is a holiday."""
    longer = terms("2005-01-12", denominations={"at_least": {"count": 10, "unit": "business days"}})
    plan = fact("sale-planned", "2005-01-03", id="P", target="2005-01-20")
    window = on("2005-01-13", *SHELF, plan, terms=longer).window("denominations/P")
    assert window is not None
    assert window.closes == date(2005, 1, 12)


# ---- Questionnaires and consents


def _mailed(day: str) -> Fact:
    return fact("questionnaire-mailed", day, given=[given("holders", "hand", day)])


def _in_time(as_of: str, amended_terms: Terms, returned: str) -> tuple[date | None, bool | None]:
    facts = log(_mailed("2004-09-01"), fact("questionnaire-returned", returned, holder="a"))
    context = Look(amended_terms, facts, date.fromisoformat(as_of)).context()
    found = form_of("a", context)
    return found.entitled_by, found.in_time_for_interest


def test_a_questionnaire_in_time_before_its_deadline_was_shortened_still_entitles() -> None:
    """Mailed September 1: 20 Business Days are over on September 30, ten on September 16."""
    shorter = days(10, "business days")
    after = terms("2004-10-15", questionnaire_deadline=shorter)
    assert _in_time("2004-11-01", after, "2004-09-22") == (date(2004, 9, 30), True)
    while_open = terms("2004-09-20", questionnaire_deadline=shorter)
    assert _in_time("2004-11-01", while_open, "2004-09-20") == (date(2004, 9, 20), True)
    assert _in_time("2004-11-01", while_open, "2004-09-22") == (date(2004, 9, 20), False)
    longer = terms("2004-10-15", questionnaire_deadline=days(40, "business days"))
    assert _in_time("2004-11-01", longer, "2004-10-18") == (date(2004, 9, 30), False)


def test_a_questionnaire_in_time_then_requires_no_filing_under_a_shorter_deadline() -> None:
    shorter = terms("2004-12-15", questionnaire_deadline=days(10, "business days"))
    answer = fact("questionnaire-returned", "2004-09-22", holder="a", amount="5000000")
    found = on("2005-01-10", *SHELF, _mailed("2004-09-01"), answer, terms=shorter)
    assert [o.instance for o in found.obligations if o.id == "late-questionnaire"] == []


def test_a_late_filing_cut_short_is_due_no_sooner_and_one_over_stays() -> None:
    """Received December 1, ten Business Days are over on the 15th and three on the 6th."""
    answer = fact("questionnaire-returned", "2004-12-01", holder="a", amount="5000000", id="Q")
    facts = (*SHELF, _mailed("2004-09-01"), answer)
    for day, due in (("2004-12-10", date(2004, 12, 10)), ("2004-12-20", date(2004, 12, 15))):
        shorter = terms(day, late_questionnaire=days(3, "business days"))
        owed = on("2005-01-10", *facts, terms=shorter).obligation("late-questionnaire/Q")
        assert owed is not None
        assert owed.due == due


def test_a_consent_that_was_enough_when_given_stays_enough() -> None:
    """$31,000,000 of $60,000,000 is more than half and less than two thirds."""
    higher = terms("2005-01-03", majority_of_holders={"over_percent": 66})
    for day, outcome in (
        ("2004-11-20", ConsentResult.CARRIES),
        ("2005-01-20", ConsentResult.DOES_NOT_CARRY),
    ):
        waiver = fact("waiver", day, about="default-ii", amount="31000000", id="W")
        found = on("2005-02-10", SHELF[0], waiver, terms=higher)
        assert [a.outcome for a in found.agreed if a.instance == "W"] == [outcome]


# ---- One after another


def test_each_of_two_amendments_is_its_own_floor() -> None:
    """120 days are over October 28; 150, November 27; 130 from November 20, November 7."""
    two = amended(
        {"on": date(2004, 10, 20), "to": {"effectiveness": days(150)}},
        {"on": date(2004, 11, 20), "to": {"effectiveness": days(130)}},
    )
    assert defaults("2005-01-10", two, SHELF[0]) == {"default-ii": "2004-11-20"}


def test_the_trace_says_why_the_last_day_is_the_effective_day() -> None:
    shorter = terms("2004-10-20", effectiveness=days(100))
    owed = on("2004-10-25", SHELF[0], terms=shorter).obligation("effectiveness")
    assert owed is not None
    says = "Fri, Oct 8, 2004 was before the amendment took effect: the last day"
    assert (says, date(2004, 10, 20)) in [(s.text, s.day) for s in owed.why.steps]


def test_amounts_of_a_settled_period_stay_the_same() -> None:
    """Effective 21 days late: October 29 to November 18 is 19 days by 30/360: $7,916.67."""
    facts = (SHELF[0], effective("2004-11-18"))
    shorter = terms("2005-06-01", effectiveness=days(100), cure_window=days(1, "business days"))
    assert cents(on("2005-07-01", *facts, terms=shorter).accrual.exact) == "7916.67"
