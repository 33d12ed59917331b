"""`python -m PACKAGE --state DIR --run-id ID --world FILE [--port 0]`, under the package's name."""

import argparse
import sys
from pathlib import Path

from . import wire, world
from .errors import WorldError
from .server import application
from .store import Store
from .workspace import Workspace


def main() -> int:
    """Serve until SIGTERM or SIGINT; returns 2 if the world file is not valid."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}", description="A Slack stand-in on 127.0.0.1."
    )
    parser.add_argument("--state", type=Path, required=True, help="folder of port and messages")
    parser.add_argument("--run-id", required=True, help="a new id starts with an empty history")
    parser.add_argument(
        "--world", type=Path, required=True, help="JSON: team, app, users, channels"
    )
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes any free port")
    given = parser.parse_args()
    try:
        workspace = Workspace(world.read(given.world), Store(given.state, given.run_id))
    except WorldError as problem:
        print(problem, file=sys.stderr)
        return 2
    try:
        wire.run(application(workspace), given.port, given.state / "port")
    finally:
        workspace.store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
