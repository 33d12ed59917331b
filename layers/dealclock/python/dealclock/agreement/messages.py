"""What is allowed, in a reader's words, for each way a value can be refused."""

import re
from collections.abc import Callable

from pydantic_core import ErrorDetails

A_DAY = "give a date that exists, such as 2004-07-13"
AN_INSTANT = "give an instant with its offset, such as 2004-07-13T18:00-04:00"
_KEYS = "give keys with their values"
_A_LIST = "give a list"

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
    "dict_type": _KEYS,
    "model_attributes_type": _KEYS,
    "model_type": _KEYS,
    "string_type": "give text",
    "tuple_type": _A_LIST,
}


def allowed(error: ErrorDetails) -> str:
    """What to give instead of the value that `error` refused."""
    kind = error["type"]
    if kind in _WORDS:
        return _WORDS[kind]
    context = error.get("ctx", {})
    match kind:
        case "value_error":
            return str(context["error"])
        case "literal_error":
            return f"allowed: {context['expected']}"
        case "union_tag_invalid":
            return f"allowed: {', '.join(tags(error))}"
        case "union_tag_not_found":
            return "'type' must be given"
        case _:
            return error["msg"].replace("Input should", "must", 1)


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
