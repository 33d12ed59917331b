"""`make bench ARGS=paths`: what five code paths use: library files, assessments, table calls.

A path is played once to warm the caches, then counted on its own table. A file is used if one of
its functions is called.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from dealclock.cli.main import main
from dealclock.store import Store
from tests.contract.store import samples
from tests.contract.store.counting import CountingTable
from tests.contract.store.samples import fact
from tests.memory_table import MemoryTable
from tests.unit.desk.asking_the_desk import room
from tests.unit.desk.office import Office
from tests.unit.desk.test_clicks import Scene
from tests.unit.jobs.house import House

LIBRARY = str(Path(main.__code__.co_filename).parents[1])
SAMPLE = Path(__file__).parents[1] / "agreements" / "infocrossing-2004"
ASSESS = str(Path(LIBRARY) / "engine" / "assess.py")
NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)


@dataclass
class Entered:
    """What one path used: files of the library, assessments, calls of the table."""

    files: set[str] = field(default_factory=set)
    assessments: int = 0
    calls: list[str] = field(default_factory=list)


SetUp = Callable[[], tuple[Callable[[], object], list[str]]]
"""Sets up a path: returns the function that plays it, and the list of its calls to the table."""


@contextmanager
def counted(calls: list[str]) -> Iterator[Entered]:
    """Everything used inside the block, by this thread."""
    entered, seen = Entered(), set[CodeType]()
    before = len(calls)

    def called(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call":
            return
        if code.co_filename == ASSESS and code.co_name == "assess":
            entered.assessments += 1
        if code in seen:
            return
        seen.add(code)
        if code.co_filename.startswith(LIBRARY) and code.co_name != "<module>":
            entered.files.add(code.co_filename.removeprefix(f"{LIBRARY}/"))

    sys.setprofile(called)
    try:
        yield entered
    finally:
        sys.setprofile(None)
        entered.calls = calls[before:]


def _table() -> tuple[Store, list[str]]:
    table = CountingTable(MemoryTable())
    return Store(table), table.calls


def _preview() -> tuple[Callable[[], object], list[str]]:
    store, calls = _table()
    filed = fact("F1", recorded_at=datetime(2004, 7, 13, 15, tzinfo=UTC))
    store.deals.load(samples.rehearsal(filed), NOW, "bench")
    store.deals.rehearse_to("story", date(2005, 5, 20), NOW, "bench")
    office = Office.of(store, Path(tempfile.mkdtemp()), NOW)
    office.type("record registration-statement-effective 2005-05-16")
    view = office.form["id"]
    return lambda: office.do("submit", view=view, values={}), calls


def _post() -> tuple[Callable[[], object], list[str]]:
    store, calls = _table()
    house = House(store)
    house.load_rehearsals()
    house.morning("2004-10-28")
    return lambda: house.morning("2004-11-01"), calls


def _terminal() -> tuple[Callable[[], object], list[str]]:
    return lambda: main(["assess", str(SAMPLE), "--as-of", "2005-03-11"]), []


def _accrual() -> tuple[Callable[[], object], list[str]]:
    asked = room()
    return lambda: asked.ask("accrual Story"), asked.calls


def _acknowledge() -> tuple[Callable[[], object], list[str]]:
    table = MemoryTable()
    scene = Scene(Store(table), Path(tempfile.mkdtemp()))
    over = CountingTable(table)
    house = scene.office.services.desk.services
    scene.office.services = replace(
        scene.office.services,
        desk=replace(scene.office.services.desk, services=replace(house, store=Store(over))),
    )
    return scene.click, over.calls


PATHS: dict[str, SetUp] = {
    "an event from Slack to its preview": _preview,
    "a morning's check to its posts": _post,
    "assess to its table in a terminal": _terminal,
    "/deal accrual": _accrual,
    "an acknowledgment": _acknowledge,
}


def count(name: str) -> Entered:
    """Count one path, after playing it once."""
    with contextlib.redirect_stdout(io.StringIO()):
        play, _ = PATHS[name]()
        play()
        play, calls = PATHS[name]()
        with counted(calls) as entered:
            play()
    return entered


def paths() -> None:
    """Count and print."""
    print(f"\n{'path':<40}{'files':>7}{'assessments':>13}{'table calls':>13}")
    for name in PATHS:
        e = count(name)
        print(f"{name:<40}{len(e.files):>7}{e.assessments:>13}{len(e.calls):>13}")
