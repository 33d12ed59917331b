"""Amendments: how the terms changed, from which day, and from which day that was known."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from dealclock.errors import ConflictError, Problem
from dealclock.files import raw
from dealclock.files.patch import merge
from dealclock.files.source import Day, GrowingModel, Model, Slug, Source, Text, few
from dealclock.terms.declarations import DeclaredEvent
from dealclock.terms.rules.interest import Ladder
from dealclock.terms.rules.rule import a_rule_of

FIXED_TYPES = ("rate schedule", "payment", "stream", "payments")
"""Types of provision that no amendment may add or remove, because accrued amounts would change.

A payment or a stream may not be changed at all. The rates of a rate schedule may: the new ones
apply from the amendment's effective day.
"""
_RATES = tuple(Ladder.model_fields)
_NAMES = ("id", "type", "clause", "title", "owed_by", "action")


def _to_json(value: Any) -> Any:
    """The data as JSON values, so that stored terms load unchanged."""
    match value:
        case Mapping():
            return {str(key): _to_json(child) for key, child in value.items()}
        case list() | tuple():
            return [_to_json(item) for item in value]
        case date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case _:
            return value


Record = Annotated[dict[str, Any], AfterValidator(_to_json)]


class TermsChanges(GrowingModel):
    """What an amendment changes, by id: keys are merged, null removes a provision. Kinds of event
    that it declares are those of every version.
    """

    added = frozenset({"days", "events"})

    provisions: Annotated[dict[Slug, Record | None], Field(default_factory=dict)]
    parties: Annotated[dict[Slug, Record], Field(default_factory=dict)]
    dates: Annotated[dict[Slug, Day], Field(default_factory=dict)]
    days: Annotated[
        dict[Slug, Annotated[Any, AfterValidator(_to_json)]], Field(default_factory=dict)
    ]
    events: Annotated[dict[Slug, DeclaredEvent], Field(default_factory=dict)]


class Amendment(Model):
    """One amendment: in force from `effective` and known from `known`, both days included."""

    id: Slug
    title: Text
    effective: Day
    known: Day
    changes: TermsChanges


def apply_amendment(terms: Any, amendment: Mapping[Any, Any]) -> Any:
    """The raw data of terms with a raw amendment applied; raises ConflictError."""
    changes = amendment.get("changes")
    result = {**merge(terms, changes if isinstance(changes, Mapping) else {}), "amendments": []}
    if events := declared_events(terms):
        result["events"] = events
    before = {rule.get("id"): rule for rule in raw.records(terms, "provisions")}
    if raw.items(result, "provisions"):
        result["provisions"] = [
            _with_former_rates(rule, before.get(rule.get("id"), {}), amendment.get("effective"))
            if isinstance(rule, Mapping)
            else rule
            for rule in raw.items(result, "provisions")
        ]
    return result


def _with_former_rates(rule: raw.Record, before: raw.Record, effective: Any) -> raw.Record:
    """A rate schedule with its rates before the amendment added; other rules unchanged."""
    old_rates = {key: before[key] for key in _RATES if key in before}
    if rule.get("type") != "rate schedule" or old_rates == {
        k: rule[k] for k in _RATES if k in rule
    }:
        return rule
    former = raw.records(before, "formerly")
    if former and raw.day(former[-1].get("until")) == raw.day(effective):
        return rule
    return {**rule, "formerly": [*former, {"until": effective, **old_rates}]}


def by_effective_day(data: Any) -> list[tuple[int, raw.Record]]:
    """The amendments of raw terms with their list positions, by effective day."""
    numbered = list(enumerate(raw.records(data, "amendments")))
    return sorted(numbered, key=lambda pair: raw.day(pair[1].get("effective")) or date.max)


def declared_events(data: Any) -> dict[object, Any]:
    """The kinds of event that raw terms declare, with those of every amendment."""
    changes = (raw.record(amendment, "changes") for _, amendment in by_effective_day(data))
    return {name: e for part in (data, *changes) for name, e in raw.record(part, "events").items()}


def amendment_problems(source: Source) -> Iterator[Problem]:
    """Duplicate ids, provisions that may not be changed, and dates that already exist."""
    data = source.data
    provisions = {raw.slug(rule.get("id")): rule for rule in raw.records(data, "provisions")}
    added = set(provisions)
    for _, amendment in by_effective_day(data):
        changed = raw.record(raw.record(amendment, "changes"), "provisions")
        added |= {raw.slug(rule) for rule, change in changed.items() if change is not None}
    dates = raw.record(data, "dates")
    names = {"original"}
    for i, amendment in enumerate(raw.records(data, "amendments")):
        here = ("amendments", i)
        name = raw.slug(amendment.get("id"))
        if name in names:
            yield source.problem((*here, "id"), name, "give each amendment its own id")
        names |= {name} if name else set()
        changes = raw.record(amendment, "changes")
        for rule, change in raw.record(changes, "provisions").items():
            there = (*here, "changes", "provisions", str(rule))
            if change is None and raw.slug(rule) not in added:
                known = few(sorted(str(rule_id) for rule_id in added), str(rule))
                yield source.problem(
                    there, rule, f"there is nothing to remove; the provisions are {known}"
                )
            yield from _change_problems(
                source, there, rule, provisions.get(raw.slug(rule), {}), change
            )
        for day in raw.record(changes, "dates"):
            if day in dates:
                there = (*here, "changes", "dates", str(day))
                yield source.problem(
                    there, day, "it already exists, and periods have run from it; add another date"
                )


def _change_problems(
    source: Source, there: tuple[str | int, ...], rule: object, before: raw.Record, change: object
) -> Iterator[Problem]:
    """The problems in the change of one provision, from its data before the change."""
    values = change if isinstance(change, Mapping) else {}
    was, becomes = before.get("type"), values.get("type")
    if values and was == "rate schedule" and becomes in (None, was):
        for key in [k for k in values if k not in (*_RATES, *_NAMES)]:
            yield source.problem(
                (*there, str(key)), values[key], f"{_ONLY_RATES}: {_ALTERS_ACCRUED}"
            )
    elif fixed := next((t for t in (was, becomes) if t in FIXED_TYPES), None):
        yield source.problem(
            there, rule, f"{a_rule_of(fixed)} cannot be amended: {_ALTERS_ACCRUED}"
        )
    elif None not in (was, becomes) and was != becomes:
        yield source.problem(there, becomes, f"a provision keeps its type; give {was}")
    if "id" in values and values["id"] != rule:
        yield source.problem((*there, "id"), values["id"], "a provision keeps its id; leave id out")


_ONLY_RATES = f"only {', '.join(_RATES)} of a rate schedule can be amended"
_ALTERS_ACCRUED = (
    "the change would alter interest already accrued; load the deal again under a new id"
)


def without_amendments(data: Any) -> Any:
    """The original raw terms alone."""
    return {**data, "amendments": []} if isinstance(data, Mapping) else data


def with_all_amendments(data: Any) -> Any:
    """Raw terms with everything that any amendment adds or changes, and nothing removed.

    For checks of names that must exist in some version of the terms. Changes that do not fit are
    skipped: other checks refuse them.
    """
    for _, amendment in by_effective_day(data):
        changes = raw.record(amendment, "changes")
        additions = {
            part: {key: value for key, value in raw.record(changes, part).items() if value}
            for part in TermsChanges.model_fields
        }
        try:
            data = {**merge(data, additions), "amendments": raw.items(data, "amendments")}
        except ConflictError:
            continue
    return data
