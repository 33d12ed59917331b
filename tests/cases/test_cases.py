"""Every worked case the engine covers, under its default readings and each other one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealclock.agreement.readings.all import ALL
from tests.cases.answers import Asked, answer
from tests.cases.situations import situation
from tests.cases.test_yaml_cases import ASKED as YAML_CASES

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = [
    case for file in sorted(HERE.glob("*.json")) for case in json.loads(file.read_text())["cases"]
]


def _questions() -> Iterator[Any]:
    for case in CASES:
        yield pytest.param(case["id"], case["inputs"], {}, case["expected"], id=case["id"])
        for other in case.get("alternatives", []):
            inputs = {**case["inputs"], **other.get("inputs", {})}
            name = f"{case['id']}-{'-'.join(other['readings'].values())}"
            yield pytest.param(case["id"], inputs, other["readings"], other["expected"], id=name)


@pytest.mark.parametrize(("case_id", "inputs", "readings", "expected"), list(_questions()))
def test_a_worked_case_is_answered_as_it_was_by_hand(
    case_id: str, inputs: dict[str, Any], readings: dict[str, str], expected: dict[str, object]
) -> None:
    asked = Asked(situation(case_id, inputs), readings, inputs)
    assert {key: answer(asked, key) for key in expected} == expected


def test_no_case_is_there_twice_and_each_expects_something() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids)) == 54
    assert all(case["expected"] for case in CASES)


def test_every_reading_with_a_choice_is_asked_by_some_case() -> None:
    asked = {
        (question, choice)
        for case in CASES
        for other in case.get("alternatives", [])
        for question, choice in other["readings"].items()
    }
    ready = [each.ready for each in YAML_CASES if not isinstance(each.ready, str)]
    asked |= {pair for _, of in ready for pair in of.readings.items()}
    others = {(r.id, c) for r in ALL.values() for c in r.others}
    assert others <= asked
