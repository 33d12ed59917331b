"""Keys in the words of counsel, in those of the records, and mixed, are the same terms."""

from random import Random
from typing import Any

import pytest

from dealclock.engine.checked_files import check_terms
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import Source, parse, parse_file
from dealclock.terms.key_names import counsel_keys, record_keys
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import SAMPLE

AGREEMENTS = SAMPLE.parent
MODELS = sorted(path.parent.name for path in AGREEMENTS.glob("*/terms.yaml"))


def loaded(data: Any) -> Terms:
    terms, problems = check_terms(Source.of_data("terms.yaml", data))
    assert terms is not None, problems
    assert problems == []
    return terms


def mixed(said: Any, recorded: Any, random: Random) -> Any:
    """The same data, each key of a mapping in one of both spellings, spaces or underscores."""
    if isinstance(said, list):
        return [mixed(*both, random) for both in zip(said, recorded, strict=True)]
    if not isinstance(said, dict):
        return said
    pairs = [
        random.choice([(key, mixed(value, old, random)), (name, old)])
        for (key, value), (name, old) in zip(said.items(), recorded.items(), strict=True)
    ]
    found = dict(pairs)
    spelled = {str(k).replace(" ", "_"): k for k in found}
    return {k if random.random() < 0.5 else spelled[k]: v for k, v in _both(found)}


def _both(found: dict[Any, Any]) -> list[tuple[str, Any]]:
    return [(str(key).replace(" ", "_"), value) for key, value in found.items()]


@pytest.mark.parametrize("name", MODELS)
def test_every_spelling_is_the_same_terms(name: str) -> None:
    data = parse_file(AGREEMENTS / name / "terms.yaml").data
    said, recorded = counsel_keys(data, Terms), record_keys(data, Terms)
    assert "clause" not in said["provisions"][0]
    assert "section" not in recorded["provisions"][0]
    assert record_keys(said, Terms) == recorded
    terms = loaded(data)
    for spelling in (said, recorded, *(mixed(said, recorded, Random(seed)) for seed in range(4))):
        assert loaded(spelling) == terms
        assert outline(spelling) == outline(data)


@pytest.mark.parametrize("name", ["model-144a", "model-covenants", "model-pipe"])
def test_a_model_is_written_as_counsel_would_say_it(name: str) -> None:
    data = parse_file(AGREEMENTS / name / "terms.yaml").data
    assert data == counsel_keys(data, Terms)


OWN_NAMES = """
dates: {section: 2004-07-01, default: 2004-07-02}
parties: {event: {name: The Agent, defined as: Agent}}
events: {bears: {title: It was borne.}, rates: {title: Rates were set.}}
readings: {lapse: {section: "1", question: "Which?", choices: {event: One., fact: Two.}}}
deemed notice: {e-mail: {business days: 1}}
sources: {dates.section: {section: "1", sentence: S., sha256: 0}}
"""


def test_names_that_authors_give_stay() -> None:
    data = record_keys(parse(OWN_NAMES, "f").data, Terms)
    assert list(data["dates"]) == ["section", "default"]
    assert data["parties"] == {"event": {"name": "The Agent", "as_defined": "Agent"}}
    assert list(data["events"]) == ["bears", "rates"]
    assert data["readings"]["lapse"]["clause"] == "1"
    assert list(data["readings"]["lapse"]["choices"]) == ["event", "fact"]
    assert data["deemed_notice"] == {"e-mail": {"business_days": 1}}
    assert data["sources"]["dates.section"]["section"] == "1"


AMENDMENT = """
amendments:
  - id: first
    title: First Amendment
    effective: 2026-03-01
    known: 2026-03-01
    changes:
      provisions:
        filing: {FILING}
        suspension:
          limits: [{most: 30, LONG}, {most: 60, WINDOW, MANY}]
"""
SPELLED = (
    {"filing": "owed by: holders, default: {section: 2(e)}", "in": "in any: 12 months"},
    {"filing": "owed_by: holders, lapse: {clause: 2(e)}", "in": "window months: 12"},
    {"filing": "owed_by: holders, lapse: {section: 2(e)}", "in": "window_months: 12"},
)


def amended(filing: str, window: str) -> str:
    text = AMENDMENT.replace("FILING", filing).replace("WINDOW", window)
    text = text.replace("LONG", "default: {id: long-suspension}")
    return text.replace("MANY", "lapse: {id: suspensions-in-a-year, accrues: 0}")


def test_an_amendment_takes_the_same_names() -> None:
    text = (AGREEMENTS / "model-pipe" / "terms.yaml").read_text(encoding="utf-8")
    texts = (text + amended(*each.values()) for each in SPELLED)
    first, *others = (loaded(parse(each, "terms.yaml").data) for each in texts)
    assert first.amendments[0].changes.provisions["filing"] == {
        "owed_by": "holders",
        "lapse": {"clause": "2(e)"},
    }
    assert all(each == first for each in others)


def test_problems_have_the_lines_of_the_keys_as_written() -> None:
    text = (AGREEMENTS / "model-pipe" / "terms.yaml").read_text(encoding="utf-8")
    text = text.replace("owed by: company", "owed by: compny").replace(
        "accrues for: [", "bears: [x, "
    )
    _, problems = check_terms(parse(text, "terms.yaml"))
    lines = text.splitlines()
    assert {p.where.split(".")[2] for p in problems} == {"owed by", "bears"}
    assert all(p.where.split(".")[2] in lines[p.line - 1] for p in problems)
