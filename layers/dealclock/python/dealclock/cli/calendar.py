"""`dealclock calendar`: a personal calendar feed of a deal of a running stack, or its end."""

import argparse

from dealclock.cli import arguments, clock, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.render import words
from dealclock.usecases.calendar_feed import FEED_LIVES, FeedAddress, NoFeedError, make, revoke
from dealclock.usecases.find_deal import find_deal
from dealclock.usecases.respond import NotOfTheDeal


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "calendar",
        help=ON_A_STACK["calendar"],
        description="Puts a deal's dates into a person's calendar feed and tells the address, "
        "once. The feed holds code names, Sections and dates. A feed that is there goes on under "
        "its own address.",
        epilog="example: dealclock calendar Granite --as maria",
    )
    arguments.add_loaded_deal(parser)
    arguments.add_person(parser, "the id of the person of the team whose feed it is")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--rotate", action="store_true", help="give the feed a new address; the old one ends"
    )
    choice.add_argument("--revoke", action="store_true", help="take the deal out of the feed")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Make, change or take back the feed, and say what follows."""
    stack = connection.connect(args)
    now = clock.now()
    deal = find_deal(args.deal, stack.store).at(now)
    person, name = deal.team.access.person(args.person), deal.team.code_name
    if person is None:
        raise NotOfTheDeal(f"{args.person!r} is not of {name}; give the id of one of its team.")
    if args.revoke:
        if not revoke(person, stack.services().at(now), stack.by, deal.meta.id):
            raise NoFeedError(f"{name} is in no feed of {person.name}; nothing was changed.")
        terminal.say(f"{name}: taken out of the calendar feed of {person.name}.")
        return 0
    web = stack.output("WebAddress")
    made = make(person, (deal,), stack.services().at(now), web, stack.by, new_address=args.rotate)
    for line in _told(made, name, person.name):
        terminal.say(line)
    return 0


def _told(made: FeedAddress, name: str, who: str) -> list[str]:
    until = words.day(made.until.date())
    if not made.url:
        return [
            f"{name}: in the calendar feed of {who}, under the address it has, until {until}.",
            "  --rotate gives it a new one.",
        ]
    return [
        f"{name}: the calendar feed of {who}, until {until} ({FEED_LIVES.days} days):",
        f"  {made.url}",
        "  Shown this once. Whoever has the address reads the feed: pass it on to nobody.",
    ]
