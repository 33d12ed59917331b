"""Assessing a deal's files as of a day: shared by every command that computes."""

import argparse
from collections.abc import Sequence
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path

from dealclock.cli import clock
from dealclock.cli.arguments import NO_FACTS
from dealclock.days.calendars import FEDERAL_RESERVE, Calendar, calendar
from dealclock.documents.deal_files import FACTS, DealFiles, list_histories, read_deal
from dealclock.engine.assess import assess
from dealclock.errors import RefusedError
from dealclock.facts.log import end_of
from dealclock.files.source import few
from dealclock.messages.view import DealView, View
from dealclock.terms.readings import ALL, refuse_conflicts

_FILES_HAVE_NO_VERSION = 0


def deal_of(args: argparse.Namespace) -> DealFiles:
    """The deal and history that the arguments name, without rehearsals."""
    facts = _history(args.facts, args.folder)
    return read_deal(args.folder, facts, rehearsals=False, happened_by=clock.now())


def assessed(
    deal: DealFiles, as_of: date, args: argparse.Namespace, *, together: bool = False
) -> View:
    """The deal as `look` gives it, with its assessment; `together`: also over all readings."""
    found = look(deal, as_of, args)
    return View.with_assessment(found, assess(found, together=together))


def as_of(deal: DealFiles, args: argparse.Namespace) -> tuple[date, str]:
    """The day of `--as-of`, and how it was found; "" for a date given in full.

    Without the option it is today in the deal's time zone. Raises RefusedError.
    """
    zone = deal.terms.agreement.time_zone
    today, typed = clock.today(zone), args.as_of
    if typed is None:
        return today, f"today in {zone} (use --as-of for another day)"
    found = typed.on(today, closed_days(deal))
    return found.day, f"{found.typed!r} is {found.rule}" if found.rule else ""


def closed_days(deal: DealFiles) -> Calendar:
    """The Business Days by which a deal's dates are read."""
    return calendar(deal.team.chosen.get("business-day", ALL["business-day"].default))


def look(deal: DealFiles, as_of: date, args: argparse.Namespace) -> DealView:
    """The deal as of a day, with the arguments' known-at and readings."""
    return DealView(
        terms=deal.terms,
        log=deal.log(),
        as_of=as_of,
        known_at=_known_at(args.known_at, deal.terms.agreement.time_zone),
        readings=_readings(deal, args),
        targets=deal.team.targets,
        terms_version=_FILES_HAVE_NO_VERSION,
        team=deal.team,
        rehearsal=False,
        approvals=None,
        history=history_of(deal),
    )


def _history(named: str | None, folder: Path) -> Path | None:
    """The named file, from the current or else the deal's folder; None for no facts.

    Raises RefusedError if neither exists, with the deal's own histories.
    """
    if named == NO_FACTS:
        return None
    if named is None:
        return folder / FACTS
    for path in (Path(named), folder / named):
        if path.exists():
            return path
    if folder.is_dir():
        raise RefusedError(_no_history(named, list_histories(folder)))
    return folder / named  # the missing folder is reported first


def _no_history(named: str, histories: Sequence[str]) -> str:
    known = {name: name for name in histories}
    known |= {Path(name).name: name for name in histories}
    known |= {NO_FACTS.lower(): NO_FACTS}
    near = get_close_matches(named.lower(), known, n=1)
    hint = f" Did you mean {known[near[0]]!r}?" if near else ""
    advice = f"give an events file of this deal: {few(histories, named)}" if histories else ""
    return (
        f"--facts {named} does not exist; {advice or 'give an events file'}, or {NO_FACTS} for no "
        f"events.{hint}"
    )


def _known_at(moment: date | datetime | None, zone: str) -> datetime | None:
    if moment is None or isinstance(moment, datetime):
        return moment
    FEDERAL_RESERVE.closed_because(moment)  # raises for a day far outside any calendar
    return end_of(moment, zone)


def _readings(deal: DealFiles, args: argparse.Namespace) -> dict[str, str]:
    """The team's readings, replaced by those on the command line."""
    chosen: dict[str, str] = {}
    for question, choice in args.readings:
        if chosen.setdefault(question, choice) != choice:
            raise RefusedError(
                f"--reading {question} is given as both {chosen[question]} and {choice}; give "
                "one of them."
            )
    readings = {**deal.team.chosen, **chosen}
    refuse_conflicts(readings)
    return readings


def history_of(deal: DealFiles) -> str:
    """The history in words: its title and its file, or "none"."""
    history = deal.history
    if history.file is None:
        return "none"
    title = history.content.history
    return f"{title} ({history.file.name})" if title else history.file.name
