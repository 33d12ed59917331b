"""What satisfies a deadline: the event about it, else the first event after it opens, once."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.engine.answering import mailed, returned
from tests.unit.engine.deals import SAMPLE, fact, filed, log, on

# Fiscal year 2025 ends December 31; its annual report is due 60 days later, March 1, 2026. The
# first quarter of 2026 ends March 31; its report is due 40 days later, May 10.
REPORTS = {"ten-k-2026": ("year-end-2025", 60), "ten-q-2026": ("quarter-end-2026", 40)}


def _deadline(name: str, after: str, days: int, met_by: str, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "type": "deadline",
        "clause": "7.1",
        "title": name,
        "owed_by": "company",
        "action": "File it.",
        "after": after,
        "within": {"count": days, "unit": "days"},
        "met_by": met_by,
        **more,
    }


def _terms(*provisions: Mapping[str, Any], **changed: Mapping[str, Any]) -> Terms:
    """The sample's terms with more provisions, and keys of its own changed."""
    source = parse_file(SAMPLE / "terms.yaml")
    source.data["dates"] |= {
        "year-end-2025": "2025-12-31",
        "quarter-end-2026": "2026-03-31",
        "second-closing": "2004-08-31",
    }
    for rule in source.data["provisions"]:
        rule.update(changed.get(rule["id"].replace("-", "_"), {}))
    source.data["provisions"] += [dict(each) for each in provisions]
    return read_terms(source)


def _reports(**more: Any) -> Terms:
    return _terms(*(_deadline(n, a, d, "report-filed", **more) for n, (a, d) in REPORTS.items()))


def _on(terms: Terms, as_of: str, *facts: Fact) -> Assessment:
    return assess(Look(terms, log(*facts), date.fromisoformat(as_of)), compare=False)


def _of(found: Assessment, instance: str) -> Obligation:
    owed = found.obligation(instance)
    assert owed is not None
    return owed


def _stands(found: Assessment, *instances: str) -> list[tuple[str, str | None]]:
    all_of_them = [_of(found, i) for i in instances]
    return [(str(o.status), o.done_on.isoformat() if o.done_on else None) for o in all_of_them]


def report(on: str, **more: Any) -> Fact:
    """A report was filed."""
    return fact("report-filed", on, **more)


def test_an_8_k_of_april_does_not_satisfy_the_10_k_due_the_next_march() -> None:
    found = _on(_reports(), "2026-01-15", report("2025-04-15", id="F3"))
    owed = _of(found, "ten-k-2026")
    assert (owed.status, owed.done_on) == (Status.UPCOMING, None)
    (apart,) = owed.not_counted
    assert (apart.fact, apart.on.isoformat(), apart.instance) == ("F3", "2025-04-15", "ten-k-2026")
    (note,) = owed.notes
    assert values(wording("reason/satisfying", note)) == ["F3", "2025-04-15", "2026"]
    assert found.unused_facts == ("F3",)
    assert shows(wording("reason/satisfying", found.unused_because["F3"], "second"), "2026", "2026")


def test_one_10_k_does_not_satisfy_the_next_10_q() -> None:
    """Filed five days late, on April 5, 2026, when the quarter was over too."""
    in_time = _on(_reports(), "2026-05-11", report("2026-02-20", id="F3"))
    found = _on(_reports(), "2026-05-11", report("2026-04-05", id="F3"))
    of = "ten-k-2026", "ten-q-2026"
    assert _stands(in_time, *of) == [("met", "2026-02-20"), ("missed", None)]
    assert _stands(found, *of) == [("met late", "2026-04-05"), ("missed", None)]
    (apart,) = _of(found, "ten-q-2026").not_counted
    assert values(wording("reason/satisfying", apart.sentence)) == [
        "F3",
        "2026-04-05",
        "2026",
        "2026",
    ]
    assert values(
        wording("reason/satisfying", _of(found, "ten-k-2026").why.steps[-1].text, "second")
    ) == ["F3"]


def test_an_event_recorded_about_an_instance_satisfies_only_that_one() -> None:
    """The 10-Q of April 20 is named; the 10-K is still not filed."""
    facts = (report("2026-04-20", about="ten-q-2026"),)
    found = _on(_reports(), "2026-05-11", *facts)
    assert _stands(found, "ten-k-2026", "ten-q-2026") == [("missed", None), ("met", "2026-04-20")]
    assert values(wording("reason/satisfying", _of(found, "ten-q-2026").why.steps[-1].text)) == [
        "F1"
    ]


def test_an_early_event_recorded_about_an_instance_counts_and_that_is_stated() -> None:
    found = _on(_reports(), "2026-01-15", report("2025-12-20", id="F3", about="ten-k-2026"))
    owed = _of(found, "ten-k-2026")
    assert (owed.status, owed.not_counted) == (Status.MET, ())
    assert values(wording("reason/satisfying", owed.notes)) == ["F3", "2025-12-20"]


def test_when_early_acts_count_an_earlier_event_satisfies_and_that_is_stated() -> None:
    found = _on(_reports(early="counts"), "2026-01-15", report("2025-12-20", id="F3"))
    owed = _of(found, "ten-k-2026")
    assert (owed.status, owed.not_counted) == (Status.MET, ())
    assert values(wording("reason/satisfying", owed.notes)) == ["F3", "2025-12-20"]


def test_an_early_event_of_another_kind_does_not_cure_a_default_either() -> None:
    lapse = {"id": "default-k", "clause": "8", "title": "No 10-K", "cured_by": "supplement-filed"}
    terms = _terms(_deadline("ten-k-2026", "year-end-2025", 60, "report-filed", on_lapse=lapse))
    early, late = fact("supplement-filed", "2025-06-01"), fact("supplement-filed", "2026-03-10")
    found = [_on(terms, "2026-04-01", *f).default("default-k") for f in ((early,), (early, late))]
    assert [d and d.done_on for d in found] == [None, date.fromisoformat("2026-03-10")]


def test_cusip_numbers_provided_before_the_closing_count_and_that_is_stated() -> None:
    """4(b)(xiv) says not later than the effective date, and names no first day."""
    early = fact("cusip-numbers-provided", "2004-06-28", id="F9")
    owed = on("2004-07-15", filed("2004-07-13"), early).obligation("cusip-numbers")
    assert owed is not None
    assert owed.status is Status.MET
    assert shows(wording("reason/satisfying", owed.notes), "F9", "2004-06-28")
    terms = _terms(cusip_numbers={"early": "not counted"})
    strict = _of(_on(terms, "2004-07-15", filed("2004-07-13"), early), "cusip-numbers")
    assert (strict.status, [e.fact for e in strict.not_counted]) == (Status.UPCOMING, ["F9"])


def test_an_event_about_an_item_it_does_not_satisfy_is_listed_with_the_reason() -> None:
    facts = report("2026-02-01", about="ten-q-2027"), fact("duty-done", "2026-02-01", about="no/F1")
    found = _on(_reports(), "2026-03-02", *facts)
    assert _of(found, "ten-k-2026").status is Status.MISSED
    assert found.unused_because == {
        "F1": "it is about ten-q-2027, which a report-filed does not satisfy",
        "F2": "it is about no/F1, which a duty-done does not satisfy",
    }


def test_an_event_about_several_items_that_it_does_not_satisfy_names_them_all() -> None:
    found = _on(_reports(), "2026-03-02", report("2026-02-01", about=("ten-q-2027", "no/F1")))
    assert found.unused_because == {
        "F1": "it is about ten-q-2027 and no/F1, which a report-filed does not satisfy"
    }


def test_of_many_events_that_do_not_count_the_last_three_are_shown_and_all_are_listed() -> None:
    facts = [report(f"2025-0{n}-10") for n in range(1, 7)]
    owed = _of(_on(_reports(), "2026-01-15", *facts), "ten-k-2026")
    assert len(owed.not_counted) == 6
    assert [note.split(" ")[0] for note in owed.notes] == ["F4", "F5", "F6", "3"]


def test_a_questionnaire_answered_before_its_request_counts_under_2_b() -> None:
    facts = returned("2004-07-01", "alpha"), mailed("2004-07-06", holder="alpha")
    owed = on("2004-07-10", *facts).obligation("questionnaire-deadline/F2")
    assert owed is not None
    assert owed.status is Status.MET
    assert shows(wording("reason/satisfying", owed.notes), "F1", "2004-07-01")
    terms = _terms(questionnaire_deadline={"early": "not counted"})
    strict = _of(_on(terms, "2004-07-10", *facts), "questionnaire-deadline/F2")
    assert (strict.status, [e.fact for e in strict.not_counted]) == (Status.UPCOMING, ["F1"])
