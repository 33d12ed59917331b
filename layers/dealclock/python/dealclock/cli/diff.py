"""`dealclock diff`: what one version of a deal's terms changes in another: its words, the dates and
amounts that move, and the amendment that makes the change.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from dealclock.cli import terminal
from dealclock.cli.arguments import add_as_of, add_files
from dealclock.cli.load_view import as_of, deal_of, look
from dealclock.cli.parser import Parser
from dealclock.documents.deal_files import TERMS
from dealclock.engine.assess import assess
from dealclock.engine.changes import compare
from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.engine.sample import on_sample_timeline
from dealclock.errors import InvalidError
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import Source, parse_file
from dealclock.files.yaml_text import lines, one_line
from dealclock.messages import words
from dealclock.messages.changes import NOTHING, render_lines
from dealclock.messages.message import Message, listed, with_content
from dealclock.messages.view import DealView
from dealclock.terms.differences import (
    TermsDifference,
    amended_data,
    differences,
    draft_amendment,
)
from dealclock.terms.rules.rule import Rule
from dealclock.terms.terms import Terms

_MOST = 7


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Compare the terms of a deal with another version of them: what changed, by Section, which "
        "dates and amounts move with the same events, or on a sample timeline where there are "
        "none, and the amendment that makes the change.",
        "agreements/infocrossing-2004 drafts/terms.yaml --as-of 2004-11-20",
    )
    add_files(parser)
    parser.add_argument(
        "other", metavar="OTHER", type=Path, help="the other version: its folder, or a terms file"
    )
    add_as_of(parser)


def run(args: argparse.Namespace) -> int:
    """Print what differs."""
    deal = deal_of(args)
    day, how = as_of(deal, args)
    args.known_at, args.readings = None, []
    view = look(deal, day, args)
    old = parse_file(deal.folder / TERMS)
    new = parse_file(args.other / TERMS if args.other.is_dir() else args.other)
    terms, problems = check_terms(new)
    if problems or terms is None:
        raise InvalidError(problems)
    found = list(differences(amended_data(old.data), amended_data(new.data)))
    on, moved = "", list(_refused(deal.history.file, new, terms))
    if not moved:
        on, moved = _moved(view, terms)
    rules = {rule.id: rule for each in (deal.terms, terms) for rule in each.provisions}
    draft = draft_amendment(old, found, day, lambda source: check_terms(source)[1])
    sections = (
        listed("In the terms", (_describe(each, rules) for each in found)),
        listed(f"In dates and amounts{on}", moved or [NOTHING]),
        listed(
            "What an amendment cannot change",
            (f"{_part(part, rules)}: {why}" for part, why in draft.fixed.items()),
        ),
    )
    headline = f"{deal.team.code_name}: {words.number(len(found), 'change')} of the terms"
    message = Message(preview="", headline=headline, sections=with_content(*sections))
    terminal.say_message(message, view, how)
    if draft.amendment:
        terminal.say_wrapped(
            "",
            f"As an amendment, to be added to {TERMS}; give its own title and days. It counts from "
            "its effective day: what was over by then stays as it was.",
            "",
            hanging=0,
        )
        terminal.say("\n".join(lines({"amendments": [dict(draft.amendment)]})))
    return 0


def _moved(view: DealView, terms: Terms) -> tuple[str, list[str]]:
    """Which events are the same, and what moves with them."""
    on, was = "", view
    if not view.log.facts:
        on, was = ", on the sample timeline of dealclock proofread", on_sample_timeline(view)
    changed = compare(
        assess(replace(was, terms=view.terms), compare=False),
        assess(replace(was, terms=terms), compare=False),
    )
    return on, render_lines(changed)


def _refused(facts: Path | None, new: Source, terms: Terms) -> Iterator[str]:
    """Why the deal's events are refused with the new terms."""
    _, problems = check_facts(parse_file(facts), outline(new.data), terms) if facts else (None, [])
    if problems:
        yield "Not compared: the other version refuses events of this deal"
    for each in problems[:_MOST]:
        yield f"{each.place}, {each.at}: given {each.given}; {each.allowed}"
    if (more := len(problems) - _MOST) > 0:
        yield f"and {more} more"


def _describe(each: TermsDifference, rules: Mapping[str, Rule]) -> str:
    """A difference by its Section and title where a provision has one, and both values."""
    key = ".".join(each.path[len(each.part) :])
    of = f"{_part(each.part, rules)}{f': {key}' if key else ''}"
    if each.was is None:
        return f"{of}: new, {one_line(each.now)}"
    if each.now is None:
        return f"{of}: no longer there, was {one_line(each.was)}"
    return f"{of}: was {one_line(each.was)}; now {one_line(each.now)}"


def _part(part: tuple[str, ...], rules: Mapping[str, Rule]) -> str:
    rule = rules.get(part[1]) if part[0] == "provisions" and part[1:] else None
    if rule is None:
        return ": ".join(part)
    return f"{words.clause(rule.clause)}, {rule.title} ({rule.id})"
