"""`dealclock done`: a person says that an obligation is done; the fact is asked for."""

import argparse

from dealclock.cli import response_command
from dealclock.cli.parser import Subparsers


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    response_command.add(
        subparsers,
        "done",
        "Mark an obligation done. It stays open until an event is recorded, which Dealclock asks "
        "for now and the next morning.",
        "dealclock done Granite trustee-notice/default-ii --as tom",
    )


def run(args: argparse.Namespace) -> int:
    """Note it, and say what follows."""
    return response_command.run(args, "done")
