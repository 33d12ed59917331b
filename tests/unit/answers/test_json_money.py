"""Amounts in JSON are decimals, with the exact fraction in a key of its own: for every question."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import pytest
from hypothesis import given

from dealclock.answers.catalog import QUESTIONS
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from tests.suite import examples
from tests.unit.asking import as_json
from tests.unit.engine.deals import acquired, filed, history, log, paid, sample_terms
from tests.unit.engine.stories import named, stories

DAY = date(2005, 2, 4)
ASKED: Mapping[str, Mapping[str, object]] = {
    "changes": {"from": date(2004, 11, 1)},
    "count": {"number": 5, "start": date(2004, 11, 1)},
    "history": {"instance": "effectiveness"},
    "section": {"section": "3(b)"},
    "why": {"instance": "accrual"},
    "roll-forward": {"from": date(2004, 7, 1), "to": DAY},
    "what-if": {"fact": ({"kind": "registration-statement-effective", "on": date(2007, 3, 1)},)},
}
NOT_ASKED = {"true-up", "deemed", "review", "consent", "contribution"}
"""They need other terms, or give no amounts that accrue."""
OWED = log(
    filed("2004-07-13"),
    acquired("2004-06-30", "alpha", "20000000"),
    paid("2005-01-18", "2005-01-15", "1000"),
)
FRACTION = re.compile(r"-?\d+/\d+")


def _fractions(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Each fraction under a key that does not say it is exact."""
    match value:
        case dict():
            for name, each in value.items():
                yield from _fractions(each, name)
        case list():
            for each in value:
                yield from _fractions(each, key)
        case str() if FRACTION.match(value) and key != "day_count" and not key.endswith("exact"):
            yield key, value


def _asked(name: str, facts: FactLog, day: date = DAY) -> Any:
    return as_json(name, Look(sample_terms(), facts, day), **ASKED.get(name, {}))


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in QUESTIONS if name not in NOT_ASKED])
@pytest.mark.parametrize("facts", [OWED, history("story"), history("never-effective")])
def test_no_answer_has_an_amount_as_a_fraction(name: str, facts: FactLog) -> None:
    assert list(_fractions(_asked(name, facts))) == []


@examples(8)
@given(stories())
def test_no_answer_has_one_after_any_events(facts: Any) -> None:
    told = log(*named((*facts, *OWED.facts[1:])))
    for name in ("what-if", "changes"):
        assert list(_fractions(_asked(name, told))) == []


def test_the_exact_fraction_stands_beside() -> None:
    """On $60,000,000 to February 4: 88 days at 0.25% and 7 at 1.00%."""
    used = _asked("readings", OWED)["readings"]
    moved = [c for each in used for c in each["changes"] if c["what"] == "total"]
    assert moved[0]["here"] == "48333.33"
    assert moved[0]["here_exact"] == "145000/3"
    items = _asked("what-if", OWED)["items"]
    (rate,) = (each for each in items if each["what"] == "rate")
    assert (rate["from"], rate["from_exact"]) == ("3.00", "3/1")
