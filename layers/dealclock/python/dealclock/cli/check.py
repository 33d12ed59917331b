"""`dealclock check`: every problem in a deal's files at once, or what they hold."""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from dealclock.cli import clock, terminal
from dealclock.cli.parser import Parser
from dealclock.cli.silences import silence_warnings
from dealclock.days.periods import moved
from dealclock.documents.deal_files import (
    FACTS,
    TEAM,
    TERMS,
    DealFiles,
    History,
    read_deal,
)
from dealclock.engine.assess import assess
from dealclock.engine.contradictions import which_order
from dealclock.facts.cross_checks import not_stated
from dealclock.facts.fact import Fact
from dealclock.files.source import parse_file
from dealclock.messages.layout import Column, TableRow, TextTable
from dealclock.messages.unchecked_sections import NONE_LISTED
from dealclock.messages.words import listed, number
from dealclock.people.team import Team
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.rules.rule import Rule
from dealclock.terms.terms import Terms


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Check every file of a deal, including its rehearsals, and list every "
        "problem with its file, line, value and allowed values. Also warns about a party without "
        "its own owners and about alert kinds that are off.",
        "agreements/infocrossing-2004",
    )
    parser.add_argument("folder", metavar="DEAL_DIR", type=Path, help="folder of the deal")


def run(args: argparse.Namespace) -> int:
    """Print what the files hold, then warnings."""
    deal = read_deal(args.folder, args.folder / FACTS, now=clock.now())
    for history in (deal.history, *(h for _, h in deal.rehearsals)):
        _assess(deal, history)
    columns = (Column("File"), Column("Holds", wraps=True))
    rows = [TableRow(cells) for cells in _contents(deal)]
    terminal.say(f"{deal.folder}: no problems found.\n")
    terminal.say_wrapped(TextTable(columns, rows))
    warnings = (
        *_trading_days(deal.terms),
        *_business_days(deal.terms),
        *_calendars_that_end(deal, clock.today(deal.terms.agreement.time_zone)),
        *_unowned(deal.terms, deal.team),
        *_unpaid(deal.terms),
        *(line for name, history in _histories(deal) for line in not_stated(history, name)),
        *(
            f"WARNING: in {name}, {text}"
            for name, history in _histories(deal)
            for _, text in which_order(history, deal.terms)
        ),
        *silence_warnings(deal.team),
    )
    for warning in warnings:
        terminal.say_wrapped("", warning, hanging=0)
    return 0


_TRADING_DAYS = re.compile(r"\b(trading|market|exchange business) days?\b", re.IGNORECASE)


def _trading_days(terms: Terms) -> Iterator[str]:
    """Warnings of provisions whose text mentions trading days but that count none."""
    for rule in terms.provisions:
        text = next(
            (t for t in (rule.title, rule.action, rule.clause) if _mentions_trading_days(t)), None
        )
        if text and "trading days" not in _counted(rule):
            yield (
                f"WARNING: {rule.id!r} mentions trading days ({text!r}) but counts none. If it "
                "should count them, its dates are off where only the banks or only the exchange "
                f"are closed. Use {TRADING}."
            )


TRADING = "unit: trading days"


def _mentions_trading_days(text: str) -> bool:
    return _TRADING_DAYS.search(text) is not None


def _counted(rule: Rule) -> set[object]:
    """The units that a provision counts in, not those that its words mention."""
    return _units(rule.model_dump(exclude={"id", "title", "action", "clause", "source"}))


def _units(data: object) -> set[object]:
    """The units of all lengths of time in a provision."""
    if isinstance(data, str):
        return {f"{unit.lower().removesuffix('s')}s" for unit in _IN_DAYS.findall(data)}
    if isinstance(data, dict):
        units = {data["unit"]} if "unit" in data else set()
        return units.union(*(_units(value) for value in data.values()))
    if isinstance(data, list | tuple):
        return set().union(*(_units(value) for value in data))
    return set()


def _unpaid(terms: Terms) -> Iterator[str]:
    """A warning for each default that no stream bears, and each stream that no payments pay."""
    streams = [rule for rule in terms.general if isinstance(rule, Stream)]
    bearing = [each.bears for each in streams if each.from_ is None]
    payments = [rule for rule in terms.general if isinstance(rule, Payments)]
    for default in terms.defaults() if streams else ():
        if not any(default.id in bears for bears in bearing) and () not in bearing:
            yield (
                f"WARNING: No stream bears the default {default.id}, so nothing accrues on it: "
                "list it under bears of a stream, or leave out bears."
            )
    for stream in streams:
        if not any(stream.id in (each.of or (stream.id,)) for each in payments):
            yield (
                f"WARNING: No payments pay {stream.id}, so no day is computed on which it is due: "
                "give payments of it."
            )


_IN_DAYS = re.compile(r"\b\d+ ((?:business |trading )?days?)\b", re.IGNORECASE)
_BUSINESS_DAYS = re.compile(r"\bbusiness days?\b", re.IGNORECASE)


def _business_days(terms: Terms) -> Iterator[str]:
    """Warnings of provisions whose text mentions Business Days but that count calendar days."""
    for rule in terms.provisions:
        texts = (rule.title, rule.action, rule.clause)
        text = next((t for t in texts if _BUSINESS_DAYS.search(t)), None)
        if text and _counted(rule) == {"days"}:
            yield (
                f"WARNING: {rule.id!r} mentions Business Days ({text!r}) but counts calendar days. "
                "If it should count Business Days, its dates are early. Use unit: business days."
            )


def _calendars_that_end(deal: DealFiles, today: date) -> Iterator[str]:
    """Warnings of the deal's own calendars that end within a year of today."""
    source, until = parse_file(deal.folder / TERMS), moved(today, 1, "years")
    for name, each in deal.terms.calendars.items():
        first, last = each.years
        if last < until.year:
            line = source.line(("calendars", name, "years"))
            yield (
                f"WARNING: {source.file}:{line}: the calendar {name} ends with {last}. Once a "
                "later date is counted in it, the whole deal cannot be assessed. To cover a year "
                f"from today, add the closed days through {until.year} and give years: "
                f"[{first}, {until.year}]."
            )


def _unowned(terms: Terms, team: Team) -> Iterator[str]:
    """Warnings of parties that owe something and have no owners."""
    provisions = Counter(rule.owed_by for rule in terms.provisions)
    for party, count in sorted(provisions.items()):
        if party not in team.owners:
            owner, backup = team.owner_of(party)
            yield (
                f"WARNING: {TEAM} names no owners for {party!r}, which owes "
                f"{number(count, 'provision')}. Its alerts go to the company's owners: "
                f"{owner.name}, then {backup.name}. To change that, add {party} to owners."
            )


def _assess(deal: DealFiles, history: History) -> None:
    """Assess the deal on its first day, on the day of its last fact, and when each amendment is in
    force and known; raises what fails."""
    first = deal.terms.agreement.dated
    last = max([first, *(f.on for f in history.content.facts)])
    amended = [max(a.effective, a.known) for a in deal.terms.amendments]
    for day in sorted({first, last, *amended}):
        assess(deal.look(day, history))


def _contents(deal: DealFiles) -> Iterator[tuple[str, str]]:
    terms, team = deal.terms, deal.team
    yield (
        TERMS,
        listed(
            (
                number(len(terms.provisions), "provision"),
                number(len(terms.parties), "party", "parties"),
                number(len(terms.securities), "lot"),
                *([number(len(terms.amendments), "amendment")] if terms.amendments else []),
                _not_computed(terms),
            )
        ),
    )
    for name in terms.letters:
        yield f"letters/{name}.md", "the deal's own text"
    yield (
        TEAM,
        listed(
            (
                f"code name {team.code_name}",
                number(len(team.people), "person", "people"),
                number(len(team.email), "address", "addresses") + " for alerts",
                number(len(team.readings), "reading") + " chosen",
                number(len(team.rehearsals), "rehearsal"),
            )
        ),
    )
    yield FACTS, _facts(deal.history)
    for rehearsal, history in deal.rehearsals:
        yield rehearsal.facts, f"{_facts(history)}, for rehearsal {rehearsal.id}"


def _not_computed(terms: Terms) -> str:
    """The number of clauses the terms list as not computed; an empty list proves nothing."""
    if not terms.not_modelled:
        return NONE_LISTED[:1].lower() + NONE_LISTED[1:]
    return number(len(terms.not_modelled), "Section") + " not computed"


def _histories(deal: DealFiles) -> Iterator[tuple[str, Sequence[Fact]]]:
    yield FACTS, deal.history.content.facts
    for rehearsal, history in deal.rehearsals:
        yield rehearsal.facts, history.content.facts


def _facts(history: History) -> str:
    facts = history.content.facts
    hypothetical = sum(f.basis == "hypothetical" for f in facts)
    if not facts:
        return "no event recorded yet"
    return number(len(facts), "event") + (
        f", {hypothetical} of sample data" if hypothetical else ""
    )
