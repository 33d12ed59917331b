"""A table whose calls are effects: any of them may fail, before or after it is carried out."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from dealclock.errors import TryAgainError
from dealclock.store.item import StoredItem
from dealclock.store.table import Table
from dealclock.store.write import ConditionCheck, Write
from tests.simulation.effects import Effects, Fault

R = TypeVar("R")


class _TableEnd:
    """How the table says that it failed: by the error of every `Table` that did not answer."""

    def error(self, fault: Fault) -> Exception:
        return TryAgainError(f"the table: {fault}")


class FaultyTable:
    """A table behind the effects; a write is named by its kind, such as `write Put`.

    Queries and batches are no effects: they always succeed here.
    """

    def __init__(self, table: Table, effects: Effects) -> None:
        self._table = table
        self._effects = effects
        self.get_many = table.get_many
        self.query = table.query

    def get(self, pk: str, sk: str, *, may_lag: bool = False) -> StoredItem | None:
        return self._through("get", lambda: self._table.get(pk, sk, may_lag=may_lag))

    def write(self, write: Write) -> None:
        self._through(f"write {type(write).__name__}", lambda: self._table.write(write))

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        self._through("transact", lambda: self._table.transact(writes))

    def _through(self, name: str, call: Callable[[], R]) -> R:
        return self._effects.through(name, _TableEnd(), call)
