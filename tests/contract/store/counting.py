"""A table that records its calls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dealclock.store.item import StoredItem
from dealclock.store.table import Table
from dealclock.store.write import ConditionCheck, Write


@dataclass
class CountingTable:
    """A table over another, and the calls it took in order.

    A read is named as the port names it, a write by its kind (Put, Update, Delete). A call that
    fails counts too; a query counts once it is read, however many pages it has.
    """

    table: Table
    calls: list[str] = field(default_factory=list)

    def get(self, pk: str, sk: str, *, may_lag: bool = False) -> StoredItem | None:
        """As `Table.get`."""
        self.calls.append("get")
        return self.table.get(pk, sk, may_lag=may_lag)

    def get_many(self, wanted: Sequence[tuple[str, str]]) -> Iterator[StoredItem]:
        """As `Table.get_many`."""
        self.calls.append("get_many")
        yield from self.table.get_many(wanted)

    def query(
        self,
        pk: str,
        first: str,
        last: str,
        *,
        index: str = "",
        limit: int | None = None,
        only: Sequence[str] = (),
        backwards: bool = False,
    ) -> Iterator[StoredItem]:
        """As `Table.query`."""
        self.calls.append("query")
        yield from self.table.query(
            pk, first, last, index=index, limit=limit, only=only, backwards=backwards
        )

    def write(self, write: Write) -> None:
        """As `Table.write`."""
        self.calls.append(type(write).__name__)
        self.table.write(write)

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """As `Table.transact`."""
        self.calls.append("transact")
        self.table.transact(writes)
