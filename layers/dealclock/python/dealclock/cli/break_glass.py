"""`dealclock break-glass`: who runs the stack reads a deal for a limited time, with a reason."""

import argparse

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.render import words
from dealclock.usecases.break_glass import ToBreak, break_glass

_MINUTES = 60


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "break-glass",
        help=ON_A_STACK["break-glass"],
        description="Lets a person whom the deal's team lists as an administrator read the "
        "deal in Slack for a limited time. The deal's lead is told at once, directly and by mail, "
        "who reads, until when and why; the deal's archive and its insider list keep it for good.",
        epilog="example: dealclock break-glass Granite --as olga --for 30 --why 'Ticket 4711'",
    )
    arguments.add_loaded_deal(parser)
    arguments.add_person(parser, "the id of the administrator in the deal's team")
    parser.add_argument(
        "--for",
        metavar="MINUTES",
        dest="minutes",
        type=int,
        default=_MINUTES,
        help=f"how many minutes; {_MINUTES} unless given, eight hours at most",
    )
    parser.add_argument("--why", metavar="REASON", required=True, help="the reason, for the lead")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Tell the lead, let read, and say who was told and until when."""
    stack = connection.connect(args)
    asked = ToBreak(args.deal, args.person, args.minutes, args.why)
    done = break_glass(asked, stack.services(deliveries=True).pinned(), stack.by)
    until = f"{done.glass.until:%Y-%m-%d %H:%M} UTC"
    terminal.say(f"{done.code_name}: {done.glass.name} may read until {until}.")
    terminal.say(f"  Told: {words.listed(done.told)}.")
    return 0
