"""A look at a deal's files as of a day: what `assess` and `explain` share."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path

from dealclock.agreement.readings.conflicts import refuse_conflicts
from dealclock.cli.arguments import NO_FACTS
from dealclock.cli.parser import UsageError
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assess import assess
from dealclock.engine.in_force import InForce, in_force
from dealclock.facts.log import EffectiveFact, end_of
from dealclock.render.view import View
from dealclock.usecases.deal_files import FACTS, DealFiles, histories_of, read_deal
from dealclock.usecases.questions.details import details
from dealclock.usecases.questions.question import Query, Question

_FILES_HAVE_NO_VERSION = 0


@dataclass(frozen=True, slots=True)
class Look:
    """A deal as it was looked at: `history` says which facts were taken."""

    view: View
    history: str


def deal_of(args: argparse.Namespace) -> DealFiles:
    """The deal the arguments name, with the history they name; rehearsals are left alone."""
    return read_deal(args.folder, _history(args.facts, args.folder), rehearsals=False)


def look(
    deal: DealFiles,
    as_of: date,
    args: argparse.Namespace,
    *,
    together: bool = False,
) -> Look:
    """The deal as of a day, known and read as the arguments say.

    `together` over all readings.
    """
    zone = deal.terms.agreement.time_zone
    assessment = assess(
        deal.terms,
        deal.log(),
        as_of,
        _known_at(args.known_at, zone),
        _readings(deal, args),
        together=together,
        targets=deal.team.targets,
    )
    view = View(
        assessment,
        deal.terms,
        _FILES_HAVE_NO_VERSION,
        deal.team,
        deal.log(),
        False,
        approvals=None,
    )
    return Look(view, history_of(deal))


def facts_known(
    deal: DealFiles, as_of: date, args: argparse.Namespace
) -> tuple[EffectiveFact, ...]:
    """The facts that count as of the day, known as the arguments say."""
    zone = deal.terms.agreement.time_zone
    return deal.log().known(as_of, _known_at(args.known_at, zone) or end_of(as_of, zone))


def in_force_of(deal: DealFiles, as_of: date, args: argparse.Namespace) -> InForce:
    """The terms, facts and readings that `look` looks at."""
    known_at = _known_at(args.known_at, deal.terms.agreement.time_zone)
    return in_force(deal.terms, deal.log(), as_of, known_at, _readings(deal, args))


def asked(
    question: Question,
    deal: DealFiles,
    as_of: date,
    args: argparse.Namespace,
    given: Mapping[str, object],
) -> Query:
    """A question of the deal as of a day, known and read as the arguments say."""
    return Query(
        terms=deal.terms,
        log=deal.log(),
        as_of=as_of,
        known_at=_known_at(args.known_at, deal.terms.agreement.time_zone),
        readings=_readings(deal, args),
        details=details(question, given),
        targets=deal.team.targets,
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
        raise UsageError(_no_history(given, histories_of(folder)))
    return folder / given  # that the folder is not there is said first


def _no_history(given: str, histories: Sequence[str]) -> str:
    known = {name: name for name in histories}
    known |= {Path(name).name: name for name in histories}
    known |= {NO_FACTS.lower(): NO_FACTS}
    near = get_close_matches(given.lower(), known, n=1)
    hint = f" Did you mean {known[near[0]]!r}?" if near else ""
    own = f"give an events file of this deal: {', '.join(histories)}" if histories else ""
    return (
        f"--facts {given} does not exist; {own or 'give a file of facts'}, or {NO_FACTS} "
        f"for no events.{hint}"
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
                f"--reading {question} is given as both {chosen[question]} and {choice}; "
                "choose one."
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
