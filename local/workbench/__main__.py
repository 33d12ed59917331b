"""`make workbench`: a page on this machine where the whole system can be used.

Starts what `make demo` starts, and serves the workbench until Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from dealclock.cli.connection import read_connection
from dealclock.documents.deal_files import read_deal
from local import mail, npm, processes
from local.demo import AGREEMENTS, SAMPLE, add_agreement
from local.environments import CHECKOUT, LocalError
from local.launch import Running, add_root, run_to_end, running
from local.slack import wire
from local.slack.reference import COMMAND_SECONDS
from local.workbench import faults
from local.workbench.next_event import Hints
from local.workbench.play import Play
from local.workbench.rehearsal_times import RehearsalTimes
from local.workbench.scenarios import scenarios
from local.workbench.site import site
from local.workbench.workbench import Workbench
from local.world import world

ROOT = CHECKOUT / ".workbench"
PORT = 8765
_BATCH = 25  # items DynamoDB deletes in one call


def main(given: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C; 2 when the workbench cannot start, with the reason."""
    asked = _parser().parse_args(given)

    def serve() -> int:
        try:
            npm.install("workbench")  # before anything is started, which takes long
        except LocalError as problem:
            raise LocalError(f"The pages' scripts cannot be installed: {problem}") from problem
        print("Starting the embedded AWS, the Slack stand-in and the mail sink ...", flush=True)
        with opened(asked.root, asked.patience, asked.agreement) as workbench:
            wire.serve(site(workbench), processes.free_port(asked.port), _announce)
            print("Stopping. The next `make workbench` continues from here.", flush=True)
        return 0

    return run_to_end(serve, asked.root, "make workbench")


def _announce(port: int) -> None:
    print(f"The workbench is at http://{processes.HOST}:{port}/  (Ctrl-C stops it)", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make workbench", description=__doc__)
    parser.add_argument(
        "--port", type=_port, default=PORT, help=f"by default {PORT}, or another if it is taken"
    )
    add_agreement(parser)
    add_root(parser, ROOT)
    parser.add_argument(
        "--patience",
        type=float,
        default=COMMAND_SECONDS,
        metavar="SECONDS",
        help="how long this Slack waits for an answer; as long as Slack by default",
    )
    return parser


def _port(given: str) -> int:
    if given.isascii() and given.isdigit() and 0 <= int(given) <= 65_535:
        return int(given)
    raise argparse.ArgumentTypeError(
        f"{given!r} is not a port; give one from 0 (any free) to 65535"
    )


@contextlib.contextmanager
def opened(
    root: Path, patience: float = COMMAND_SECONDS, agreement: str = SAMPLE.name
) -> Iterator[Workbench]:
    """The workbench over its own stack, with its state in `root`.

    `patience` is how many seconds its Slack waits for the function's answer, `agreement` the folder
    of `agreements/` that it plays.
    """
    folder = AGREEMENTS / agreement
    deal = read_deal(folder, folder / "facts.yaml")
    choices = scenarios(deal)
    with running(
        world(deal.team, "xoxb-local", [c.bundle.team.channel for c in choices]), root
    ) as local:
        connection = read_connection(local.run.stack_file)
        times = RehearsalTimes(root / "rehearsal-times")
        play = Play(connection, choices, lambda: wipe(local), times, local.compute_twice)
        app = local.app(patience)
        threading.Thread(target=app.wake, daemon=True).start()
        try:
            yield Workbench(local, connection, app, play, Hints(connection.store))
        finally:
            play.stop()


def wipe(local: Running) -> None:
    """Leave the stack as just deployed: empty table, queues, Slack and mailboxes, no faults.

    Nothing may be playing.
    """
    sqs = local.stack.client("sqs")
    for url in sqs.list_queues().get("QueueUrls", ()):
        sqs.purge_queue(QueueUrl=url)
    for table in (local.stack.table, local.stack.outputs["ArchiveName"]):
        _empty_table(local, table)
    local.slack.reset()
    mail.clear(local.mails)
    faults.clear(local)


def _empty_table(local: Running, table: str) -> None:
    dynamodb = local.stack.client("dynamodb")
    pages = dynamodb.get_paginator("scan").paginate(
        TableName=table, ProjectionExpression="PK, SK", ConsistentRead=True
    )
    keys = iter([{"PK": item["PK"], "SK": item["SK"]} for page in pages for item in page["Items"]])
    while some := list(islice(keys, _BATCH)):
        wanted = {table: [{"DeleteRequest": {"Key": key}} for key in some]}
        while wanted:
            wanted = dynamodb.batch_write_item(RequestItems=wanted).get("UnprocessedItems") or {}


if __name__ == "__main__":
    sys.exit(main())
