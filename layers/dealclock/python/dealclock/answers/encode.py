"""Any result as JSON: one encoder over the typed results, with a format version.

Keys are the names of the fields, in their order. Dates are ISO civil days in the deal's zone;
instants ISO, those in UTC with a Z, others with their offset. Rates and rounded amounts are decimal
strings. A field that holds exact dollars gives two keys: the amount rounded once, half up, and the
exact fraction ("46250/3") under the name with `_exact`, for `amount` under `exact`. While a day
count is unset, both are null and `_between` gives the least and the most. A heading and the grounds
of a conclusion are not nested: their keys are among those of the record that holds them.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, NewType, Union, cast, get_args, get_origin, get_type_hints

from dealclock.answers.heading import Heading
from dealclock.days.counting import Count
from dealclock.engine.grounds import Grounds
from dealclock.engine.money import Between
from dealclock.messages import words
from dealclock.messages.view import LEGAL

Json = dict[str, object]

Exact = NewType("Exact", Fraction)
"""A number that is not dollars, such as of shares: written exactly, without a rounded one."""

_NOT_NESTED = (Heading, Grounds)


def document(form: str, result: object) -> Json:
    """A whole result, ready for `json.dumps`, with its format and version first.

    Raises TypeError for a result with a field of one of the two names that every document has.
    """
    found = _record(result)
    if taken := found.keys() & {"format", "notice"}:
        raise TypeError(f"no result may have a field named {', '.join(sorted(taken))}")
    return {"format": form, **found, "notice": LEGAL}


def encode(value: object) -> object:
    """A value of a result. Raises TypeError for one of a type that no result may hold."""
    match value:
        case None | bool() | int() | str() if not isinstance(value, Enum):
            return value
        case Enum():
            return str(value.value)
        case Decimal() | Fraction():
            return str(value)
        case datetime():
            return _instant(value)
        case date():
            return value.isoformat()
        case Mapping():
            return {str(key): encode(each) for key, each in value.items()}
        case tuple() | list():
            return [encode(each) for each in value]
        case frozenset() | set():
            return sorted(str(encode(each)) for each in value)
        case Count():
            return _count(value)
        case _ if is_dataclass(value):
            return _record(value)
    raise TypeError(f"no result may hold {type(value).__name__}")


def _record(value: object) -> Json:
    found: Json = {}
    for name, key, is_money in _fields(cast(Hashable, type(value))):
        held = getattr(value, name)
        if isinstance(held, _NOT_NESTED):
            found |= _record(held)
        elif is_money:
            found.update(_money(key, held))
        else:
            found[key] = encode(held)
    return found


@cache
def _fields(of: Any) -> tuple[tuple[str, str, bool], ...]:
    """Each field of a result's class: its name, its key, whether it holds exact dollars."""
    hints = get_type_hints(of)
    return tuple(
        (each.name, each.name.removesuffix("_"), _is_money(hints[each.name])) for each in fields(of)
    )


def _is_money(hint: Any) -> bool:
    several = get_origin(hint) in (Union, UnionType)
    return Fraction in (get_args(hint) if several else (hint,))


def _money(key: str, amount: Fraction | Between | None) -> Iterator[tuple[str, object]]:
    rounded = words.decimal(amount) if isinstance(amount, Fraction) else None
    exact = str(amount) if isinstance(amount, Fraction) else None
    yield key, rounded
    yield ("exact" if key == "amount" else f"{key}_exact"), exact
    if isinstance(amount, Between):
        yield (
            f"{key}_between",
            {
                "least": words.decimal(amount.least),
                "least_exact": str(amount.least),
                "least_by": amount.least_by,
                "most": words.decimal(amount.most),
                "most_exact": str(amount.most),
                "most_by": amount.most_by,
            },
        )


def _instant(value: datetime) -> str:
    if value.utcoffset() == UTC.utcoffset(None):
        return value.isoformat().replace("+00:00", "Z")
    return value.isoformat(timespec="minutes")


def _count(value: Count) -> Json:
    days = [{"day": d.day.isoformat(), "number": d.number, "closed": d.closed} for d in value.days]
    return {
        "start": value.start.isoformat(),
        "result": value.result.isoformat(),
        "calendar": value.calendar,
        "days": days,
    }
