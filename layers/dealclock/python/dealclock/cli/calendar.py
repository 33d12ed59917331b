"""`dealclock calendar`: make, change or revoke a person's calendar feed of a deal."""

import argparse

from dealclock.cli import arguments, clock, connection, terminal
from dealclock.cli.parser import Parser
from dealclock.desk.calendar_feed import FEED_LIVES, make, revoke
from dealclock.errors import NotFoundError, RefusedError
from dealclock.jobs.find_deal import find_deal
from dealclock.messages import words
from dealclock.store import Feed


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Add a deal's dates to a person's calendar feed, and show the feed's address "
        "once. The feed holds only code names, Sections and dates. An existing feed keeps its "
        "address.",
        "Granite --as maria",
    )
    arguments.add_loaded_deal(parser)
    arguments.add_person(parser, "id of the person on the team")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--rotate",
        action="store_true",
        help="replace the feed's address; the old address stops working",
    )
    choice.add_argument("--revoke", action="store_true", help="remove the deal from the feed")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Make, change or revoke the feed, and print the result."""
    stack = connection.connect(args)
    now = clock.now()
    deal = find_deal(args.deal, stack.store).at(now)
    person, name = deal.team.access.person(args.person), deal.team.code_name
    if person is None:
        raise RefusedError(
            f"{args.person!r} is not on the team of {name}. Give the id of a team member."
        )
    if args.revoke:
        if not revoke(person, stack.services().at(now), stack.by, deal.meta.id):
            raise NotFoundError(f"{name} is not in {person.name}'s calendar feed; nothing changed.")
        terminal.say(f"{name}: removed from {person.name}'s calendar feed.")
        return 0
    web = stack.output("WebAddress")
    address, feed = make(
        person, (deal,), stack.services().at(now), web, stack.by, new_address=args.rotate
    )
    for line in _lines(address, feed, name, person.name):
        terminal.say(line)
    return 0


def _lines(address: str, feed: Feed, name: str, who: str) -> list[str]:
    until = words.day(feed.valid_until.date())
    if not address:
        return [
            f"{name}: in {who}'s calendar feed, at its existing address, until {until}.",
            "  To replace the address, use --rotate.",
        ]
    return [
        f"{name}: in {who}'s calendar feed, until {until} ({FEED_LIVES.days} days):",
        f"  {address}",
        "  Shown only once. Anyone with this address can read the feed; do not share it.",
    ]
