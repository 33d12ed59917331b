"""`dealclock settings`: a deal's team as stored on the stack, as YAML."""

import argparse

import yaml

from dealclock.cli import clock, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.usecases.find_deal import find_deal


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "settings",
        help=ON_A_STACK["settings"],
        description="Print a deal's team as stored on the stack, including changes made in "
        "Slack. Copy it to team.yaml so that the next load keeps those changes.",
        epilog="Example: dealclock settings Granite",
    )
    parser.add_argument("deal", metavar="DEAL", help="id or code name of a loaded deal")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the team; the deal's archive records it."""
    stack = connection.connect(args)
    deal = find_deal(args.deal, stack.store)
    stack.store.archive.audit(deal.meta.id, "printed settings", stack.by, clock.now())
    data = deal.team.model_dump(mode="json", exclude_defaults=True)
    terminal.say(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100).rstrip())
    return 0
