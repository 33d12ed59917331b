"""Terms as amended: which version is in force and known, and what an amendment may not do."""

from datetime import date
from pathlib import Path

import pytest

from dealclock.agreement.rules.deadlines import Deadline
from dealclock.agreement.source import InvalidFiles, parse
from dealclock.agreement.terms import Terms, read_terms
from dealclock.agreement.versions import versions
from dealclock.store.content import content

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


def days_given(as_of: str, known: str) -> list[tuple[str, int]]:
    """Each version in force, with the days it gives to become effective."""
    found = versions(amended(), date.fromisoformat(as_of), date.fromisoformat(known))
    counts = []
    for version in found:
        rule = next(r for r in version.terms.all_of(Deadline) if r.id == "effectiveness")
        counts.append((version.id, rule.within.count))
    return counts


@pytest.mark.parametrize(
    ("as_of", "known", "expected"),
    [
        ("2004-07-31", "2004-12-01", [("original", 120)]),
        ("2004-08-01", "2004-09-01", [("original", 120), ("first", 150)]),
        ("2004-08-01", "2004-08-31", [("original", 120)]),
        ("2004-10-01", "2004-10-01", [("original", 120), ("first", 150), ("second", 180)]),
        ("2004-10-01", "2004-08-31", [("original", 120)]),
    ],
)
def test_a_version_is_in_force_from_its_day_and_known_from_its_own(
    as_of: str, known: str, expected: list[tuple[str, int]]
) -> None:
    assert days_given(as_of, known) == expected


def test_a_later_version_keeps_what_the_earlier_added() -> None:
    last = versions(amended(), date(2004, 12, 1), date(2004, 12, 1))[-1].terms
    assert "state-filing" in [rule.id for rule in last.provisions]
    assert last.dates["amended-on"] == date(2004, 8, 1)
    assert last.amendments == ()


def test_amended_terms_read_back_from_the_table_as_they_were() -> None:
    terms = amended()
    assert Terms.model_validate_json(content(terms).text) == terms


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("id: second", "id: first", "give each amendment an id of its own"),
        ("id: second", "id: original", "give each amendment an id of its own"),
        ("effectiveness: {within: {count: 180}}", "payment: {title: P}", "cannot be amended"),
        ("effectiveness: {within: {count: 180}}", "additional-interest: null", "cannot be amended"),
        ("{within: {count: 180}}", "{type: window}", "a provision keeps its type, deadline"),
        ("{within: {count: 180}}", "{id: other}", "a provision keeps its id"),
        ("{within: {count: 180}}", "{within: {count: none}}", "as amended, provisions"),
        ("{within: {count: 180}}", "{owed_by: nobody}", "give a party"),
        ("{within: {count: 180}}", "180", "must"),
        ("{amended-on: 2004-08-01}", "{closing-date: 2004-08-01}", "it stands already"),
        ("changes: {prov", "change: {prov", "allowed here: changes, effective"),
        ("effective: 2004-10-01", "effective: soon", "give a date that exists"),
    ],
)
def test_an_amendment_that_does_what_it_may_not_is_refused(old: str, new: str, why: str) -> None:
    assert old in AMENDED
    with pytest.raises(InvalidFiles) as refused:
        amended(AMENDED.replace(old, new))
    assert why in str(refused.value)
