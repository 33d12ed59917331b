"""Convert the fields of a form to a fact as in a file, and a fact back to the fields."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from datetime import date
from typing import Any

from dealclock.facts.fact import Fact
from dealclock.facts.kind import NOT_KNOWN, FactKind
from dealclock.facts.kinds import KINDS
from dealclock.messages import words
from dealclock.messages.form import Values
from dealclock.records import record

_MONEY = re.compile(r"\$?\s*(\d[\d,]*(?:\.\d+)?)")
_COUNTED = ("amount", "shares", "unadjusted", "ratio")
_PLAIN = ("lot", "target", "evidence", "note")
_FIELD_OF = {"given": "given-to", "id": "on", "corrects": "on", "kind": "on", "basis": "on"}


def fact_data(values: Values, kind: FactKind, new_id: str, by: str) -> dict[str, Any]:
    """The fact in the fields, as in a file; dates and ids as they were chosen or typed."""
    day = _text(values, "on")
    data: dict[str, Any] = {"id": new_id, "kind": kind.id, "on": _date(day), "recorded_by": by}
    details = (*kind.needs, *kind.may)
    for name in (*_PLAIN[:2], "holder", "to", *_COUNTED):
        if (
            name in details
            and (typed := _text(values, name))
            and not _is_not_known(typed, name, kind)
        ):
            data[name] = _counted(typed) if name in _COUNTED else typed
    for name in ("holder", "to"):
        if name in data:
            data[name] = "-".join(data[name].lower().split())
    if "target" in data:
        data["target"] = _date(data["target"])
    names = kind.names_instance or "about" in details
    if names and (about := _text(values, "about-named") or _text(values, "about")):
        data["about"] = about
    if "given" in details and (deliveries := _deliveries(values, day)):
        data["given"] = deliveries
    for name in _PLAIN[2:]:
        if typed := _text(values, name):
            data[name] = typed
    return data


def wrong_fields(
    values: Values, wanted: Mapping[str, Any], kind: FactKind, today: date
) -> dict[str, str]:
    """What to enter, by field, where the fact in the fields cannot be recorded today at all.

    Its date is missing or in the future, or a detail that the kind asks for is empty.
    """
    on = wanted["on"]
    if not isinstance(on, date):
        return {"on": "Give the date it happened."}
    if on > today:
        until = words.day(today)
        return {"on": f"Enter a date up to {until}; future events cannot be recorded."}
    if wanted["kind"] != kind.id:  # a retraction has none of its details
        return {}
    if "given" in kind.needs and "given" not in wanted:
        return {"given-method": "Give the method of delivery."}
    return {
        name: f"Give the {name} in dollars, or type {NOT_KNOWN}."
        for name in kind.asks
        if not _text(values, name)
    }


def stamp(wanted: Mapping[str, Any]) -> str:
    """A hash of what a preview of the fact shows: all but its id, its evidence and its note."""
    seen = {k: v for k, v in wanted.items() if k not in ("id", "recorded_at", *_PLAIN[2:])}
    return hash_of(seen)


def hash_of(value: object) -> str:
    """A short hash of anything that JSON can hold, and of dates."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _is_not_known(typed: str, name: str, kind: FactKind) -> bool:
    return name in kind.asks and typed.lower() in (NOT_KNOWN, "unknown")


def retraction_data(values: Values, new_id: str, corrects: str, by: str) -> dict[str, Any]:
    """The retraction of a fact, as in a file."""
    data = {"id": new_id, "kind": "retraction", "on": _date(_text(values, "on"))}
    proof = {n: typed for n in _PLAIN[2:] if (typed := _text(values, n))}
    return {**data, "recorded_by": by, "corrects": corrects, **proof}


def values_of(fact: Fact) -> dict[str, str | Sequence[str]]:
    """The values of the form's fields for a recorded fact, to start its correction."""
    values: dict[str, str | Sequence[str]] = {"on": fact.on.isoformat()}
    for name in ("lot", "holder", "to", "about", *_COUNTED):
        value = getattr(fact, name)
        if value is not None:
            values[name] = str(value)
    asks = KINDS[fact.kind].asks if fact.kind in KINDS else ()
    values |= {name: NOT_KNOWN for name in asks if name not in values}
    if fact.target is not None:
        values["target"] = fact.target.isoformat()
    if fact.given:
        first = fact.given[0]
        values["given-to"] = tuple(g.to for g in fact.given)
        values["given-method"], values["given-on"] = first.method, first.on.isoformat()
        if first.acknowledged is not None:
            values["given-acknowledged"] = first.acknowledged.isoformat()
    for name in ("evidence", "note"):
        if value := getattr(fact, name):
            values[name] = value
    return values


def has_single_delivery(fact: Fact) -> bool:
    """Whether all deliveries of a notice have the same method and dates, as the form requires."""
    return len({(g.method, g.on, g.acknowledged) for g in fact.given}) <= 1


def field_of(where: str, values: Values) -> str:
    """The field that shows a problem of the fact; `where` is a path such as "facts.0.on"."""
    name, *rest = where.split(".")[2:] or ["on"]
    if name == "given" and rest:
        fields = {"method": "given-method", "on": "given-on", "acknowledged": "given-acknowledged"}
        return fields.get(rest[-1], "given-to")
    if name == "about" and "about-named" in values:
        return "about-named"
    return _FIELD_OF.get(name, name)


def _deliveries(values: Values, on: str) -> list[dict[str, Any]]:
    to, method = values.get("given-to", ()), _text(values, "given-method")
    names = (to,) if isinstance(to, str) else tuple(to)
    day = _text(values, "given-on") or on
    received = _text(values, "given-acknowledged")
    if not names or not method:
        return []
    return [
        {
            "to": name,
            "method": method,
            "on": _date(day),
            **({"acknowledged": _date(received)} if received else {}),
        }
        for name in names
    ]


def _counted(typed: str) -> str:
    """The number in text such as "$1,000,000.00"; other text unchanged, to be refused later."""
    match = _MONEY.fullmatch(typed.strip())
    return match.group(1).replace(",", "") if match else typed


def _date(text: str) -> date | str:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def _text(values: Values, name: str) -> str:
    value = values.get(name, "")
    return value.strip() if isinstance(value, str) else ""


@record
class FormState:
    """A deal's id, a kind of fact, the fact it corrects, and the link of a message.

    `given` are the values of the forms before, by field.
    `seen` is what the deal and the fields were, as hashes, when a preview was shown; "" before one
    was.
    """

    deal: str = ""
    kind: str = ""
    corrects: str = ""
    link: str = ""
    seen: str = ""
    given: Values = field(default_factory=dict)

    def to_metadata(self) -> str:
        """As JSON for the form's metadata; at most a few hundred characters."""
        return json.dumps({k: v for k, v in asdict(self).items() if v})


def read_state(metadata: str) -> FormState:
    """The state in a form's metadata; an empty state if it is not readable."""
    try:
        data = json.loads(metadata or "{}")
        return FormState(**data)
    except (ValueError, TypeError, AttributeError):
        return FormState()
