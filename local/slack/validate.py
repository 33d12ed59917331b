"""Checks of blocks, views and metadata against the reference table, in Slack's words.

Each problem is one line, such as `must be less than 151 characters
[json-pointer:/blocks/0/text/text]`. Without a problem there are no lines.
"""

import json
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from . import reference
from .rules import (
    ByType,
    Chart,
    Finite,
    Flag,
    Items,
    Number,
    Rule,
    Shape,
    Str,
    Table,
    Text,
)


def block_problems(
    blocks: object, pointer: str = "/blocks", refused: Collection[str] = ()
) -> list[str]:
    """What Slack would refuse in a message's `blocks` (not their total length).

    `refused` are types of block that the workspace does not take yet.
    """
    rule = Items(reference.MESSAGE_BLOCK, reference.MESSAGE_BLOCKS, at_least=0)
    problems = [*_walk(rule, blocks, pointer), *_repeated_ids(blocks, pointer)]
    each = (
        [b.get("type") for b in blocks if isinstance(b, dict)] if isinstance(blocks, list) else []
    )
    problems += [
        _at(f"unsupported type: {kind}", f"{pointer}/{place}/type")
        for place, kind in enumerate(each)
        if kind in refused
    ]
    for kind, most in reference.BLOCKS_OF_A_KIND.items():
        if Counter(each)[kind] > most:
            problems.append(_at(f"no more than {most} {kind} blocks allowed", pointer))
    return problems


def view_problems(view: object, kind: str) -> list[str]:
    """What Slack would refuse in a view; `kind` is modal or home."""
    problems = list(_walk(reference.MODAL if kind == "modal" else reference.HOME, view, "/view"))
    blocks = view.get("blocks") if isinstance(view, dict) else None
    if isinstance(view, dict) and isinstance(blocks, list):
        problems += _repeated_ids(blocks, "/view/blocks")
        inputs = [each for each in blocks if isinstance(each, dict) and each.get("type") == "input"]
        if inputs and "submit" not in view and kind == "modal":
            problems.append(_at("missing required field: submit", "/view"))
    return problems


def blocks_weight(blocks: list[Any]) -> int:
    """How much of a message's total its blocks take: their text, and the overhead of each."""
    return len(blocks) * reference.MESSAGE_BLOCK_OVERHEAD + sum(_texts(blocks))


def metadata_problem(metadata: object) -> str | None:
    """Slack's error code for message metadata it would refuse, or None.

    `event_payload` holds strings, numbers, booleans, flat objects of those, and lists of such.
    """
    if not isinstance(metadata, dict):
        return "invalid_metadata_format"
    if metadata == {}:  # clears the metadata in chat.update
        return None
    name, payload = metadata.get("event_type"), metadata.get("event_payload")
    if set(metadata) != {"event_type", "event_payload"} or not isinstance(payload, dict):
        return "invalid_metadata_schema"
    if not isinstance(name, str) or not name or not name.replace("_", "").isalnum():
        return "invalid_metadata_schema"
    if not all(_payload_value(each) for each in payload.values()):
        return "invalid_metadata_schema"
    too_large = len(json.dumps(metadata)) > reference.METADATA_JSON
    return "metadata_too_large" if too_large else None


def _payload_value(value: object) -> bool:
    if isinstance(value, list):
        return all(_payload_value(each) and not isinstance(each, list) for each in value)
    if isinstance(value, dict):
        return all(isinstance(each, str | int | float) for each in value.values())
    return isinstance(value, str | int | float)


def _texts(value: object) -> Iterator[int]:
    if isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name == "text" and isinstance(each, str):
                yield len(each)
            else:
                yield from _texts(each)


def _repeated_ids(blocks: object, pointer: str) -> Iterator[str]:
    """A block id may occur once in a message, an action id once in a block."""
    if not isinstance(blocks, list):
        return
    seen: set[str] = set()
    for place, block in enumerate(each for each in blocks if isinstance(each, dict)):
        name = block.get("block_id")
        if isinstance(name, str) and name in seen:
            yield _at(f"block_id already exists: {name}", f"{pointer}/{place}/block_id")
        seen.add(str(name))
        elements = block.get("elements")
        if block.get("type") == "actions" and isinstance(elements, list):
            ids = [each.get("action_id") for each in elements if isinstance(each, dict)]
            for name in sorted({each for each in ids if each is not None and ids.count(each) > 1}):
                yield _at(f"`action_id` is not unique: {name}", f"{pointer}/{place}/elements")


def _walk(rule: Rule, value: object, pointer: str) -> Iterator[str]:
    match rule:
        case Flag():
            if not isinstance(value, bool):
                yield _at("must provide a boolean", pointer)
        case Number() | Finite():
            yield from _number(rule, value, pointer)
        case Str():
            yield from _string(rule, value, pointer)
        case Text():
            yield from _text(rule, value, pointer)
        case Items():
            yield from _items(rule, value, pointer)
        case Shape():
            yield from _shape(rule, value, pointer)
        case ByType():
            yield from _by_type(rule, value, pointer)
        case Table():
            yield from _table(rule, value, pointer)
        case Chart():
            yield from _chart(rule, value, pointer)


def _number(rule: Number | Finite, value: object, pointer: str) -> Iterator[str]:
    if isinstance(rule, Finite):
        if isinstance(value, bool) or not isinstance(value, int | float):
            yield _at("must provide a number", pointer)
        elif not math.isfinite(value):
            yield _at("must be a finite number", pointer)
    elif not isinstance(value, int) or isinstance(value, bool):
        yield _at("must provide an integer", pointer)
    elif not rule.at_least <= value <= rule.at_most:
        yield _at(f"must be from {rule.at_least} to {rule.at_most}", pointer)


def _string(rule: Str, value: object, pointer: str) -> Iterator[str]:
    if not isinstance(value, str):
        yield _at("must provide a string", pointer)
    elif rule.one_of and value not in rule.one_of:
        yield _at(f"must be a valid enum value: {', '.join(rule.one_of)}", pointer)
    elif len(value) < rule.at_least:
        yield _at(f"must be more than {rule.at_least - 1} characters", pointer)
    elif rule.at_most is not None and len(value) > rule.at_most:
        yield _at(f"must be less than {rule.at_most + 1} characters", pointer)


def _text(rule: Text, value: object, pointer: str) -> Iterator[str]:
    words = Str(rule.at_most)
    kind = value.get("type") if isinstance(value, dict) else None
    known: Mapping[str, Rule] = {"emoji": Flag()} if kind == "plain_text" else {"verbatim": Flag()}
    yield from _shape(Shape({"type": Str(one_of=rule.kinds), "text": words}, known), value, pointer)


def _items(rule: Items, value: object, pointer: str, first: Rule | None = None) -> Iterator[str]:
    if not isinstance(value, list):
        yield _at("must provide an array", pointer)
        return
    if len(value) > rule.at_most:
        yield _at(f"no more than {rule.at_most} items allowed", pointer)
    if len(value) < rule.at_least:
        yield _at(f"no fewer than {rule.at_least} items allowed", pointer)
    for place, each in enumerate(value):
        of = first if first is not None and place == 0 else rule.of
        yield from _walk(of, each, f"{pointer}/{place}")


def _table(rule: Table, value: object, pointer: str) -> Iterator[str]:
    least, most = rule.rows
    row = Items(rule.cell, rule.columns)
    yield from _items(
        Items(row, most, least), value, pointer, first=Items(rule.header, row.at_most)
    )
    if not isinstance(value, list) or not all(isinstance(each, list) for each in value):
        return
    if len({len(each) for each in value}) > 1:
        yield _at("all rows must have the same number of cells", pointer)
    if sum(_texts(value)) > rule.characters:
        yield _at(f"must be less than {rule.characters + 1} characters in all cells", pointer)


def _chart(rule: Chart, value: object, pointer: str) -> Iterator[str]:
    label, name = Str(rule.label), Str(50)
    point = Shape({"label": label, "value": Finite()})
    series = Shape({"name": label, "data": Items(point, rule.points)})
    axes = Shape({"categories": Items(label, rule.points)}, {"x_label": name, "y_label": name})
    whole = Shape(
        {
            "type": Str(one_of=rule.kinds),
            "series": Items(series, rule.series),
            "axis_config": axes,
        }
    )
    problems = list(_shape(whole, value, pointer))
    yield from problems
    if problems or not isinstance(value, dict):
        return
    categories = value["axis_config"]["categories"]
    if len(set(categories)) < len(categories):
        yield _at("categories must be unique", f"{pointer}/axis_config/categories")
    names = [each["name"] for each in value["series"]]
    if len(set(names)) < len(names):
        yield _at("series names must be unique", f"{pointer}/series")
    for place, each in enumerate(value["series"]):
        if [point["label"] for point in each["data"]] != categories:
            yield _at("data must have a value for every category", f"{pointer}/series/{place}/data")


def _shape(rule: Shape, value: object, pointer: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield _at("must provide an object", pointer)
        return
    for name in rule.required:
        if name not in value:
            yield _at(f"missing required field: {name}", pointer)
    if rule.any_of and not any(name in value for name in rule.any_of):
        wanted = " or ".join(f"`{name}`" for name in rule.any_of)
        yield _at(f"must define either {wanted}", pointer)
    for name, each in value.items():
        known = rule.required.get(name) or rule.optional.get(name)
        if known is None:
            yield _at(f"invalid additional property: {name}", pointer)
        else:
            yield from _walk(known, each, f"{pointer}/{name}")


def _by_type(rule: ByType, value: object, pointer: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield _at("must provide an object", pointer)
    elif "type" not in value:
        yield _at("missing required field: type", pointer)
    elif value["type"] not in rule.shapes:
        yield _at(f"unsupported type: {value['type']}", f"{pointer}/type")
    else:
        yield from _walk(rule.shapes[value["type"]], value, pointer)


def _at(problem: str, pointer: str) -> str:
    return f"{problem} [json-pointer:{pointer}]"
