"""Every question is answered by the terms in effect on its day, amendments named."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from dealclock.answers.catalog import QUESTIONS
from dealclock.facts.fact import Fact
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.unit.asking import in_words, query
from tests.unit.engine.answering import mailed, returned
from tests.unit.engine.deals import SAMPLE, fact, filed, log

LETTER = SAMPLE.parent / "camden-letter-2002"


def amended(effective: date, folder: Path = SAMPLE, **changes: Any) -> Terms:
    """The terms with one amendment, known when it takes effect."""
    source = parse_file(folder / "terms.yaml")
    source.data["amendments"] = [
        {
            "id": "first-amendment",
            "title": "First Amendment",
            "effective": effective,
            "known": effective,
            "changes": changes,
        }
    ]
    return read_terms(source)


def answer(question: str, terms: Terms, as_of: str, *facts: Fact, **details: Any) -> dict[str, Any]:
    """The answer to a question as of a day."""
    given = {name.replace("_", "-"): value for name, value in details.items()}
    return QUESTIONS[question].json(query(terms, log(*facts), as_of), given)


def version(answered: dict[str, Any]) -> tuple[str, str]:
    return answered["terms"]["version"], answered["terms"]["effective"]


def test_the_review_period_is_the_one_in_effect_on_the_day() -> None:
    longer = {"amendment-review": {"at_least": {"count": 5, "unit": "business days"}}}
    terms = amended(date(2005, 3, 1), provisions=longer)
    details = {"document": "amendment-review", "furnished": date(2005, 3, 7)}
    before = answer("review", terms, "2005-02-28", **details)
    after = answer("review", terms, "2005-03-01", **details)
    assert [before["at_least"], before["earliest_filing"]["day"]] == [
        "2 Business Days",
        "2005-03-10",
    ]
    assert [after["at_least"], after["earliest_filing"]["day"]] == ["5 Business Days", "2005-03-15"]
    assert version(before) == ("original", "2004-06-30")
    assert version(after) == ("first-amendment", "2005-03-01")


def test_a_notice_goes_to_the_addressee_in_the_amended_section() -> None:
    terms = amended(
        date(2005, 3, 1),
        parties={"agent": {"name": "An Agent", "as_defined": "Agent"}},
        provisions={"trustee-notice": {"to": ["trustee", "agent"]}},
    )
    details = {"method": ("hand",), "on": date(2005, 3, 7)}
    before = answer("deemed", terms, "2005-02-28", **details)
    after = answer("deemed", terms, "2005-03-07", **details)
    assert [each["id"] for each in before["addressees"]] == ["trustee"]
    assert [each["id"] for each in after["addressees"]] == ["trustee", "agent"]
    assert version(after) == ("first-amendment", "2005-03-01")


def test_a_questionnaire_is_timely_under_the_amended_number_of_days() -> None:
    longer = {"questionnaire-deadline": {"within": {"count": 25, "unit": "business days"}}}
    terms = amended(date(2004, 9, 10), provisions=longer)
    facts = (
        filed("2004-07-13"),
        mailed("2004-09-08", id="MAIL"),
        returned("2004-10-12", "alpha", id="A"),
    )
    found = answer("questionnaires", terms, "2004-10-13", *facts)
    (holder,) = found["holders"]
    assert [holder["deadline"], holder["in_time_to_be_named"]] == ["2004-10-14", True]
    assert version(found) == ("first-amendment", "2004-09-10")
    assert found["requests"][0]["due"] == "2004-10-14"


def test_an_exercise_is_early_under_the_amended_cutoff() -> None:
    terms = amended(
        date(2004, 5, 3),
        LETTER,
        dates={"later-cut-off": date(2004, 4, 1)},
        provisions={"warrant-true-up": {"exercised_before": "later-cut-off"}},
    )
    facts = (
        fact("warrants-exercised", "2004-03-15", holder="a", shares=1_000_000, id="EX"),
        fact("camden-vested", "2004-04-01"),
        fact(
            "entitlement-computed", "2004-04-01", about="EX", shares=1_027_000, target="2004-04-01"
        ),
    )
    before = answer("true-up", terms, "2004-05-02", *facts)
    after = answer("true-up", terms, "2004-05-03", *facts)
    assert before["true_ups"][0]["exercises"][0]["total"] == 0
    assert after["true_ups"][0]["exercises"][0]["total"] == 27_000
    assert version(after) == ("first-amendment", "2004-05-03")


def test_a_suspension_is_planned_within_the_amended_budget() -> None:
    terms = amended(date(2005, 3, 1), provisions={"suspension": {"limit_days": 10}})
    before = answer("suspension", terms, "2005-02-28", start=date(2005, 4, 1))
    after = answer("suspension", terms, "2005-03-01", start=date(2005, 4, 1))
    assert [before["longest"]["days"], after["longest"]["days"]] == [45, 10]
    assert version(after) == ("first-amendment", "2005-03-01")


@pytest.mark.parametrize(
    ("name", "details"),
    [
        ("holders", {}),
        ("payments", {}),
        ("timeline", {}),
        ("roll-forward", {"from": date(2005, 3, 1), "to": date(2005, 3, 7)}),
        ("consent", {"consenting": Decimal(30_000_001)}),
        (
            "contribution",
            {
                "loss": Decimal(1),
                "company-proceeds": Decimal(1),
                "holder-proceeds": Decimal(1),
            },
        ),
    ],
)
def test_every_answer_names_the_amendment_in_words_too(name: str, details: dict[str, Any]) -> None:
    cure = {"cure-window": {"within": {"count": 10, "unit": "business days"}}}
    terms = amended(date(2005, 3, 1), provisions=cure)
    sentence = (
        "Terms as amended by First Amendment (first-amendment), in force from Tue, Mar 1, 2005."
    )
    for as_of, expected in (("2005-03-07", True), ("2005-02-28", False)):
        if name == "roll-forward":
            details = {**details, "from": date(2005, 2, 1), "to": date.fromisoformat(as_of)}
        answered = answer(name, terms, as_of, **details)
        assert (version(answered)[0] == "first-amendment") is expected
        text = in_words(name, query(terms, log(), as_of), **details)
        assert (sentence in text) is expected


@pytest.mark.parametrize(
    ("name", "details"),
    [
        ("changes", {"from": date(2005, 2, 1)}),
        ("what-if", {"fact": ({"kind": "prospectus-unusable", "on": "2005-02-01"},)}),
        ("why", {"instance": "accrual"}),
        ("why", {"instance": "effectiveness"}),
    ],
)
def test_changes_explained_in_words_name_the_amendment(name: str, details: dict[str, Any]) -> None:
    terms = amended(date(2005, 3, 1), provisions={"cure-window": {"title": "Longer cure period"}})
    facts = log(filed("2004-07-13"), fact("registration-statement-effective", "2004-10-20"))
    sentence = "Terms as amended by First Amendment (first-amendment), in force from Tue, Mar 1"
    for as_of, expected in (("2005-03-07", True), ("2005-02-28", False)):
        assert (sentence in in_words(name, query(terms, facts, as_of), **details)) is expected
