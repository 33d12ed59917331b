"""Reading facts: every mistake with its line, several at once, and nothing half-loaded."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from dealclock.errors import InvalidError
from dealclock.facts.fact import FactsFile, read_facts
from dealclock.facts.kinds import unknown_kinds
from dealclock.files.source import Source, parse, parse_file

SAMPLE = Path(__file__).parents[3] / "agreements" / "infocrossing-2004"
FILED = "  - {id: F1, kind: registration-statement-filed, on: 2004-07-13}\n"


def _read(text: str) -> FactsFile:
    return read_facts(parse(text, "facts.yaml"))


def _problems(*lines: str) -> list[str]:
    with pytest.raises(InvalidError) as refused:
        _read("facts:\n" + "".join(lines))
    return [str(p).removeprefix("facts.yaml:") for p in refused.value.problems]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "facts: []\n", "history: Before\n"])
def test_a_file_without_facts_is_zero_facts_and_no_mistake(text: str) -> None:
    assert _read(text).facts == ()


def test_a_fact_is_read_with_its_defaults() -> None:
    fact = _read("facts:\n" + FILED).facts[0]
    assert (fact.id, fact.on, fact.basis) == ("F1", date(2004, 7, 13), "deal record")
    assert (fact.recorded_at, fact.corrects, fact.given) == (None, None, ())


def test_the_sample_histories_have_the_intended_events() -> None:
    counted = {
        name: len(read_facts(parse_file(SAMPLE / name)).facts)
        for name in ("facts.yaml", "histories/story.yaml", "histories/never-effective.yaml")
    }
    assert counted == {
        "facts.yaml": 1,
        "histories/story.yaml": 15,
        "histories/never-effective.yaml": 4,
    }


def test_an_instant_is_kept_in_universal_time() -> None:
    text = "facts:\n" + FILED.replace("13}", "13, recorded_at: 2004-07-13T18:00-04:00}")
    assert _read(text).facts[0].recorded_at == datetime(2004, 7, 13, 22, tzinfo=UTC)


def test_a_correction_of_a_correction_is_accepted() -> None:
    second = FILED.replace("F1", "F2").replace("13}", "14, corrects: F1}")
    third = FILED.replace("F1", "F3").replace("13}", "15, corrects: F2}")
    assert len(_read("facts:\n" + FILED + second + third).facts) == 3


def test_several_mistakes_of_different_kinds_are_reported_at_once() -> None:
    problems = _problems(
        FILED.replace("07-13", "02-30"),
        FILED.replace("F1", "F2").replace("filed", "fled"),
        FILED.replace("F1", "F3").replace("13}", "13, basis: rumour}"),
        FILED.replace("F1", "F4").replace("13}", "13, recorded_at: 2004-07-13T18:00}"),
        "  - {id: F4, kind: sale-notice, on: 2004-12-13}\n",
    )
    assert [problem.split(": given")[0] for problem in problems] == [
        "2: facts.0.on",
        "3: facts.1.kind",
        "4: facts.2.basis",
        "5: facts.3.recorded_at",
        "6: facts.4.given",
        "6: facts.4.id",
    ]


def test_a_correction_of_a_fact_that_could_not_be_read_is_not_called_unknown() -> None:
    problems = _problems(
        FILED.replace("07-13", "02-30"),
        FILED.replace("F1", "F2").replace("13}", "13, corrects: F1}"),
    )
    assert [problem.split(": given")[0] for problem in problems] == ["2: facts.0.on"]


def test_more_facts_than_a_deal_has_are_refused() -> None:
    one = {"kind": "registration-statement-filed", "on": date(2004, 7, 13)}
    many = [{"id": f"F{n}", **one} for n in range(5001)]
    with pytest.raises(InvalidError, match="at most 5000 items"):
        read_facts(Source("facts.yaml", {"facts": many}, {}))
    assert len(read_facts(Source("facts.yaml", {"facts": many[1:]}, {})).facts) == 5000


def test_the_sample_terms_name_only_kinds_of_fact_there_are() -> None:
    assert list(unknown_kinds(parse_file(SAMPLE / "terms.yaml").data)) == []
