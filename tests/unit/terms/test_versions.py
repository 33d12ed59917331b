"""Amended terms: which version is in force and known, and invalid amendments."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from dealclock.errors import InvalidError
from dealclock.files.source import parse
from dealclock.store.content import content
from dealclock.terms.rules.interest import RateSchedule
from dealclock.terms.terms import Terms, read_terms
from dealclock.terms.versions import versions

SAMPLE = Path("agreements/infocrossing-2004/terms.yaml")
AMENDED = """
amendments:
  - id: second
    title: Second Amendment
    effective: 2004-10-01
    known: 2004-09-20
    changes: {provisions: {effectiveness: {within: {count: 180}}}}
  - id: first
    title: First Amendment
    effective: 2004-08-01
    known: 2004-09-01
    changes:
      provisions:
        effectiveness: {within: {count: 150}}
        state-filing:
          type: deadline
          clause: 4(b)(x)
          title: Blue sky
          owed_by: company
          action: Register.
          after: amended-on
          within: {count: 30, unit: days}
          met_by: registration-statement-filed
          on_lapse: null
      dates: {amended-on: 2004-08-01}
"""


def amended(change: str = AMENDED) -> Terms:
    """The sample's terms with amendments."""
    return read_terms(parse(SAMPLE.read_text(encoding="utf-8") + change, "terms.yaml"))


def test_a_later_version_includes_earlier_amendments() -> None:
    last = versions(amended(), date(2004, 12, 1), date(2004, 12, 1))[-1].terms
    assert "state-filing" in [rule.id for rule in last.provisions]
    assert last.dates["amended-on"] == date(2004, 8, 1)
    assert last.amendments == ()


def test_amended_terms_load_unchanged_from_the_table() -> None:
    terms = amended()
    assert Terms.model_validate_json(content(terms).text) == terms


def test_an_amendment_that_does_not_fit_the_terms_is_refused_at_its_own_line() -> None:
    change = "suspension: {in_any: {first: {days: 3}}}"
    with pytest.raises(InvalidError) as refused:
        amended(AMENDED.replace("effectiveness: {within: {count: 180}}", change))
    (problem,) = refused.value.problems
    assert (problem.where, problem.named) == ("amendments.0.changes", "amendments.second.changes")
    assert "its items have no ids" in problem.allowed


RATES = """
amendments:
  - id: raised
    title: Rates raised
    effective: 2005-03-01
    known: 2005-03-01
    changes: {provisions: {additional-interest: {by_age: [{from_day: 1, rate: 0.75}]}}}
  - id: flat
    title: A flat rate
    effective: 2005-06-01
    known: 2005-06-01
    changes:
      provisions:
        additional-interest: {by_anniversary: null, then_add_each_anniversary: null}
"""


def schedule_of(change: str, as_of: date) -> RateSchedule:
    """The rate schedule in force on a day."""
    last = versions(amended(change), as_of, as_of)[-1].terms
    return next(last.all_of(RateSchedule))


def test_an_amended_schedule_keeps_the_former_rates() -> None:
    before = schedule_of(RATES, date(2005, 2, 28))
    raised, flat = schedule_of(RATES, date(2005, 3, 1)), schedule_of(RATES, date(2005, 6, 1))
    assert before.formerly == ()
    (first,) = raised.formerly
    assert (first.until, first.tiers) == (date(2005, 3, 1), before.tiers)
    assert first.by_anniversary == raised.by_anniversary == before.by_anniversary
    assert raised.tiers == ((1, Decimal("0.75")),)
    assert [f.until for f in flat.formerly] == [date(2005, 3, 1), date(2005, 6, 1)]
    assert flat.formerly[0] == first
    assert (flat.tiers, flat.by_anniversary, flat.then_add_each_anniversary) == (
        raised.tiers,
        (),
        Decimal(0),
    )


def test_two_rate_amendments_on_one_day_leave_one_former_rate() -> None:
    both = schedule_of(RATES.replace("2005-06-01", "2005-03-01"), date(2005, 3, 1))
    assert [f.until for f in both.formerly] == [date(2005, 3, 1)]
    assert both.formerly[0].tiers == schedule_of(RATES, date(2005, 2, 28)).tiers


def test_a_new_title_of_the_schedule_changes_no_rate() -> None:
    named = "{title: Liquidated damages, clause: 3(a) as amended}"
    last = schedule_of(
        RATES.replace("{by_age: [{from_day: 1, rate: 0.75}]}", named), date(2005, 3, 1)
    )
    assert (last.title, last.formerly) == ("Liquidated damages", ())


def test_former_rates_must_be_in_order() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    former = "formerly: [{until: 2005-06-01, %s}, {until: 2005-06-01, %s}]"
    rates = "by_age: [{from_day: 1, rate: 0.10}]"
    wrong = text.replace("by_age:", f"{former % (rates, rates)}\n    by_age:", 1)
    with pytest.raises(InvalidError, match="in order of until, each until once"):
        read_terms(parse(wrong, "terms.yaml"))
