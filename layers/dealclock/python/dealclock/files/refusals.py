"""Plain wording for each validation error: what is allowed instead of the value."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from typing import Any, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

SLUG = "use lower-case letters, digits and hyphens, starting with a letter"
A_DAY = "give a date that exists, such as 2004-07-13"
AN_INSTANT = "give an instant with its offset, such as 2004-07-13T18:00-04:00"
_KEYS = "give keys with their values"
_A_LIST = "give a list"
_A_TEXT = "give text"
_A_NUMBER = "give a plain number, such as 85000000 or 0.50"
_A_WHOLE_NUMBER = "give a whole number, such as 30"
_SLUG = re.compile(r"[a-z][a-z0-9-]*")
_SHOULD = re.compile(r"^[A-Z][a-z]+ should ")
_AS_MONEY = re.compile(r"\$? ?(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)? ?%?")
_US_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")

_WORDS = {
    "bool_parsing": "give true or false",
    "bool_type": "give true or false",
    "date_from_datetime_inexact": A_DAY,
    "date_from_datetime_parsing": A_DAY,
    "date_parsing": A_DAY,
    "date_type": A_DAY,
    "datetime_from_date_parsing": AN_INSTANT,
    "datetime_object_invalid": AN_INSTANT,
    "datetime_parsing": AN_INSTANT,
    "datetime_type": AN_INSTANT,
    "decimal_parsing": _A_NUMBER,
    "decimal_type": _A_NUMBER,
    "dict_type": _KEYS,
    "int_from_float": _A_WHOLE_NUMBER,
    "int_parsing": _A_WHOLE_NUMBER,
    "int_type": _A_WHOLE_NUMBER,
    "model_attributes_type": _KEYS,
    "model_type": _KEYS,
    "none_required": "leave it out here",
    "string_type": _A_TEXT,
    "tuple_type": _A_LIST,
}


def allowed(error: ErrorDetails) -> str:
    """What to give instead of the refused value."""
    kind = error["type"]
    if kind in _WORDS:
        return _WORDS[kind] + _suggestion(_WORDS[kind], error["input"])
    context = error.get("ctx", {})
    match kind:
        case "value_error":
            refusal = str(context["error"])
            if refusal == SLUG and "@" in str(error["input"]):
                return "give the person's id under people, not an address"
            return refusal + _suggestion(refusal, error["input"])
        case "literal_error":
            return f"allowed: {context['expected']}"
        case "union_tag_invalid":
            return f"allowed: {', '.join(tags(error))}"
        case "union_tag_not_found":
            return "give 'type'"
        case _:
            return _SHOULD.sub("must ", error["msg"])


def _suggestion(wanted: str, value: object) -> str:
    """The given value in the required format, if that is clear; "" otherwise."""
    if wanted == _A_TEXT and isinstance(value, int | Decimal | date):
        text = str(value).lower() if isinstance(value, bool) else value
        return f" in quotes (here: '{text}')"
    if not isinstance(value, str):
        return ""
    formats: list[str] = []
    if wanted == SLUG:
        formats = _slugs(value)
    if wanted == _A_LIST and _SLUG.fullmatch(value):
        formats = [f"[{value}]"]
    if wanted == A_DAY:
        formats = _days_in_words(value)
    if wanted in (_A_NUMBER, _A_WHOLE_NUMBER) and (number := _AS_MONEY.fullmatch(value.strip())):
        formats = [number[1].replace(",", "") + (number[2] or "")]
    if wanted == A_DAY and (day := _US_DATE.fullmatch(value.strip())):
        first, second, year = (int(part) for part in day.groups())
        formats = list(dict.fromkeys([*_civil(year, first, second), *_civil(year, second, first)]))
    return f" (here: {' or '.join(formats)})" if formats else ""


def _slugs(value: str) -> list[str]:
    """A name as an id; an email address is none, and is no person's id either."""
    words = "-".join(re.findall(r"[a-z0-9]+", value.lower()))
    return [words] if _SLUG.fullmatch(words) and "@" not in value else []


def _days_in_words(value: str) -> list[str]:
    """The date of a text such as January 11, 2005."""
    plain = " ".join(value.replace(",", " ").split())
    for form in ("%B %d %Y", "%b %d %Y", "%d %B %Y", "%d %b %Y"):
        with suppress(ValueError):
            return [datetime.strptime(plain, form).date().isoformat()]  # noqa: DTZ007
    return []


def _civil(year: int, month: int, day: int) -> list[str]:
    try:
        return [date(year, month, day).isoformat()]
    except ValueError:
        return []


def quoted(error: ErrorDetails) -> list[str]:
    """The words that a `literal_error` error allows."""
    return re.findall(r"'([^']*)'", str(error["ctx"]["expected"]))


def tags(error: ErrorDetails) -> list[str]:
    """The types that a `union_tag_invalid` error allows."""
    return [tag.strip(" '") for tag in str(error["ctx"]["expected_tags"]).split(",")]


def must_match(pattern: str, words: str) -> Callable[[str], str]:
    """A validator that requires a full match of `pattern`; `words` is the error message."""
    compiled = re.compile(pattern)

    def check(text: str) -> str:
        if not compiled.fullmatch(text):
            raise ValueError(words)
        return text

    return check


def needed_keys(loc: tuple[str | int, ...], model: type[BaseModel]) -> Sequence[str | int]:
    """The keys that a missing record needs, such as count and unit, if they are few."""
    name = str(loc[-1])
    needed = dict.fromkeys(
        key
        for owner in _models_at(loc[:-1], model)
        if name in _fields(owner)
        if get_origin(_fields(owner)[name].annotation) not in (dict, list, tuple)
        for inner in models_in(_fields(owner)[name].annotation)
        for key, field in _fields(inner).items()
        if field.is_required()
    )
    return tuple(needed) if len(needed) <= _FEW else ()


def sibling_keys(loc: tuple[str | int, ...], model: type[BaseModel]) -> Sequence[str]:
    """The keys the model allows alongside the last part of `loc`."""
    return keys_at(loc[:-1], model)


def keys_at(loc: tuple[str | int, ...], model: type[BaseModel]) -> Sequence[str]:
    """The keys the model allows at `loc`, in order; those it needs first."""
    fields = {str(k): field for m in _models_at(loc, model) for k, field in _fields(m).items()}
    return sorted(fields, key=lambda key: (not fields[key].is_required(), key))


def _fields(model: type[BaseModel]) -> Mapping[str | int, FieldInfo]:
    """The fields of a model by their keys in a file; not those that allow nothing but absence."""
    of = model.model_fields.items()
    return {f.alias or name: f for name, f in of if f.annotation is not type(None)}


def _models_at(loc: tuple[str | int, ...], model: type[BaseModel]) -> list[type[BaseModel]]:
    """The models that the value at `loc` may be of."""
    models: list[type[BaseModel]] = [model]
    for part in loc:
        fields = [_fields(m)[part] for m in models if part in _fields(m)]
        if fields:
            models = [m for f in fields for m in models_in(f.annotation)]
        elif tagged := [m for m in models if part in _tags(m)]:
            models = tagged
    return models


_FEW = 3


def models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [m for arg in get_args(annotation) for m in models_in(arg)]


def _tags(model: type[BaseModel]) -> Sequence[object]:
    field = model.model_fields.get("type")
    return get_args(field.annotation) if field else ()
