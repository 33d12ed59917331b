"""The answers of `/deal` commands from a deal's files: `dealclock ask`, and `dealclock next`."""

import argparse

from dealclock.cli import clock, terminal
from dealclock.cli.arguments import add_as_of, add_files
from dealclock.cli.commands import ALL
from dealclock.cli.load_view import as_of, deal_of
from dealclock.cli.parser import Subparsers, sentence_case
from dealclock.desk.of_files import answer_of_files
from dealclock.desk.verbs.all import VERBS
from dealclock.messages.layout import wrapped
from dealclock.messages.message import text_lines


class WordsCommand:
    """`dealclock NAME DEAL_DIR WORDS`: one command of `/deal`; "ask" takes any of them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def add(self, subparsers: Subparsers) -> None:
        """The command and its options."""
        verb = VERBS.get(self.name)
        example = verb.examples[0] if verb else "usable on 2004-12-17"
        parser = subparsers.add_parser(
            self.name,
            help=ALL[self.name],
            description=f"{sentence_case(verb.summary)}. Words are read as in Slack."
            if verb
            else "Answer a /deal command from a deal's files alone, with the same first line as in "
            "Slack. `dealclock ask DEAL_DIR help` lists the commands.",
            epilog=f"Example: dealclock {self.name} agreements/infocrossing-2004 --facts "
            f"histories/story.yaml --as-of 2005-01-20 {example.removeprefix(self.name).strip()}",
        )
        add_files(parser)
        add_as_of(parser)
        usage = verb.usage.removeprefix(f"{verb.name} [DEAL] ") if verb else "such as: next 30"
        parser.add_argument(
            "words",
            metavar="WORD",
            nargs="*" if verb else "+",
            help=f"as typed after /deal {self.name}: {usage}"
            if verb
            else f"the /deal command, {usage}",
        )

    def run(self, args: argparse.Namespace) -> int:
        """Print the answer."""
        deal = deal_of(args)
        day, _ = as_of(deal, args)
        typed = " ".join([*([] if self.name == "ask" else [self.name]), *args.words])
        answer = answer_of_files(typed, deal, day, clock.now())
        width = terminal.width()
        lines = (
            wrapped(line, width, hanging=2) or [""]
            for line in map(terminal.as_typed_here, text_lines(answer))
        )
        terminal.say("\n".join(line for paragraph in lines for line in paragraph))
        return 0


COMMAND = WordsCommand("ask")
add, run = COMMAND.add, COMMAND.run
