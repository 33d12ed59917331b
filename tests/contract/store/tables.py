"""Tables under test, and access to their stored items."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from dealclock.store import Store
from dealclock.store.deals import Deals
from dealclock.store.dynamodb import DynamoTable
from dealclock.store.item import Encoded
from dealclock.store.table import Table
from tests.contract.cloudformation import named
from tests.memory_table import MemoryTable

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def create(client: "DynamoDBClient", name: str) -> DynamoTable:
    """Make the table from what the template says of keys and indexes."""
    parts = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")
    archive = f"{name}-archive"
    for each, logical in ((name, "Table"), (archive, "ArchiveTable")):
        defined = named(logical)
        given = {part: defined[part] for part in parts if part in defined}
        client.create_table(TableName=each, **given)
    return DynamoTable(client, name, archive)


def new(client: "DynamoDBClient") -> DynamoTable:
    """An empty table under a name of its own."""
    return create(client, f"deals-{uuid4().hex[:12]}")


def items_in(table: Table) -> list[Encoded]:
    """Every stored item, in key order."""
    if isinstance(table, MemoryTable):
        return table.items()
    assert isinstance(table, DynamoTable)
    scan = table._client.get_paginator("scan")
    pages = (
        page for name in (table._name, table._archive) for page in scan.paginate(TableName=name)
    )
    items: list[Any] = [item for page in pages for item in page["Items"]]
    return sorted(items, key=lambda item: (item["PK"]["S"], item["SK"]["S"]))


def put_back(table: Table, items: Iterable[Encoded]) -> None:
    """Write these items as they are, over those of the same keys."""
    if isinstance(table, MemoryTable):
        merged = {(item["PK"]["S"], item["SK"]["S"]): item for item in (*table.items(), *items)}
        table.restore(merged.values())
        return
    assert isinstance(table, DynamoTable)
    for item in items:
        of_now = int(item.get("format", {"N": "0"})["N"]) >= 3  # else of a release without it
        name = table._of(item["SK"]["S"]) if of_now else table._name
        table._client.put_item(TableName=name, Item=item)


def rewrite(store: Store, pk: str, sk: str, change: Callable[[Encoded], Encoded]) -> None:
    """Replace one item by what `change` makes of it, as another release would have written it."""
    (item,) = (i for i in items_in(store.table) if (i["PK"]["S"], i["SK"]["S"]) == (pk, sk))
    put_back(store.table, [change(item)])
    forget(store)


def forget(store: Store) -> None:
    """Let the store be that of a new process, which has read nothing."""
    store.deals = Deals(store.table)
