"""How the command line reaches a running stack, on this machine or in AWS."""

import argparse
import getpass
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dealclock.cli import clock
from dealclock.cli.parser import Parser
from dealclock.errors import RefusedError
from dealclock.jobs.queues import AssessDeal, SqsQueue, WorkQueue
from dealclock.jobs.services import Services
from dealclock.store import Store
from dealclock.store.stack import outputs_of, stack_of

LOCAL = Path(".dealclock/stack.json")
VARIABLE = "DEALCLOCK_STACK"
_OUTPUTS = ("TableName", "SweepFunctionName")
_RUNNING = "give the file of a running stack, such as the one `make demo` writes."


def _no_client(service: str) -> Any:
    raise RefusedError(f"this stack has no {service}.")


@dataclass(frozen=True, slots=True)
class Connection:
    """A running stack: its table, its sweep function, and the user.

    `client` makes a client for one of its other services; `outputs` are those of template.yaml;
    `local`: it runs on this machine; `queue` replaces its assess queue.
    """

    store: Store
    sweep: Callable[[dict[str, Any]], dict[str, Any]]
    by: str
    client: Callable[[str], Any] = field(default=_no_client)
    outputs: Mapping[str, str] = field(default_factory=dict)
    local: bool = True
    queue: WorkQueue[AssessDeal] | None = None

    def services(self, *, assess: bool = False, deliveries: bool = False) -> Services:
        """The services for use cases, with the real clock and only the requested queues.

        Raises RefusedError if the stack does not report one of them.
        """
        queues: dict[str, Any] = {}
        if assess:
            queues["assess"] = self.queue or self._queue("AssessQueueUrl")
        if deliveries:
            queues["deliveries"] = self._queue("DeliveryQueueUrl")
        return Services(self.store, clock.now, **queues)

    def _queue(self, output: str) -> SqsQueue:
        client, url = self.client("sqs"), self.output(output)
        return SqsQueue(lambda: client, url)

    def output(self, name: str) -> str:
        """An output of the stack; raises RefusedError if the stack does not report it."""
        if name not in self.outputs:
            raise RefusedError(
                f"the stack does not report its {name}; deploy this release's template."
            )
        return self.outputs[name]


def add_option(parser: Parser) -> None:
    """Add the option that names a stack."""
    parser.add_argument(
        "--stack",
        metavar="FILE",
        type=Path,
        help=f"file that describes a running stack (default: {LOCAL} if it exists, else the "
        f"CloudFormation stack named by {VARIABLE})",
    )


def connect(args: argparse.Namespace) -> Connection:
    """The stack that the arguments or the environment name; raises RefusedError if none is
    named.
    """
    file = args.stack or (LOCAL if LOCAL.exists() else None)
    if file is not None:
        return read_connection(file)
    name = os.environ.get(VARIABLE)
    if not name:
        raise RefusedError(
            "no stack is named. Start the local one with `make demo`, give --stack FILE, or "
            f"set {VARIABLE} to the name of a CloudFormation stack."
        )
    return connect_stack(name)


def connect_account() -> Connection:
    """The caller's AWS account; the stack that the environment names has outputs if it exists."""
    name, outputs = os.environ.get(VARIABLE), {}
    with suppress(RefusedError):
        outputs = dict(outputs_of(name)) if name else {}
    return _connection({}, "none", "none", outputs)


def read_connection(file: Path) -> Connection:
    """The stack that a file describes; raises RefusedError if the file is not valid."""
    try:
        description = json.loads(file.read_text())
        session: dict[str, Any] = {
            "endpoint_url": description["endpoint"],
            "region_name": description["region"],
            "aws_access_key_id": description["access_key_id"],
            "aws_secret_access_key": description["secret_access_key"],
        }
        table, sweep = description["table"], description["functions"]["sweep"]
        outputs = dict(description.get("outputs", {}))
    except OSError as error:
        raise RefusedError(f"cannot read {file} ({error.strerror}); {_RUNNING}") from None
    except KeyError as error:
        raise RefusedError(
            f"{file} does not describe a stack: it lacks {error}; {_RUNNING}"
        ) from None
    except (ValueError, TypeError):
        raise RefusedError(f"{file} does not describe a stack; {_RUNNING}") from None
    return _connection(session, table, sweep, outputs)


def connect_stack(name: str) -> Connection:
    """The CloudFormation stack of that name; raises RefusedError if it is not one of ours."""
    outputs = outputs_of(name)
    missing = [output for output in _OUTPUTS if output not in outputs]
    if missing:
        raise RefusedError(
            f"the stack {name!r} has no output {' or '.join(missing)}. Name a stack deployed "
            "from template.yaml."
        )
    return _connection({}, outputs["TableName"], outputs["SweepFunctionName"], outputs)


def _connection(
    session: dict[str, Any], table: str, function: str, outputs: Mapping[str, str]
) -> Connection:
    client, items, sweep = stack_of(session, table, function, outputs.get("ArchiveName", ""))
    return Connection(Store(items), sweep, getpass.getuser(), client, outputs, bool(session))
