"""The command of an act on a deal of a running stack: its options are the act's own."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dealclock.answers.ask import Option
from dealclock.cli import arguments, connection, terminal
from dealclock.cli.commands import ACTS
from dealclock.cli.parser import Parser
from dealclock.days.typed_day import ParsedDay
from dealclock.desk.act import ActVerb, find_act
from dealclock.desk.actor import Actor
from dealclock.jobs.find_deal import find_deal
from dealclock.messages.desk_replies import with_dates_echoed
from dealclock.people.people import Action

_TYPES: Mapping[str, Callable[[str], object]] = {"day": arguments.day, "number": int}


@dataclass(frozen=True, slots=True)
class ActCommand:
    """`dealclock ACT DEAL ... --as PERSON` for one act."""

    act: ActVerb

    @property
    def is_typed(self) -> bool:
        """Whether its options are words, as in Slack."""
        return self.act.options[0].shown is None

    def add(self, parser: Parser) -> None:
        """The command and its options, the first in its place."""
        act = self.act
        parser.describe(act.description, act.example)
        arguments.add_loaded_deal(parser)
        if self.is_typed:
            usage = act.usage.partition(" [DEAL] ")[2]
            help_ = f"the same as typed in Slack: {usage}"
            parser.add_argument("words", metavar="WORD", nargs="*", help=help_)
        for place, each in enumerate(() if self.is_typed else act.options):
            if each.kind == "flag":
                parser.add_argument(
                    _name(each), dest=each.field, action="store_true", help=each.description
                )
            elif place == 0 and str(each.shown) in act.usage:
                parser.add_argument(each.field, metavar=each.shown, help=each.description)
            else:
                parser.add_argument(
                    _name(each),
                    dest=each.field,
                    metavar=each.shown or "DATE",
                    type=_TYPES.get(each.kind, str),
                    required=each.needed,
                    help=each.description,
                )
        acts = act.action is not Action.READ  # what only reads without words needs no person
        arguments.add_person(parser, "id on the team of the person who acts", required=acts)
        parser.add_argument(
            "--dry-run", action="store_true", help="only check it, and show what would be answered"
        )
        connection.add_option(parser)

    def run(self, args: argparse.Namespace) -> int:
        """Do it, or with --dry-run only check it, and print the answer."""
        stack = connection.connect(args)
        services = stack.services(**{self.act.queues: True}).pinned()
        at = Actor(find_deal(args.deal, stack.store), args.person, services, stack.by)
        days: Sequence[ParsedDay] = ()
        if self.is_typed:
            done, days = self.act.typed(" ".join(args.words), at, dry_run=args.dry_run)
        else:
            given = {each.field: getattr(args, each.field) for each in self.act.options}
            values = {name: value for name, value in given.items() if value is not None}
            done = self.act(at, values, dry_run=args.dry_run)
        if args.dry_run:
            terminal.say("Dry run: nothing was recorded. The answer would be:\n")
        read = [(each.typed, each.day, each.rule) for each in days]
        terminal.say_lines(with_dates_echoed(done.message, read))
        return 0


def _name(option: Option) -> str:
    return f"--{option.name}"


def of_act(name: str) -> ActCommand:
    """The command of the act of that name."""
    return ActCommand(find_act(name, ACTS[name]))
