"""The dollars owed with an obligation: sums of what events state, in shares, with limits."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from dealclock.second.days import At, It, day
from dealclock.second.deals import Deal, listed
from dealclock.second.story import Event


def amount(given: Any, it: It, due: At | None, deal: Deal) -> Fraction | None:
    """What is owed by the last day; None while a Day from which it counts is not known."""
    whole = given if isinstance(given, Mapping) and "of" in given else {"of": [given]}
    limits = given if isinstance(given, Mapping) else {}
    owed = [_part(each, it, due, deal) for each in whole["of"]]
    less = [_part(each, it, due, deal) for each in whole.get("less", ())]
    if None in owed or None in less:
        return None
    total = sum(e for e in owed if e is not None) - sum(e for e in less if e is not None)
    total = max(Fraction(total), _exact(limits.get("least", 0)))
    return min(total, _exact(limits["most"])) if "most" in limits else total


def _exact(value: Any) -> Fraction:
    return Fraction(str(value))


def _part(given: Any, it: It, due: At | None, deal: Deal) -> Fraction | None:
    """A sum in its share; nothing if it is not more than it must be, or not for what happened."""
    part = _as_keys(given)
    if "if" in part and not deal.happened(part["if"]):
        return Fraction(0)
    if "unless" in part and deal.happened(part["unless"]):
        return Fraction(0)
    total = _whole(part, it, due, deal)
    if total is None or ("more than" in part and total <= _exact(part["more than"])):
        return None if total is None else Fraction(0)
    return total * _exact(part.get("percent", 100)) / 100


def _as_keys(given: Any) -> Mapping[str, Any]:
    if isinstance(given, str) and given.startswith("its "):
        return {"its": given.removeprefix("its ")}
    return given if isinstance(given, Mapping) else {"dollars": given}


def _whole(part: Mapping[str, Any], it: It, due: At | None, deal: Deal) -> Fraction | None:
    """A fixed sum, what the opener states, or the sum of events; shares at their price."""
    if "dollars" in part:
        return _exact(part["dollars"])
    if "its" in part:
        return _stated(it.event, part) if it.event else None
    first = day(part["from"], deal, it) if "from" in part else date.min
    last = day(part["until"], deal, it) if "until" in part else None
    last = last or (due.day if due else date.max)
    if first is None:
        return None
    settled = [e.about for e in deal.of(*listed(part.get("pending until"))) if e.on <= last]
    counted = [
        event
        for event in deal.of(*listed(part["events"]))
        if first <= event.on <= last
        and event.id not in settled
        and ("about it" not in part or event.about in it.names)
    ]
    return sum((_stated(event, part) for event in counted), Fraction(0))


def _stated(event: Event, part: Mapping[str, Any]) -> Fraction:
    if "price" in part:
        return _exact(event.shares or 0) * _exact(part["price"])
    return Fraction(event.dollars)
