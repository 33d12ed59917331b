"""The Agreement's own words behind a provision or a reading: checked for form, kept unchanged."""

import hashlib
import json
from datetime import date

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.checked_files import check_terms
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import parse
from dealclock.store.content import content
from dealclock.terms.rules.duties import Deadline
from dealclock.terms.terms import Terms
from dealclock.terms.versions import versions, write_out_defaults
from tests.unit.engine.deals import SAMPLE, sample_terms

SENTENCE = "The Company shall cause the Shelf Registration Statement to be effective."
DIGEST = hashlib.sha256(SENTENCE.encode()).hexdigest()
SOURCE = f"{{section: 2(a)(ii), sentence: {SENTENCE}, sha256: {DIGEST}}}"
TEXT = (SAMPLE / "terms.yaml").read_text(encoding="utf-8")
PLACE = "  - id: effectiveness\n"


def read(source: str = SOURCE, more: str = "") -> tuple[Terms | None, list[str]]:
    assert PLACE in TEXT
    text = TEXT.replace(PLACE, f"{PLACE}    source: {source}\n", 1) + more
    terms, problems = check_terms(parse(text, "terms.yaml"))
    return terms, [f"{p.at}: {p.allowed}" for p in problems]


def with_source(more: str = "") -> Terms:
    terms, problems = read(more=more)
    assert (problems, terms is None) == ([], False)
    assert terms is not None
    return terms


def sentence_of(terms: Terms) -> str:
    (rule,) = (p for p in terms.provisions if p.id == "effectiveness")
    assert rule.source is not None
    return rule.source.sentence


def test_the_words_are_kept_through_storing_and_writing_out_defaults() -> None:
    terms = with_source()
    stored = content(write_out_defaults(terms))
    assert stored.needs == 3
    back = Terms.model_validate_json(stored.text)
    assert back == terms
    assert sentence_of(back) == SENTENCE


def test_an_amendment_of_a_provision_keeps_its_words() -> None:
    change = """
amendments:
  - id: first
    title: First Amendment
    effective: 2004-07-05
    known: 2004-07-05
    changes: {provisions: {effectiveness: {within: {count: 150}}}}
"""
    *_, after = versions(with_source(change), date(2005, 1, 1), date(2005, 1, 1))
    assert sentence_of(after.terms) == SENTENCE


def test_nothing_computed_changes_with_them() -> None:
    log, day = FactLog((), "America/New_York"), date(2004, 12, 1)
    assert assess(Look(with_source(), log, day)) == assess(Look(sample_terms(), log, day))


def test_provisions_without_them_are_stored_as_before() -> None:
    for rule in json.loads(content(sample_terms()).text)["provisions"]:
        assert "source" not in rule


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (SOURCE.replace(DIGEST, DIGEST[:-1]), "64 hexadecimal digits"),
        (SOURCE.replace(DIGEST, DIGEST.upper().replace("0", "G")), "64 hexadecimal digits"),
        (SOURCE.replace(SENTENCE, "''"), "must have at least 1 character"),
        (SOURCE.replace("section: 2(a)(ii), ", ""), "give 'section'"),
        (SOURCE.replace("sha256", "sha26"), "Did you mean 'sha256'?"),
    ],
)
def test_a_malformed_source_is_refused(source: str, problem: str) -> None:
    _, problems = read(source)
    assert any(problem in each and "effectiveness.source" in each for each in problems), problems


def in_place(old: str, new: str, source: str = SOURCE) -> tuple[Terms | None, list[str]]:
    """The sample with a Day or a number that has a source."""
    assert old in TEXT
    text = TEXT.replace(old, new.replace("SOURCE", source), 1)
    terms, problems = check_terms(parse(text, "terms.yaml"))
    return terms, [f"{p.line}: {p.at}: {p.allowed}" for p in problems]


BESIDE = {
    "a period": (
        "within: {count: 120, unit: days}",
        "within: {count: 120, unit: days, source: SOURCE}",
        "provisions.1.within",
    ),
    "a number": ("limit_days: 45", "limit_days: {value: 45, source: SOURCE}", "limit_days"),
    "a rate": ("rate: 0.25}", "rate: {value: 0.25, source: SOURCE}}", "rate"),
    "a Day": ("provisions:\n", "days:\n  x: {day: never, source: SOURCE}\nprovisions:\n", "days.x"),
}


@pytest.mark.parametrize("what", BESIDE)
def test_a_day_and_a_number_keep_their_words_beside_them(what: str) -> None:
    old, new, place = BESIDE[what]
    terms, problems = in_place(old, new.replace("never", "2004-07-01"))
    assert problems == []
    assert terms is not None
    ((where, kept),) = terms.sources.items()
    assert where.endswith(place)
    assert kept.sentence == SENTENCE
    assert terms.provisions == sample_terms().provisions
    assert Terms.model_validate_json(content(write_out_defaults(terms)).text) == terms
    assert outline(parse(TEXT.replace(old, new.replace("SOURCE", SOURCE), 1), "f").data).whole


@pytest.mark.parametrize("what", BESIDE)
def test_the_words_of_a_day_or_a_number_are_checked_for_form_at_their_line(what: str) -> None:
    old, new, place = BESIDE[what]
    _, problems = in_place(old, new, SOURCE.replace(DIGEST, "abc"))
    line = next(
        n for n, text in enumerate(TEXT.replace(old, new).splitlines(), 1) if "SOURCE" in text
    )
    (problem,) = (each for each in problems if "SHA-256" in each)
    assert problem.startswith(f"{line}: sources.")
    assert f"{place}.sha256: give the SHA-256" in problem


def test_an_amendment_of_a_period_may_have_a_source() -> None:
    terms = with_source(f"""
amendments:
  - id: first
    title: First Amendment
    effective: 2004-07-05
    known: 2004-07-05
    changes:
      provisions: {{effectiveness: {{within: {{count: 150, unit: days, source: {SOURCE}}}}}}}
""")
    assert [*terms.sources] == ["amendments.0.changes.provisions.effectiveness.within"]
    *_, last = versions(terms, date(2004, 8, 1), date(2004, 8, 1))
    (changed,) = (p for p in last.terms.all_of(Deadline) if p.id == "effectiveness")
    assert str(changed.within) == "150 days"
