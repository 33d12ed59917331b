"""Ctrl-C while it plays: the workbench ends in order, and the next start goes on from there."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from urllib.request import Request, urlopen

from tests.local.observing import processes_naming
from tests.workbench.place import Place, opened

CLOSING = date(2004, 6, 30)


def test_ctrl_c_while_it_plays_ends_in_order_and_nothing_played_is_lost(
    able: None, tmp_path: Path
) -> None:
    root = tmp_path / "state"
    with opened(root) as place:
        press(place, "/clock/play")
        wait_until(lambda: stands(place) > CLOSING)
        assert "playing until stopped" in page(place)
    # Left behind by SIGINT: it ended with 0, its state sealed, and no word of a traceback.
    if Path("/proc").exists():
        assert processes_naming(str(root)) == set()
    with opened(root) as again:
        reached = stands(again)
        assert reached > CLOSING
        assert "playing until stopped" not in page(again)
        press(again, "/clock/step")
        wait_until(lambda: stands(again) > reached)


def stands(place: Place) -> date:
    meta = place.store.deals.meta("granite-story")
    assert meta is not None
    assert meta.day is not None
    return meta.day


def page(place: Place) -> str:
    with urlopen(f"{place.address}/mail", timeout=60) as answer:
        return str(answer.read().decode())


def press(place: Place, path: str) -> None:
    """Press a button of the clock, as the workbench's own page does."""
    asked = Request(f"{place.address}{path}", b"", {"Origin": place.address}, method="POST")
    with urlopen(asked, timeout=60) as answer:
        assert answer.status == 200


def wait_until(found: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not found():
        assert time.monotonic() < until, "the day never came"
        time.sleep(0.05)
