"""A look at a deal's files as of a day: what every command that computes shares."""

import argparse
from collections.abc import Sequence
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path

from dealclock.agreement.readings.all import refuse_conflicts
from dealclock.cli.arguments import NO_FACTS
from dealclock.cli.parser import UsageError
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assess import assess
from dealclock.engine.in_force import InForce, in_force
from dealclock.engine.query import Query
from dealclock.facts.log import end_of
from dealclock.messages.view import DealView, View
from dealclock.usecases.documents.deal_files import FACTS, DealFiles, list_histories, read_deal

_FILES_HAVE_NO_VERSION = 0


def deal_of(args: argparse.Namespace) -> DealFiles:
    """The deal the arguments name, with the history they name; rehearsals are left alone."""
    return read_deal(args.folder, _history(args.facts, args.folder), rehearsals=False)


def look(deal: DealFiles, as_of: date, args: argparse.Namespace, *, together: bool = False) -> View:
    """The deal assessed as of a day, known and read as the arguments say; `together` over all
    readings."""
    query = query_of(deal, as_of, args)
    assessment = assess(
        Query(query.terms, query.log, query.as_of, query.known_at, query.readings, query.targets),
        together=together,
    )
    return View.with_assessment(view_of(deal, query), assessment)


def in_force_of(deal: DealFiles, as_of: date, args: argparse.Namespace) -> InForce:
    """The terms, facts and readings that `look` looks at."""
    known_at = _known_at(args.known_at, deal.terms.agreement.time_zone)
    return in_force(deal.terms, deal.log(), as_of, known_at, _readings(deal, args))


def query_of(deal: DealFiles, as_of: date, args: argparse.Namespace) -> Query:
    """The deal as of a day, known and read as the arguments say."""
    return Query(
        terms=deal.terms,
        log=deal.log(),
        as_of=as_of,
        known_at=_known_at(args.known_at, deal.terms.agreement.time_zone),
        readings=_readings(deal, args),
        targets=deal.team.targets,
    )


def view_of(deal: DealFiles, query: Query) -> DealView:
    """What an answer about the deal begins and ends with."""
    given = query.in_force()
    return DealView(
        terms=deal.terms,
        terms_version=_FILES_HAVE_NO_VERSION,
        team=deal.team,
        log=query.log,
        rehearsal=False,
        as_of=given.as_of,
        known_at=given.known_at,
        readings=given.readings,
        approvals=None,
        history=history_of(deal),
    )


def _history(given: str | None, folder: Path) -> Path | None:
    """The file named, from here or else from the deal's folder; None for no facts.

    Raises UsageError when there is neither, with the deal's own histories.
    """
    if given == NO_FACTS:
        return None
    if given is None:
        return folder / FACTS
    for path in (Path(given), folder / given):
        if path.exists():
            return path
    if folder.is_dir():
        raise UsageError(_no_history(given, list_histories(folder)))
    return folder / given  # that the folder is not there is said first


def _no_history(given: str, histories: Sequence[str]) -> str:
    known = {name: name for name in histories}
    known |= {Path(name).name: name for name in histories}
    known |= {NO_FACTS.lower(): NO_FACTS}
    near = get_close_matches(given.lower(), known, n=1)
    hint = f" Did you mean {known[near[0]]!r}?" if near else ""
    own = f"give an events file of this deal: {', '.join(histories)}" if histories else ""
    return (
        f"--facts {given} does not exist; {own or 'give an events file'}, or {NO_FACTS} for no "
        f"events.{hint}"
    )


def _known_at(given: date | datetime | None, zone: str) -> datetime | None:
    if given is None or isinstance(given, datetime):
        return given
    FEDERAL_RESERVE.closed_because(given)  # raises for a day far outside any calendar
    return end_of(given, zone)


def _readings(deal: DealFiles, args: argparse.Namespace) -> dict[str, str]:
    """The team's readings, and in their place those of the command line."""
    chosen: dict[str, str] = {}
    for question, choice in args.readings:
        if chosen.setdefault(question, choice) != choice:
            raise UsageError(
                f"--reading {question} is given as both {chosen[question]} and {choice}; give "
                "one of them."
            )
    read = {**deal.team.chosen, **chosen}
    refuse_conflicts(read)
    return read


def history_of(deal: DealFiles) -> str:
    """Which history was taken, in words: its title and its file, or that there is none."""
    history = deal.history
    if history.file is None:
        return "none"
    title = history.content.history
    return f"{title} ({history.file.name})" if title else history.file.name
