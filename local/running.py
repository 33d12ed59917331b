"""The whole stack on this machine: the embedded AWS, the Slack stand-in and the mail sink."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from local import emulator, launch, mail, processes, state
from local.deploy import TEMPLATE
from local.environments import CHECKOUT
from local.slack.client import StandIn, port_of
from local.stack import Stack
from local.state import Part, Run

PARTS = (emulator.PART, "slack", "mail")


@dataclass(frozen=True)
class Running:
    """The running stack: AWS's side, Slack's side, and where mail arrives."""

    run: Run
    stack: Stack
    slack: StandIn
    mails: Path
    settings: launch.Settings

    def received(self) -> list[mail.Mail]:
        """Every mail received, in order of arrival."""
        return [mail.read(path) for path in mail.message_files(self.mails)]


@contextlib.contextmanager
def running(
    world: dict[str, object], root: Path = launch.ROOT, template: Path = TEMPLATE
) -> Iterator[Running]:
    """Bring everything up, the stand-ins first because their ports are the stack's parameters."""
    with (
        state.run(root, PARTS) as run,
        _stand_in("slack", run.part("slack"), world) as slack_folder,
        _stand_in("mail", run.part("mail")) as mail_folder,
        emulator.running(run.part(emulator.PART)) as aws,
    ):
        slack = StandIn.at(slack_folder)
        settings = launch.Settings(
            slack_api_url=slack.api_url,
            email_transport=f"smtp://{processes.HOST}:{port_of(mail_folder)}",
        )
        stack = launch.launch(run, aws, settings, template)
        yield Running(run, stack, slack, mail_folder, settings)


@contextlib.contextmanager
def _stand_in(name: str, part: Part, world: dict[str, object] | None = None) -> Iterator[Path]:
    """A stand-in in its own process, its part sealed once it has ended by itself."""
    arguments = ["--state", str(part.folder), "--run-id", part.run_id]
    # The same port as last time, so that the stack's parameters stay as they were.
    arguments += ["--port", str(processes.free_port(_last_port(part.folder)))]
    if world is not None:
        file = part.folder / "world.json"
        file.write_text(json.dumps(world))
        arguments += ["--world", str(file)]
    (part.folder / "port").unlink(missing_ok=True)
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": f"{CHECKOUT}:{CHECKOUT / 'layers/dealclock/python'}",
    }
    python = Path(sys.executable)
    module = f"local.{name}.__main__:main" if name == "slack" else f"local.{name}:main"
    service = processes.start(name, python, module, part.folder, environment, arguments)
    try:
        service.wait_until((part.folder / "port").exists)
        (part.folder / "last-port").write_text((part.folder / "port").read_text())
        yield part.folder
    finally:
        with emulator.undisturbed():
            if service.stop():
                part.seal()


def _last_port(folder: Path) -> int | None:
    file = folder / "last-port"
    return int(file.read_text()) if file.exists() else None
