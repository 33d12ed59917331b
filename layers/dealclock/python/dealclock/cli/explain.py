"""`dealclock explain`: one date or amount, step by step."""

import argparse
from collections.abc import Iterator

from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.source import nearest
from dealclock.cli import clock, terminal
from dealclock.cli.arguments import add_deal, day
from dealclock.cli.commands import ON_FILES
from dealclock.cli.looking import Look, deal_of, look
from dealclock.cli.parser import Subparsers
from dealclock.errors import DealclockError
from dealclock.render import explanation, words
from dealclock.render.view import Matter, View, matters

_ACCRUAL = "accrual"
_MOST = 12


class NothingToExplain(DealclockError):
    """No instance, or several, go by that name; the message lists those that do."""


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "explain",
        help=ON_FILES["explain"],
        description="The steps behind one date or amount, with the days skipped and why.",
        epilog="example: dealclock explain agreements/infocrossing-2004 trustee-notice "
        "--as-of 2004-11-20",
    )
    add_deal(parser)
    parser.add_argument(
        "obligation",
        metavar="OBLIGATION",
        help=f"an instance such as trustee-notice/default-ii, an id such as trustee-notice, "
        f"or {_ACCRUAL}",
    )
    parser.add_argument(
        "--as-of", metavar="DATE", type=day, help="the day; left out, today in the deal's zone"
    )


def run(args: argparse.Namespace) -> int:
    """Print the explanation."""
    deal = deal_of(args)
    zone = deal.terms.agreement.time_zone
    as_of = args.as_of or clock.today(zone)
    found = look(deal, as_of, args)
    chosen = "" if args.as_of else f"today in {zone} (give --as-of for another day)"
    lines = explanation.heading(found.view, found.history, chosen, terminal.width())
    terminal.say("\n".join([*lines, *_explained(found, args.obligation)]))
    return 0


def _explained(found: Look, name: str) -> Iterator[str]:
    view, width = found.view, terminal.width()
    if name in (_ACCRUAL, *(p.id for p in view.terms.all_of(RateSchedule))):
        return explanation.of_accrual(view, width)
    return explanation.of_matter(_matter(view, name), view, width)


def _matter(view: View, name: str) -> Matter:
    known = list(matters(view))
    named = [m for m in known if m.instance == name] or [
        m for m in known if m.instance.partition("/")[0] == name
    ]
    if len(named) == 1:
        return named[0]
    as_of = f"as of {words.day(view.assessment.as_of)}"
    if named:
        raise NothingToExplain(
            f"{name!r} has {len(named)} instances {as_of}; give one of "
            f"{_some([m.instance for m in named])}."
        )
    rule = next((p for p in view.terms.provisions if p.id == name), None)
    why = f"nothing has opened {name!r} ({rule.title})" if rule else f"there is no {name!r}"
    ids = [*dict.fromkeys(m.instance.partition("/")[0] for m in known), _ACCRUAL]
    hint = "" if rule else nearest(name, [*(m.instance for m in known), *ids])
    raise NothingToExplain(f"{why} {as_of}; what can be explained: {words.listed(ids)}.{hint}")


def _some(instances: list[str]) -> str:
    """The first few of many, and how many more there are."""
    more = len(instances) - _MOST
    shown = [*instances[:_MOST], f"{more} more"] if more > 0 else instances
    return words.listed(shown)
