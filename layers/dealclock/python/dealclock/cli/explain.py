"""`dealclock explain`: one date or amount, step by step."""

import argparse
import json

from dealclock.cli import clock, terminal
from dealclock.cli.arguments import add_deal, day
from dealclock.cli.commands import ON_FILES
from dealclock.cli.load_view import asked, deal_of, look
from dealclock.cli.parser import Subparsers
from dealclock.render import answers, explanation, why
from dealclock.render.message import Message
from dealclock.render.view import View, matters
from dealclock.usecases.desk.verbs.explain import with_others
from dealclock.usecases.questions.explain import ACCRUAL, QUESTION, is_accrual, named_instance


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "explain",
        help=ON_FILES["explain"],
        description="Shows the steps behind one date or amount, with the days skipped and why.",
        epilog="example: dealclock explain agreements/infocrossing-2004 trustee-notice "
        "--as-of 2004-11-20",
    )
    add_deal(parser)
    parser.add_argument(
        "obligation",
        metavar="OBLIGATION",
        help="an instance such as trustee-notice/default-ii, an id such as trustee-notice, or "
        f"{ACCRUAL}",
    )
    parser.add_argument(
        "--as-of",
        metavar="DATE",
        type=day,
        help="as-of date (default: today in the deal's time zone)",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the explanation."""
    deal = deal_of(args)
    zone = deal.terms.agreement.time_zone
    as_of = args.as_of or clock.today(zone)
    if args.json:
        question = asked(QUESTION, deal, as_of, args, {"instance": args.obligation})
        terminal.say(json.dumps(QUESTION.answer(question), indent=2, ensure_ascii=False))
        return 0
    found = look(deal, as_of, args)
    chosen = "" if args.as_of else f"today in {zone} (use --as-of for another day)"
    message = _explained(found.view, args.obligation)
    lines = explanation.lines(message, found.view, found.history, chosen, terminal.width())
    terminal.say("\n".join(lines))
    return 0


def _explained(view: View, name: str) -> Message:
    if is_accrual(name, view.terms):
        return answers.accrual(view)
    named = named_instance(name, view.terms, view.assessment)
    meant = next(m for m in matters(view) if m.instance == named.instance)
    return with_others(why.explain(view, meant), view, named.others, "dealclock explain DEAL")
