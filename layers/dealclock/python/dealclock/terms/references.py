"""Every name in raw terms with its place, and the names that name nothing.

Read from the notes on the types of the models (names.py) and from the Days, so that names are
checked even if the file has other problems. In time linear in the length of the terms.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ValidationError

from dealclock.days.markets import NAMES as KNOWN_CALENDARS
from dealclock.errors import Problem
from dealclock.files import raw
from dealclock.files.source import Source, Where, few, nearest
from dealclock.terms.amendments import with_all_amendments
from dealclock.terms.day_language import ByReading, Day, DayTerms, read_day, references
from dealclock.terms.rules.rule import STATES, CalendarName, Kind, NameOf, PartyName
from dealclock.terms.spellings import Provision, model_of

Found = tuple[Where, NameOf, str]
"""The place of a name, what it is of, and the name."""

_A_DAY = get_args(DayTerms)[1]
_A_PROVISION = get_args(Provision)[0]
_IN_DAYS: Mapping[str, NameOf] = {
    "name": NameOf(("dates", "days", "provision"), "a date, a Day or a provision"),
    "item": NameOf(("provision",), "a provision"),
    "state": NameOf(STATES, "a state"),
    "kind": get_args(Kind)[-1],
    "calendar": get_args(CalendarName)[-1],
    "party": get_args(PartyName)[-1],
}


def names_in(data: object, of: Any) -> Iterator[Found]:
    """Every well-formed name in raw data of a model or another type, in the order of its fields;
    nothing in parts of another shape, or of a provision type that there is not.
    """
    for at, note, value in _noted(data, of):
        if isinstance(note, NameOf):
            listed = enumerate(value) if isinstance(value, list | tuple) else ()
            for place, word in [((*at, n), word) for n, word in listed] or [(at, value)]:
                if raw.slug(word) is not None:
                    yield place, note, str(word)
        elif (day := day_in(value)) is not None:
            for what, name in references(day):
                yield at, _IN_DAYS[what], name


def days_in(data: object, of: Any) -> Iterator[tuple[Where, Day]]:
    """Every Day in raw data of a model, with its place; not the Days inside it."""
    for where, note, value in _noted(data, of):
        day = None if isinstance(note, NameOf) else day_in(value)
        if day is not None:
            yield where, day


def day_in(data: object) -> Day | None:
    """The Day in raw data; None if it is refused."""
    with suppress(ValidationError):
        return read_day(data)
    return None


def _noted(
    data: object, of: Any, where: Where = (), notes: Sequence[object] = ()
) -> Iterator[tuple[Where, object, object]]:
    """The place of each name or Day in raw data, what it is, and the data there."""
    if get_origin(of) is Annotated:
        of, *inside = get_args(of)
        notes = (*notes, *inside)
    note = next((n for n in notes if isinstance(n, NameOf) or n is _A_DAY), None)
    if note is not None:
        yield where, note, data
        return
    for before in (each for each in notes if isinstance(each, BeforeValidator)):
        with suppress(ValueError):
            data = before.func(data)  # type: ignore[call-arg]
    for inner, each, at, noted in _parts(data, of, where):
        yield from _noted(each, inner, at, noted)


def _parts(
    data: Any, of: Any, where: Where
) -> Iterator[tuple[Any, object, Where, Sequence[object]]]:
    """The parts of raw data: the type of each, its value, its place and the notes on it."""
    origin, args = get_origin(of), get_args(of)
    if isinstance(of, type) and issubclass(of, BaseModel):
        for name, field in _fields_with_names(of) if isinstance(data, Mapping) else ():
            key = field.alias if field.alias in data else name
            if key in data:
                yield field.annotation, data[key], (*where, key), field.metadata
    elif origin is tuple:
        for n, value in enumerate(data if isinstance(data, list | tuple) else ()):
            yield args[0], value, (*where, n), ()
    elif isinstance(data, Mapping) and (origin is dict or "reading" in data):
        for key, value in data.items():
            if origin is dict or key != "reading":
                yield args[1] if origin is dict else of, value, (*where, str(key)), ()
    elif of == _A_PROVISION:
        if isinstance(data, Mapping) and (model := model_of(data)):
            yield model, data, where, ()
    elif origin is not ByReading:
        yield from ((each, data, where, ()) for each in args)


@cache
def _fields_with_names(model: type[BaseModel]) -> Sequence[tuple[str, Any]]:
    of = model.model_fields.items()
    return [(name, f) for name, f in of if _has_names(f.annotation, tuple(f.metadata))]


def _has_names(of: Any, notes: Sequence[object]) -> bool:
    if any(isinstance(each, NameOf) or each is _A_DAY for each in notes):
        return True
    if isinstance(of, type) and issubclass(of, BaseModel):
        return bool(_fields_with_names(of))
    inside = get_args(of)
    noted = inside[1:] if get_origin(of) is Annotated else ()
    return any(_has_names(each, noted) for each in inside)


def problems_with_names(source: Source, model: type[BaseModel]) -> Iterator[Problem]:
    """Names in terms, of that model, of what they do not have, and ids given twice; kinds of event
    are checked elsewhere.
    """
    found = list(names_in(source.data, model))
    taken: set[tuple[NameOf, str]] = set()
    known: dict[NameOf, Mapping[str, None] | None] = {}
    for where, names, word in found:
        if names.new:
            if (names, word) in taken:
                yield source.problem(where, word, f"give each {names.of[0]} its own id")
            taken.add((names, word))
        elif "kind" not in names.of:
            if names not in known:
                known[names] = _known(names, source.data, found, model)
            words = known[names]
            if words is not None and word not in words:
                yield unknown(source, where, word, names.called, sorted(words))


def _known(
    names: NameOf, data: Any, found: Sequence[Found], model: type[BaseModel]
) -> Mapping[str, None] | None:
    """The names there are; None if they could not all be read."""
    rules, words = raw.records(data, "provisions"), list[object]()
    for of in names.of:
        if of == "closing":
            words += [word for _, each, word in found if each.of == ("every date",)]
        elif of == "default":
            words += [word for _, each, word in found if each.new and each.of == (of,)]
            words += [None for rule in rules if model_of(rule) is None]
        elif of == "calendar":
            words += KNOWN_CALENDARS
        elif of == "every date":
            words += raw.keys(with_all_amendments(data), "dates") or [None]
        elif of in model.model_fields:
            given = raw.keys(data, of)
            optional = of not in data and not model.model_fields[of].is_required()
            words += ([] if optional else [None]) if given is None else given
        else:
            types = (of, None) if of != "provision" else None
            words += [r.get("id") for r in rules if types is None or _type(r) in types]
    return None if any(raw.slug(word) is None for word in words) else dict.fromkeys(map(str, words))


def _type(rule: raw.Record) -> object:
    """Its type; None if there is no such type."""
    return rule.get("type") if model_of(rule) else None


def unknown(source: Source, where: Where, word: str, what: str, known: Iterable[str]) -> Problem:
    """The problem of an unknown word: what to give, and the nearest known one."""
    words = list(known)
    some = few(words, word, "there is none")
    return source.problem(where, word, f"give {what}: {some}.{nearest(word, words)}")
