"""Every question is answered by the terms in effect on its day, amendments named."""

from datetime import date
from pathlib import Path
from typing import Any

from dealclock.answers.catalog import QUESTIONS
from dealclock.facts.fact import Fact
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.unit.asking import query
from tests.unit.engine.deals import SAMPLE, fact, log

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
