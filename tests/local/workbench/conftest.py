"""The workbench's clock over a table in memory and the sweeps of the library, without a stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from dealclock.cli.connection import Connection
from dealclock.documents.deal_files import read_deal
from dealclock.jobs.operate.verify import Comparisons, verify
from dealclock.store import Store
from local.demo import SAMPLE
from local.workbench.play import Play
from local.workbench.scenarios import Scenario, scenarios
from tests.memory_table import MemoryTable
from tests.unit.jobs.house import House
from tests.unit.jobs.playing import swept_in_house


@dataclass
class Theatre:
    """A table, what is played on it, and a sweep that a test may replace."""

    choices: Sequence[Scenario]
    table: MemoryTable = field(default_factory=MemoryTable)
    wiped: int = 0

    def __post_init__(self) -> None:
        self.store = Store(self.table)
        self.house = House(self.store)
        self.sweep = swept_in_house(self.house)

    def wipe(self) -> None:
        self.table.restore(())
        self.wiped += 1

    def opened(self) -> Play:
        """The clock, as a start of the workbench makes it."""
        connection = Connection(self.store, self._swept, "tests")
        return Play(connection, self.choices, self.wipe, compute_twice=self.compute_twice)

    def compute_twice(self) -> Comparisons:
        """What the second engine's function does."""
        return verify(self.store.verdicts, lambda: self.house.now, timedelta(minutes=1))

    def _swept(self, event: dict[str, Any]) -> dict[str, Any]:
        return self.sweep(event)


@pytest.fixture
def theatre() -> Theatre:
    return Theatre(scenarios(read_deal(SAMPLE, SAMPLE / "facts.yaml")))
