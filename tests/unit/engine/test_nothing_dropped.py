"""Terms that the engine does not compute are refused or listed, never skipped."""

import re
from datetime import date
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from dealclock.answers.catalog import QUESTIONS
from dealclock.answers.options import read_options
from dealclock.engine.checked_files import check_terms
from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.facts.log import FactLog
from dealclock.files.patch import merge
from dealclock.files.source import Source, parse_file
from dealclock.terms.terms import Terms

SAMPLE = Path("agreements/infocrossing-2004/terms.yaml")
LIBRARY = Path("layers/dealclock/python/dealclock")


def second(name: str, **changed: Any) -> dict[str, Any]:
    """A provision of the sample once more, under an id of its own."""
    rules = {rule["id"]: rule for rule in parse_file(SAMPLE).data["provisions"]}
    return {f"{name}-2": {**rules[name], "id": f"{name}-2", **changed}}


def checked(**changes: Any) -> tuple[Terms | None, list[str]]:
    """The sample with changes made, and what is wrong with it."""
    data = merge(parse_file(SAMPLE).data, changes)
    terms, problems = check_terms(Source("terms.yaml", data, {}))
    return terms, [f"{p.given} {p.allowed}" for p in problems]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("additional-interest", "a second rate schedule"),
        ("payment", "a second payment"),
        ("contribution", "a second contribution"),
        ("majority-of-holders", "it is decided by majority-of-holders already"),
        ("questionnaire-deadline", "hang on an answer by questionnaire-deadline already"),
    ],
)
def test_a_second_provision_that_would_not_be_computed_is_refused(name: str, why: str) -> None:
    _, problems = checked(provisions=second(name))
    assert any(why in each for each in problems), problems


def asked(terms: Terms, name: str, **given: object) -> Any:
    """What a question answers of terms without facts."""
    question, log = QUESTIONS[name], FactLog((), "America/New_York")
    return question.json(Look(terms, log, date(2004, 12, 1)), read_options(question, given))


@pytest.fixture(scope="module")
def twice() -> Terms:
    """The sample with a second day budget, review and notice, which the assessment computes."""
    blackout = second("suspension", limit_days=10, on_overrun=None, in_any=[], during=None)
    review = second("amendment-review", begins_with="shelf-drafts-furnished")
    notice = second("trustee-notice", to=["holders"])
    terms, problems = checked(provisions={**blackout, **review, **notice})
    assert not problems
    assert terms is not None
    return terms


def test_with_two_day_budgets_a_question_asks_which(twice: Terms) -> None:
    with pytest.raises(RefusedError, match="give provision, one of suspension, suspension-2"):
        asked(twice, "suspension")
    assert asked(twice, "suspension", provision="suspension-2")["longest"]["days"] == 10
    with pytest.raises(RefusedError, match="Did you mean 'suspension-2'"):
        asked(twice, "suspension", provision="suspensoin-2")
    with pytest.raises(RefusedError, match="several day budgets"):
        asked(twice, "what-if", **{"suspend-from": "2004-12-02"})


def test_with_two_reviews_before_a_filing_a_question_asks_which(twice: Terms) -> None:
    with pytest.raises(RefusedError, match="give one of amendment-review, amendment-review-2"):
        asked(twice, "review", document="amendment-filed", filing="2004-12-24")


def test_with_notices_to_different_parties_the_addressee_must_be_given(twice: Terms) -> None:
    with pytest.raises(RefusedError, match="go to different parties"):
        asked(twice, "deemed", method="hand", on="2004-12-01")


def test_the_terms_of_an_amendment_are_checked_like_the_original_terms() -> None:
    change = {"trustee-notice": {"met_by": "registration-statement-filed"}}
    amendment = {"id": "first", "title": "First", "effective": "2004-12-01", "known": "2004-12-01"}
    _, problems = checked(amendments=[{**amendment, "changes": {"provisions": change}}])
    assert any("as amended" in p and "what it is about" in p for p in problems), problems


def test_an_amendment_cannot_remove_a_missing_provision() -> None:
    amendment = {"id": "first", "title": "First", "effective": "2004-12-01", "known": "2004-12-01"}
    _, problems = checked(
        amendments=[{**amendment, "changes": {"provisions": {"trustee-notcie": None}}}]
    )
    assert any("there is nothing to remove" in p for p in problems), problems


def test_every_key_of_the_terms_is_read_or_listed_as_descriptive() -> None:
    descriptive = {
        "coupon": "what the Notes are; Additional Interest has rates of its own",
        "governing_law": "what the Agreement has; its rules are readings",
    }
    through_their_own_model = {
        "business_day": "names the Section of readings: terms/readings.yaml",
        "means": "Reading.choices",
        "every_days": "Ladder.tiers",
        "by_purpose": "OneIn.kinds",
        "open_in": "DeclaredCalendar.days",
    }
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for path in LIBRARY.rglob("*.py")
        if path.relative_to(LIBRARY).parts[0] != "terms" or path.parent.name == "general"
    )
    table = (LIBRARY / "terms" / "spellings.yaml").read_text(encoding="utf-8")
    asked = {
        key
        for named in re.findall(r"\$(?:(?:if|each|all of): )?([\w.]+)", table)
        for key in named.split(".")
    }
    unread = {
        name for name in _keys_of(Terms) - asked if not re.search(rf'(\.{name}\b|"{name}")', text)
    }
    assert unread == set(descriptive) | set(through_their_own_model)
    page = Path("docs/terms.md").read_text(encoding="utf-8")
    for name in descriptive:
        (row,) = [
            line for line in page.splitlines() if line.startswith("|") and f"`{name}`" in line
        ]
        assert "nothing is computed with it" in row


def _keys_of(model: type[BaseModel]) -> set[str]:
    """Every key of a model and of all within it."""
    seen: set[type[BaseModel]] = set()

    def add(kind: Any) -> None:
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in seen:
            seen.add(kind)
            for field in kind.model_fields.values():
                add(field.annotation)
        for part in get_args(kind):
            add(part)

    add(model)
    return {name for kind in seen for name in kind.model_fields}
