"""Terms and events that `check` refuses are refused by worked cases for the same reasons."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from dealclock.documents.deal_files import read_deal
from dealclock.errors import InvalidError, Problem
from dealclock.files.patch import merge
from dealclock.files.source import parse_file
from dealclock.jobs.operate.cases.case import Case
from dealclock.jobs.operate.cases.comparison import compare_answer
from dealclock.jobs.operate.cases.prepare import Agreements, prepare_questions
from dealclock.terms.key_names import counsel_keys
from dealclock.terms.terms import Terms

AGREEMENTS = Path("agreements")
SAMPLE = "infocrossing-2004"

TERMS: dict[str, dict[str, Any]] = {
    "a second rate schedule": {
        "provisions": {
            "more-interest": {
                "type": "rate schedule",
                "clause": "3(c)",
                "title": "More interest",
                "owed_by": "company",
                "action": "Pay it.",
                "by_age": [{"from_day": 1, "rate": 9}],
            }
        }
    },
    "no rate schedule": {"provisions": {"additional-interest": None}},
    "a kind that does not exist": {"provisions": {"effectiveness": {"met_by": "effective"}}},
    "a kind that does not fit": {
        "provisions": {"trustee-notice": {"met_by": "registration-statement-filed"}}
    },
    "one id for two defaults": {"provisions": {"effectiveness": {"on_lapse": {"id": "default-i"}}}},
    "a party that does not exist": {"provisions": {"effectiveness": {"owed_by": "compny"}}},
    "a date outside the holiday tables": {"dates": {"closing-date": "1994-06-30"}},
    "a zone that is no place's": {"agreement": {"time_zone": "EST"}},
    "a method that does not exist": {"deemed_notice": {"pigeon": {"business_days": 1}}},
    "no securities": {"securities": None},
    "a key that does not exist": {"provisions": {"effectiveness": {"wihtin": 3}}},
}
FACTS: dict[str, dict[str, Any]] = {
    "a kind that does not exist": {"kind": "filed", "on": "2004-07-13"},
    "a detail its kind has not": {
        "kind": "registration-statement-filed",
        "on": "2004-07-13",
        "lot": "base",
    },
    "a lot that does not exist": {
        "kind": "notes-retired",
        "on": "2004-07-13",
        "lot": "bse",
        "amount": 5,
    },
    "a default that cannot be": {
        "kind": "default-confirmed",
        "on": "2004-12-01",
        "about": "default-ix",
    },
    "a party that does not exist": {
        "kind": "sale-notice",
        "on": "2004-12-01",
        "given": [{"to": "truste", "method": "hand", "on": "2004-12-01"}],
    },
    "a day outside the holiday tables": {
        "kind": "registration-statement-filed",
        "on": "1904-07-13",
    },
}


def told(problems: tuple[Problem, ...], before: str) -> set[tuple[str, str, str]]:
    """What problems say, without the file and what stands before each place."""
    return {(p.at.removeprefix(before), p.given, p.allowed) for p in problems}


def of_check(tmp_path: Path, name: str, data: Any) -> set[tuple[str, str, str]]:
    """What `check` says of the sample with a file of its own."""
    folder = Path(shutil.copytree(AGREEMENTS / SAMPLE, tmp_path / SAMPLE))
    (folder / name).write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    with pytest.raises(InvalidError) as refused:
        read_deal(folder, folder / "facts.yaml", rehearsals=False)
    of_file = tuple(p for p in refused.value.problems if p.file.endswith(name))
    assert of_file
    return told(of_file, "")


def of_cases(**changed: Any) -> set[tuple[str, str, str]]:
    """What `cases` says of a case about the sample."""
    given = {"id": "X", "clause": "1", "says": "it", "agreement": SAMPLE, "as_of": "2005-06-30"}
    case = Case.model_validate({**given, "expected": {"as_of": "2005-06-30"}, **changed})
    with pytest.raises(InvalidError) as refused:
        prepare_questions([("some.yaml", case)], Agreements((AGREEMENTS,)))
    return told(refused.value.problems, "X, ")


@pytest.mark.full
@pytest.mark.parametrize("name", TERMS)
def test_no_case_answers_terms_that_check_refuses(tmp_path: Path, name: str) -> None:
    data = merge(parse_file(AGREEMENTS / SAMPLE / "terms.yaml").data, TERMS[name])
    plain = yaml.safe_load(yaml.dump(data, Dumper=_Plain))
    # Of a case, whose terms are merged, keys are said in counsel's words.
    counsel = counsel_keys(plain, Terms)
    assert of_check(tmp_path, "terms.yaml", counsel) == of_cases(terms=TERMS[name])


@pytest.mark.full
@pytest.mark.parametrize("name", FACTS)
def test_no_case_answers_events_that_check_refuses(tmp_path: Path, name: str) -> None:
    fact = {"id": "F1", **FACTS[name]}
    assert of_check(tmp_path, "facts.yaml", {"facts": [fact]}) == of_cases(facts=[fact])


@pytest.mark.full
@pytest.mark.parametrize("name", FACTS)
def test_no_what_if_supposes_events_that_check_refuses(tmp_path: Path, name: str) -> None:
    (why,) = {allowed for _, _, allowed in of_cases(facts=[{"id": "F1", **FACTS[name]}])}
    supposed = {"question": "what-if", "ask": {"fact": [FACTS[name]]}}
    case = {"id": "X", "clause": "1", "says": "it", "agreement": SAMPLE, "as_of": "2005-06-30"}
    asked = Case.model_validate({**case, **supposed, "refused": "what-if:"})
    (wrong,) = [
        str(each)
        for ready in prepare_questions([("some.yaml", asked)], Agreements((AGREEMENTS,)))
        for each in compare_answer(replace(ready, refused="answered"))
    ]
    # Of a kind, which are too many for a line, what-if shows those near it.
    assert why in wrong or name == "a kind that does not exist"


def test_files_are_checked_in_one_place() -> None:
    # Reading terms or facts without the checks is how one command answers what another refuses.
    library = Path("layers/dealclock/python/dealclock")
    readers = {"read_terms(": set[str](), "read_facts(": set[str]()}
    for path in library.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for call, found in readers.items():
            if call in text.replace(f"def {call}", ""):
                found.add(path.relative_to(library).as_posix())
    assert readers["read_terms("] == {"engine/checked_files.py"}
    assert readers["read_facts("] == {"engine/checked_files.py"}


class _Plain(yaml.SafeDumper):
    """Writes exact numbers as numbers."""


_Plain.add_multi_representer(
    object, lambda dumper, value: dumper.represent_scalar("tag:yaml.org,2002:float", str(value))
)
