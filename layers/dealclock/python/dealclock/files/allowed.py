"""What is allowed, in a reader's words, for each way a value can be refused."""

import re
from collections.abc import Callable
from datetime import date

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
