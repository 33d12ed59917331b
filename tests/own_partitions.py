"""A table that lets a function write only what its policy in the template allows.

It stands for `dynamodb:LeadingKeys`, which the embedded AWS does not know.
"""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache

from dealclock.store import Store, keys
from dealclock.store.item import StoredItem
from dealclock.store.table import Table
from dealclock.store.write import NEW, ConditionCheck, Put, Write
from tests.contract.cloudformation import many, named, policy_of, target


class NotAllowedError(BaseException):
    """A write that the policy refuses; not an Exception, so that no code can swallow it."""


_IN_USE = {"TableInUse": "Table", "ArchiveInUse": "ArchiveTable"}
"""A table under another name, if a parameter gives one."""


@cache
def _allowed(function: str) -> list[tuple[str, str, list[str]]]:
    """The operations, the table and the partitions of each statement, [] for any partition."""
    found = []
    for each in named(policy_of(function))["PolicyDocument"]["Statement"]:
        keys_of = [of["dynamodb:LeadingKeys"] for of in each.get("Condition", {}).values()]
        for action in many(each["Action"]):
            if action.startswith("dynamodb:"):
                resource = target(many(each["Resource"])[0])
                table = _IN_USE.get(resource, resource)
                found.append((action, table, keys_of[0] if keys_of else []))
    return found


def own_partitions(store: Store, function: str) -> Store:
    """The store as the function's role may use it."""
    return Store(_OwnPartitions(store.table, function))


class _OwnPartitions:
    def __init__(self, table: Table, function: str) -> None:
        self._table, self._function = table, function
        self.get, self.get_many = table.get, table.get_many

    def query(self, pk: str, first: str, last: str, **options: object) -> Iterator[StoredItem]:
        return self._table.query(pk, first, last, **options)  # type: ignore[arg-type]

    def write(self, write: Write) -> None:
        self._check(write)
        self._table.write(write)

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        for write in writes:
            self._check(write)
        self._table.transact(writes)

    def _check(self, write: Write | ConditionCheck) -> None:
        operation = f"dynamodb:{type(write).__name__}Item"
        table = "ArchiveTable" if keys.is_archived(write.sk) else "Table"
        # Our own rule, which IAM cannot know: nothing is put over an archived item.
        if table == "ArchiveTable" and not (isinstance(write, Put) and write.when == NEW):
            raise NotAllowedError(f"{write.sk} would be put over another item")
        for action, of, partitions in _allowed(self._function):
            matches = not partitions or any(fnmatchcase(write.pk, each) for each in partitions)
            if (action, of) == (operation, table) and matches:
                return
        raise NotAllowedError(f"{self._function} may not {operation} {write.pk} {write.sk}")
