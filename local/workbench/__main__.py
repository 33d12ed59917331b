"""`make workbench`: a page on this machine where the whole system can be used.

Brings up what `make demo` does and serves the workbench beside it until Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from dealclock.cli.connection import described
from dealclock.usecases.deal_files import read_deal
from local import npm, processes
from local.demo import SAMPLE
from local.environments import CHECKOUT
from local.running import Running, running
from local.slack import wire
from local.slack.interactions import App
from local.state import StateBusyError
from local.workbench.play import Play
from local.workbench.reset import wipe
from local.workbench.scenarios import scenarios
from local.workbench.site import site
from local.workbench.workbench import Workbench
from local.world import world

ROOT = CHECKOUT / ".workbench"
PORT = 8765


def main(given: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C; 2 when the workbench cannot start, with the reason."""
    asked = _parser().parse_args(given)
    print("Starting the embedded AWS, the Slack stand-in and the mail sink ...", flush=True)
    try:
        with opened(asked.root) as workbench:
            wire.serve(site(workbench), processes.free_port(asked.port), _announce)
    except (StateBusyError, npm.InstallFailedError) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def _announce(port: int) -> None:
    print(f"The workbench is at http://{processes.HOST}:{port}/  (Ctrl-C stops it)", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make workbench", description=__doc__)
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"by default {PORT}, or another if it is taken"
    )
    parser.add_argument(
        "--root",
        type=lambda given: Path(given).resolve(),
        default=ROOT,
        metavar="DIR",
        help="where the state is kept between runs, by default .workbench in the checkout",
    )
    return parser


@contextlib.contextmanager
def opened(root: Path) -> Iterator[Workbench]:
    """The workbench over a stack of its own, whose state is kept in `root`."""
    deal = read_deal(SAMPLE, SAMPLE / "facts.yaml")
    choices = scenarios(deal)
    with running(
        world(deal.team, "xoxb-local", [c.bundle.team.channel for c in choices]), root
    ) as local:
        connection = described(local.run.stack_file)
        play = Play(connection, choices, lambda: wipe(local))
        app = _app(local)
        threading.Thread(target=app.wake, daemon=True).start()
        try:
            yield Workbench(local, connection, app, play)
        finally:
            play.stop()


def _app(local: Running) -> App:
    return App(local.stack.slack_url, local.settings.signing_secret, local.slack)


if __name__ == "__main__":
    sys.exit(main())
