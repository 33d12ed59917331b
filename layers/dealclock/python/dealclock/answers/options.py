"""The options of a question: each value converted to its kind, or refused with what to give."""

from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from pydantic import TypeAdapter

from dealclock.answers.ask import Option, Question
from dealclock.errors import InvalidError, RefusedError
from dealclock.files.refusals import A_DAY
from dealclock.files.source import Day, nearest, parse

_DAY: TypeAdapter[date] = TypeAdapter(Day)
_MONEY: TypeAdapter[Decimal] = TypeAdapter(Decimal)
_NUMBER: TypeAdapter[int] = TypeAdapter(int)

_WANTED = {
    "day": A_DAY,
    "money": "give dollars as a plain number, such as 60000000 or 1250.50",
    "number": "give a whole number",
    "word": "give one word",
    "words": "give words separated by commas",
    "record": "give keys with values, such as '{kind: suspension-ended, on: 2005-03-01}'",
    "records": "give keys with values, such as '{kind: suspension-ended, on: 2005-03-01}'",
    "flag": "give true or false",
}


def read_options(
    question: Question[...], given: Mapping[str, object], typed: Collection[str] = ()
) -> Mapping[str, object]:
    """The values given, by the names of the question's options, each converted to its kind.

    `typed` are options given otherwise, in words. A name may be written with hyphens or
    underscores; a value may be text, as on the command line.
    Raises RefusedError for an unknown option, a missing one, or a value that is not valid.
    """
    own = {plain(d.name): d for d in question.options}
    found: dict[str, object] = {}
    for name, value in given.items():
        detail = own.get(plain(name))
        if detail is None:
            takes = ", ".join(d.name for d in question.options) or "nothing"
            hint = nearest(name, [d.name for d in question.options])
            raise RefusedError(f"{question.name} does not take {name!r}; it takes {takes}.{hint}")
        if value is not None:
            found[detail.name] = _value(question, detail, value)
    question.check_given((*found, *typed))
    return found


def plain(name: str) -> str:
    """The name of an option in its one spelling, with hyphens."""
    return name.replace("_", "-")


def _value(question: Question[...], detail: Option, value: object) -> object:
    try:
        return _brought(detail.kind, value)
    except InvalidError as invalid:
        day = next((p for p in invalid.problems if p.allowed.startswith(A_DAY)), None)
        wrong, wanted = (day.given, day.allowed) if day else (_shown(value), _WANTED[detail.kind])
        raise RefusedError(
            f"{question.name}: {detail.name} {wrong} is not valid; {wanted}"
        ) from None
    except ValueError:  # pydantic's too
        raise RefusedError(
            f"{question.name}: {detail.name} {_shown(value)} is not valid; {_WANTED[detail.kind]}"
        ) from None


def _shown(value: object) -> str:
    """The value given; for a list of one, its only item."""
    only = value[0] if isinstance(value, list | tuple) and len(value) == 1 else value
    return repr(only)


def _brought(kind: str, value: Any) -> object:
    match kind:
        case "day":
            return _DAY.validate_python(value)
        case "money":
            return _MONEY.validate_python(_no_truth(value))
        case "number":
            return _NUMBER.validate_python(_no_truth(value))
        case "word":
            return _word(value)
        case "words":
            return tuple(_word(w) for w in _items(value))
        case "record":
            return _record(value)
        case "records":
            found = value if isinstance(value, list | tuple) else [value]
            return tuple(_record(each) for each in found)
        case _:
            if not isinstance(value, bool):
                raise ValueError
            return value


def _no_truth(value: object) -> object:
    """The value; raises ValueError for true and false, which would count as 1 or 0."""
    if isinstance(value, bool):
        raise ValueError
    return value


def _word(value: object) -> str:
    """A word; a day or a number that a file has in place of a word becomes text."""
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal | date):
        raise ValueError
    word = str(value).strip()
    if not word:
        raise ValueError
    return word


def _items(value: object) -> list[object]:
    if isinstance(value, str):
        return list(value.split(","))
    if not isinstance(value, list | tuple):
        raise ValueError
    return list(value)


def _record(value: object) -> Mapping[str, object]:
    """Keys with their values, parsed from text if it is written like a line of a file."""
    found = parse(value, "a record").data if isinstance(value, str) else value
    if not isinstance(found, Mapping) or not found:
        raise ValueError
    return dict(found)
