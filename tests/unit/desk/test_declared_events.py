"""A deal declares kinds of event of its own: recorded and checked like those of every deal."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from dealclock.answers.what_if import suppose_and_compare
from dealclock.desk.load import load
from dealclock.desk.record import record
from dealclock.engine.assess import assess
from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.engine.look import Look
from dealclock.errors import ConflictError, InvalidError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS, kinds_of, menu, what_happened
from dealclock.facts.log import FactLog
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import parse
from dealclock.store import Store
from dealclock.store.content import content
from dealclock.terms.terms import Terms
from dealclock.terms.versions import write_out_defaults
from tests.contract.store import samples
from tests.services import services
from tests.unit.engine.deals import SAMPLE, sample_terms
from tests.unit.jobs.house import Queue

TEXT = (SAMPLE / "terms.yaml").read_text(encoding="utf-8")
EVENTS = """
events:
  lender-notice: {title: The Lender gave notice of a breach., fields: [given]}
  breach-cured: {title: The breach was cured., about: [lender-notice], optional: [holder]}
  auditor-changed: {title: The auditor changed., once: true}
  claim-made: {title: A claim was made., about: nothing, fields: [amount, time]}
"""
BY_HAND = "given: [{to: trustee, method: hand, on: 2004-07-20}]"
NOTICE = f"{{id: N1, kind: lender-notice, on: 2004-07-20, {BY_HAND}}}"


def terms_with(events: str = EVENTS) -> Terms:
    terms, problems = check_terms(parse(TEXT + events, "terms.yaml"))
    assert terms is not None, problems
    assert problems == []
    return terms


def wrong_terms(old: str, new: str) -> list[str]:
    assert old in EVENTS
    _, problems = check_terms(parse(TEXT + EVENTS.replace(old, new), "terms.yaml"))
    return [f"{p.given}: {p.allowed}" for p in problems]


def wrong_facts(*facts: str, terms: Terms | None = None) -> list[str]:
    source = parse("facts:\n" + "".join(f"  - {each}\n" for each in facts), "facts.yaml")
    terms = terms or terms_with()
    return [f"{p.where}: {p.allowed}" for p in check_facts(source, outline(terms.model_dump()))[1]]


def test_declared_kinds_stand_beside_those_of_every_deal() -> None:
    kinds = kinds_of(terms_with())
    assert set(kinds) == {*KINDS, "lender-notice", "breach-cured", "auditor-changed", "claim-made"}
    assert kinds["lender-notice"].needs == ("given",)
    assert kinds["breach-cured"].needs == ("about",)
    assert kinds["breach-cured"].about_kinds == ("lender-notice",)
    assert kinds["auditor-changed"].once
    assert kinds["auditor-changed"].names_instance
    assert not kinds["claim-made"].names_instance
    assert kinds_of(sample_terms()) is KINDS


def test_terms_without_events_of_their_own_are_stored_as_before() -> None:
    assert "events" not in json.loads(content(sample_terms()).text)
    stored = content(terms_with())
    assert stored.needs == 3
    assert Terms.model_validate_json(stored.text) == terms_with()


@pytest.mark.full
@pytest.mark.parametrize(
    ("fact", "problem"),
    [
        (NOTICE, None),
        ("{id: N1, kind: lender-notic, on: 2004-07-20}", "Did you mean 'lender-notice'?"),
        ("{id: N1, kind: lender-notice, on: 2004-07-20}", "lender-notice needs its recipients"),
        ("{id: C1, kind: breach-cured, on: 2004-07-20}", "breach-cured needs what it is about"),
        ("{id: C1, kind: breach-cured, on: 2004-07-20, about: N9}", "of kind lender-notice"),
        ("{id: A1, kind: auditor-changed, on: 2004-07-20, amount: 1}", "auditor-changed has no"),
        ("{id: K1, kind: claim-made, on: 2004-07-20, amount: 1, time: '09:30'}", None),
        ("{id: K1, kind: claim-made, on: 2004-07-20, amount: 1}", "claim-made needs the time"),
        (
            "{id: K1, kind: claim-made, on: 2004-07-20, amount: 1, time: '09:30', about: N1}",
            "no about",
        ),
    ],
)
def test_an_event_of_a_declared_kind_is_checked(fact: str, problem: str | None) -> None:
    found = wrong_facts(fact)
    assert (found == []) if problem is None else any(problem in each for each in found), found


def test_an_event_may_name_the_declared_event_it_is_about() -> None:
    cured = "{id: C1, kind: breach-cured, on: 2004-07-22, about: N1}"
    assert wrong_facts(NOTICE, cured) == []
    other = "{id: F1, kind: registration-statement-filed, on: 2004-07-13}"
    (problem,) = wrong_facts(other, cured.replace("N1", "F1"))
    assert "of kind lender-notice" in problem


def test_a_correction_keeps_a_declared_kind() -> None:
    wrong = "{id: N2, kind: auditor-changed, on: 2004-07-21, corrects: N1}"
    assert any("a correction keeps its kind" in each for each in wrong_facts(NOTICE, wrong))


def test_another_deal_does_not_know_the_kind() -> None:
    (problem,) = wrong_facts(NOTICE, terms=sample_terms())
    assert problem.startswith("facts.0.kind: no such kind of event")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "auditor-changed:",
            "trustee-notified:",
            (
                "'trustee-notified': Dealclock has a kind of event of this id; give another, or "
                "use that one"
            ),
        ),
        ("about: [lender-notice]", "about: [lender-notic]", "Did you mean 'lender-notice'?"),
        ("about: nothing", "about: noting", "allowed"),
        ("fields: [given]", "fields: [giving]", "allowed"),
        ("once: true", "twice: true", "allowed here"),
    ],
)
def test_a_mistake_in_a_declared_kind_is_refused(old: str, new: str, problem: str) -> None:
    assert any(problem in each for each in wrong_terms(old, new))


def test_a_provision_may_wait_for_a_declared_kind() -> None:
    text = TEXT.replace("met_by: registration-statement-effective", "met_by: auditor-changed", 1)
    assert text != TEXT
    assert check_terms(parse(text + EVENTS, "terms.yaml"))[1] == []
    (problem, *_) = check_terms(parse(text, "terms.yaml"))[1]
    assert "no such kind of event" in problem.allowed


def test_a_declared_event_that_satisfies_nothing_is_shown_as_unused() -> None:
    terms = terms_with()
    fact = Fact.model_validate({"id": "A1", "kind": "auditor-changed", "on": date(2004, 7, 20)})
    log = FactLog((fact,), "America/New_York")
    assert assess(Look(terms, log, date(2004, 7, 21))).unused_facts == ("A1",)
    assert what_happened("auditor-changed", terms) == "The auditor changed"
    assert what_happened("auditor-changed") == "Auditor changed"


def test_the_form_offers_declared_kinds_first_in_their_order() -> None:
    (heading, kinds), *_ = menu(terms_with())
    assert heading == "Of this agreement"
    assert [kind.id for kind in kinds] == [
        "lender-notice",
        "breach-cured",
        "auditor-changed",
        "claim-made",
    ]


NOW = datetime(2005, 2, 2, 12, tzinfo=UTC)


def test_an_event_of_a_declared_kind_is_recorded_and_read_back(store: Store) -> None:
    served = services(store, assess=Queue(), now=NOW)
    load(replace(samples.live(), terms=terms_with()), served, "tests")
    source = parse(f"facts:\n  - {NOTICE}\n", "news.yaml")
    assert record(source, "Granite", served, "tests").new == ("N1",)
    deal = store.deals.get("granite")
    assert deal is not None
    assert [(f.id, f.kind) for f in deal.log.facts] == [("N1", "lender-notice")]
    with pytest.raises(InvalidError, match="no such kind of event"):
        record(
            parse("facts: [{id: X1, kind: lender-notic, on: 2005-01-03}]", "f"),
            "Granite",
            served,
            "t",
        )


def test_terms_that_no_longer_declare_a_recorded_kind_are_refused(store: Store) -> None:
    served = services(store, assess=Queue(), now=NOW)
    load(replace(samples.live(), terms=terms_with()), served, "tests")
    record(parse(f"facts:\n  - {NOTICE}\n", "news.yaml"), "Granite", served, "tests")
    with pytest.raises(ConflictError, match="no longer declare its kind, lender-notice"):
        load(samples.live(), served, "tests")
    assert store.deals.get("granite") is not None


AMENDED = """
amendments:
  - id: first
    title: First Amendment
    effective: 2004-08-02
    known: 2004-08-02
    changes:
      events:
        waiver-fee-paid: {title: The waiver fee was paid.}
      provisions:
        waiver-fee: {type: obligation, clause: "9", title: Waiver fee, owed_by: company,
          action: Pay it., each: [lender-notice], due: 5 days after it,
          satisfied by: waiver-fee-paid}
"""
PAID = "{id: P1, kind: waiver-fee-paid, on: 2004-08-10, about: waiver-fee/N2}"


def test_an_amendment_may_declare_kinds_and_name_those_declared() -> None:
    """The fee of the notice of August 6 is due on August 11; that of July 20 was before it."""
    terms = terms_with(EVENTS + AMENDED)
    assert "waiver-fee-paid" in kinds_of(terms)
    assert "waiver-fee-paid" in {k.id for _, kinds in menu(terms) for k in kinds}
    second = NOTICE.replace("N1", "N2").replace("07-20", "08-06")
    assert wrong_facts(NOTICE, second, PAID, terms=terms) == []
    misspelled = PAID.replace("fee-paid", "fe-paid")
    assert any("Did you mean" in each for each in wrong_facts(misspelled, terms=terms))
    source = parse(f"facts:\n  - {NOTICE}\n  - {second}\n  - {PAID}\n", "facts.yaml")
    facts, _ = check_facts(source, outline(terms.model_dump()), terms)
    assert facts is not None
    log = FactLog(facts.facts, terms.agreement.time_zone)
    stored = Terms.model_validate_json(content(write_out_defaults(terms)).text)
    for each in (terms, stored):
        found = assess(Look(each, log, date(2004, 8, 20)), compare=False)
        fees = {o.instance: (o.due, o.done_on) for o in found.obligations if o.id == "waiver-fee"}
        assert fees["waiver-fee/N2"] == (date(2004, 8, 11), date(2004, 8, 10))
        assert assess(Look(each, log, date(2004, 7, 25)), compare=False).obligations


def test_an_amendment_does_not_declare_a_kind_of_every_deal() -> None:
    text = TEXT + EVENTS + AMENDED.replace("waiver-fee-paid", "stop-order")
    problems = check_terms(parse(text, "terms.yaml"))[1]
    assert any("Dealclock has a kind of event of this id" in p.allowed for p in problems)


def test_what_if_supposes_an_event_of_a_declared_kind() -> None:
    """The notice supposed on August 6 opens a fee of August 11, which is then paid."""
    terms = terms_with(EVENTS + AMENDED)
    query = Look(terms, FactLog((), terms.agreement.time_zone), date(2004, 8, 5))
    notice = {
        "kind": "lender-notice",
        "on": date(2004, 8, 6),
        "given": [{"to": "trustee", "method": "hand", "on": date(2004, 8, 6)}],
    }
    paid = {"kind": "waiver-fee-paid", "on": date(2004, 8, 10)}
    found = suppose_and_compare(query, [notice], until=date(2004, 8, 20))
    assert "waiver-fee/IF-1" in found.changes.opened
    found = suppose_and_compare(query, [notice, paid], until=date(2004, 8, 20))
    assert [each.kind for each in found.supposed] == ["lender-notice", "waiver-fee-paid"]
    with pytest.raises(RefusedError, match="needs its recipients"):
        suppose_and_compare(query, [{"kind": "lender-notice", "on": date(2004, 8, 6)}])
