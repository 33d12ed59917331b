"""The port of all storage: one table of items by partition and sort key, with two indexes.

Two implementations are held to one contract (tests/contract/store): `DynamoTable` and
`MemoryTable`. Each writes items with the marks `format` and `needs` (see formats.py and write.py),
which every Row read minds.

    consistency   Every read sees all writes that were answered before it, but for an index, which
                  shows a write some time later. A query reads page by page, as its rows are asked
                  for: each page is consistent, and a write may come between two of them.
    page          The items of up to 1 MB, before `only` leaves out attributes.
    index         Holds its own keys and those of the item, and no other attribute.
    limits        An item holds up to 400 KB, and one transaction writes up to 100 items and 4 MB.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from dealclock.store.item import StoredItem
from dealclock.store.write import ConditionCheck, Write

MOST_IN_ONE = 100  # writes of one transaction, or items of one batch: DynamoDB's own limit
TRIES = 8  # how often a read and the write that rests on it are tried before giving up


class ConditionFailed(Exception):
    """The table is not as a write, or one of a transaction, asked for; nothing was written."""


class Table(Protocol):
    """One table.

    Every call raises Unavailable where the table does not answer or asks to slow down: a write may
    have been carried out all the same. It raises StoreError for what the table never takes: an
    empty key or set, a range that ends before it begins, an index that is not there.
    """

    def get(self, pk: str, sk: str) -> StoredItem | None:
        """One item, or None."""
        ...

    def get_many(self, wanted: Sequence[tuple[str, str]]) -> Iterator[StoredItem]:
        """The items of those keys that are there, in no order; no key may be given twice.

        Read in batches of MOST_IN_ONE, each as its rows are asked for.
        """
        ...

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
        """The items of a partition whose sort keys lie between two, both included, in order.

        Page after page, at most `limit` items (at least 1); with `only`, just those attributes and
        keys and marks; `backwards`, the last first. Of an index, by the keys of the index: `only`
        is not for it.
        """
        ...

    def write(self, write: Write) -> None:
        """One write. Raises ConditionFailed, Overtaken, TooLarge."""
        ...

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """All of 1 to MOST_IN_ONE writes or none; each of an item of its own.

        Raises ConditionFailed, TooLarge, and Overtaken where another write of one of the items is
        under way.
        """
        ...


class OnTable:
    """What reads and writes one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
