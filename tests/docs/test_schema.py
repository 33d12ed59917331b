"""The JSON Schema of terms.yaml: it accepts the samples, and refuses what does not exist."""

import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from dealclock.files.source import parse, parse_file
from dealclock.terms.spellings import GENERAL
from tests.docs import schema

WHOLE = json.loads(schema.FILE.read_text(encoding="utf-8"))
PIPE = Path("agreements/model-pipe/terms.yaml").read_text(encoding="utf-8")
FILES = [
    *sorted(Path("agreements").glob("*/terms.yaml")),
    *sorted(Path("tests/general/samples").glob("*.yaml")),
    Path("tests/cases/clauses/blank/terms.yaml"),
    Path("layers/dealclock/python/dealclock/cli/blank/terms.yaml"),
]
TYPES: dict[str, tuple[type, ...]] = {
    "string": (str, date),
    "integer": (int,),
    "number": (int, Decimal),
    "object": (dict,),
    "array": (list,),
    "boolean": (bool,),
    "null": (type(None),),
}


def refused(value: Any, by: schema.Schema, at: str = "") -> Iterator[str]:
    """The places that a schema refuses, by the keywords that this one has."""
    if name := by.get("$ref"):
        yield from refused(value, WHOLE["$defs"][name.rpartition("/")[2]], at)
    if "anyOf" in by and all(any(refused(value, each, at)) for each in by["anyOf"]):
        yield f"{at}: none of several"
    for each in by.get("allOf", ()):
        yield from refused(value, each, at)
    if "if" in by and not any(refused(value, by["if"], at)):
        yield from refused(value, by["then"], at)
    if value not in by.get("enum", [value]) or value != by.get("const", value):
        yield f"{at}: {value}"
    types = by.get("type", [])
    allowed = [each for name in [types] * isinstance(types, str) or types for each in TYPES[name]]
    if allowed and not isinstance(value, tuple(allowed)):
        yield f"{at}: {value!r} is no {types}"
    if isinstance(value, str) and not re.search(by.get("pattern", ""), value):
        yield f"{at}: {value}"
    yield from _within(value, by, at)


def _within(value: Any, by: schema.Schema, at: str) -> Iterator[str]:
    if isinstance(value, list):
        for n, each in enumerate(value):
            yield from refused(each, by.get("items", {}), f"{at}.{n}")
    if not isinstance(value, dict):
        return
    yield from (f"{at}: no {key}" for key in by.get("required", ()) if key not in value)
    patterns = by.get("patternProperties", {}).items()
    for key, each in ((str(key), each) for key, each in value.items()):
        of = [part for pattern, part in patterns if re.search(pattern, key)]
        of += [by["properties"][key]] if key in by.get("properties", {}) else []
        other = by.get("additionalProperties", True)
        if not of and other is False:
            yield f"{at}.{key}: unknown"
        for part in of or [other] * isinstance(other, dict):
            yield from refused(each, part, f"{at}.{key}")


def test_it_is_what_the_page_and_the_records_say_today() -> None:
    written = schema.FILE.read_text(encoding="utf-8")
    assert written == schema.made(), "python -m tests.docs.generated writes it"


@pytest.mark.parametrize("file", FILES, ids=str)
def test_it_accepts_every_sample(file: Path) -> None:
    assert list(refused(parse_file(file).data, WHOLE)) == []


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ("owed by: company", "owd by: company", ".provisions.0.owd by: unknown"),
        ("owed by: company", "owner: company", ".provisions.0: none of several"),
        ("in any: 12 months", "in any: 1 year", ".provisions.5.limits.1.in any: 1 year"),
        ("type: obligation", "type: obligaton", ".provisions.0.type: obligaton"),
        ("not computed:", "not modeled:", ".not modeled: unknown"),
        ("once: true", "once: maybe", ".events.current-report-filed.once"),
    ],
)
def test_it_refuses_what_does_not_exist(right: str, wrong: str, place: str) -> None:
    text = PIPE.replace(right, wrong, 1)
    found = list(refused(parse(text, "terms.yaml").data, WHOLE))
    assert any(each.startswith(place) for each in found), found


@pytest.mark.parametrize("model", [each.__name__ for each in GENERAL])
def test_it_describes_every_key_of_the_general_form(model: str) -> None:
    keys = WHOLE["$defs"][model]["properties"]
    assert [key for key, part in keys.items() if not part.get("description")] == []
    assert "section" in keys
    assert "clause" not in keys
