"""`dealclock settings`: a deal's team as stored on the stack, as YAML, and changes of it."""

import argparse

import yaml

from dealclock.answers.settings import settings
from dealclock.cli import clock, connection, terminal
from dealclock.cli.act_command import of_act
from dealclock.cli.parser import Parser
from dealclock.jobs.deal_day import approvals_of, look_at
from dealclock.jobs.find_deal import find_deal

_CHANGE = of_act("settings")


def add(parser: Parser) -> None:
    """The command and its options."""
    _CHANGE.add(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the team; the deal's archive records it. With words, make that change."""
    if args.words:
        return _CHANGE.run(args)
    stack, now = connection.connect(args), clock.now()
    deal = find_deal(args.deal, stack.store)
    stack.store.archive.audit(deal.meta.id, "printed settings", stack.by, now)
    if args.json:
        look = look_at(deal, now, approvals_of(deal, stack.store))
        terminal.say_json(settings.json(look, {}))
        return 0
    data = deal.team.model_dump(mode="json", exclude_defaults=True)
    terminal.say(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100).rstrip())
    return 0
