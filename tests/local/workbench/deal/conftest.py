"""The deal's pages over a table in memory, with the sweeps of the library and no stack."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.applications import Starlette

from dealclock.cli.connection import Connection
from dealclock.desk.rehearse import Stage, rehearse
from dealclock.documents.deal_files import read_deal
from dealclock.store import Store
from local.demo import SAMPLE
from local.workbench import pages
from local.workbench.panes import deal
from local.workbench.play import Now
from local.workbench.scenarios import Scenario, scenarios
from local.workbench.workbench import Workbench
from tests.local.workbench.asking import Answer, ask
from tests.local.workbench.standing_in import stamped
from tests.memory_table import MemoryTable
from tests.unit.jobs.house import House
from tests.unit.jobs.playing import swept_in_house

STORY = "granite-story"


@dataclass
class Played:
    """The story, as far as a test plays it, and its pages; `clock.until` as if it were playing."""

    house: House
    pages: Starlette
    clock: SimpleNamespace

    def play(self, first: str, last: str = "") -> None:
        """Play from one day to the other, or the one day."""

        def pause(_seconds: float) -> None:
            self.house.now += timedelta(seconds=10)
            self.house.deliver_all()

        swept = swept_in_house(self.house)
        stage = Stage(self.house.store, swept, lambda: self.house.now, pause, "tests")
        until = date.fromisoformat(last or first)
        list(rehearse([STORY], date.fromisoformat(first), until, stage))

    def move(self, day: str) -> None:
        """Let the deal stand on a day of which nothing is played."""
        to = date.fromisoformat(day)
        self.house.store.deals.rehearse_to(STORY, to, self.house.now, "tests")

    def get(self, path: str) -> Answer:
        """A page."""
        return ask(self.pages, path)

    def text(self, path: str) -> str:
        """The words of the pane on a page that there is, with single spaces."""
        answer = self.get(path)
        assert answer.status == 200
        return plain(answer.text.partition('<main id="pane"')[2].partition("</main>")[0])


def plain(html: str) -> str:
    """The words of some HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture(scope="session")
def choices() -> list[Scenario]:
    return list(scenarios(read_deal(SAMPLE, SAMPLE / "facts.yaml")))


@pytest.fixture
def played(choices: list[Scenario], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    store = Store(MemoryTable())
    house = House(store)
    story = choices[0]
    store.deals.load(story.bundle, house.now, "tests")

    clock = SimpleNamespace(until=None)

    def now() -> Now:
        meta = store.deals.meta(STORY)
        assert meta is not None
        assert meta.day is not None
        return Now(story, meta.day, True, clock.until, "day", False, "")

    monkeypatch.setattr(pages, "Board", _no_faults)
    workbench = SimpleNamespace(
        local=SimpleNamespace(slack=SimpleNamespace(count=lambda: 0), mails=tmp_path),
        connection=Connection(store, lambda _: {}, "tests"),
        app=None,
        play=SimpleNamespace(now=now, choices=choices, moves=0, when=stamped),
        hints=SimpleNamespace(of=lambda _: None),
    )
    return Played(house, Starlette(routes=deal.routes(cast("Workbench", workbench))), clock)


def _no_faults(*_: Any) -> Any:
    none: Callable[[], dict[str, Any]] = dict
    return SimpleNamespace(active=none)
