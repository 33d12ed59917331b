"""`dealclock archive`: what was sent about a deal, to whom and when, word for word."""

import argparse
import json
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.arguments import day
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.messages.words import number
from dealclock.store import ArchivedMessage, StoredDeal
from dealclock.usecases.find_deal import find_deal

_WRONG = 1


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "archive",
        help=ON_A_STACK["archive"],
        description="Show every message, update, email and answer about a deal, as archived "
        "before it was sent, with its outcome. Each is checked against its hashes. Those that "
        "fail the check are listed first, and the command exits with 1.",
        epilog="Example: dealclock archive Granite --on 2004-10-28",
    )
    arguments.add_loaded_deal(parser)
    parser.add_argument(
        "--on",
        metavar="DATE",
        type=day,
        help="show only messages from this day in the deal's time zone",
    )
    parser.add_argument(
        "--instance", metavar="INSTANCE", help="show only messages about one obligation or window"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print what was told, in the order it was."""
    stack = connection.connect(args)
    deal = find_deal(args.deal, stack.store)
    zone = ZoneInfo(deal.terms.agreement.time_zone)
    every = stack.store.archive.messages(deal.meta.id)
    chosen = [
        told
        for told in every
        if (args.on is None or told.at.astimezone(zone).date() == args.on)
        and (args.instance is None or told.is_about(args.instance))
    ]
    if args.json:
        terminal.say(json.dumps(_document(deal, chosen), indent=2, ensure_ascii=False))
    else:
        terminal.say("\n".join(_lines(deal, chosen, zone)))
    return _WRONG if any(told.wrong for told in chosen) else 0


def _lines(deal: StoredDeal, chosen: list[ArchivedMessage], zone: ZoneInfo) -> Iterator[str]:
    wrong = [told for told in chosen if told.wrong]
    for told in wrong:
        yield f"DOES NOT VERIFY: {_when(told.at, zone)} to {_whom(told, deal)}: {told.wrong}."
    if wrong:
        yield (
            "The archive was altered. Restore these messages from a backup, and find out who "
            "changed them."
        )
        yield ""
    yield f"{deal.meta.code_name}: {number(len(chosen), 'message')}."
    for told in chosen:
        yield ""
        kind = "email" if told.kind == "mail" else told.kind
        yield f"== {_when(told.at, zone)}, {kind} to {_whom(told, deal)}: {_end(told, zone)}"
        yield f"   {_from(told, zone)}; sha256 {'DOES NOT VERIFY' if told.wrong else 'verified'}"
        yield from (f"   {line}".rstrip() for line in told.text.splitlines())


def _when(at: datetime, zone: ZoneInfo) -> str:
    return f"{at.astimezone(zone):%a %b %d, %Y %H:%M:%S %Z}"


def _whom(told: ArchivedMessage, deal: StoredDeal) -> str:
    """The person or the channel, by name where the team still knows it."""
    kind, _, to = told.to.partition(":")
    if kind == "slack":
        channel = deal.team.channel
        return f"#{channel.name}" if channel.id == to else f"channel {to}"
    people = deal.team.access
    person = people.person(to) if to else people.of_slack(told.to)
    return person.name if person else told.to


def _end(told: ArchivedMessage, zone: ZoneInfo) -> str:
    if told.state is None:
        return "given" if told.kind == "file" else "answered"
    cause = f" ({told.cause})" if told.cause else ""
    when = f" {_when(told.ended_at, zone)}" if told.ended_at else ""
    return f"{told.state}{cause}{when}"


def _from(told: ArchivedMessage, zone: ZoneInfo) -> str:
    known = f"known at {_when(told.known_at, zone)}" if told.known_at else "known at that time"
    day = f"as of {told.as_of}" if told.as_of else "as of several days"
    versions = f"terms version {told.terms_version}, team version {told.team_version}"
    if not told.terms_version:
        versions = "several deals, or no deal"
    about = f"{told.about}, " if told.about else ""
    return f"{about}{day}, {known}, {versions}, Dealclock {told.engine}"


def _document(deal: StoredDeal, chosen: list[ArchivedMessage]) -> dict[str, object]:
    return {
        "format": "dealclock-told/1",
        "deal": deal.meta.id,
        "code_name": deal.meta.code_name,
        "told": [
            {
                "at": told.at.isoformat(),
                "kind": told.kind,
                "to": told.to,
                "instance": told.about or None,
                "state": told.state,
                "ended_at": told.ended_at.isoformat() if told.ended_at else None,
                "cause": told.cause,
                "as_of": told.as_of.isoformat() if told.as_of else None,
                "known_at": told.known_at.isoformat() if told.known_at else None,
                "terms_version": told.terms_version or None,
                "team_version": told.team_version or None,
                "engine": told.engine,
                "verified": not told.wrong,
                "wrong": told.wrong or None,
                "text": told.text,
            }
            for told in chosen
        ],
    }
