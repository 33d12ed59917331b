"""The demo, played for the tests on a stack with a state folder of its own."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from dealclock.cli.connection import read_connection
from dealclock.documents.deal_files import read_deal
from local import demo
from local.launch import running
from local.world import world
from tests.end_to_end.house import House


@dataclass(frozen=True)
class Demo:
    """The demo as played: what it showed and how it counted."""

    transcript: str
    count: demo.DeliveryCount


@contextlib.contextmanager
def at_home(root: Path) -> Iterator[House]:
    """The stack with its state in `root`, as the demo brings it up."""
    deal = read_deal(demo.SAMPLE, demo.SAMPLE / "facts.yaml")
    with running(world(deal.team, "xoxb-local"), root) as local:
        yield House(local, deal, read_connection(local.run.stack_file).store)


def played_on(
    house: House, first: date = demo.FIRST, last: date = demo.LAST, *, commands: bool = False
) -> Demo:
    """The mornings from `first` to `last`, both included; says on the way how long they took."""
    transcript = demo.Transcript(house.local.run.root / demo.TRANSCRIPT)
    began = time.monotonic()
    count = demo.play(house.local, house.deal, transcript, last, first)
    print(f"{first} to {last} played in {time.monotonic() - began:.0f} s")
    if commands:
        demo.ask(house.local, house.deal, transcript)
    return Demo(transcript.text, count)
