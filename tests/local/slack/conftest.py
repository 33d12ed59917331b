"""A running stand-in for each test that asks for one."""

import copy
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient

from local.slack.client import StandIn

ROOT = Path(__file__).parents[3]
TOKEN = "xoxb-stand-in"

WORLD: dict[str, Any] = {
    "team": {"id": "T0DESK", "name": "Example Counsel", "domain": "example-counsel"},
    "app": {
        "id": "A0CLOCK",
        "token": TOKEN,
        "bot_id": "B0CLOCK",
        "bot_user": "U0CLOCK",
        "scopes": [
            "chat:write", "commands", "channels:read", "channels:history", "groups:read",
            "groups:history", "im:read", "im:write", "im:history", "users:read",
            "users:read.email", "files:write",
        ],
    },
    "users": [
        {"id": "U0CLOCK", "name": "dealclock", "is_bot": True},
        {"id": "U0AVERY", "name": "avery", "real_name": "Avery Stone", "email": "a@example.com"},
        {"id": "U0GUEST", "name": "guest", "is_restricted": True, "email": "g@example.com"},
        {"id": "U0GONE", "name": "gone", "deleted": True, "email": "gone@example.com"},
        {"id": "U0THEM", "name": "them", "team_id": "T0OTHER", "is_stranger": True},
    ],
    "channels": [
        {"id": "C0DEAL", "name": "deal-lantern", "is_private": True,
         "members": ["U0CLOCK", "U0AVERY", "U0GUEST"]},
        {"id": "C0OLD", "name": "deal-old", "is_private": True, "is_archived": True,
         "members": ["U0CLOCK"]},
        {"id": "C0HIDDEN", "name": "partners", "is_private": True, "members": ["U0AVERY"]},
        {"id": "C0OPEN", "name": "general", "members": ["U0AVERY"]},
        {"id": "C0SHARED", "name": "with-them", "is_private": True, "is_ext_shared": True,
         "members": ["U0CLOCK", "U0THEM"]},
    ],
}  # fmt: skip


@dataclass
class Running:
    """A stand-in's process and how to reach it."""

    process: subprocess.Popen[bytes]
    stand_in: StandIn
    state: Path

    def client(self, token: str = TOKEN) -> WebClient:
        """Slack's own client, which retries nothing."""
        return WebClient(token, base_url=self.stand_in.api_url, retry_handlers=[], timeout=5)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it and return its exit status."""
        self.process.send_signal(how)
        return self.process.wait(5)


def start(state: Path, run_id: str = "run-1", of: Mapping[str, Any] = WORLD) -> Running:
    """Start a stand-in over a world in `state`."""
    state.mkdir(parents=True, exist_ok=True)
    world = state / "world.json"
    world.write_text(json.dumps(of))
    command = [
        sys.executable, "-m", "local.slack", "--state", str(state), "--run-id", run_id,
        "--world", str(world), "--port", "0",
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT)
    return Running(process, StandIn.at(state), state)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One stand-in for all tests that do not stop it."""
    running = start(tmp_path_factory.mktemp("slack"))
    yield running
    assert running.stop() == 0


@pytest.fixture
def running(shared: Running) -> Iterator[Running]:
    """The shared stand-in, whose world is put back and faults taken back afterwards."""
    before = shared.stand_in.world()
    yield shared
    shared.stand_in.no_faults()
    shared.stand_in.change(copy.deepcopy(_as_patch(before)))


def _as_patch(world: dict[str, Any]) -> dict[str, Any]:
    by_id = {part: {each["id"]: each for each in world[part]} for part in ("users", "channels")}
    return world | by_id


@pytest.fixture
def client(running: Running) -> WebClient:
    """Slack's own client at the shared stand-in."""
    return running.client()


@pytest.fixture
def stand_in(running: Running) -> StandIn:
    """The shared stand-in's control path."""
    return running.stand_in
