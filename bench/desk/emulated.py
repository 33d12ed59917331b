"""A function under the runtime emulator that AWS ships inside aws-sam-cli, with its time limit.

The emulator starts the function at its first request and counts the start against the limit.
"""

import base64
import contextlib
import http.client
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from bench.desk.beside import SIGNING_SECRET, TEAM, USER
from local import environments
from local.processes import HOST, free_port
from local.slack.app import signature_headers

LIMIT = 3  # seconds: Slack's own
_SAMPLE = Path(__file__).parents[2] / "events" / "slack-status.json"
_MACHINE = {"aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), "x86_64")
_PATH = "/2015-03-31/functions/function/invocations"


class NotAnsweredInTimeError(Exception):
    """A request got an answer that Slack would not show; the message has that answer."""


@dataclass(frozen=True)
class Taken:
    """The time of a request: seconds for the user, and processor seconds of the function.

    The latter are None if the emulator stopped the function at its limit.
    """

    seconds: float
    processor: float | None

    @property
    def late(self) -> bool:
        """Whether Slack had stopped waiting."""
        return self.seconds > LIMIT


@dataclass(frozen=True)
class Function:
    """A function that waits for requests; the first of them starts it."""

    port: int
    emulator: int

    def ask(self, text: str, channel: str) -> Taken:
        """The time of `/deal text`, typed in a channel; raises NotAnsweredInTimeError."""
        event, before = json.dumps(_event(text, channel)), self._processor()
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        began = time.perf_counter()
        connection.request("POST", _PATH, event)
        answered = connection.getresponse().read().decode()
        took = time.perf_counter() - began
        connection.close()
        if "Task timed out" in answered:
            return Taken(took, None)
        _check(text, answered)
        return Taken(took, self._processor() - before)

    def _processor(self) -> float:
        """Processor seconds of the function since it started; 0 before."""
        spent = 0
        for child in Path(f"/proc/{self.emulator}/task").glob("*/children"):
            for process in child.read_text().split():
                for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
                    spent += int(thread.read_text().split()[0])
        return spent / 1e9


@contextlib.contextmanager
def running(
    folder: Path, log: Path, environment: Mapping[str, str], limit: int = LIMIT
) -> Iterator[Function]:
    """The handler of `folder`/app.py with that environment; its output goes into `log`.

    `limit` is in seconds. With a longer one than Slack's, a start too slow is measured as well.
    """
    port, api = free_port(), free_port()
    emulator = [str(_emulator()), "--log-level", "error"]
    emulator += ["--runtime-interface-emulator-address", f"{HOST}:{port}"]
    emulator += ["--runtime-api-address", f"{HOST}:{api}"]
    limits = {
        "AWS_LAMBDA_FUNCTION_NAME": folder.name,
        "AWS_LAMBDA_FUNCTION_TIMEOUT": str(limit),
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1769",
    }
    with log.open("ab") as output:
        process = subprocess.Popen(
            [*emulator, sys.executable, "-m", "awslambdaric", "app.handler"],
            cwd=folder,
            env={"PATH": os.environ["PATH"], **environment, **limits},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(port)
        yield Function(port, process.pid)
    finally:
        process.terminate()  # it stops what it started
        process.wait(20)


def _emulator() -> Path:
    found = environments.tool("sam").glob(
        f"lib/python3*/site-packages/samcli/local/rapid/aws-lambda-rie-{_MACHINE}"
    )
    return next(found)


def _wait_for(port: int) -> None:
    for _ in range(500):
        connection = http.client.HTTPConnection(HOST, port, timeout=1)
        try:
            connection.connect()
        except OSError:
            time.sleep(0.01)
        else:
            return
        finally:
            connection.close()
    raise NotAnsweredInTimeError("the runtime emulator did not start in 5 s")


def _event(text: str, channel: str) -> dict[str, Any]:
    """The event that the function's URL makes of a command just signed by Slack."""
    event: dict[str, Any] = json.loads(_SAMPLE.read_text())
    body = urlencode(
        {
            "command": "/deal",
            "text": text,
            "team_id": TEAM,
            "user_id": USER,
            "channel_id": channel,
            "trigger_id": uuid4().hex,
        }
    )
    signature = signature_headers(SIGNING_SECRET, body, int(time.time()))
    event["headers"] |= {name.lower(): value for name, value in signature.items()}
    event["body"] = base64.b64encode(body.encode()).decode()
    return event


def _check(text: str, answered: str) -> None:
    try:
        answer = json.loads(answered)
        status, body = answer["statusCode"], answer["body"]
    except (ValueError, KeyError, TypeError):
        raise NotAnsweredInTimeError(f"`/deal {text}` was not answered: {answered[:300]}") from None
    if status != 200 or "Sorry, that did not work" in body:
        raise NotAnsweredInTimeError(f"`/deal {text}` was answered {status}: {body[:300]}")
