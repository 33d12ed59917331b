"""Minimal histories on which the engine was once wrong, with the answer from the text.

Random stories found them. A new one is expected to fail, and marked so, until the engine is mended.
"""

from datetime import date

from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    cents,
    converted,
    effective,
    fact,
    filed,
    issued,
    on,
    resumed,
    retired,
    suspended,
    unusable,
    usable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def test_a_second_suspension_within_the_days_left_stops_the_clock_as_the_first_did() -> None:
    """3(a)(iii), TOLL-RESUME: 9, 10 and 12 used; 13 is the fourth; the fifth is the 21st."""
    facts = (
        *SHELF,
        unusable("2004-11-08", id="OUT"),
        suspended("2004-11-12"),
        resumed("2004-12-10"),
        suspended("2004-12-13"),
        resumed("2004-12-20"),
    )
    seen = on("2004-12-21", *facts)
    cure = seen.obligation("cure-window/OUT")
    assert cure is not None
    assert (seen.defaults, cure.due) == ((), date(2004, 12, 21))


def test_use_resumed_on_the_day_of_the_only_notice_is_not_suspended_after_it() -> None:
    """4(b)(i): of the failure the day after, 10, 12, 15, 16 and 17 November are the five."""
    facts = (*SHELF, suspended("2004-11-08"), resumed("2004-11-08"), unusable("2004-11-09"))
    assert [d.occurred_on for d in on("2004-12-01", *facts).defaults] == [date(2004, 11, 17)]


def test_a_default_does_not_relate_back_to_a_day_that_a_suspension_excused() -> None:
    """3(a)(iii), "except as provided in Section 4(b)(i)": nothing failed before November 22."""
    facts = (*SHELF, suspended("2004-11-01"), unusable("2004-11-08"), resumed("2004-11-22"))
    readings = {"uncured-default-occurs": "RELATE-BACK"}
    (default,) = on("2004-12-10", *facts, readings=readings).defaults
    assert default.occurred_on == date(2004, 11, 22)


def test_relating_back_moves_no_notice_date() -> None:
    """3(b), case RD-03 under NEXT-DAY: it came to exist on June 1, whatever it relates back to."""
    facts = (*SHELF, unusable("2005-05-23", id="OUT"))
    for readings in (
        {"default-occurs": "NEXT-DAY"},
        {"default-occurs": "NEXT-DAY", "uncured-default-occurs": "RELATE-BACK"},
    ):
        notice = on("2005-06-10", *facts, readings=readings).obligation(
            "trustee-notice/default-iii/OUT"
        )
        assert notice is not None
        assert notice.due == date(2005, 6, 3)


def test_a_future_payment_does_not_accrue_past_the_end_of_the_period() -> None:
    """2(a)(iii), case EP-09: from September 12 to October 20, 2006 at 3%, and not to January 15."""
    seen = on("2006-10-01", *SHELF, unusable("2006-09-01"))
    payment = seen.obligation("payment/2007-01-15")
    assert payment is not None
    assert payment.amount is not None
    assert cents(payment.amount) == "190000.00"


def test_a_failure_cured_on_its_day_may_be_recorded_after_its_cure() -> None:
    failure, cure = unusable("2004-11-08", id="OUT"), usable("2004-11-08", id="CURE")
    assert on("2004-12-01", *SHELF, failure, cure).defaults == ()
    assert on("2004-12-01", *SHELF, cure, failure).defaults == ()


def test_a_failure_corrected_and_corrected_back_is_still_cured_on_its_day() -> None:
    facts = (*SHELF, unusable("2004-11-08", id="OUT"), usable("2004-11-08", id="CURE"))
    away = fact("prospectus-unusable", "2004-11-05", id="AWAY", corrects="OUT")
    back = fact("prospectus-unusable", "2004-11-08", id="BACK", corrects="AWAY")
    assert on("2004-12-01", *facts).defaults == ()
    assert on("2004-12-01", *facts, away, back).defaults == ()


def test_interest_waiting_for_the_next_payment_date_is_forfeited_with_the_rest() -> None:
    """3(a), FORFEIT: from January 5, after the record date, nothing was payable on January 15.

    So 56 days on $54,000,000 under NEXT-DATE; else 10 on $60,000,000 and 46 on $54,000,000.
    """
    facts = (*SHELF, unusable("2004-12-28"), converted("2005-02-01", "6000000"))
    for when, dollars in (("NEXT-DATE", "21000.00"), ("AT-ONCE", "21416.67")):
        readings = {"converted-notes": "FORFEIT", "payment-after-record-date": when}
        assert cents(on("2005-03-01", *facts, readings=readings).accrual.exact) == dollars


def _period(as_of: str, *facts: Fact) -> tuple[date | None, bool]:
    """The day the Effectiveness Period ended, and whether a later failure became a default."""
    seen = on(as_of, *facts, unusable("2005-09-01"))
    window = seen.window("effectiveness-period")
    assert window is not None
    return window.done_on, any(d.id == "default-iii" for d in seen.defaults)


def test_nothing_is_left_of_a_part_of_the_option_when_that_part_is_gone() -> None:
    """2(a)(iii)(z): $3,000,000 of the option's $12,000,000 were ever issued."""
    option = (
        issued("2004-07-20", amount="3000000"),
        retired("2005-07-01", "3000000", lot="option"),
    )
    gone = retired("2005-08-01", "60000000")
    assert _period("2005-10-01", *SHELF, *option, gone) == (date(2005, 8, 1), False)


def test_notes_issued_after_all_others_were_gone_begin_no_new_period() -> None:
    """2(a)(iii)(z): nothing was outstanding on August 1, and what is over stays so."""
    gone, later = retired("2005-08-01", "60000000"), issued("2005-08-20")
    assert _period("2005-10-01", *SHELF, gone) == (date(2005, 8, 1), False)
    assert _period("2005-10-01", *SHELF, gone, later) == (date(2005, 8, 1), False)


def test_a_period_with_nothing_left_as_it_begins_protects_no_day() -> None:
    """2(a)(iii)(z): the earliest of its ends came before its beginning."""
    gone = retired("2004-10-01", "60000000")
    assert _period("2005-10-01", *SHELF, gone) == (date(2004, 10, 20), False)
    kept = issued("2004-10-19")
    assert _period("2005-10-01", *SHELF, gone, kept) == (None, True)


def test_an_end_that_cancels_a_notice_leaves_another_given_that_day() -> None:
    """4(b)(i): by courier of Saturday, April 2, 2005, called off on Monday; by hand on Monday."""
    facts = (
        *SHELF,
        suspended("2005-04-02", "courier", id="CALLED-OFF"),
        resumed("2005-04-04"),
        suspended("2005-04-04", id="BEGUN"),
    )
    assert [w.instance for w in on("2005-04-20", *facts).windows if w.id == "suspension"] == [
        "suspension/BEGUN"
    ]


def test_an_end_of_a_period_in_effect_cancels_no_earlier_notice() -> None:
    """4(b)(i): by courier of Friday, Sept 10, 2004, given on Monday; by hand on Sunday, ended on
    Monday, when the other takes effect."""
    facts = (
        *SHELF,
        suspended("2004-09-10", "courier", id="COURIER"),
        suspended("2004-09-12", id="HAND"),
        resumed("2004-09-13"),
    )
    seen = on("2004-11-10", *facts)
    found = {w.instance: (w.opens, w.closes) for w in seen.windows if w.id == "suspension"}
    assert found == {
        "suspension/HAND": (date(2004, 9, 12), date(2004, 10, 26)),
        "suspension/COURIER": (date(2004, 9, 13), date(2004, 10, 26)),
    }
