"""A table that fails at its n-th write, before or after it is carried out."""

from collections.abc import Callable, Sequence

from dealclock.errors import TryAgainError
from dealclock.store.item import StoredItem
from dealclock.store.table import Table
from dealclock.store.write import ConditionCheck, Write


class _Failing:
    def __init__(self, table: Table, at: int, answer_lost: bool) -> None:
        self._table = table
        self._left = at
        self._answer_lost = answer_lost
        self.get_many = table.get_many
        self.query = table.query

    def get(self, pk: str, sk: str, *, may_lag: bool = False) -> StoredItem | None:
        return self._table.get(pk, sk, may_lag=may_lag)

    def write(self, write: Write) -> None:
        self._next(lambda: self._table.write(write))

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        self._next(lambda: self._table.transact(writes))

    def _next(self, call: Callable[[], None]) -> None:
        self._left -= 1
        if self._left > 0:
            return call()
        if self._left == 0 and self._answer_lost:
            call()
        raise TryAgainError("the table did not answer")


def failing(table: Table, at: int, *, answer_lost: bool = False) -> Table:
    """The table, whose writes fail from the `at`-th on.

    With `answer_lost` that one is carried out and only its answer is lost.
    """
    return _Failing(table, at, answer_lost)
