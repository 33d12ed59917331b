"""`dealclock settings`: a deal's team as stored on the stack, as YAML."""

import argparse

import yaml

from dealclock.answers.settings import QUESTION
from dealclock.answers.settings.result import SettingsQuery
from dealclock.cli import clock, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.engine.look import Look
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.deal_day import deal_now
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
    parser.add_argument("--json", action="store_true", help="print JSON")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the team; the deal's archive records it."""
    stack, now = connection.connect(args), clock.now()
    deal = find_deal(args.deal, stack.store)
    stack.store.archive.audit(deal.meta.id, "printed settings", stack.by, now)
    if args.json:
        as_of, known_at = deal_now(deal, now)
        query = Look(deal.terms, deal.log, as_of, known_at, deal.team.chosen)
        settings = SettingsQuery(deal.team, approvals_of(deal, stack.store))
        terminal.say_json(QUESTION.document(QUESTION.answer(query, settings)))
        return 0
    data = deal.team.model_dump(mode="json", exclude_defaults=True)
    terminal.say(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100).rstrip())
    return 0
