"""`dealclock diff`: what one version of a deal's terms changes in another: its words, the dates and
amounts that move, and the amendment that makes the change.
"""

import argparse
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from dealclock.cli import terminal
from dealclock.cli.arguments import add_as_of, add_files
from dealclock.cli.load_view import as_of, deal_of, look
from dealclock.cli.parser import Parser
from dealclock.documents.deal_files import TERMS, DealFiles, read_deal
from dealclock.engine.assess import assess
from dealclock.engine.changes import compare
from dealclock.engine.checked_files import check_terms
from dealclock.files import raw
from dealclock.files.source import Source, parse_file
from dealclock.files.yaml_text import lines, one_line
from dealclock.messages import words
from dealclock.messages.changes import NOTHING, render_lines
from dealclock.messages.message import Message, listed
from dealclock.terms.differences import TermsDifference, changes_of, differences
from dealclock.terms.key_names import counsel_keys
from dealclock.terms.terms import Terms


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Compare the terms of a deal with another version of them: what changed, by Section, which "
        "dates and amounts move with the same events, and the amendment that makes the change.",
        "agreements/infocrossing-2004 drafts/infocrossing-2004 --as-of 2004-11-20",
    )
    add_files(parser)
    parser.add_argument("other", metavar="OTHER_DIR", type=Path, help="folder of the other version")
    add_as_of(parser)


def run(args: argparse.Namespace) -> int:
    """Print what differs."""
    before = deal_of(args)
    after = read_deal(args.other, before.history.file, rehearsals=False)
    day, how = as_of(before, args)
    sources = (parse_file(each.folder / TERMS) for each in (before, after))
    old, new = (counsel_keys(source.data, Terms) for source in sources)
    found = list(differences(old, new))
    args.known_at, args.readings = None, []
    was, is_now = (look(each, day, args) for each in (before, after))
    moved = render_lines(compare(assess(was, compare=False), assess(is_now, compare=False)))
    sections = (
        listed("In the terms", [line for each in found for line in _describe(each, before, after)]),
        listed("In dates and amounts", moved or [NOTHING]),
        listed("What an amendment cannot change", _fixed(found)),
    )
    dates = words.number(len(moved), "date or amount moves", "dates and amounts move")
    parts = words.number(len(found), "change")
    headline = f"{before.team.code_name}: {parts} of the terms; {dates}"
    terminal.say_message(Message(preview="", headline=headline, sections=sections), was, how)
    if changes := changes_of(found):
        terminal.say("\n".join(["", *_amendment(changes, old, day)]))
    return 0


def _describe(each: TermsDifference, before: DealFiles, after: DealFiles) -> Iterator[str]:
    """A difference by its Section and title where a provision has one, and both values."""
    part, *inside = each.path
    rules = {rule.id: rule for deal in (before, after) for rule in deal.terms.provisions}
    rule = rules.get(inside[0]) if part == "provisions" and inside else None
    of = f"{words.clause(rule.clause)}, {rule.title}: " if rule else f"{part}: "
    yield f"{of}{'.'.join(inside[1:] if rule else inside) or 'the provision'}"
    yield from (
        f"  {name}: {one_line(value)}"
        for name, value in (("was", each.was), ("now", each.now))
        if value is not None
    )


def _fixed(found: Sequence[TermsDifference]) -> Iterator[str]:
    for each in found:
        if not each.is_amendable:
            yield f"{'.'.join(each.path)}: correct the file and load the deal again"


def _amendment(changes: dict[str, Any], terms: Any, day: date) -> Iterator[str]:
    """The amendment as YAML to add to the terms, or why it cannot be one."""
    taken = {each.get("id") for each in raw.records(terms, "amendments")}
    numbers = (f"amendment-{n}" for n in range(1, len(taken) + 2))
    draft = {
        "id": next(name for name in numbers if name not in taken),
        "title": "Amendment",
        "effective": day,
        "known": day,
        "changes": changes,
    }
    amended = {**terms, "amendments": [*raw.items(terms, "amendments"), draft]}
    _, problems = check_terms(Source.of_data(TERMS, amended))
    if problems:
        yield "As an amendment of the first version it is refused:"
        yield from (f"  {each.where}: {each.allowed}" for each in problems)
        return
    yield f"As an amendment, to be added to {TERMS}; give its own title and days:"
    yield from lines({"amendments": [draft]})
