"""From the fields of a form to a fact as a file has it, and from a fact back to the fields."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from dealclock.facts.fact import Fact
from dealclock.facts.kind import NOT_KNOWN, FactKind
from dealclock.facts.kinds import KINDS
from dealclock.files.source import Source, Where

_MONEY = re.compile(r"\$?\s*(\d[\d,]*(?:\.\d+)?)")
_COUNTED = ("amount", "shares", "unadjusted", "ratio")
_PLAIN = ("lot", "target", "evidence", "note")
_HELD_IN = {"given": "given-to", "id": "on", "corrects": "on", "kind": "on", "basis": "on"}
Values = Mapping[str, str | Sequence[str]]


def given(values: Values, kind: FactKind, new_id: str, by: str) -> dict[str, Any]:
    """The fact in the fields, as a file has it: dates and ids as they were chosen or typed."""
    on = _text(values, "on")
    found: dict[str, Any] = {"id": new_id, "kind": kind.id, "on": _date(on), "recorded_by": by}
    takes = (*kind.needs, *kind.may)
    for name in (*_PLAIN[:2], "holder", "to", *_COUNTED):
        if name in takes and (typed := _text(values, name)) and not _not_known(typed, name, kind):
            found[name] = _counted(typed) if name in _COUNTED else typed
    for name in ("holder", "to"):
        if name in found:
            found[name] = "-".join(found[name].lower().split())
    if "target" in found:
        found["target"] = _date(found["target"])
    names = kind.names_instance or "about" in takes
    if names and (about := _text(values, "about-named") or _text(values, "about")):
        found["about"] = about
    if "given" in takes and (sent := _sent(values, on)):
        found["given"] = sent
    for name in _PLAIN[2:]:
        if typed := _text(values, name):
            found[name] = typed
    return found


def unasked(values: Values, kind: FactKind) -> dict[str, str]:
    """What to give in each field that is empty and whose detail the form asks for."""
    return {
        name: f"Give the {name} in dollars, or type {NOT_KNOWN}."
        for name in kind.asks
        if not _text(values, name)
    }


def _not_known(typed: str, name: str, kind: FactKind) -> bool:
    return name in kind.asks and typed.lower() in (NOT_KNOWN, "unknown")


def taken_back(values: Values, new_id: str, corrects: str, by: str) -> dict[str, Any]:
    """The retraction of a fact that did not happen."""
    found = {"id": new_id, "kind": "retraction", "on": _date(_text(values, "on"))}
    proof = {n: typed for n in _PLAIN[2:] if (typed := _text(values, n))}
    return {**found, "recorded_by": by, "corrects": corrects, **proof}


def source(wanted: Mapping[str, Any]) -> Source:
    """The fact as a file of one, every part in its place, so that a problem names its part."""
    data = {"facts": [dict(wanted)]}
    return Source("the form", data, dict.fromkeys(_places(data), 1))


def _places(part: object, here: Where = ()) -> Iterator[Where]:
    yield here
    if isinstance(part, Mapping):
        for name, value in part.items():
            yield from _places(value, (*here, str(name)))
    elif isinstance(part, list):
        for number, value in enumerate(part):
            yield from _places(value, (*here, number))


def shown(fact: Fact) -> dict[str, str | Sequence[str]]:
    """The fields of a fact that is recorded, to begin its correction with."""
    found: dict[str, str | Sequence[str]] = {"on": fact.on.isoformat()}
    for name in ("lot", "holder", "to", "about", *_COUNTED):
        value = getattr(fact, name)
        if value is not None:
            found[name] = str(value)
    found |= {name: NOT_KNOWN for name in KINDS[fact.kind].asks if name not in found}
    if fact.target is not None:
        found["target"] = fact.target.isoformat()
    if fact.given:
        first = fact.given[0]
        found["given-to"] = tuple(g.to for g in fact.given)
        found["given-method"], found["given-on"] = first.method, first.on.isoformat()
        if first.acknowledged is not None:
            found["given-acknowledged"] = first.acknowledged.isoformat()
    for name in ("evidence", "note"):
        if value := getattr(fact, name):
            found[name] = value
    return found


def sent_alike(fact: Fact) -> bool:
    """Whether one method and one day stand for every delivery of it, as the form has it."""
    return len({(g.method, g.on, g.acknowledged) for g in fact.given}) <= 1


def field_of(where: str, values: Values) -> str:
    """The field at which a problem of the fact is told; `where` is "facts.0.on" or the like."""
    name, *rest = where.split(".")[2:] or ["on"]
    if name == "given" and rest:
        held = {"method": "given-method", "on": "given-on", "acknowledged": "given-acknowledged"}
        return held.get(rest[-1], "given-to")
    if name == "about" and "about-named" in values:
        return "about-named"
    return _HELD_IN.get(name, name)


def _sent(values: Values, on: str) -> list[dict[str, Any]]:
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
    """A number as people write one: "$1,000,000.00"; anything else as it is, to be refused."""
    found = _MONEY.fullmatch(typed.strip())
    return found.group(1).replace(",", "") if found else typed


def _date(text: str) -> date | str:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def _text(values: Values, name: str) -> str:
    value = values.get(name, "")
    return value.strip() if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class FormState:
    """A deal's id, a kind of fact, the fact it corrects, and the link of a message.

    `deal_at` and `fields_at` are what the deal and the fields were, as hashes, when a preview was
    shown; "" before one was.
    """

    deal: str = ""
    kind: str = ""
    corrects: str = ""
    link: str = ""
    deal_at: str = ""
    fields_at: str = ""

    def packed(self) -> str:
        """As a form carries it; at most a few hundred characters."""
        return json.dumps({k: v for k, v in asdict(self).items() if v})


def read_state(metadata: str) -> FormState:
    """What a form carried; of anything else, nothing."""
    try:
        found = json.loads(metadata or "{}")
        return FormState(**{str(k): str(v) for k, v in found.items()})
    except (ValueError, TypeError, AttributeError):
        return FormState()
