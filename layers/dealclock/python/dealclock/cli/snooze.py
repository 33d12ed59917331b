"""`dealclock snooze`: an owner or backup lets an alert of a running stack rest until a day."""

import argparse

from dealclock.cli import arguments, response_command
from dealclock.cli.parser import Subparsers


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = response_command.add(
        subparsers,
        "snooze",
        "Snooze an obligation, window or default until a day; alerts resume on that day if it is "
        "still open. The limit is the last Business Day on or before the due date.",
        "dealclock snooze Granite effectiveness --as maria --until 2004-10-25",
    )
    parser.add_argument(
        "--until",
        metavar="DATE",
        type=arguments.day,
        help="day on which alerts resume (default: the next Business Day)",
    )


def run(args: argparse.Namespace) -> int:
    """Snooze, and say what follows."""
    return response_command.run(args, "snooze", args.until)
