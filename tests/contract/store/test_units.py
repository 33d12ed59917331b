"""The units that `MemoryTable` counts, next to those that DynamoDB Local reports."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from dealclock.store import keys
from dealclock.store.table import Table
from dealclock.store.write import ALWAYS, NEW, PRESENT, ConditionCheck, Delete, Put, Update
from tests.contract.store import tables
from tests.contract.store.conftest import REAL
from tests.memory_table import MemoryTable, Units

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

KB = "x" * 1000
INDEXED = {"GSI1PK": "WAKE#LIVE", "GSI1SK": "2026-11-02#a"}


def _put(sort: str, kilobytes: int = 1, more: Mapping[str, str] = {}) -> Put:
    return Put.at("DEAL#a", sort, {"text": KB * kilobytes, **more})


def _drop(sort: str) -> Delete:
    return Delete("DEAL#a", sort, ALWAYS)


# Not those that read nothing: AWS counts its least for them, DynamoDB Local does not.
SHAPES: dict[str, Callable[[Table], object]] = {
    "put": lambda t: t.write(_put("A", 3)),
    "put of an indexed item": lambda t: t.write(_put("B", more=INDEXED)),
    "an entry of an index moves": lambda t: t.write(
        Update("DEAL#a", "B", {"GSI1SK": "2026-12-01#a"}, PRESENT)
    ),
    "an update leaves the index alone": lambda t: t.write(
        Update("DEAL#a", "B", {"more": "1"}, PRESENT)
    ),
    "query of an index": lambda t: list(
        t.query("WAKE#LIVE", "0", "~", index=keys.WAKE_INDEX, limit=5)
    ),
    "an entry leaves the index": lambda t: t.write(
        Update("DEAL#a", "B", dict.fromkeys(INDEXED), PRESENT)
    ),
    "transaction": lambda t: t.transact(
        [_put("C", 2), _put("D", 9), ConditionCheck("DEAL#a", "A", PRESENT)]
    ),
    "get": lambda t: t.get("DEAL#a", "A"),
    "get of a large item": lambda t: t.get("DEAL#a", "D"),
    "get of nothing": lambda t: t.get("DEAL#a", "Z"),
    "get of several": lambda t: list(t.get_many([("DEAL#a", "A"), ("DEAL#a", "D")])),
    "query": lambda t: list(t.query("DEAL#a", "A", "Z")),
    "query of one attribute": lambda t: list(t.query("DEAL#a", "A", "Z", only=["SK"])),
    "query of one item": lambda t: list(t.query("DEAL#a", "A", "Z", limit=1, backwards=True)),
    "delete": lambda t: t.write(_drop("D")),
    "put where there is none": lambda t: t.write(Put.at("DEAL#a", "E", {"text": KB}, NEW)),
}


@pytest.mark.parametrize("new_table", [REAL], indirect=True)
def test_the_units_of_each_shape_are_those_of_dynamodb(
    new_table: Callable[[], Table], real: "DynamoDBClient"
) -> None:
    counted: list[dict[str, Any]] = []

    def ask(params: dict[str, Any], **_: Any) -> None:
        params["ReturnConsumedCapacity"] = "INDEXES"

    def keep(parsed: dict[str, Any], **_: Any) -> None:
        found = parsed.get("ConsumedCapacity", [])
        counted.extend(found if isinstance(found, list) else [found])

    ours, theirs = MemoryTable(), new_table()
    real.meta.events.register("provide-client-params.dynamodb.*", ask)
    real.meta.events.register("after-call.dynamodb.*", keep)
    found: dict[str, tuple[float, float]] = {}
    for name, call in SHAPES.items():
        counted.clear()
        before = Units(**vars(ours.used))
        call(ours)
        call(theirs)
        used = ours.used - before
        found[name] = (used.read + used.written, sum(c["CapacityUnits"] for c in counted))
    real.meta.events.unregister("provide-client-params.dynamodb.*", ask)
    real.meta.events.unregister("after-call.dynamodb.*", keep)
    assert tables.items_in(theirs)
    assert {name: (mine, its) for name, (mine, its) in found.items() if mine != its} == {}
