"""Ctrl-C while it plays: the workbench ends in order, and the next start goes on from there."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.request import Request, urlopen

from tests.local.observing import processes_naming
from tests.waiting import eventually
from tests.workbench.place import Place, opened

CLOSING = date(2004, 6, 30)


def test_ctrl_c_while_it_plays_ends_in_order_and_nothing_played_is_lost(
    able: None, tmp_path: Path
) -> None:
    root = tmp_path / "state"
    with opened(root) as place:
        press(place, "/clock/play")
        eventually(lambda: stands(place) > CLOSING, "the day", 120)
        assert "playing until stopped" in page(place)
    # Left behind by SIGINT: it ended with 0, its state sealed, and no word of a traceback.
    if Path("/proc").exists():
        assert processes_naming(str(root)) == set()
    with opened(root) as again:
        reached = stands(again)
        assert reached > CLOSING
        assert "playing until stopped" not in page(again)
        press(again, "/clock/step")
        eventually(lambda: stands(again) > reached, "the day", 120)


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
