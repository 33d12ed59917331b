"""What is allowed, in a reader's words, for each way a value can be refused."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

A_DAY = "give a date that exists, such as 2004-07-13"
AN_INSTANT = "give an instant with its offset, such as 2004-07-13T18:00-04:00"
_KEYS = "give keys with their values"
_A_LIST = "give a list"
_A_NUMBER = "give a plain number, such as 85000000 or 0.50"
_WHOLE = "give a whole number, such as 30"
_SHOULD = re.compile(r"^[A-Z][a-z]+ should ")
_AS_MONEY = re.compile(r"\$? ?(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)? ?%?")
_AS_IN_AMERICA = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")

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
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_type": _WHOLE,
    "model_attributes_type": _KEYS,
    "model_type": _KEYS,
    "string_type": "give text",
    "tuple_type": _A_LIST,
}


def allowed(error: ErrorDetails) -> str:
    """What to give instead of the value that `error` refused."""
    kind = error["type"]
    if kind in _WORDS:
        return _WORDS[kind] + _here(_WORDS[kind], error["input"])
    context = error.get("ctx", {})
    match kind:
        case "value_error":
            return str(context["error"])
        case "literal_error":
            return f"allowed: {context['expected']}"
        case "union_tag_invalid":
            return f"allowed: {', '.join(tags(error))}"
        case "union_tag_not_found":
            return "give 'type'"
        case _:
            return _SHOULD.sub("must ", error["msg"])


def _here(wanted: str, given: object) -> str:
    """How the very thing that was given is to be written, where that can be told."""
    if not isinstance(given, str):
        return ""
    written: list[str] = []
    if wanted in (_A_NUMBER, _WHOLE) and (number := _AS_MONEY.fullmatch(given.strip())):
        written = [number[1].replace(",", "") + (number[2] or "")]
    if wanted == A_DAY and (day := _AS_IN_AMERICA.fullmatch(given.strip())):
        first, second, year = (int(part) for part in day.groups())
        written = list(dict.fromkeys([*_civil(year, first, second), *_civil(year, second, first)]))
    return f" (here: {' or '.join(written)})" if written else ""


def _civil(year: int, month: int, day: int) -> list[str]:
    try:
        return [date(year, month, day).isoformat()]
    except ValueError:
        return []


def tags(error: ErrorDetails) -> list[str]:
    """The types a `union_tag_invalid` error would have allowed."""
    return [tag.strip(" '") for tag in str(error["ctx"]["expected_tags"]).split(",")]


def shaped(pattern: str, words: str) -> Callable[[str], str]:
    """A check that the whole of a text has a shape, which says so in `words` when it has not."""
    compiled = re.compile(pattern)

    def check(text: str) -> str:
        if not compiled.fullmatch(text):
            raise ValueError(words)
        return text

    return check


def keys_beside(loc: tuple[str | int, ...], model: type[BaseModel]) -> Sequence[str]:
    """The keys the model allows at the place `loc` names, its last part left out."""
    return keys_within(loc[:-1], model)


def keys_within(loc: tuple[str | int, ...], model: type[BaseModel]) -> Sequence[str]:
    """The keys the model allows at the place `loc` names."""
    models: list[type[BaseModel]] = [model]
    for part in loc:
        fields = [m.model_fields[part] for m in models if part in m.model_fields]
        if fields:
            models = [m for f in fields for m in _models_in(f.annotation)]
        elif tagged := [m for m in models if part in _tags(m)]:
            models = tagged
    return sorted({key for m in models for key in m.model_fields})


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [m for arg in get_args(annotation) for m in _models_in(arg)]


def _tags(model: type[BaseModel]) -> Sequence[object]:
    field = model.model_fields.get("type")
    return get_args(field.annotation) if field else ()
