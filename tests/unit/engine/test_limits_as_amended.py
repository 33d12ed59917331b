"""Limits that an amendment shortens or lengthens: what is over stays, what is open is counted by
the new limit, and nothing it causes is dated before the day it takes effect.

Every expected day is counted by hand from the agreement's own limits; see docs/decisions/dates.md.
"""

from datetime import date
from typing import Any

from dealclock.facts.fact import Fact
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import (
    amended,
    effective,
    filed,
    on,
    resumed,
    suspended,
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


def in_any(*limits: dict[str, Any]) -> dict[str, Any]:
    """The limits of the windows, in place of the sample's."""
    return {"in_any": list(limits)}


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


def test_a_suspension_begun_before_a_gap_was_required_began_properly() -> None:
    apart = terms("2004-12-15", suspension={"apart": {"count": 30, "unit": "days"}})
    facts = (
        *SHELF,
        suspended("2004-11-01"),
        resumed("2004-11-20"),
        suspended("2004-12-01", id="M"),
    )
    assert defaults("2005-01-03", apart, *facts, resumed("2005-01-02")) == {}


# ---- One after another


def test_the_trace_says_why_the_last_day_is_the_effective_day() -> None:
    shorter = terms("2004-10-20", effectiveness=days(100))
    owed = on("2004-10-25", SHELF[0], terms=shorter).obligation("effectiveness")
    assert owed is not None
    says = "Fri, Oct 8, 2004 was before the amendment took effect: the last day"
    assert (says, date(2004, 10, 20)) in [(s.text, s.day) for s in owed.why.steps]
