"""The command of a question: its options are the question's details, its answer told or as JSON."""

import argparse
import json
from dataclasses import dataclass

from dealclock.cli import terminal
from dealclock.cli.arguments import add_deal, day
from dealclock.cli.load_view import asked, deal_of, history_of
from dealclock.cli.parser import Parser, Subparsers
from dealclock.render import report_heading
from dealclock.render.layout import wrapped
from dealclock.usecases.questions.all import QUESTIONS, SAYS
from dealclock.usecases.questions.question import Detail, Question

_SHOWN = {
    "day": "DATE",
    "money": "DOLLARS",
    "number": "N",
    "word": "WORD",
    "words": "WORD,WORD",
    "record": "{KEY: VALUE}",
    "records": "{KEY: VALUE}",
}
_SEVERAL = ("words", "records")


@dataclass(frozen=True, slots=True)
class QuestionCommand:
    """`dealclock NAME DEAL_DIR --as-of DATE` for one question."""

    question: Question
    says: str

    def add(self, subparsers: Subparsers) -> Parser:
        """The command and its options; its parser, for options of its own."""
        q = self.question
        parser = subparsers.add_parser(
            q.name,
            help=self.says,
            description=f"{self.says[:1].upper()}{self.says[1:]}.",
            epilog=f"example: dealclock {q.name} {q.example}",
        )
        add_deal(parser)
        parser.add_argument("--as-of", metavar="DATE", type=day, required=True, help="the day")
        for detail in q.details:
            add_detail(parser, detail)
        parser.add_argument("--json", action="store_true", help="the answer as JSON")
        return parser

    def run(self, args: argparse.Namespace) -> int:
        """Ask, and print the answer."""
        given = details_of(self.question, args)
        deal = deal_of(args)
        ask = asked(self.question, deal, args.as_of, args, given)
        answered = self.question.answer(ask)
        if args.json:
            terminal.say(json.dumps(answered, indent=2, ensure_ascii=False))
            return 0
        width = terminal.width()
        code_name = deal.team.code_name
        heading = report_heading.of_question(ask.in_force(), code_name, history_of(deal), width)
        first = self.question.first
        answer = f"{code_name}: {first(answered)}" if first else ""
        lines = [*wrapped(answer, width), *heading, "", *self.question.render(answered, width)]
        terminal.say("\n".join(lines))
        return 0


def details_of(question: Question, args: argparse.Namespace) -> dict[str, object]:
    """What was given of each detail of a question."""
    return {detail.name: _given(detail, args) for detail in question.details}


def of_question(name: str) -> QuestionCommand:
    """The command of the question of that name."""
    return QuestionCommand(QUESTIONS[name], SAYS[name])


def add_detail(parser: Parser, detail: Detail) -> None:
    """The option of one detail; records and words may be given by naming it several times."""
    option = f"--{_dest(detail).removeprefix('of_').replace('_', '-')}"
    if detail.kind == "flag":
        parser.add_argument(option, dest=_dest(detail), action="store_true", help=detail.says)
        return
    parser.add_argument(
        option,
        dest=_dest(detail),
        metavar=detail.shown or _SHOWN[detail.kind],
        action="append" if detail.kind in _SEVERAL else _Once,
        required=detail.needed,
        help=detail.says,
    )


class _Once(argparse.Action):
    """Keeps the one value given, and refuses a second one rather than drop the first."""

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, *__: object
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "given twice; give it once")
        setattr(namespace, self.dest, values)


def _given(detail: Detail, args: argparse.Namespace) -> object:
    """What was given of a detail; words given several times are all of them, in order."""
    given = getattr(args, _dest(detail))
    return ",".join(given) if detail.kind == "words" and given is not None else given


def _dest(detail: Detail) -> str:
    """Where the arguments keep a detail, apart from the deal's own such as `facts`."""
    return f"of_{detail.name.replace('-', '_')}"
