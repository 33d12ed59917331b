"""`dealclock cases`: run a folder of worked cases and print those that fail."""

import argparse
from pathlib import Path

from dealclock.cli import terminal
from dealclock.cli.parser import Parser
from dealclock.jobs.operate.cases.comparison import compare_answer, read_questions

_FAILED = 1


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Run every worked case in a folder of YAML files (docs/cases.md). For each "
        "failure, show the expected and the actual answer. Exits with 1 if any case fails, or if "
        "one marked as failing passes.",
        "tests/cases",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="folder of worked cases")
    parser.add_argument(
        "--agreements",
        metavar="DIR",
        type=Path,
        default=Path("agreements"),
        help=(
            "folder of the agreements that the cases name (default: next to the cases, else "
            "agreements)"
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Print the failures, then how many cases passed and failed."""
    passed = failed = marked = 0
    for question in read_questions(args.folder, args.agreements):
        wrong = compare_answer(question)
        if not wrong:
            passed += question.fails is None
            marked += question.fails is not None
            continue
        failed += 1
        terminal.say(f"FAILED {question.name} ({question.file})")
        terminal.say_wrapped(*(f"  {mismatch}" for mismatch in wrong))
    failing_as_marked = f", {marked} failing as marked" if marked else ""
    terminal.say(f"{passed} passed, {failed} failed{failing_as_marked}")
    return _FAILED if failed else 0
