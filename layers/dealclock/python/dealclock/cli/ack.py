"""`dealclock ack`: a person acknowledges an alert of a running stack."""

import argparse

from dealclock.cli import response_command
from dealclock.cli.parser import Subparsers


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    response_command.add(
        subparsers,
        "ack",
        "Acknowledge an alert for an obligation, window or default. From the owner or backup, "
        "this pauses escalation until it expires. From anyone else, it is noted as seen.",
        "dealclock ack Granite trustee-notice/default-ii --as maria",
    )


def run(args: argparse.Namespace) -> int:
    """Acknowledge, and say what follows."""
    return response_command.run(args, "acknowledge")
