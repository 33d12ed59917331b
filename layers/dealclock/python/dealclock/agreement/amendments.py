"""Amendments: what an agreement's terms became, from which day, and known from which day."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from dealclock.agreement.rules.interest import Ladder
from dealclock.files import raw
from dealclock.files.patch import CannotMerge, merged
from dealclock.files.source import Day, Model, Slug, Text

FIXED_TYPES = ("rate schedule", "payment")
"""Types of provision no amendment may add or take away, as money that accrued before would change.

A payment may not be changed at all. Of a rate schedule the rates may: the new ones are those of the
days from the amendment on.
"""
_RATES = tuple(Ladder.model_fields)
_NAMES = ("id", "type", "clause", "title", "owed_by", "action")


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


class TermsChanges(Model):
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
    changes: TermsChanges


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a part of an amendment, and what to give instead."""

    where: tuple[str | int, ...]
    given: object
    allowed: str


def amended(terms: Any, amendment: Mapping[Any, Any]) -> Any:
    """The bare data of terms with a bare amendment's changes made; raises CannotMerge."""
    changes = amendment.get("changes")
    made = {**merged(terms, changes if isinstance(changes, Mapping) else {}), "amendments": []}
    before = {rule.get("id"): rule for rule in raw.records(terms, "provisions")}
    if raw.items(made, "provisions"):
        made["provisions"] = [
            _looking_forward(rule, before.get(rule.get("id"), {}), amendment.get("effective"))
            if isinstance(rule, Mapping)
            else rule
            for rule in raw.items(made, "provisions")
        ]
    return made


def _looking_forward(rule: raw.Record, before: raw.Record, effective: Any) -> raw.Record:
    """A rate schedule with the rates it had until an amendment changed them; others as they are."""
    was = {key: before[key] for key in _RATES if key in before}
    if rule.get("type") != "rate schedule" or was == {k: rule[k] for k in _RATES if k in rule}:
        return rule
    former = raw.records(before, "formerly")
    if former and raw.day(former[-1].get("until")) == raw.day(effective):
        return rule
    return {**rule, "formerly": [*former, {"until": effective, **was}]}


def in_order(data: Any) -> list[tuple[int, raw.Record]]:
    """The amendments of bare terms with their places, by the day each takes effect."""
    placed = list(enumerate(raw.records(data, "amendments")))
    return sorted(placed, key=lambda each: raw.day(each[1].get("effective")) or date.max)


def wrong_with(data: Any) -> Iterator[Wrong]:
    """Ids given twice, provisions that may not be changed, dates that stand already."""
    provisions = {raw.slug(rule.get("id")): rule for rule in raw.records(data, "provisions")}
    added = set(provisions)
    for _, amendment in in_order(data):
        changed = raw.record(raw.record(amendment, "changes"), "provisions")
        added |= {raw.slug(rule) for rule, change in changed.items() if change is not None}
    dates = raw.record(data, "dates")
    seen = {"original"}
    for i, amendment in enumerate(raw.records(data, "amendments")):
        here = ("amendments", i)
        name = raw.slug(amendment.get("id"))
        if name in seen:
            yield Wrong((*here, "id"), name, "give each amendment its own id")
        seen |= {name} if name else set()
        changes = raw.record(amendment, "changes")
        for rule, change in raw.record(changes, "provisions").items():
            there = (*here, "changes", "provisions", str(rule))
            if change is None and raw.slug(rule) not in added:
                known = ", ".join(sorted(str(each) for each in added))
                yield Wrong(there, rule, f"there is nothing to remove; the provisions are {known}")
            yield from _wrong_change(there, rule, provisions.get(raw.slug(rule), {}), change)
        for day in raw.record(changes, "dates"):
            if day in dates:
                there = (*here, "changes", "dates", str(day))
                yield Wrong(
                    there, day, "it already exists, and periods have run from it; add another date"
                )


def _wrong_change(
    there: tuple[str | int, ...], rule: object, before: raw.Record, change: object
) -> Iterator[Wrong]:
    """What is wrong with the change of one provision, given as it was before."""
    given = change if isinstance(change, Mapping) else {}
    was, becomes = before.get("type"), given.get("type")
    if given and was == "rate schedule" and becomes in (None, was):
        for key in [k for k in given if k not in (*_RATES, *_NAMES)]:
            yield Wrong((*there, str(key)), given[key], f"{_ONLY}: {_MONEY}")
    elif fixed := next((t for t in (was, becomes) if t in FIXED_TYPES), None):
        yield Wrong(there, rule, f"a {fixed} cannot be amended: {_MONEY}")
    elif None not in (was, becomes) and was != becomes:
        yield Wrong(there, becomes, f"a provision keeps its type; give {was}")
    if "id" in given and given["id"] != rule:
        yield Wrong((*there, "id"), given["id"], "a provision keeps its id; leave id out")


_ONLY = f"only {', '.join(_RATES)} of a rate schedule can be amended"
_MONEY = "the change would alter interest already accrued; load the deal again under a new id"


def step_by_step(data: Any) -> Iterator[tuple[int, Any]]:
    """The bare terms after each amendment in order, with the amendment's place.

    Raises CannotMerge for changes that fit nothing.
    """
    for place, amendment in in_order(data):
        data = amended(data, amendment)
        yield place, data


def as_ever(data: Any) -> Any:
    """Bare terms with all that any amendment adds or changes, and nothing that one takes away.

    For checks of words that must name something the terms hold at some time; changes that fit
    nothing are left out, since they are refused elsewhere.
    """
    for _, amendment in in_order(data):
        changes = raw.record(amendment, "changes")
        kept = {
            part: {key: value for key, value in raw.record(changes, part).items() if value}
            for part in TermsChanges.model_fields
        }
        try:
            data = {**merged(data, kept), "amendments": raw.items(data, "amendments")}
        except CannotMerge:
            continue
    return data
