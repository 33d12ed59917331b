"""A Slack stand-in with one allowed channel and several others, and a mail sink."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient

from dealclock.channels import Slack, web_client
from local import mail
from local.slack.client import StandIn

ROOT = Path(__file__).parents[3]
# A separate process needs the path that pytest sets.
SEEN = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'layers/dealclock/python'}"}
TOKEN = "xoxb-stand-in"


def _channel(channel_id: str, members: list[str], **more: bool) -> dict[str, Any]:
    flags = {"is_private": True, "is_archived": False, "is_ext_shared": False, **more}
    return {"id": channel_id, "name": channel_id.lower(), "members": members, **flags}


WORLD: dict[str, Any] = {
    "team": {"id": "T0DESK", "name": "Example Counsel", "domain": "example-counsel"},
    "app": {
        "id": "A0CLOCK",
        "token": TOKEN,
        "bot_id": "B0CLOCK",
        "bot_user": "U0CLOCK",
        # Exactly what slack/manifest.yaml asks for.
        "scopes": [
            *("commands", "chat:write", "groups:read", "groups:history"),
            *("im:write", "im:history", "users:read", "files:write"),
        ],
    },
    "users": [
        {"id": "U0CLOCK", "name": "dealclock", "is_bot": True},
        {"id": "U0MARIA", "name": "maria"},
        {"id": "U0TOM", "name": "tom"},
        {"id": "U0ADA", "name": "ada"},
        {"id": "U0OTHERBOT", "name": "archiver", "is_bot": True},
        {"id": "U0GONE", "name": "gone", "deleted": True},
        {"id": "U0GUEST", "name": "guest", "is_restricted": True},
        {"id": "U0VISITOR", "name": "visitor", "is_ultra_restricted": True},
        {"id": "U0THEM", "name": "them", "team_id": "T0OTHER", "is_stranger": True},
        *({"id": f"U1{i:03d}", "name": f"person-{i}"} for i in range(250)),
    ],
    "channels": [
        _channel("C0DEAL", ["U0CLOCK", "U0MARIA", "U0TOM"]),
        _channel("C0OLD", ["U0CLOCK", "U0MARIA"], is_archived=True),
        _channel("C0SHARED", ["U0CLOCK", "U0MARIA"], is_ext_shared=True),
        _channel("C0ADA", ["U0CLOCK", "U0MARIA", "U0ADA"]),
        _channel("C0BOTS", ["U0CLOCK", "U0MARIA", "U0OTHERBOT"]),
        _channel("C0HIDDEN", ["U0MARIA"]),
        _channel("C0LARGE", ["U0CLOCK", *(f"U1{i:03d}" for i in range(250))]),
    ],
}


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    """One stand-in for all tests."""
    state = tmp_path_factory.mktemp("slack")
    world = state / "world.json"
    world.write_text(json.dumps(WORLD))
    run = ["--state", str(state), "--run-id", "tests", "--world", str(world)]
    process = subprocess.Popen([sys.executable, "-m", "local.slack", *run], cwd=ROOT, env=SEEN)
    try:
        yield StandIn.at(state)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


@pytest.fixture
def stand_in(started: StandIn) -> Iterator[StandIn]:
    """The stand-in; its faults and data are reset afterwards."""
    yield started
    started.no_faults()
    channels = {each["id"]: each for each in WORLD["channels"]}
    app = {**WORLD["app"], "revoked": False, "inactive": False, "internal": True}
    fresh = {"is_org_shared": False, "is_pending_ext_shared": False}
    whole = {name: {**each, **fresh} for name, each in channels.items()}
    started.change(
        {"channels": whole, "app": app, "team": {"refused_blocks": []}, "rate_limits": "off"}
    )


@pytest.fixture
def client(stand_in: StandIn) -> WebClient:
    """The client the functions use, at the stand-in."""
    return web_client(TOKEN, stand_in.api_url)


@pytest.fixture
def slack(client: WebClient) -> Slack:
    """A Slack poster."""
    return Slack(client)


@dataclass(frozen=True)
class Sink:
    """A running mail sink."""

    state: Path
    port: int

    def mails(self) -> list[mail.Mail]:
        """The received emails, in order."""
        return [mail.read(path) for path in mail.message_files(self.state)]


@pytest.fixture
def sink(tmp_path: Path) -> Iterator[Sink]:
    """A mail sink for one test."""
    command = [sys.executable, "-m", "local.mail", "--state", str(tmp_path), "--run-id", "tests"]
    process = subprocess.Popen(command, cwd=ROOT, env=SEEN)
    until = time.monotonic() + 15
    while not (tmp_path / "port").exists():
        assert time.monotonic() < until, "the sink did not start"
        time.sleep(0.01)
    yield Sink(tmp_path, int((tmp_path / "port").read_text()))
    process.send_signal(signal.SIGTERM)
    process.wait(10)


@pytest.fixture
def unused_port() -> int:
    """A port without a listener."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def answering() -> Iterator[Callable[[int, bytes], str]]:
    """Starts a server with one fixed answer; returns its address."""
    servers: list[HTTPServer] = []

    def start(status: int, body: bytes) -> str:
        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(status)
                self.send_header("Content-Type", "application/json; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        server = HTTPServer(("127.0.0.1", 0), Answer)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/api/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
