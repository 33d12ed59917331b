"""Amendments: what an agreement's terms became, from which day, and known from which day."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from dealclock.agreement import bare
from dealclock.agreement.merging import CannotMerge, merged
from dealclock.agreement.rules.rule import Slug, Text
from dealclock.agreement.source import Day, Model

FIXED_TYPES = ("rate schedule", "payment")
"""Types of provision no amendment may touch: the money that accrued before it would change too."""


def _plain(value: Any) -> Any:
    """Data as JSON would have it, so that kept terms read back the same."""
    match value:
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case _:
            return value


Record = Annotated[dict[str, Any], AfterValidator(_plain)]


class Changes(Model):
    """What an amendment changes, by id: keys are merged, null takes a provision away."""

    provisions: Annotated[dict[Slug, Record | None], Field(default_factory=dict)]
    parties: Annotated[dict[Slug, Record], Field(default_factory=dict)]
    dates: Annotated[dict[Slug, Day], Field(default_factory=dict)]


class Amendment(Model):
    """One amendment: in force from and including `effective`, known from and including `known`."""

    id: Slug
    title: Text
    effective: Day
    known: Day
    changes: Changes


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a part of an amendment, and what to give instead."""

    where: tuple[str | int, ...]
    given: object
    allowed: str


def amended(terms: Any, changes: Any) -> Any:
    """The bare data of terms with an amendment's bare changes made; raises CannotMerge."""
    return {**merged(terms, changes), "amendments": []}


def in_order(data: Any) -> list[tuple[int, bare.Record]]:
    """The amendments of bare terms with their places, by the day each takes effect."""
    placed = list(enumerate(bare.records(data, "amendments")))
    return sorted(placed, key=lambda each: bare.day(each[1].get("effective")) or date.max)


def wrong_with(data: Any) -> Iterator[Wrong]:
    """Ids given twice, provisions that may not be changed, dates that stand already."""
    provisions = {bare.slug(rule.get("id")): rule for rule in bare.records(data, "provisions")}
    dates = bare.record(data, "dates")
    seen = {"original"}
    for i, amendment in enumerate(bare.records(data, "amendments")):
        here = ("amendments", i)
        name = bare.slug(amendment.get("id"))
        if name in seen:
            yield Wrong((*here, "id"), name, "give each amendment an id of its own")
        seen |= {name} if name else set()
        changes = bare.record(amendment, "changes")
        for rule, change in bare.record(changes, "provisions").items():
            there = (*here, "changes", "provisions", str(rule))
            before = provisions.get(bare.slug(rule), {})
            given = change if isinstance(change, Mapping) else {}
            types = (before.get("type"), given.get("type"))
            if fixed := next((t for t in types if t in FIXED_TYPES), None):
                yield Wrong(there, rule, f"a {fixed} cannot be amended: {_MONEY}")
            elif None not in types and types[0] != types[1]:
                yield Wrong(there, types[1], f"a provision keeps its type, {types[0]}")
            if "id" in given and given["id"] != rule:
                yield Wrong((*there, "id"), given["id"], "a provision keeps its id")
        for day in bare.record(changes, "dates"):
            if day in dates:
                there = (*here, "changes", "dates", str(day))
                yield Wrong(there, day, "it stands already, and what ran from it ran; add another")


_MONEY = "what accrued before would change with it; load the deal anew under an id of its own"


def step_by_step(data: Any) -> Iterator[tuple[int, Any]]:
    """The bare terms after each amendment in order, with the amendment's place.

    Raises CannotMerge for changes that fit nothing.
    """
    for place, amendment in in_order(data):
        changes = amendment.get("changes")
        data = amended(data, changes if isinstance(changes, Mapping) else {})
        yield place, data


def as_ever(data: Any) -> Any:
    """Bare terms with all that any amendment adds or changes, and nothing that one takes away.

    For checks of words that must name something the terms hold at some time; changes that fit
    nothing are left out, since they are refused elsewhere.
    """
    for _, amendment in in_order(data):
        changes = bare.record(amendment, "changes")
        kept = {
            part: {key: value for key, value in bare.record(changes, part).items() if value}
            for part in Changes.model_fields
        }
        try:
            data = {**merged(data, kept), "amendments": bare.items(data, "amendments")}
        except CannotMerge:
            continue
    return data
