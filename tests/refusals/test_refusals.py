"""Files that are refused or warned of, and with which words: a table for each kind of file.

A table has a `text`: parts of it, or their paths. Each row of `refused` writes something below it
(`write`, in the place of ROW where the table has a `form`), has `new` words for the first `old`
ones, or sets keys of a provision (`set`). It `says` a problem that is found, at a `line` counted
from the first that is written or changed, 1 unless given; it is the only one unless `problems` says
how many there are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
import yaml

from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.errors import InvalidError, Problem
from dealclock.facts.fact import read_facts
from dealclock.facts.names_in_terms import outline
from dealclock.facts.terms_warnings import list_terms_warnings
from dealclock.files.source import Day, Model, Source, SpacedModel, parse, read
from dealclock.people.team import read_team
from dealclock.terms.day_language import Chosen, DayTerms
from dealclock.terms.rules.rule import PeriodTerms

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]


class _Part(Model):
    rate: Decimal
    unit: Literal["days", "weeks"] = "days"


class _Plain(Model):
    """A model with text, a date, a list and a choice."""

    name: str
    on: Day | None = None
    many: tuple[_Part, ...] = ()
    sure: bool = False


class _Holding(SpacedModel):
    """A model with a Day, a period and a number that may depend on a reading."""

    due: DayTerms
    within: PeriodTerms | None = None
    days_after: Chosen[int] = 0


def _events(source: Source, terms: str) -> Iterable[Problem]:
    checked, _ = check_terms(parse(terms, "terms.yaml"))
    assert checked is not None
    return check_facts(source, outline(checked.model_dump()))[1]


def _warned(source: Source) -> list[Problem]:
    terms, wrong = check_terms(source)
    return wrong if wrong or terms is None else list(list_terms_warnings(source, terms))


READ: Mapping[str, Callable[[Source], object]] = {
    "terms": lambda source: check_terms(source)[1],
    "warnings": _warned,
    "facts": read_facts,
    "team": read_team,
    "model": lambda source: read(source, _Plain),
    "a Day": lambda source: read(source, _Holding),
}


def problems(table: Mapping[str, Any], row: Mapping[str, Any]) -> list[str]:
    """What is found, each problem with its line from the first that the row writes or changes."""
    text, first = text_of(table["text"]), 1
    if "write" in row:
        before, _, after = table.get("form", "ROW").partition("ROW")
        first = (text + before).count("\n") + 1
        text += before + row["write"] + after
    elif "old" in row:
        before, old, after = text.partition(row["old"])
        assert old, f"{row['old']!r} is not in the text"
        first = before.count("\n") + 1
        text = before + row["new"] + after
    found: Any
    try:
        source = parse(text, "FILE")
        for name, keys in row.get("set", {}).items():
            (rule,) = (each for each in source.data["provisions"] if each["id"] == name)
            rule.update(keys)
        if "terms" in table:
            found = _events(source, text_of(table["terms"]))
        else:
            found = READ[table["read"]](source) or ()
    except InvalidError as invalid:
        found = invalid.problems
    return [f"{p.line - first + 1}: {p.where}: given {p.given}; {p.allowed}" for p in found]


def text_of(parts: str | Sequence[str]) -> str:
    """The text: each part itself, or that of the file it names."""
    return "".join(map(_part, [parts] if isinstance(parts, str) else parts))


@cache
def _part(text: str) -> str:
    is_path = text.endswith(".yaml") and "\n" not in text
    return (CHECKOUT / text).read_text(encoding="utf-8") if is_path else text


def rows() -> Iterator[Any]:
    """Each row with its table, named by what it says."""
    for file in sorted(HERE.glob("*.yaml")):
        for table in yaml.safe_load(file.read_text(encoding="utf-8")):
            for row in table["refused"]:
                yield pytest.param(table, row, id=f"{table['of']}: {row['says']}")


@pytest.mark.parametrize(("table", "row"), list(rows()))
def test_it_is_refused_in_these_words(table: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    found = problems(table, row)
    line = "" if "set" in row else f"{row.get('line', 1)}: "
    assert any(line + row["says"] in each for each in found), found
    assert len(found) == row.get("problems", 1), found
