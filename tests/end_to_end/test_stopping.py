"""Ctrl-C during the demo: nothing is left running, and the next run sends the rest once.

The stop comes at the worst moment: a post is in the channel and its answer has not arrived.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from dealclock.alerts.outcome import State
from dealclock.store import StoredDelivery
from local.environments import CHECKOUT, cache
from local.slack.client import StandIn
from tests.end_to_end.house import House
from tests.end_to_end.playing import at_home, played_on
from tests.local.observing import all_listening, listening, processes_naming, strays_in_shared_tmp
from tests.waiting import eventually

pytestmark = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")
LAST = date(2004, 7, 14)
OF_DEALS = 24  # two deals, four mornings that speak, a post and two mails each
DIGESTS = 2  # two deals, a direct message each on the first morning
ALL = OF_DEALS + DIGESTS
HUNG = "Thu, Jul 8, 2004"  # the morning at whose first post the answer is held back
PLACES = ("home", "tmp", "work")


@dataclass
class Program:
    """`python -m local.demo` in a process group of its own, and its folders."""

    process: subprocess.Popen[str]
    root: Path

    def strangers(self) -> set[int]:
        return processes_naming(str(self.root))


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    root = tmp_path / "state"
    places = {name: tmp_path / name for name in PLACES}
    for place in places.values():
        place.mkdir()
    environment = {
        **os.environ,
        "HOME": str(places["home"]),
        "TMPDIR": str(places["tmp"]),
        "XDG_CACHE_HOME": str(cache().parent),
        "PYTHONPATH": f"{CHECKOUT}:{CHECKOUT / 'layers/dealclock/python'}",
    }
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "local.demo", "--all"),
            *("--root", str(root), "--until", LAST.isoformat()),
        ],
        cwd=places["work"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",  # what is left unread may begin inside a character
        process_group=0,
    )
    yield Program(process, root)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=60)


def test_ctrl_c_in_the_middle_leaves_nothing_and_loses_nothing(
    program: Program, tmp_path: Path
) -> None:
    strays = strays_in_shared_tmp()
    stop_at_the_worst_moment(program)
    assert program.process.returncode == 130
    assert program.strangers() == set()
    assert strays_in_shared_tmp() == strays
    for name in PLACES:
        assert list((tmp_path / name).iterdir()) == [], name

    with at_home(program.root) as house:
        assert house.local.run.resumed
        let_the_lease_run_out(house)
        rest = played_on(house, last=LAST)
        assert rest.count.whole, rest.count
        assert rest.count.met == ALL
        assert 0 < rest.count.arrived < ALL
        assert_each_once(house)
        again = played_on(house, last=LAST)
        assert (again.count.met, again.count.arrived) == (ALL, 0)
        assert_each_once(house)


def stop_at_the_worst_moment(program: Program) -> None:
    """Ctrl-C, as a terminal sends it, once a post is in the channel and its answer is not."""
    output = program.process.stdout
    assert output
    while "8 in the morning" not in (line := output.readline()):
        assert line, program.process.stderr and program.process.stderr.read()
    stand_in = StandIn.at(program.root / "slack")
    posts = len(stand_in.messages("C02STORY"))
    stand_in.fault("hang", method="chat.postMessage", channel="C02STORY", seconds=60)
    eventually(lambda: len(stand_in.messages("C02STORY")) > posts, f"the post of {HUNG}")
    ports = {entry.port for entry in listening(program.strangers())}
    assert len(ports) >= 3, "the emulator, Slack and the mail sink are seen"
    os.killpg(program.process.pid, signal.SIGINT)
    _, said = program.process.communicate(timeout=60)
    assert "Stopped." in said
    assert "Traceback" not in said
    assert not ports & {entry.port for entry in all_listening()}


def let_the_lease_run_out(house: House) -> None:
    """A minute and a half passes: the claims of the stopped workers are over."""
    held = [d for d in every_delivery(house) if d.state is State.CLAIMED]
    assert "slack:C02STORY" in {str(d.delivery.route) for d in held}
    for each in held:
        house.change(each, until="2004-06-30T00:00:00.000000Z")


def assert_each_once(house: House) -> None:
    """Every post stands once in its channel; no mail is there twice, save those marked so.

    A mail that was under way when its sender was stopped cannot be looked up by SMTP: it is sent
    once more, and says that it may be a repetition.
    """
    every = every_delivery(house)
    assert len(every) == OF_DEALS
    posts = [d for d in every if d.delivery.route.kind == "slack"]
    assert {d.state for d in posts} == {State.SENT}
    there = [m["ts"] for c in ("C02STORY", "C03NEVER") for m in house.local.slack.messages(c)]
    assert sorted(there) == sorted(d.provider_id or "" for d in posts)
    received = house.local.received()
    first = [m for m in received if not m.header("X-Dealclock-Repeated")]
    again = [m for m in received if m.header("X-Dealclock-Repeated")]
    for each in (first, again):
        assert set(Counter(m.header("Message-ID") for m in each).values()) <= {1}
    mails = {m.header("Message-ID") for m in received if "Section" in m.header("Subject")}
    states = Counter(d.state for d in every if d.delivery.route.kind == "email")
    assert states[State.SENT] + states[State.UNKNOWN] == OF_DEALS - len(posts)
    assert states[State.SENT] <= len(mails) <= OF_DEALS - len(posts)


def every_delivery(house: House) -> list[StoredDelivery]:
    return [d for deal in ("granite-story", "granite-never") for d in house.deliveries(deal)]
