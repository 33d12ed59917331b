"""The whole stack on this machine: the embedded AWS, the Slack stand-in and the mail sink.

The stand-ins come first, because their ports are parameters of the deployment; then the template is
deployed on the embedded AWS, its secret filled, and `.dealclock/stack.json` describes the stack
until the run ends.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from dealclock.errors import LostError
from local import emulator as emulators
from local import mail, processes
from local.deploy import STACK, TEMPLATE, Deployed, deploy
from local.emulator import Emulator
from local.environments import CHECKOUT, LocalError
from local.slack.app import App
from local.slack.client import StandIn, port_of
from local.slack.reference import COMMAND_SECONDS
from local.stack import Access, Stack
from local.state import Part, Run
from local.state import run as run_in

ROOT = CHECKOUT / ".dealclock"
PARTS = (emulators.PART, "slack", "mail")


@dataclass(frozen=True)
class Settings:
    """The settings of the local stack that differ from AWS."""

    slack_api_url: str
    email_transport: str
    email_from: str = "dealclock@example.com"
    signing_secret: str = field(default="local-signing-secret", repr=False)
    bot_token: str = field(default="xoxb-local", repr=False)
    more: Mapping[str, str] = field(default_factory=dict)

    def parameters(self) -> dict[str, str]:
        """The template's parameters; the rest keep their defaults.

        Schedules are off: the emulator knows neither their time zone nor their scheduled time, so
        the program that runs the stack invokes `sweep`.
        """
        return {
            "SlackApiUrl": self.slack_api_url,
            "EmailTransport": self.email_transport,
            "EmailFrom": self.email_from,
            "AlarmEmail": "none",
            "SchedulesState": "DISABLED",
            **self.more,
        }


def add_root(parser: argparse.ArgumentParser, default: Path) -> None:
    """The option that names the folder of the state."""
    parser.add_argument(
        "--root",
        type=lambda given: Path(given).resolve(),
        default=default,
        metavar="DIR",
        help=f"folder for the state between runs; {default.name} in the checkout by default",
    )


def shown(path: Path) -> str:
    """A path as a person in the checkout types it."""
    return str(path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path)


def run_to_end(work: Callable[[], int], root: Path, command: str) -> int:
    """What a program that runs the stack returns: what `work` does, 130 when it was stopped, or 2
    when the stack cannot run, with the reason printed.
    """
    try:
        return work()
    except KeyboardInterrupt:
        print(f"\nStopped. The next `{command}` continues from here.", file=sys.stderr)
        return 130
    except LocalError as problem:
        print(problem, file=sys.stderr)
    except LostError:
        print(
            f"The state in {shown(root)} was written by another version of Dealclock. Remove that "
            "folder (`make clean` does, with everything built) and start again.",
            file=sys.stderr,
        )
    return 2


@dataclass(frozen=True)
class Running:
    """The running stack: AWS's side, Slack's side, and where mail arrives."""

    run: Run
    stack: Stack
    slack: StandIn
    mails: Path
    settings: Settings
    aws: Emulator

    def with_template(self, template: Path) -> Running:
        """The same stack after a deployment of another release's template."""
        return replace(self, stack=launch(self.run, self.aws, self.settings, template))

    def app(self, limit: float = COMMAND_SECONDS) -> App:
        """The app as Slack reaches it; Slack waits for `limit` seconds."""
        return App(self.stack.slack_url, self.settings.signing_secret, self.slack, limit)

    def compute_twice(self) -> None:
        """Run the second engine on what is new, as its schedule does every 15 minutes on AWS."""
        self.stack.invoke("verify", {})

    def received(self) -> list[mail.Mail]:
        """Every mail received, in order of arrival."""
        return [mail.read(path) for path in mail.message_files(self.mails)]


@contextlib.contextmanager
def running(
    world: dict[str, object], root: Path = ROOT, template: Path = TEMPLATE
) -> Iterator[Running]:
    """Bring everything up and deploy."""
    with bare(world, root) as (run, aws, slack, mails, settings):
        stack = launch(run, aws, settings, template)
        yield Running(run, stack, slack, mails, settings, aws)


@contextlib.contextmanager
def bare(
    world: dict[str, object], root: Path
) -> Iterator[tuple[Run, Emulator, StandIn, Path, Settings]]:
    """All but the stack, the stand-ins first because their ports are the stack's parameters."""
    with (
        run_in(root, PARTS) as run,
        _stand_in("slack", run.part("slack"), world) as slack_folder,
        _stand_in("mail", run.part("mail")) as mail_folder,
        emulators.running(run.part(emulators.PART)) as aws,
    ):
        slack = StandIn.at(slack_folder)
        settings = Settings(
            slack_api_url=slack.api_url,
            email_transport=f"smtp://{processes.HOST}:{port_of(mail_folder)}",
        )
        yield run, aws, slack, mail_folder, settings


@contextlib.contextmanager
def _stand_in(name: str, part: Part, world: dict[str, object] | None = None) -> Iterator[Path]:
    """A stand-in in its own process, its part sealed once it has ended by itself."""
    arguments = ["--state", str(part.folder), "--run-id", part.run_id]
    # The same port as last time, so that the stack's parameters stay as they were.
    arguments += ["--port", str(processes.free_port(part.folder / "last-port"))]
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
    started = processes.start(name, python, module, part.folder, environment, arguments)
    port = part.folder / "port"

    def ended(graceful: bool) -> None:
        if graceful:
            part.seal()

    with processes.running(started, port.exists, ended):
        (part.folder / "last-port").write_text(port.read_text())
        yield part.folder


def launch(run: Run, emulator: Emulator, settings: Settings, template: Path = TEMPLATE) -> Stack:
    """Deploy `template` if it changed, fill the secret, write `stack.json`.

    Raises LocalError with the reason of each resource that failed.
    """
    access = emulator.access
    deployed = deploy(access, emulator.folder, settings.parameters(), template)
    access.client("secretsmanager").put_secret_value(
        SecretId=deployed.outputs["SlackSecretArn"],
        SecretString=json.dumps(
            {"signing_secret": settings.signing_secret, "bot_token": settings.bot_token}
        ),
    )
    stack = _stack(run, access, deployed)
    _lead_here(stack)
    stack.write(run.stack_file)
    return stack


def _lead_here(stack: Stack) -> None:
    """Make the links in emails lead to this machine: AWS's own address does not resolve here."""
    if "WebAddress" not in stack.outputs:
        return
    here = stack.outputs["WebAddress"]
    for function in ("deliver", "slack"):
        variables = stack.environment(function)
        if variables.get("DEALCLOCK_WEB_URL") != here:
            stack.reconfigure(function, {**variables, "DEALCLOCK_WEB_URL": here})


def _stack(run: Run, access: Access, deployed: Deployed) -> Stack:
    outputs = dict(deployed.outputs)
    if "WebAddress" in outputs:  # the trial stack of the tests has none
        outputs["WebAddress"] = _local_url(access, outputs["WebAddress"])
    functions = {
        _folder(output.removesuffix("FunctionName")): name
        for output, name in outputs.items()
        if output.endswith("FunctionName")
    }
    return Stack(
        access=access,
        run_id=run.run_id,
        name=STACK,
        table=outputs["TableName"],
        assess_queue_url=outputs["AssessQueueUrl"],
        delivery_queue_url=outputs["DeliveryQueueUrl"],
        functions=functions,
        slack_url=_local_url(access, outputs["SlackUrl"]),
        secret=outputs["SlackSecretArn"],
        outputs=outputs,
    )


def _local_url(access: Access, url: str) -> str:
    """The local address of a function or an API, by its id: AWS's own does not resolve here."""
    parts = urlsplit(url)
    identifier, _, service = (parts.hostname or "").partition(".")
    if service.startswith("execute-api."):
        return f"{access.endpoint}/_aws/execute-api/{identifier}{parts.path}"
    return f"{access.endpoint}/_aws/lambda-url/{identifier}/"


def _folder(name: str) -> str:
    """The folder of a function by its name in the template: MailEvents, mail_events."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
