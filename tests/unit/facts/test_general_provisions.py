"""Waivers that an earlier version recorded of what has no due date: shown as not computed.

What is refused today, and what an event may be about, is in `tests/cases/events_about.yaml`.
"""

from datetime import date

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.checked_files import check_terms
from dealclock.engine.look import Look
from dealclock.files.source import parse
from tests.unit.engine.deals import SAMPLE, fact, log

BLANK = (SAMPLE.parents[1] / "tests/cases/clauses/blank/terms.yaml").read_text(encoding="utf-8")
NAMED = "clause: '2', owed_by: borrower, action: Do it."
TERMS = f"""\
  - {{id: closing, type: obligation, title: Closing, {NAMED}, opens: 2016-01-04,
      due: 60 days after 2016-01-04, satisfied by: remedied, lapse: {{id: not-closed}}}}
  - {{id: pause, type: state, title: Pause, {NAMED}, begins: breached, ends: remedied}}
  - {{id: fee, type: stream, title: Fee, {NAMED}, bears: [not-closed], day count: Actual/360,
      base: {{amount: 1000000}}, by age: [[1, 0.25]]}}
  - {{id: care, type: obligation, title: Care, {NAMED}, standard: promptly, each: [breached],
      satisfied by: remedied}}
events:
  breached: {{title: A Loan Party is in default of a term.}}
  remedied: {{title: The default was remedied.}}
"""


@pytest.mark.parametrize(
    ("about", "title", "why"),
    [
        ("pause/B1", "Pause", "a state has no due date; change it by an amendment of the terms"),
        ("fee", "Fee", "an accrual has no due date; change it by an amendment of the terms"),
        (
            "care/B1",
            "Care",
            "the duty has no due date; record that it was done, or amend the terms",
        ),
    ],
)
def test_a_waiver_of_what_has_no_due_date_is_reported_as_not_computed(
    about: str, title: str, why: str
) -> None:
    terms, problems = check_terms(parse(BLANK + TERMS, "terms.yaml"))
    assert problems == []
    assert terms is not None
    breach = fact("breached", "2016-03-01", id="B1")
    waiver = fact("waiver", "2016-03-02", id="W", about=about)
    (found,) = assess(Look(terms, log(breach, waiver), date(2016, 3, 10)), compare=False).agreed
    assert found.not_computed == f"waiver W of {about}, which may change {title}"
    assert found.notes[-1] == why
