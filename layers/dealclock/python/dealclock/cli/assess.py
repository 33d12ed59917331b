"""`dealclock assess`: the whole assessment of a deal as of a day, as tables."""

import argparse

from dealclock.answers.tables import tables
from dealclock.cli import terminal
from dealclock.cli.question_command import of_question
from dealclock.engine.assessment import Assessment
from dealclock.messages.view import View

_COMMAND = of_question("assess")
add = _COMMAND.add


def run(args: argparse.Namespace) -> int:
    """Print the assessment, or what a person outside the team sees."""
    seen, values, *_ = _COMMAND.asked(args)
    found = _COMMAND.question.answered(seen, values)
    if args.json:
        terminal.say_json(_COMMAND.question.document(found.body))
    elif isinstance(found.body, Assessment):
        view = View.with_assessment(seen, found.body)
        terminal.say("\n".join(tables(view, seen.history, terminal.width())))
    else:
        terminal.say_lines(found.say(seen))
    return 0
