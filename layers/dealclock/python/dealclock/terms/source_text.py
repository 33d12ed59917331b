"""The Agreement's own words behind a part of the terms. Kept, and used by nothing yet.

A provision and a declared reading have theirs under `source`. That of a Day or a number stands
next to it, as in `{count: 15, unit: days, source: ..}`, `{day: it, source: ..}` and `{value: 45,
source: ..}`; reading moves it to the terms' `sources`, by the place of what it is of.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

from dealclock.files.refusals import must_match
from dealclock.files.source import Model, Source, Text, Where

_DIGEST = "give the SHA-256 of the sentence: 64 hexadecimal digits in lower case"


class SourceText(Model):
    """A sentence of the Agreement: its Section, its words, and their SHA-256 in hexadecimal."""

    section: Text
    sentence: Annotated[str, StringConstraints(min_length=1, max_length=5000)]
    sha256: Annotated[str, AfterValidator(must_match(r"[0-9a-f]{64}", _DIGEST))]


def lift_sources(source: Source) -> Source:
    """The same raw terms with the source of each Day and number under `sources`."""
    found: dict[str, object] = {}
    lines = dict(source.lines)
    data = _without(source.data, (), found)
    if not found:
        return source
    for where, line in source.lines.items():
        for n, key in enumerate(where):
            if key == "source" and (place := _place(where[:n])) in found:
                lines["sources", place, *where[n + 1 :]] = line
    lines["sources",] = source.lines.get(("sources",), 1)
    given = data.get("sources")
    sources = {**(given if isinstance(given, Mapping) else {}), **found}
    return replace(source, data={**data, "sources": sources}, lines=lines)


def _without(data: Any, where: Where, found: dict[str, object]) -> Any:
    """Raw data without the sources of Days and numbers, which are added to `found`."""
    if isinstance(data, list | tuple):
        return [_without(each, (*where, n), found) for n, each in enumerate(data)]
    if not isinstance(data, Mapping):
        return data
    own = where[-2:-1] in (("provisions",), ("readings",))
    if isinstance(data.get("source"), Mapping) and where and not own:
        found[_place(where)] = data["source"]
        data = {key: value for key, value in data.items() if key != "source"}
        if data.keys() in ({"day"}, {"value"}):
            (data,) = data.values()
            return _without(data, where, found)
    return {key: _without(value, (*where, str(key)), found) for key, value in data.items()}


def _place(where: Where) -> str:
    return ".".join(map(str, where))
