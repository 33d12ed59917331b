"""How the command line reaches a running stack, on this machine or in AWS."""

import argparse
import getpass
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dealclock.cli import clock
from dealclock.cli.parser import Parser
from dealclock.store import Store
from dealclock.store.stack import NoStack, outputs_of, stack_of
from dealclock.usecases.queues import AssessQueue, SqsAssessQueue, SqsDeliveryQueue
from dealclock.usecases.services import Services

LOCAL = Path(".dealclock/stack.json")
VARIABLE = "DEALCLOCK_STACK"
_OUTPUTS = ("TableName", "SweepFunctionName")
_RUNNING = "give the file of a running stack, such as the one `make demo` writes."


def _no_client(service: str) -> Any:
    raise NoStack(f"this stack has no {service}.")


@dataclass(frozen=True, slots=True)
class Connection:
    """A running stack: its table, its sweep function, and who is asking.

    `client` makes a client of one of its other services; `outputs` are those of template.yaml;
    `local` says that it runs on this machine; `queue` replaces the queue of its deals.
    """

    store: Store
    sweep: Callable[[dict[str, Any]], dict[str, Any]]
    by: str
    client: Callable[[str], Any] = field(default=_no_client)
    outputs: Mapping[str, str] = field(default_factory=dict)
    local: bool = True
    queue: AssessQueue | None = None

    def services(self, *, assess: bool = False, deliveries: bool = False) -> Services:
        """What use cases work with, by the clock: the queues that are asked for and no others.

        Raises NoStack for a stack that does not name one of them.
        """
        queues: dict[str, Any] = {}
        if assess:
            queues["assess"] = self.queue or SqsAssessQueue(
                self.client("sqs"), self.output("AssessQueueUrl")
            )
        if deliveries:
            url = self.output("DeliveryQueueUrl")
            queues["deliveries"] = SqsDeliveryQueue(self.client("sqs"), url)
        return Services(self.store, clock.now, **queues)

    def output(self, name: str) -> str:
        """An output of the stack; raises NoStack for one it does not tell."""
        if name not in self.outputs:
            raise NoStack(f"the stack does not report its {name}; deploy this release's template.")
        return self.outputs[name]


def add_option(parser: Parser) -> None:
    """The option that names a stack."""
    parser.add_argument(
        "--stack",
        metavar="FILE",
        type=Path,
        help=f"file that describes a running stack (default: {LOCAL} if it exists, else the "
        f"CloudFormation stack named by {VARIABLE})",
    )


def connect(args: argparse.Namespace) -> Connection:
    """The stack the arguments or the environment name; raises NoStack saying how to name one."""
    file = args.stack or (LOCAL if LOCAL.exists() else None)
    if file is not None:
        return described(file)
    name = os.environ.get(VARIABLE)
    if not name:
        raise NoStack(
            "no stack is named. Start the local one with `make demo`, give --stack FILE, or "
            f"set {VARIABLE} to the name of a CloudFormation stack."
        )
    return _in_aws(name)


def described(file: Path) -> Connection:
    """The stack that a file describes; raises NoStack when it describes none."""
    try:
        told = json.loads(file.read_text())
        session: dict[str, Any] = {
            "endpoint_url": told["endpoint"],
            "region_name": told["region"],
            "aws_access_key_id": told["access_key_id"],
            "aws_secret_access_key": told["secret_access_key"],
        }
        table, sweep = told["table"], told["functions"]["sweep"]
        outputs = dict(told.get("outputs", {}))
    except OSError as error:
        raise NoStack(f"cannot read {file} ({error.strerror}); {_RUNNING}") from None
    except KeyError as error:
        raise NoStack(f"{file} does not describe a stack: it lacks {error}; {_RUNNING}") from None
    except (ValueError, TypeError):
        raise NoStack(f"{file} does not describe a stack; {_RUNNING}") from None
    return _connection(session, table, sweep, outputs)


def _in_aws(name: str) -> Connection:
    outputs = outputs_of(name)
    lacking = [needed for needed in _OUTPUTS if needed not in outputs]
    if lacking:
        raise NoStack(
            f"the stack {name!r} has no output {' or '.join(lacking)}. Name a stack deployed "
            "from template.yaml."
        )
    return _connection({}, outputs["TableName"], outputs["SweepFunctionName"], outputs)


def _connection(
    session: dict[str, Any], table: str, function: str, outputs: Mapping[str, str]
) -> Connection:
    stack = stack_of(session, table, function)
    return Connection(
        Store(stack.table), stack.sweep, getpass.getuser(), stack.client, outputs, bool(session)
    )
