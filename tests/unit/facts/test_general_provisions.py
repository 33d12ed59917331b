"""Provisions of the general types: what their names may be, and which events may be about them."""

from datetime import date

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.engine.look import Look
from dealclock.facts.fact import read_facts
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import FactLog
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import parse
from tests.unit.engine.deals import SAMPLE

BLANK = (SAMPLE.parents[1] / "tests/cases/clauses/blank/terms.yaml").read_text(encoding="utf-8")
GENERAL = """\
  - id: remedy
    type: obligation
    clause: "8.05"
    title: Remedy
    owed_by: borrower
    action: Remedy it.
    each: [breached]
    due: 30 days after it
    satisfied by: remedied
    matched: about it
    lapse: {id: covenant-default}
  - id: statements
    type: obligation
    clause: "9.01"
    title: Statements
    owed_by: borrower
    action: Deliver them.
    each: [{repeat: quarters, from: 2016-03-31, until: 2017-12-31}]
    due: 45 days after it
    satisfied by: [delivered, report-filed]
  - id: closing
    type: obligation
    clause: "1.01"
    title: Closing
    owed_by: borrower
    action: Close.
    opens: 2016-01-04
    due: 60 days after 2016-01-04
    satisfied by: delivered
    lapse: {id: not-closed}
events:
  breached: {title: A Loan Party is in default of a term.}
  remedied: {title: The default was remedied., about: event}
  delivered: {title: The statements were delivered.}
"""
BREACH = "{id: B1, kind: breached, on: 2016-03-01}"


def about(*facts: str) -> list[str]:
    """What is wrong with the events under these terms."""
    terms, problems = check_terms(parse(BLANK + GENERAL, "terms.yaml"))
    assert problems == []
    assert terms is not None
    source = parse("facts:\n" + "".join(f"  - {each}\n" for each in facts), "facts.yaml")
    return [p.allowed for p in check_facts(source, outline(terms.model_dump()))[1]]


@pytest.mark.parametrize(
    "fact",
    [
        "{id: R1, kind: remedied, on: 2016-03-20, about: B1}",
        "{id: R1, kind: remedied, on: 2016-03-20, about: remedy/B1}",
        "{id: D1, kind: delivered, on: 2016-05-01, about: statements/2016-03-31}",
        "{id: D1, kind: delivered, on: 2016-02-01, about: closing}",
        "{id: D1, kind: report-filed, on: 2016-05-01, about: statements/2016-03-31}",
        "{id: W1, kind: waiver, on: 2016-05-01, about: covenant-default/B1}",
        "{id: W1, kind: waiver, on: 2016-05-01, about: not-closed}",
        "{id: E1, kind: extension, on: 2016-03-10, about: remedy/B1, target: 2016-05-01}",
        "{id: E1, kind: extension, on: 2016-02-10, about: closing, target: 2016-05-01}",
        "{id: E1, kind: waiver, on: 2016-03-10, about: statements/2016-06-30}",
        "{id: C1, kind: default-confirmed, on: 2016-05-01, about: covenant-default/B1}",
    ],
)
def test_an_event_may_be_about_an_instance_of_an_obligation(fact: str) -> None:
    assert about(BREACH, fact) == []


SEVERAL = (BREACH, "{id: B2, kind: breached, on: 2016-03-02}")


@pytest.mark.parametrize(
    "named", ["[closing, statements/2016-03-31]", "[statements/2016-03-31, statements/2016-06-30]"]
)
def test_an_event_may_be_about_each_obligation_it_satisfies(named: str) -> None:
    assert about(f"{{id: D1, kind: delivered, on: 2016-02-01, about: {named}}}") == []


def test_an_event_may_be_about_several_events_where_it_satisfies_what_they_opened() -> None:
    assert about(*SEVERAL, "{id: R1, kind: remedied, on: 2016-03-20, about: [B1, remedy/B2]}") == []


def test_an_event_about_several_obligations_satisfies_each() -> None:
    """Both breaches are remedied by one event; the third is still open."""
    terms, _ = check_terms(parse(BLANK + GENERAL, "terms.yaml"))
    assert terms is not None
    events = (
        *SEVERAL,
        "{id: B3, kind: breached, on: 2016-03-03}",
        "{id: R1, kind: remedied, on: 2016-03-20, about: [B1, remedy/B2]}",
    )
    source = parse("facts:\n" + "".join(f"  - {each}\n" for each in events), "facts.yaml")
    log = FactLog(read_facts(source, (), kinds_of(terms)).facts, terms.agreement.time_zone)
    assert (
        log.facts
        == FactLog(
            tuple(type(f).model_validate_json(f.model_dump_json()) for f in log.facts), log.zone
        ).facts
    )
    found = assess(Look(terms, log, date(2016, 3, 25)), compare=False)
    assert {o.instance: o.done_on for o in found.obligations if o.id == "remedy"} == {
        "remedy/B1": date(2016, 3, 20),
        "remedy/B2": date(2016, 3, 20),
        "remedy/B3": None,
    }


PAUSE = """\
  - {id: pause, type: state, clause: "2", title: Pause, owed_by: borrower, action: End it., begins: breached, ends: remedied}
  - {id: fee, type: stream, clause: "3", title: Fee, owed_by: borrower, action: Accrue it., bears: [not-closed], day count: Actual/360, base: {amount: 1000000}, by age: [[1, 0.25]]}
  - {id: care, type: obligation, clause: "4", title: Care, owed_by: borrower, action: Take care., standard: promptly, each: [breached], satisfied by: remedied}
events:
"""  # noqa: E501 - one line each


@pytest.mark.parametrize(
    ("about_what", "why"),
    [
        ("pause/B1", "a state has no due date; change it by an amendment of the terms"),
        ("fee", "a stream has no due date; change it by an amendment of the terms"),
        ("care/B1", "the duty has no due date; record that it was done, or amend the terms"),
    ],
)
def test_a_waiver_of_what_has_no_due_date_is_refused_or_reported_as_not_computed(
    about_what: str, why: str
) -> None:
    terms, problems = check_terms(
        parse(BLANK + GENERAL.replace("events:\n", PAUSE, 1), "terms.yaml")
    )
    assert terms is not None
    assert problems == []
    events = f"facts: [{BREACH}, {{id: W, kind: waiver, on: 2016-03-02, about: {about_what}}}]"
    source = parse(events, "facts.yaml")
    assert [p.allowed for p in check_facts(source, outline(terms.model_dump()))[1]] == [why]
    log = FactLog(read_facts(source, (), kinds_of(terms)).facts, terms.agreement.time_zone)
    (found,) = assess(Look(terms, log, date(2016, 3, 10)), compare=False).agreed
    assert found.not_computed == f"waiver W of {about_what}, which may change {TITLES[about_what]}"
    assert found.notes[-1] == why


TITLES = {"pause/B1": "Pause", "fee": "Fee", "care/B1": "Care"}
