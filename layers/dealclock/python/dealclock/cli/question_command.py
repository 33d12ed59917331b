"""The command of a question: its options are the question's details; prints text or JSON."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dealclock.answers.ask import Option, Question
from dealclock.answers.catalog import DESCRIPTIONS, QUESTIONS
from dealclock.answers.options import read_options
from dealclock.answers.typed_words import TypedWords, parsed_days
from dealclock.cli import terminal
from dealclock.cli.arguments import add_deal
from dealclock.cli.load_view import as_of, closed_days, deal_of, look
from dealclock.cli.parser import Parser, sentence_case
from dealclock.days.typed_day import ParsedDay
from dealclock.messages.desk_replies import with_dates_echoed
from dealclock.messages.view import DealView

_SHOWN = {
    "day": "DATE",
    "money": "DOLLARS",
    "number": "N",
    "word": "WORD",
    "words": "WORD,WORD",
    "record": "{KEY: VALUE}",
    "records": "{KEY: VALUE}",
}
_REPEATABLE = ("words", "records")


@dataclass(frozen=True, slots=True)
class QuestionCommand:
    """`dealclock NAME DEAL_DIR --as-of DATE` for one question."""

    question: Question[...]

    def add(self, parser: Parser) -> None:
        """The command and its options."""
        q = self.question
        parser.describe(f"{sentence_case(DESCRIPTIONS[q.name])}.", q.example)
        add_deal(parser)
        for detail in q.options:
            add_detail(parser, detail, required=detail.needed and q.slash is None)
        if q.slash is not None:
            usage = " ".join(q.slash.usage.split()[1:]).removeprefix("[DEAL] ")
            parser.add_argument(
                "words",
                metavar="WORD",
                nargs="*",
                help=f"the same as typed in Slack: {usage}",
            )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def run(self, args: argparse.Namespace) -> int:
        """Ask, and print the answer."""
        seen, values, days, found_by = self.asked(args)
        found = self.question.answered(seen, values)
        if args.json:
            terminal.say_json(self.question.document(found.body))
            return 0
        read = dict.fromkeys((each.typed, each.day, each.rule) for each in days)
        terminal.say_message(with_dates_echoed(found.say(seen), read), seen, found_by)
        return 0

    def asked(
        self, args: argparse.Namespace
    ) -> tuple[DealView, Mapping[str, object], Sequence[ParsedDay], str]:
        """The deal, the options given, the dates typed among the words, and how its day was found.

        A day that the words give is another day of the deal, on which no more is known.
        """
        question, deal = self.question, deal_of(args)
        day, found_by = as_of(deal, args)
        seen, typed = look(deal, day, args), dict[str, object]()
        days: Mapping[str, ParsedDay] = {}
        if words := getattr(args, "words", ()):
            whole = TypedWords(tuple(" ".join(words).split()), None, True, ())
            typed.update(question.read_words(whole))
            days = parsed_days(typed, day, closed_days(deal))
            typed |= {name: each.day for name, each in days.items()}
        if typed.pop("on", None):
            on, found_by = days["on"].day, ""
            seen = replace(seen, as_of=on, today=day, known_at=seen.instant)
        given = {
            name: value for name, value in details_of(question, args).items() if value is not None
        }
        return seen, {**typed, **read_options(question, given, typed)}, (*days.values(),), found_by


def details_of(question: Question[...], args: argparse.Namespace) -> dict[str, object]:
    """The given value of each detail of a question."""
    return {detail.name: _value(detail, args) for detail in question.options}


def of_question(name: str) -> QuestionCommand:
    """The command of the question of that name."""
    return QuestionCommand(QUESTIONS[name])


def add_detail(parser: Parser, detail: Option, *, required: bool) -> None:
    """Add the option of one detail; it may be repeated for records and words."""
    option = f"--{_dest(detail).removeprefix('of_').replace('_', '-')}"
    if detail.kind == "flag":
        parser.add_argument(
            option, dest=_dest(detail), action="store_true", help=detail.description
        )
        return
    parser.add_argument(
        option,
        dest=_dest(detail),
        metavar=detail.shown or _SHOWN[detail.kind],
        action="append" if detail.kind in _REPEATABLE else _Once,
        required=required,
        help=detail.description,
    )


class _Once(argparse.Action):
    """Keeps one value, and refuses a second one instead of dropping the first."""

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, *__: object
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "given twice; give it once")
        setattr(namespace, self.dest, values)


def _value(detail: Option, args: argparse.Namespace) -> object:
    """The given value of a detail; words from repeated options are joined in order."""
    value = getattr(args, _dest(detail))
    return ",".join(value) if detail.kind == "words" and value is not None else value


def _dest(detail: Option) -> str:
    """The attribute of a detail in the arguments, distinct from the deal's, such as `facts`."""
    return f"of_{detail.name.replace('-', '_')}"
