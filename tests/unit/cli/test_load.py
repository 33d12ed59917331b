"""`dealclock load`: shows what would move, loads all or nothing, and the same twice not at all."""

import argparse
import dataclasses
from typing import Any

import pytest

from dealclock.cli import connection
from tests.contract.store.tables import items_in
from tests.unit.cli.running import SAMPLE, Dealclock
from tests.unit.jobs.house import House


def table(stack: House) -> list[Any]:
    return items_in(stack.store.table)


def test_a_live_deal_is_not_loaded_if_no_one_would_be_alerted(
    dealclock: Dealclock, stack: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = dataclasses.replace(connection.connect(argparse.Namespace()), local=True)
    monkeypatch.setattr(connection, "connect", lambda args: here)
    for words in ((), ("--dry-run",)):
        ran = dealclock("load", SAMPLE, *words)
        assert (ran.code, ran.out) == (2, "")
        assert "Load a rehearsal" in ran.flat
    assert table(stack) == []
    assert dealclock("load", SAMPLE, "--rehearsal").code == 0
