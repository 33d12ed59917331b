"""`dealclock archive`: what was sent about a deal, to whom and when, word for word."""

import argparse
import json
import re
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.arguments import day
from dealclock.cli.parser import Parser
from dealclock.jobs.find_deal import find_deal
from dealclock.messages.words import number
from dealclock.store import ArchivedMessage, StoredDeal

_WRONG = 1


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Show every message, update, email and answer about a deal, as archived "
        "before it was sent, with its outcome. Each is checked against its hashes, and the audit "
        "entries against those that follow them. What was changed, removed or added is listed "
        "first, and the command exits with 1.",
        "Granite --on 2004-10-28",
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
    parser.add_argument(
        "--noted",
        metavar="NUMBER:SHA256",
        type=_noted,
        help="also check that this entry, which an earlier run printed as the last, is unchanged",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the messages in the order they were sent."""
    stack = connection.connect(args)
    deal = find_deal(args.deal, stack.store)
    zone = ZoneInfo(deal.terms.agreement.time_zone)
    messages = stack.store.archive.messages(deal.meta.id)
    chosen = [
        m
        for m in messages
        if (args.on is None or m.at.astimezone(zone).date() == args.on)
        and (args.instance is None or m.is_about(args.instance))
    ]
    own, general = (
        stack.store.archive.check(deal.meta.id, args.noted),
        stack.store.archive.check(None),
    )
    altered = [*own.wrong, *(f"general archive: {each}" for each in general.wrong)]
    if args.json:
        links = {"count": own.count, "last_sha256": own.head or None, "altered": altered}
        document = {**_document(deal, chosen), "entries": links}
        terminal.say(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        last = f" The last is {own.count}:{own.head}" if own.count else ""
        terminal.say("\n".join(_lines(deal, chosen, zone, altered)))
        terminal.say(f"\n{number(own.count, 'audit entry', 'audit entries')}.{last}")
    return _WRONG if altered or any(m.wrong for m in chosen) else 0


def _noted(text: str) -> tuple[int, str]:
    """The number and the hash of an entry; raises ArgumentTypeError for anything else."""
    if not re.fullmatch(r"[1-9][0-9]*:[0-9a-f]{64}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no entry; give NUMBER:SHA256 as `dealclock archive` printed it"
        )
    count, _, head = text.partition(":")
    return int(count), head


def _lines(
    deal: StoredDeal, chosen: list[ArchivedMessage], zone: ZoneInfo, altered: list[str]
) -> Iterator[str]:
    wrong = [m for m in chosen if m.wrong]
    for m in wrong:
        yield f"DOES NOT VERIFY: {_when(m.at, zone)} to {_recipient(m, deal)}: {m.wrong}."
    yield from (f"DOES NOT VERIFY: {each}." for each in altered)
    if wrong or altered:
        yield (
            "The archive was altered. Restore these messages from a backup, and find out who "
            "changed them."
        )
        yield ""
    yield f"{deal.meta.code_name}: {number(len(chosen), 'message')}."
    for m in chosen:
        yield ""
        kind = "email" if m.kind == "mail" else m.kind
        yield f"== {_when(m.at, zone)}, {kind} to {_recipient(m, deal)}: {_outcome(m, zone)}"
        yield f"   {_provenance(m, zone)}; sha256 {'DOES NOT VERIFY' if m.wrong else 'verified'}"
        yield from (f"   {line}".rstrip() for line in m.text.splitlines())


def _when(at: datetime, zone: ZoneInfo) -> str:
    return f"{at.astimezone(zone):%a %b %d, %Y %H:%M:%S %Z}"


def _recipient(message: ArchivedMessage, deal: StoredDeal) -> str:
    """The person or the channel, by name if the team still has it."""
    kind, _, to = message.to.partition(":")
    if kind == "slack":
        channel = deal.team.channel
        return f"#{channel.name}" if channel.id == to else f"channel {to}"
    people = deal.team.access
    person = people.person(to) if to else people.of_slack(message.to)
    return person.name if person else message.to


def _outcome(message: ArchivedMessage, zone: ZoneInfo) -> str:
    if message.state is None:
        return "provided" if message.kind == "file" else "answered"
    cause = f" ({message.cause})" if message.cause else ""
    when = f" {_when(message.ended_at, zone)}" if message.ended_at else ""
    return f"{message.state}{cause}{when}"


def _provenance(message: ArchivedMessage, zone: ZoneInfo) -> str:
    known = (
        f"known at {_when(message.known_at, zone)}" if message.known_at else "known at that time"
    )
    day = f"as of {message.as_of}" if message.as_of else "as of several days"
    versions = f"terms version {message.terms_version}, team version {message.team_version}"
    if not message.terms_version:
        versions = "several deals, or no deal"
    about = f"{message.about}, " if message.about else ""
    return f"{about}{day}, {known}, {versions}, Dealclock {message.engine}"


def _document(deal: StoredDeal, chosen: list[ArchivedMessage]) -> dict[str, object]:
    return {
        "format": "dealclock-told/1",
        "deal": deal.meta.id,
        "code_name": deal.meta.code_name,
        "told": [
            {
                "at": message.at.isoformat(),
                "kind": message.kind,
                "to": message.to,
                "instance": message.about or None,
                "state": message.state,
                "ended_at": message.ended_at.isoformat() if message.ended_at else None,
                "cause": message.cause,
                "as_of": message.as_of.isoformat() if message.as_of else None,
                "known_at": message.known_at.isoformat() if message.known_at else None,
                "terms_version": message.terms_version or None,
                "team_version": message.team_version or None,
                "engine": message.engine,
                "verified": not message.wrong,
                "wrong": message.wrong or None,
                "text": message.text,
            }
            for message in chosen
        ],
    }
