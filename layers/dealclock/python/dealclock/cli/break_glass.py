"""`dealclock break-glass`: emergency access to a deal for a limited time, with a reason."""

import argparse

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.parser import Parser
from dealclock.jobs.operate.break_glass import break_glass
from dealclock.messages import words

_MINUTES = 60


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Give an administrator on the deal's team emergency access to read the deal "
        "in Slack for a limited time. The deal's lead is notified at once, by direct message and "
        "email. The archive and the insider list keep a permanent record.",
        "Granite --as olga --for 30 --why 'Ticket 4711'",
    )
    arguments.add_loaded_deal(parser)
    arguments.add_person(parser, "id of the administrator on the team")
    parser.add_argument(
        "--for",
        metavar="MINUTES",
        dest="minutes",
        type=int,
        default=_MINUTES,
        help=f"minutes of access, at most 480 (default: {_MINUTES})",
    )
    parser.add_argument("--why", metavar="REASON", required=True, help="reason, shown to the lead")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Notify the lead, give access, and print who was notified and until when."""
    stack = connection.connect(args)
    services = stack.services(deliveries=True).pinned()
    deal, glass, notified = break_glass(
        args.deal, args.person, args.minutes, args.why, services, stack.by
    )
    until = f"{glass.until:%Y-%m-%d %H:%M} UTC"
    terminal.say(f"{deal.meta.code_name}: {glass.name} has emergency access until {until}.")
    terminal.say(f"  Notified: {words.listed(notified)}.")
    return 0
