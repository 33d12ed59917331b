"""The keys of terms as counsel would say them, and as the records have them.

Authors may write either, with spaces or underscores, and mix them. A file's data and lines are
brought to the keys of the records once, before anything else reads them; problems name a key as it
was written. Names that authors give, such as those of dates, parties and kinds of event, are never
touched, nor is the Agreement's text under `source`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, get_origin

from pydantic import BaseModel

from dealclock.errors import Problem
from dealclock.files import raw
from dealclock.files.refusals import models_in
from dealclock.files.source import Source, Where
from dealclock.terms.day_language import DAY_KEYS
from dealclock.terms.rules.rule import TYPE_WORDS, Period, Rule, read_period
from dealclock.terms.source_text import SourceText
from dealclock.terms.spellings import BY_TYPE, model_of

_SAID: Mapping[str, str] = {
    "clause": "section",
    "clauses": "sections",
    "not modelled": "not computed",
    "as defined": "defined as",
    "lapse": "default",
    "bears": "accrues for",
    "by age": "rates",
    "met by": "satisfied by",
    "fact": "event",
}
"""What counsel would say for a key of the records."""
_WINDOW, _IN_ANY = "window ", "in any"
"""`window months: 12` is `in any: 12 months`."""
_CHOICES = "choices"
_AS_THEY_ARE = ("source", "sources")
_Entry = Callable[[str, Any, type[BaseModel]], tuple[str, Any]]


@cache
def _keys(model: type[BaseModel]) -> Mapping[str, str]:
    """The keys of a model and of the records inside it, by what may be written for each, with
    spaces; what counsel would say is last.
    """
    keys = {key: key for key in DAY_KEYS}
    models: tuple[type[BaseModel], ...] = (*_inside(model), Period)
    for each in models:
        for name, field in each.model_fields.items():
            key = field.alias or name
            keys.setdefault(key.replace("_", " "), key)
    for key, said in _SAID.items():
        if key in keys:
            keys.setdefault(said, keys[key])
    return keys


@cache
def _said_in(model: type[BaseModel]) -> Mapping[str, str]:
    """What counsel would say for each key of a model and of the records inside it."""
    return {key: words for words, key in _keys(model).items()}


@cache
def _inside(model: type[BaseModel]) -> tuple[type[BaseModel], ...]:
    """A model and the records in it; not the provisions of terms."""
    found = {model: None}
    for field in model.model_fields.values():
        for each in models_in(field.annotation):
            if not issubclass(each, Rule | SourceText):
                found |= dict.fromkeys(_inside(each))
    return tuple(found)


@cache
def _free(model: type[BaseModel]) -> frozenset[str]:
    """The keys of terms under which authors give names of their own."""
    fields = ((name, f) for each in _inside(model) for name, f in each.model_fields.items())
    return frozenset(name for name, f in fields if get_origin(f.annotation) is dict) | {_CHOICES}


@cache
def said(model: type[BaseModel]) -> Mapping[str, str]:
    """What counsel would say for each key of terms and of any provision, and for each type."""
    found = {
        key: words for each in (*BY_TYPE.values(), model) for key, words in _said_in(each).items()
    }
    windows = {key: _IN_ANY for key, words in found.items() if words.startswith(_WINDOW)}
    return {**found, **windows, **TYPE_WORDS}


def _to_records(key: str, value: Any, model: type[BaseModel]) -> tuple[str, Any]:
    """A key and its value as the records have them."""
    words, keys = " ".join(key.replace("_", " ").split()), _keys(model)
    is_period = isinstance(value, str | int) or "count" in raw.record({key: value}, key)
    if words == _IN_ANY and f"{_WINDOW}days" in keys and is_period:
        return _window(value, keys)
    if key == "type":
        types = {said: name for name, said in TYPE_WORDS.items()}
        return key, types.get(value, value) if isinstance(value, str) else value
    return keys.get(words, key), value


def _window(value: Any, keys: Mapping[str, str]) -> tuple[str, Any]:
    """A window in months or days under its key; what is neither stays, to be refused there."""
    with suppress(ValueError):
        period = read_period(value)
        if period.unit in ("days", "months") and not period.model_fields_set - {"count", "unit"}:
            return keys[_WINDOW + period.unit], period.count
    return keys[f"{_WINDOW}days"], str(value)


def _to_counsel(key: str, value: Any, model: type[BaseModel]) -> tuple[str, Any]:
    """A key of the records and its value as counsel would say them."""
    words = _said_in(model).get(key, key)
    if words.startswith(_WINDOW):
        return _IN_ANY, f"{value} {words.removeprefix(_WINDOW)}"
    return words, TYPE_WORDS.get(value, value) if key == "type" and isinstance(
        value, str
    ) else value


class _Renamer:
    """Raw terms with other keys; and by their places as written, the new ones."""

    def __init__(self, data: Any, model: type[BaseModel], entry: _Entry, of: Any = None) -> None:
        self.moved: dict[Where, Where] = {}
        self.written: dict[Where, str] = {}
        self.twice: list[tuple[Where, Where]] = []
        self._entry, self._free = entry, _free(model)
        changes = (raw.record(each, "changes") for each in raw.records(data, "amendments"))
        rules = (each for part in (of, data, *changes) for each in _provisions(part))
        self._types: dict[str | None, type[Rule]] = {}
        for key, rule in rules:
            if kind := _model_of(rule):
                self._types.setdefault(raw.slug(key), kind)
        self.data = self._part(data, model, (), ())

    def _part(self, data: Any, of: type[BaseModel] | None, was: Where, now: Where) -> Any:
        """A part of the terms, of a model or of a record in it; of None, its keys stay."""
        pairs = data.items() if isinstance(data, Mapping) else enumerate(data)
        last = now[-1] if now else None
        named = isinstance(data, Mapping) and last not in self._free and "reading" not in data
        part = str if isinstance(data, Mapping) else int
        found: dict[Any, Any] = {}
        places: dict[Any, Where] = {}
        for key, given in pairs:
            name: Any = key
            value, inner = given, of
            if of and last == "provisions" and isinstance(given, Mapping):
                inner = _model_of(given) or self._types.get(raw.slug(given.get("id", key)), Rule)
            elif of and named and isinstance(key, str):
                name, value = self._entry(key, given, of)
                inner = None if name in _AS_THEY_ARE else of
            old, new = (*was, part(key)), (*now, part(name))
            if name in found:
                self.twice.append((places[name], old))
            places[name] = old
            if name != key:
                self.written[new] = str(key)
            if old != new:
                self.moved[old] = new
            nested = isinstance(value, Mapping | list | tuple)
            found[name] = self._part(value, inner, old, new) if nested else value
        return found if isinstance(data, Mapping) else list(found.values())


def _provisions(part: Any) -> Iterator[tuple[object, raw.Record]]:
    yield from ((each.get("id"), each) for each in raw.records(part, "provisions"))
    yield from ((k, v) for k, v in raw.record(part, "provisions").items() if isinstance(v, Mapping))


def _model_of(rule: raw.Record) -> type[Rule] | None:
    """The type of a raw provision under either name."""
    return model_of({"type": _to_records("type", rule.get("type"), Rule)[1]})


def read_keys(source: Source, model: type[BaseModel]) -> tuple[Source, list[Problem]]:
    """A file of terms with the keys of the records, and the keys that it gives twice."""
    if source.names or not isinstance(source.data, Mapping):
        return source, []
    read = _Renamer(source.data, model, _to_records)
    moved = read.moved
    renamed = replace(
        source,
        data=read.data,
        lines={moved.get(where, where): line for where, line in source.lines.items()},
        split=frozenset(moved.get(where, where) for where in source.split),
        written=read.written,
        names=said(model),
    )
    return renamed, [_twice(source, *places) for places in read.twice]


def _twice(source: Source, first: Where, second: Where) -> Problem:
    given = f"twice, as {first[-1]!r} and {second[-1]!r}"
    problem = source.problem(second, None, f"give it once; line {source.line(first)} has it too")
    return replace(problem, given=given)


def record_keys(data: Any, model: type[BaseModel], of: Any = None) -> Any:
    """Raw terms, or changes `of` terms, with the keys of the records."""
    return _Renamer(data, model, _to_records, of).data


def counsel_keys(data: Any, model: type[BaseModel]) -> Any:
    """Raw terms, or changes of them, with the keys that counsel would say."""
    return _Renamer(record_keys(data, model), model, _to_counsel).data
