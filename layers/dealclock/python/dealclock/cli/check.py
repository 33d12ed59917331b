"""`dealclock check`: every problem in a deal's files at once, or what they hold."""

import argparse
from collections import Counter
from collections.abc import Iterator
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
from dealclock.facts.terms_warnings import list_terms_warnings
from dealclock.files.source import Source, parse_file
from dealclock.messages.layout import Column, TableRow, TextTable
from dealclock.messages.unchecked_sections import NONE_LISTED
from dealclock.messages.view import describe_checks
from dealclock.messages.words import listed, number
from dealclock.terms.terms import Terms


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Check every file of a deal, including its rehearsals, and list every "
        "problem with its file, line, value and allowed values. Also warns, with the line, about "
        "what the terms make easy to get wrong, a party without its own owners, and alerts that "
        "are off.",
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
    terms = parse_file(deal.folder / TERMS)
    warnings = (
        *(
            f"{p.place}: {p.at}: given {p.given}; {p.allowed}."
            for p in list_terms_warnings(terms, deal.terms)
        ),
        *_calendars_that_end(terms, deal, clock.today(deal.terms.agreement.time_zone)),
        *_unowned(deal),
        *_of_events(deal),
        *silence_warnings(deal),
    )
    for warning in dict.fromkeys(warnings):
        terminal.say_wrapped("", f"WARNING: {warning}", hanging=0)
    return 0


def _calendars_that_end(source: Source, deal: DealFiles, today: date) -> Iterator[str]:
    """Warnings of the deal's own calendars that end within a year of today."""
    until = moved(today, 1, "years")
    for name, each in deal.terms.calendars.items():
        first, last = each.years
        if last < until.year:
            line = source.line(("calendars", name, "years"))
            yield (
                f"{source.file}:{line}: the calendar {name} ends with {last}. Once a "
                "later date is counted in it, the whole deal cannot be assessed. To cover a year "
                f"from today, add the closed days through {until.year} and give years: "
                f"[{first}, {until.year}]."
            )


def _unowned(deal: DealFiles) -> Iterator[str]:
    """Warnings of parties that owe something and have no owners."""
    source, team = parse_file(deal.folder / TEAM), deal.team
    provisions = Counter(rule.owed_by for rule in deal.terms.provisions)
    for party, count in sorted(provisions.items()):
        if party not in team.owners:
            owner, backup = team.owner_of(party)
            yield (
                f"{source.file}:{source.line(('owners',))}: there are no owners for {party!r}, "
                f"which owes {number(count, 'provision')}. Its alerts go to the company's owners: "
                f"{owner.name}, then {backup.name}. To change that, add {party} to owners."
            )


def _of_events(deal: DealFiles) -> Iterator[str]:
    """Warnings of events that leave out what should be known."""
    for history in (deal.history, *(history for _, history in deal.rehearsals)):
        facts = history.content.facts
        source = parse_file(history.file) if history.file else Source("", {}, {})
        places = {fact.id: source.line(("facts", n)) for n, fact in enumerate(facts)}
        for of, text in (*not_stated(facts), *which_order(facts, deal.terms)):
            yield f"{source.file}:{places[of]}: {text}"


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
                *([checks] if (checks := describe_checks(terms, team.checks)) else []),
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


def _facts(history: History) -> str:
    facts = history.content.facts
    hypothetical = sum(f.basis == "hypothetical" for f in facts)
    if not facts:
        return "no event recorded yet"
    return number(len(facts), "event") + (
        f", {hypothetical} of sample data" if hypothetical else ""
    )
