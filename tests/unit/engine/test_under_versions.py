"""Amended terms: what had run its course keeps the version of its time, the rest is amended."""

from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.facts.fact import Fact
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import (
    amended,
    effective,
    fact,
    filed,
    on,
    sale_notice,
    trustee_notified,
    unusable,
    usable,
)

IN_TIME = (filed("2004-07-13"), effective("2004-10-20"))


def seen(as_of: str, terms: Terms, *facts: Fact) -> Assessment:
    """The assessment under amended terms."""
    return on(as_of, *facts, terms=terms)


LONGER_CURE = {
    "on": date(2005, 2, 1),
    "to": {"cure-window": {"within": {"count": 10, "unit": "business days"}}},
}


def test_a_failure_whose_time_was_over_keeps_its_five_days_and_a_later_one_has_ten() -> None:
    facts = (
        *IN_TIME,
        unusable("2005-01-10", id="A"),
        usable("2005-01-24"),
        unusable("2005-03-07", id="B"),
    )
    found = seen("2005-03-25", amended(LONGER_CURE), *facts)
    first, second = found.obligation("cure-window/A"), found.obligation("cure-window/B")
    assert first is not None
    assert second is not None
    assert (first.due, second.due) == (date(2005, 1, 18), date(2005, 3, 21))
    assert found.default("default-iii/A") is not None
    assert "governed by the terms as they stood then (original)" in [
        s.text for s in first.why.steps
    ]
    assert found.terms.kept["cure-window/A"] == "original"
    assert "cure-window/B" not in found.terms.kept


def test_a_failure_still_within_its_time_gets_the_longer_one() -> None:
    """Failed on January 26, its fifth Business Day would be February 2."""
    facts = (*IN_TIME, unusable("2005-01-26", id="A"))
    owed = seen("2005-02-03", amended(LONGER_CURE), *facts).obligation("cure-window/A")
    assert owed is not None
    assert owed.due == date(2005, 2, 9)


def test_interest_on_a_default_that_keeps_its_version_is_unchanged() -> None:
    facts = (filed("2004-07-13"),)
    later = {"on": date(2004, 11, 1), "to": {"effectiveness": {"within": {"count": 365}}}}
    with_it = seen("2005-01-10", amended(later), *facts)
    without = on("2005-01-10", *facts)
    assert with_it.accrual.exact == without.accrual.exact > 0
    assert with_it.defaults == without.defaults


def test_a_window_that_had_closed_is_unchanged() -> None:
    shorter = {
        "on": date(2005, 1, 3),
        "to": {"sale-notice": {"effective_for": {"count": 4, "unit": "business days"}}},
    }
    facts = (*IN_TIME, sale_notice("2004-12-13", id="OLD"), sale_notice("2005-01-10", id="LATER"))
    found = seen("2005-02-01", amended(shorter), *facts)
    old, new = found.window("sale-notice/OLD"), found.window("sale-notice/LATER")
    assert old is not None
    assert new is not None
    assert (old.closes, new.closes) == (date(2004, 12, 20), date(2005, 1, 14))


def test_a_removed_provision_leaves_what_it_had_already_produced() -> None:
    away = {"on": date(2004, 12, 1), "to": {"trustee-notice": None}}
    facts = (
        filed("2004-07-13"),
        effective("2004-12-06"),
        unusable("2005-01-10", id="A"),
        trustee_notified("2004-11-01", "default-ii"),
    )
    found = seen("2005-03-01", amended(away), *facts)
    notices = [o.instance for o in found.obligations if o.id == "trustee-notice"]
    assert notices == ["trustee-notice/default-ii"]
    assert found.default("default-iii/A") is not None


def test_each_of_several_amendments_governs_what_ended_in_its_time() -> None:
    nine = {"cure-window": {"within": {"count": 9, "unit": "business days"}}}
    terms = amended(LONGER_CURE, {"on": date(2005, 4, 1), "to": nine})
    facts = (
        *IN_TIME,
        unusable("2005-01-10", id="A"),
        usable("2005-01-24"),
        unusable("2005-03-07", id="B"),
        usable("2005-03-28"),
        unusable("2005-05-02", id="C"),
    )
    found = seen("2005-06-01", terms, *facts)
    owed = {o.instance: o.due.isoformat() for o in found.obligations if o.id == "cure-window"}
    assert owed == {
        "cure-window/A": "2005-01-18",
        "cure-window/B": "2005-03-21",
        "cure-window/C": "2005-05-13",
    }
    assert found.terms.version == "b"
    assert found.terms.kept["cure-window/B"] == "a"


def test_terms_without_amendments_name_the_original() -> None:
    found = on("2004-11-20", filed("2004-07-13"))
    assert (found.terms.version, dict(found.terms.kept)) == ("original", {})


def test_defaults_are_in_the_order_of_the_agreement_under_any_version() -> None:
    """Filed late under the original, not effective on time under the amendment."""
    longer = {"on": date(2004, 10, 1), "to": {"effectiveness": {"within": {"count": 150}}}}
    found = seen("2005-01-10", amended(longer), filed("2004-12-01"))
    assert found.terms.kept["shelf-filing"] == "original"
    assert [d.instance for d in found.defaults] == ["default-i", "default-ii"]


def test_what_was_done_before_an_amendment_keeps_its_version_while_its_day_is_only_expected() -> (
    None
):
    """Effective within 180 days instead of 120, and not effective yet: CUSIP numbers are expected
    by Dec 27. They were provided before the amendment, so its version does not govern them."""
    longer = {"on": date(2004, 10, 1), "to": {"effectiveness": {"within": {"count": 180}}}}
    numbers = fact("cusip-numbers-provided", "2004-07-01")
    found = seen("2004-12-03", amended(longer), filed("2004-07-13"), numbers)
    owed = found.obligation("cusip-numbers")
    assert owed is not None
    assert (owed.due, owed.done_on) == (date(2004, 12, 27), date(2004, 7, 1))
    assert found.terms.kept["cusip-numbers"] == "original"
