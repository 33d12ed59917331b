"""Extensions move a due day before it has passed; waivers mark a default and take nothing off."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from dealclock.agreement.rules.holders import ConsentThreshold
from dealclock.engine.conclusions import Status
from dealclock.engine.consents.outcome import Agreed, Outcome
from dealclock.engine.consents.proof import deciding
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    acquired,
    converted,
    effective,
    fact,
    filed,
    issued,
    on,
    sample_terms,
    told,
    transferred,
    unusable,
)

FILED = filed("2004-07-13")


def test_an_extension_says_so_in_the_trace() -> None:
    more = fact("extension", "2004-10-20", id="MORE", about="effectiveness", target="2004-11-30")
    owed = on("2004-11-01", FILED, more).obligation("effectiveness")
    assert owed is not None
    assert (owed.due, owed.status) == (date(2004, 11, 30), Status.UPCOMING)
    assert "extended by MORE, agreed Wed Oct 20, 2004: the last day" in [s.says for s in owed.trace]
    assert "MORE" in owed.grounds.facts


def test_an_extension_after_the_last_day_says_why_it_moves_nothing() -> None:
    more = fact("extension", "2004-10-29", id="MORE", about="effectiveness", target="2004-11-30")
    owed = on("2004-11-01", FILED, more).obligation("effectiveness")
    assert owed is not None
    assert owed.due == date(2004, 10, 28)
    assert owed.notes == (
        (
            "MORE extends it after its last day, which undoes no default; "
            "record a waiver if there is one"
        ),
    )


def test_an_extension_to_no_later_day_moves_nothing() -> None:
    more = fact("extension", "2004-10-20", about="effectiveness", target="2004-10-28")
    owed = on("2004-11-01", FILED, more).obligation("effectiveness")
    assert owed is not None
    assert owed.due == date(2004, 10, 28)
    assert "moves nothing" in owed.notes[0]


def test_a_side_letter_moves_nobody_elses_day() -> None:
    letter = fact(
        "extension", "2004-10-20", about="effectiveness", target="2004-11-30", holder="fund-a"
    )
    owed = on("2004-11-01", FILED, letter).obligation("effectiveness")
    assert owed is not None
    assert owed.due == date(2004, 10, 28)
    assert owed.notes == (
        (
            "by side letter F2, extended to Tue Nov 30, 2004 for Holder fund-a alone; "
            "it binds no other Holder"
        ),
    )


def test_a_cure_and_a_notice_can_be_extended_too() -> None:
    out = unusable("2005-01-10", id="OUT")
    cure = fact("extension", "2005-01-12", about="cure-window/OUT", target="2005-01-28")
    found = on("2005-02-04", FILED, effective("2004-10-20"), out, cure)
    default = found.default("default-iii/OUT")
    assert default is not None
    assert default.occurred_on == date(2005, 1, 28)
    notice = "trustee-notice/default-iii/OUT"
    more = fact("extension", "2005-01-31", about=notice, target="2005-02-10")
    given = told("2005-02-08", "default-iii/OUT")
    later = on("2005-02-09", FILED, effective("2004-10-20"), out, cure, more, given)
    owed = later.obligation(notice)
    assert owed is not None
    assert (owed.due, owed.status) == (date(2005, 2, 10), Status.MET)


def test_a_waiver_marks_the_default_and_takes_nothing_off() -> None:
    waiver = fact("waiver", "2004-11-15", id="W", about="default-ii", amount="31000000")
    without, waived = on("2004-11-20", FILED), on("2004-11-20", FILED, waiver)
    default = waived.default("default-ii")
    assert default is not None
    assert default.waived
    assert waived.accrual.exact == without.accrual.exact == 8750
    assert default.notes == (
        (
            "waived by W, given Mon Nov 15, 2004, with the consent of 31,000,000 dollars of "
            "principal; it carries: $31,000,000.00 of $60,000,000.00 is more than 50% at Mon Nov "
            "15, 2004"
        ),
        (
            "interest is computed as if it was not waived: what has accrued needs the consent of "
            "each Holder it is owed to (TIA 316(b))"
        ),
    )


def test_a_waiver_of_the_obligation_is_one_of_its_default() -> None:
    waiver = fact("waiver", "2004-10-01", about="effectiveness", amount="31000000")
    default = on("2004-11-20", FILED, waiver).default("default-ii")
    assert default is not None
    assert default.waived


def test_a_waiver_covers_its_last_day_and_no_more() -> None:
    waiver = fact(
        "waiver", "2004-11-15", about="default-ii", target="2004-12-31", amount="31000000"
    )
    last = on("2004-12-31", FILED, waiver).default("default-ii")
    after = on("2005-01-01", FILED, waiver).default("default-ii")
    assert last is not None
    assert after is not None
    assert (last.waived, after.waived) == (True, False)
    assert after.notes == (
        (
            "waived by F2, given Mon Nov 15, 2004, through Fri Dec 31, 2004, which is past, with "
            "the consent of 31,000,000 dollars of principal; it carries: $31,000,000.00 of "
            "$60,000,000.00 is more than 50% at Mon Nov 15, 2004"
        ),
    )


def test_one_holders_waiver_binds_no_other() -> None:
    waiver = fact("waiver", "2004-11-15", about="default-ii", holder="fund-a")
    default = on("2004-11-20", FILED, waiver).default("default-ii")
    assert default is not None
    assert not default.waived
    assert "by Holder fund-a alone, which binds no other" in default.notes[0]


WAIVER = fact("waiver", "2004-11-15", id="W", about="default-ii")
MORE = fact("extension", "2004-10-20", id="MORE", about="effectiveness", target="2004-11-30")


def consents(holder: str, amount: str, about: str = "W", **more: str) -> Fact:
    """A Holder consented."""
    on_day = more.pop("on", "2004-11-12")
    return fact("consent-given", on_day, about=about, holder=holder, amount=amount, **more)


def agreed(*facts: Fact, day: str = "2004-11-20", **readings: str) -> Agreed:
    """The one thing agreed in these facts."""
    (found,) = on(day, FILED, *facts, readings=readings).agreed
    return found


def test_a_waiver_whose_consents_are_not_recorded_is_not_shown_to_carry() -> None:
    found = agreed(WAIVER)
    assert (found.outcome, found.binds_all, found.binds) == (Outcome.NOT_SHOWN, False, ())
    assert found.why.startswith("not shown to carry: no consents to W are recorded")
    assert found.percent is None
    default = on("2004-11-20", FILED, WAIVER).default("default-ii")
    assert default is not None
    assert not default.waived
    assert "it is not shown to carry" in default.notes[0]


def test_consents_are_added_up_by_holder_and_bind_all_above_half() -> None:
    found = agreed(consents("fund-a", "20000000"), consents("fund-b", "10000000.01"), WAIVER)
    assert [found.part, found.whole] == [Fraction("30000000.01"), 60_000_000]
    assert (found.outcome, found.binds_all) == (Outcome.CARRIES, True)
    assert found.accrued
    assert set(found.grounds.facts) == {"F2", "F3", "W"}


def test_exactly_half_of_the_consents_binds_those_who_consented_alone() -> None:
    votes = consents("fund-a", "20000000"), consents("fund-b", "10000000"), WAIVER
    found = agreed(*votes)
    assert [found.outcome, found.percent] == [Outcome.DOES_NOT_CARRY, 50]
    assert (found.binds_all, found.binds) == (False, ("fund-a", "fund-b"))
    assert found.grounds.readings == {"short-of-consent"}
    assert agreed(*votes, **{"short-of-consent": "NOBODY-BOUND"}).binds == ()


def test_the_principal_is_that_of_the_record_date() -> None:
    option = issued("2004-11-12", amount="12000000")
    votes = consents("fund-a", "31000000"), WAIVER, option
    by_day_given = agreed(*votes)
    assert (by_day_given.percent, by_day_given.record_date) == (
        Fraction(3100, 72),
        date(2004, 11, 15),
    )
    record = fact("record-date-set", "2004-11-01", about="W", target="2004-11-11")
    assert agreed(*votes, record).percent == Fraction(3100, 60)
    later = fact("record-date-set", "2004-11-02", about="W", target="2004-11-30")
    found = agreed(*votes, record, later)
    assert (found.outcome, found.percent) == (Outcome.NOT_SHOWN, None)
    assert "its record date, Tue Nov 30, 2004, is to come" in found.why


def test_an_affiliates_holdings_and_consent_are_left_out() -> None:
    parent = fact("affiliate-holdings", "2004-11-01", holder="parent", amount="10000000")
    votes = consents("fund-a", "26000000"), consents("parent", "10000000"), WAIVER
    assert agreed(*votes).percent == 60
    found = agreed(*votes, parent)
    assert [found.part, found.whole, found.percent] == [26_000_000, 50_000_000, 52]
    assert any("which counts for nothing: an affiliate" in s.says for s in found.trace)
    kept = agreed(*votes, parent, **{"affiliate-holdings": "EXCLUDED-FROM-CONSENTS"})
    assert (kept.percent, kept.outcome) == (Fraction(130, 3), Outcome.DOES_NOT_CARRY)


def test_only_the_latest_word_on_an_affiliate_by_the_record_date_counts() -> None:
    had = fact("affiliate-holdings", "2004-10-01", holder="parent", amount="20000000")
    has = fact("affiliate-holdings", "2004-11-01", holder="parent", amount="10000000")
    after = fact("affiliate-holdings", "2004-11-16", holder="parent", amount="0")
    votes = consents("fund-a", "26000000"), WAIVER
    assert agreed(*votes, had, has, after).whole == 50_000_000


def test_a_conversion_without_shares_or_price_leaves_a_waiver_not_shown_to_carry() -> None:
    gone = converted("2004-11-01", "30000000", id="CON")
    terms = sample_terms()
    no_price = terms.indenture_sheet.model_copy(update={"conversion_price": None})
    without = terms.model_copy(update={"indenture": no_price})
    votes = consents("fund-a", "16000000"), WAIVER, gone
    assert agreed(*votes).percent == Fraction(80, 3)
    (found,) = on("2004-11-20", FILED, *votes, terms=without).agreed
    assert found.outcome is Outcome.NOT_SHOWN
    assert "CON converts Notes on 2004-11-01 and names no shares" in found.why


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (
            (consents("fund-a", "31000000", id="A"), consents("fund-a", "31000000", id="B")),
            "A and B are both consents of fund-a",
        ),
        (
            (acquired("2004-07-01", "fund-a", "30000000"), consents("fund-a", "31000000", id="A")),
            "A is a consent of fund-a for more than the $30,000,000.00",
        ),
        (
            (
                consents("fund-a", "31000000", id="A", lot="base"),
                consents("fund-a", "1000000", id="B"),
            ),
            "A and B are both consents of fund-a",
        ),
        ((consents("fund-a", "61000000"),), "only $60,000,000.00 of Notes is outstanding"),
    ],
)
def test_consents_that_cannot_be_right_prove_nothing(facts: tuple[Fact, ...], why: str) -> None:
    found = agreed(*facts, WAIVER)
    assert found.outcome is Outcome.NOT_SHOWN
    assert why in found.why


def test_a_holder_may_consent_for_each_lot_by_itself() -> None:
    option = issued("2004-07-20", amount="12000000")
    base, more = (
        consents("fund-a", "31000000", lot="base"),
        consents("fund-a", "6000000", lot="option"),
    )
    assert agreed(option, base, more, WAIVER).part == 37_000_000


def test_a_holder_consents_for_what_it_had_on_the_record_date() -> None:
    had = acquired("2004-07-01", "fund-a", "31000000")
    passed = transferred("2004-11-16", "fund-a", "fund-b", "31000000")
    assert agreed(had, passed, consents("fund-a", "31000000"), WAIVER).binds_all
    earlier = transferred("2004-11-15", "fund-a", "fund-b", "31000000")
    assert agreed(had, earlier, consents("fund-a", "31000000"), WAIVER).outcome is Outcome.NOT_SHOWN
    assert agreed(had, earlier, consents("fund-b", "31000000"), WAIVER).binds_all


def test_a_total_that_the_waiver_states_otherwise_is_told_and_does_not_count() -> None:
    stated = fact("waiver", "2004-11-15", id="W", about="default-ii", amount="31000000")
    found = agreed(consents("fund-a", "20000000"), stated)
    assert found.outcome is Outcome.DOES_NOT_CARRY
    assert any("come to $20,000,000.00, which is what counts" in note for note in found.notes)


def test_one_holders_waiver_needs_no_consent() -> None:
    found = agreed(fact("waiver", "2004-11-15", about="default-ii", holder="fund-a"))
    assert (found.outcome, found.binds, found.binds_all) == (
        Outcome.SIDE_LETTER,
        ("fund-a",),
        False,
    )


def test_nothing_has_accrued_on_an_obligation_that_did_not_lapse() -> None:
    waiver = fact("waiver", "2004-10-01", about="effectiveness", amount="31000000")
    assert not agreed(waiver, day="2004-10-28").accrued
    assert not agreed(waiver, day="2004-10-29").accrued
    assert agreed(waiver, day="2004-10-30").accrued


def test_an_extension_that_falls_short_moves_nothing() -> None:
    short = consents("fund-a", "30000000", about="MORE", on="2004-10-19")
    owed = on("2004-10-25", FILED, short, MORE).obligation("effectiveness")
    assert owed is not None
    assert owed.due == date(2004, 10, 28)
    assert "MORE does not carry" in owed.notes[0]


def test_an_extension_that_carries_moves_the_day_with_the_count_in_its_trace() -> None:
    enough = consents("fund-a", "30000001", about="MORE", on="2004-10-19")
    owed = on("2004-10-25", FILED, enough, MORE).obligation("effectiveness")
    assert owed is not None
    assert (owed.due, owed.notes) == (date(2004, 11, 30), ())
    assert "$30,000,001.00 of $60,000,000.00 is more than 50%" in [s.says for s in owed.trace]
    assert "unproven-extension" not in owed.grounds.readings


def test_an_extension_without_recorded_consents_moves_the_day_and_leaves_the_first_safe() -> None:
    owed = on("2004-10-25", FILED, MORE).obligation("effectiveness")
    assert owed is not None
    assert (owed.due, owed.safe) == (date(2004, 11, 30), date(2004, 10, 28))
    assert "unless it does, the last day stays Thu Oct 28, 2004" in owed.notes[0]
    strict = on("2004-10-25", FILED, MORE, readings={"unproven-extension": "MUST-BE-SHOWN"})
    kept = strict.obligation("effectiveness")
    assert kept is not None
    assert kept.due == date(2004, 10, 28)


# ---- Consents taken back


A = consents("fund-a", "20000000", id="A")
B = consents("fund-b", "11000000", id="B")


def taken_back(day: str, about: str = "B", **more: str) -> Fact:
    """A Holder took back its consent."""
    return fact("consent-withdrawn", day, about=about, **more)


@pytest.mark.parametrize(
    ("day", "reading", "carries"),
    [
        ("2004-11-15", "UNTIL-AGREED", False),
        ("2004-11-16", "UNTIL-AGREED", True),
        ("2004-11-16", "ANY-TIME", False),
    ],
)
def test_a_consent_may_be_taken_back_through_the_day_it_was_agreed_or_at_any_time(
    day: str, reading: str, carries: bool
) -> None:
    back = taken_back(day, id="BACK")
    found = agreed(A, B, WAIVER, back, **{"consent-withdrawal": reading})
    assert found.binds_all is carries
    assert found.binds == (() if carries else ("fund-a",))
    assert {"A", "B", "BACK"} <= set(found.grounds.facts)
    assert ("consent-withdrawal" in found.grounds.readings) is (day > "2004-11-15")
    told = [s.says for s in found.trace if "took back" in s.says]
    late = "fund-b took back its consent B (BACK) after it was agreed: it counts (UNTIL-AGREED)"
    assert told == [late if carries else "fund-b took back its consent B (BACK): it counts no more"]


def test_a_consent_taken_back_after_the_day_asked_counts_still() -> None:
    back = taken_back("2004-11-21", id="BACK")
    chosen = {"consent-withdrawal": "ANY-TIME"}
    assert agreed(A, B, WAIVER, back, day="2004-11-20", **chosen).binds_all
    assert not agreed(A, B, WAIVER, back, day="2004-11-21", **chosen).binds_all


def test_all_taken_back_is_counted_as_nothing_and_does_not_carry() -> None:
    found = agreed(A, B, WAIVER, taken_back("2004-11-13", "A"), taken_back("2004-11-13", "B"))
    assert (found.outcome, found.part) == (Outcome.DOES_NOT_CARRY, Fraction(0))
    assert found.binds == ()


def test_a_consent_taken_back_before_it_was_given_proves_nothing() -> None:
    found = agreed(A, B, WAIVER, taken_back("2004-11-11", id="BACK"))
    assert found.outcome is Outcome.NOT_SHOWN
    assert "BACK takes back B on 2004-11-11, before it was given on 2004-11-12" in found.why


def test_what_is_told_of_an_affiliate_on_the_record_date_itself_counts() -> None:
    parent = fact("affiliate-holdings", "2004-11-15", holder="parent", amount="10000000")
    assert agreed(consents("fund-a", "26000000"), WAIVER, parent).whole == 50_000_000


def test_a_consent_that_decides_on_something_else_is_passed_over() -> None:
    majority = next(sample_terms().all_of(ConsentThreshold))
    other = majority.model_copy(update={"id": "other", "decides": ("amendment",)})
    both = sample_terms().model_copy(update={"provisions": (other, majority)})
    assert deciding("amendment", both) is other
    assert deciding("waiver", both) is majority
    assert deciding("consent", both) is None


def test_a_step_tells_the_conversion_shares_a_holder_consents_for_where_it_has_some() -> None:
    notes = consents("fund-a", "20000000", id="C1")
    both = consents("fund-b", "11000000", shares="1000", id="C2")
    told = [step.says for step in agreed(notes, both, WAIVER).trace]
    assert "fund-a consents for $20,000,000.00 (C1)" in told
    assert "fund-b consents for $11,000,000.00 and 1000 Conversion Shares (C2)" in told


def test_of_nothing_no_percentage_consents() -> None:
    assert replace(agreed(consents("fund-a", "1"), WAIVER), whole=Fraction(0)).percent is None
