"""The stand-in as a process: what it remembers, where it listens, how it ends."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from local.slack.client import StandIn
from local.slack.errors import ControlError
from tests.local.slack.conftest import ROOT, start


def listening(port: int) -> set[str]:
    """The IPv4 and IPv6 addresses on which something listens at `port`, in the kernel's hex."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            address, number = line.split()[1].split(":")
            if int(number, 16) == port and line.split()[3] == "0A":
                found.add(address)
    return found


def port_of(stand_in: StandIn) -> int:
    return int(stand_in.base_url.rpartition(":")[2])


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_listens_on_127_0_0_1_alone_and_nowhere_after_a_stop(tmp_path: Path, how: int) -> None:
    running = start(tmp_path)
    port = port_of(running.stand_in)
    if Path("/proc/net/tcp").exists():
        assert listening(port) == {"0100007F"}
    assert running.stop(how) == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0
    assert not (tmp_path / "port").exists()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["messages.jsonl", "world.json"]


def test_a_later_start_shows_the_same_history_and_goes_on_after_it(tmp_path: Path) -> None:
    first = start(tmp_path)
    ts = first.client().chat_postMessage(channel="C0DEAL", text="before")["ts"]
    first.client().chat_update(channel="C0DEAL", ts=ts, text="before, repaired")
    first.client().chat_postMessage(channel="U0AVERY", text="direct")
    first.stop()
    second = start(tmp_path)
    later = second.client().chat_postMessage(channel="C0DEAL", text="after")["ts"]
    texts = [each["text"] for each in second.stand_in.messages("C0DEAL")]
    direct = [each["text"] for each in second.stand_in.messages("D0AVERY")]
    second.stop()
    assert texts == ["before, repaired", "after"]
    assert direct == ["direct"]
    assert str(later) > str(ts)


def test_a_stop_does_not_wait_for_a_hanging_call(tmp_path: Path) -> None:
    running = start(tmp_path)
    running.stand_in.fault("hang", seconds=60)
    with socket.create_connection(("127.0.0.1", port_of(running.stand_in))) as caller:
        caller.sendall(
            b"POST /api/auth.test HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
            b"Authorization: Bearer xoxb-stand-in\r\n\r\n"
        )
        running.stand_in.records()  # answered after the call was taken in
        assert running.stop() == 0


def test_a_broken_world_is_refused_with_every_problem(tmp_path: Path) -> None:
    world = tmp_path / "world.json"
    world.write_text('{"team": {"id": "X", "name": "n"}, "app": {}, "users": [], "channels": []}')
    ended = subprocess.run(
        [sys.executable, "-m", "local.slack", "--state", str(tmp_path), "--run-id", "r",
         "--world", str(world)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    for place in ("team.id", "team.domain", "app.token"):
        assert place in ended.stderr


def test_the_control_path_refuses_what_is_none(stand_in: StandIn) -> None:
    with pytest.raises(ControlError, match="no fault 'earthquake'"):
        stand_in.fault("earthquake")
    with pytest.raises(ControlError, match="channel_not_found"):
        stand_in.messages("nowhere")
    with pytest.raises(ControlError, match="not among the users: U0NONE"):
        stand_in.change({"channels": {"C0DEAL": {"members": ["U0NONE"]}}})
    assert "U0NONE" not in str(stand_in.world())
