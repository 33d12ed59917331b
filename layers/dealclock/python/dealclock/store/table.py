"""The storage interface: one table of items by partition and sort key, with two indexes.

Two implementations pass the same contract tests (tests/contract/store): `DynamoTable` and
`MemoryTable`. Each writes items with the marks `format` and `needs` (see formats.py and write.py),
which StoredItem checks on reading.

    consistency   Every read sees all earlier completed writes, except that an index, or a read
                  that `may_lag`, shows a write some time later. A query reads pages on demand:
                  each page is consistent, and writes may happen between two pages.
    page          Up to 1 MB of items, before `only` removes attributes.
    index         Holds its own keys and those of the item, no other attributes.
    limits        An item holds up to 400 KB, and one transaction writes up to 100 items and 4 MB.
"""

import secrets
from collections.abc import Iterator, Sequence
from typing import Protocol

from dealclock.errors import TryAgainError
from dealclock.store import keys
from dealclock.store.item import Item, StoredItem
from dealclock.store.write import NEW, Append, ConditionCheck, Put, Write

MAX_BATCH = 100  # DynamoDB's limit: writes per transaction, or items per batch
TRIES = 8  # attempts for a read and its dependent write
_CHAIN_TRIES = 4 * TRIES  # of many writers to one deal's archive one gets ahead each time


class OvertakenError(TryAgainError):
    """Other writers were faster every time; the same call may succeed at once."""


class ConditionFailedError(Exception):
    """The condition of a write, or of one in a transaction, failed; nothing was written.

    `at` are the places of writes whose condition failed, as far as the table says.
    """

    def __init__(self, at: Sequence[int] = (0,)) -> None:
        super().__init__()
        self.at = at


class Table(Protocol):
    """One table.

    Every call raises TryAgainError if the table does not answer or asks to slow down; a write
    may still have succeeded. It raises DealclockError for invalid requests: an empty key or set, a
    range that ends before it begins, an unknown index.
    """

    def get(self, pk: str, sk: str, *, may_lag: bool = False) -> StoredItem | None:
        """One item, or None; with `may_lag` as it was a moment ago, for half the price."""
        ...

    def get_many(self, wanted: Sequence[tuple[str, str]]) -> Iterator[StoredItem]:
        """The existing items of those keys, in no order; keys must be unique.

        Read in batches of MAX_BATCH, on demand.
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
        """The items of a partition with sort keys from `first` to `last`, both included, in order.

        Read by page, at most `limit` items (at least 1); with `only`, just those attributes, keys
        and marks; `backwards`, last first. With `index`, by the keys of the index; not with `only`.
        """
        ...

    def write(self, write: Write) -> None:
        """Carry out one write. Raises ConditionFailedError, OvertakenError, RefusedError."""
        ...

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """Carry out 1 to MAX_BATCH writes of different items, all or nothing.

        Raises ConditionFailedError, RefusedError, and OvertakenError if another write of one of
        the items is in progress.
        """
        ...


class OnTable:
    """The base of classes that use one table."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def _rows(self, pk: str, prefix: str) -> Iterator[StoredItem]:
        """The items of a partition whose sort keys begin so, in order."""
        return self._table.query(pk, prefix, f"{prefix}~")

    def _commit(self, *writes: Write | Append) -> None:
        """Carry out the writes, all or nothing, with audit entries linked to the last of their
        chains; an entry whose number another writer took is numbered again.

        Raises as `Table.transact`.
        """
        for _ in range(_CHAIN_TRIES):
            linked = [self._linked(w) if isinstance(w, Append) else w for w in writes]
            try:
                if len(linked) == 1:
                    self._table.write(*linked)
                else:
                    self._table.transact(linked)
            except ConditionFailedError as failed:
                if not all(isinstance(writes[at], Append) for at in failed.at):
                    raise
                # The client may have repeated a write whose response was lost.
                if len(linked) == 1 and self._is_stored(linked[0]):
                    return
            except OvertakenError:
                if not any(isinstance(w, Append) for w in writes):
                    raise
            else:
                return
        raise OvertakenError("others kept writing to the same archive; try again")

    def _linked(self, entry: Append) -> Put:
        """The entry as the next of its chain. Each time the last one is read, also after one of our
        own: whether an archive has more than one writer must not show in how long a call takes.
        """
        number, before = 0, ""
        for last in self._table.query(entry.pk, *keys.CHAIN, limit=1, backwards=True):
            number, before = keys.number_of(last.text("SK")), last.sha256
        link: Item = {"before": before, "token": secrets.token_hex(4)}
        return Put.at(entry.pk, keys.entry(number + 1), {**entry.item, **link}, NEW)

    def _is_stored(self, write: Write) -> bool:
        token = write.item["token"] if isinstance(write, Put) else None
        rows = self._table.query(write.pk, write.sk, write.sk)
        return any(row.text("token") == token for row in rows)

    def _wrote(self, *writes: Write | Append) -> bool:
        """Carry out the writes, all or nothing; False if a condition failed."""
        try:
            self._commit(*writes)
        except ConditionFailedError:
            return False
        return True

    def _tried(self, *writes: Write | Append) -> bool:
        """Carry out the writes; False also if other writers were faster, so that the caller reads
        again."""
        try:
            return self._wrote(*writes)
        except OvertakenError:
            return False
