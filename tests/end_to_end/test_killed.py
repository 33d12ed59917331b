"""A worker of the function that delivers, killed in the middle of its work: nothing is lost, and
nothing is said twice.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealclock.alerts.outcome import State
from dealclock.jobs.queues import Deliver
from local import mail
from tests.end_to_end.house import House, Trial
from tests.waiting import eventually

PAST = "2004-06-30T00:00:00.000000Z"
SILENCE = 9  # seconds: less than a call to Slack is given, far more than a kill takes


def workers(function: str) -> list[int]:
    """The processes of this very test run in which a function is carried out."""
    ours, found = {os.getpid()}, list[int]()
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    for pid in sorted(parents):
        line, at = [pid], parents[pid]
        while at in parents and at not in ours:
            line.append(at)
            at = parents[at]
        if at in ours and _carries_out(pid, function):
            found.append(pid)
    return found


def _carries_out(pid: int, function: str) -> bool:
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
    return f"AWS_LAMBDA_FUNCTION_NAME={function}".encode() in environment


@pytest.fixture(autouse=True)
def no_fault_is_left_over(house: House) -> Iterator[None]:
    """Each test begins and ends with a Slack and a mail server that take everything."""
    house.local.slack.no_faults()
    mail.refuse(house.local.mails)
    yield
    house.local.slack.no_faults()


@pytest.mark.parametrize(
    ("method", "posts"),
    [
        pytest.param("conversations.info", 0, id="between claiming and sending"),
        pytest.param("chat.postMessage", 1, id="after Slack took it, before that is written down"),
    ],
)
def test_a_worker_killed_midway_sends_everything_once(
    house: House, method: str, posts: int
) -> None:
    trial = house.trial()
    message = next(m for m in trial.planned() if "-slack-" in m.delivery)
    how = {"channel": trial.channel, "seconds": SILENCE}
    house.local.slack.fault("hang", method=method, **how)
    house.queue_delivery(message)
    eventually(lambda: held(house, trial, message, posts), "the worker is in the middle of it")
    doomed = workers(house.local.stack.functions["deliver"].split(":")[-2])  # NAME:live
    assert doomed
    for pid in doomed:
        os.kill(pid, signal.SIGKILL)
    house.local.slack.no_faults()
    assert house.stored(message).state is State.CLAIMED
    # A minute and a half passes, and the watchdog looks.
    house.change(house.stored(message), until=PAST, planned_at=PAST)
    assert house.local.stack.invoke("watchdog", {"rehearsal": True})["requeued"] >= 1
    eventually(lambda: house.stored(message).state is State.SENT, "it is known to have arrived")
    assert len(trial.posts()) == 1
    house.local.stack.invoke("watchdog", {"rehearsal": True})
    assert len(trial.posts()) == 1


def held(house: House, trial: Trial, message: Deliver, posts: int) -> bool:
    """Claimed by a worker, with so much said in Slack."""
    return house.stored(message).state is State.CLAIMED and len(trial.posts()) == posts
