"""Reading a deal's folder: its terms, its team, a history of facts, the rehearsals' histories.

Every file is read before anything is refused, so that one look shows every problem there is.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from dealclock.agreement.terms import Terms
from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.errors import DocumentsError
from dealclock.facts.cross_checks import list_team_problems
from dealclock.facts.fact import FactsFile
from dealclock.facts.log import FactLog, day_of
from dealclock.facts.names_in_terms import Outline, outline
from dealclock.files.source import InvalidFiles, Problem, Source, nearest, parse_file
from dealclock.team.reach import list_unreached
from dealclock.team.team import Rehearsal, Team, read_team

T = TypeVar("T")

TERMS, TEAM, FACTS = "terms.yaml", "team.yaml", "facts.yaml"
_LONGEST_PATH = 250
INSIDE = "give a file inside the deal's folder, such as histories/story.yaml"


class NoDealFolder(DocumentsError):
    """There is no folder of a deal where one was named."""


@dataclass(frozen=True, slots=True)
class History:
    """A file of facts as read; `file` is None for the empty history."""

    file: Path | None
    content: FactsFile


@dataclass(frozen=True, slots=True)
class DealFiles:
    """A deal read from its folder. `rehearsals` pairs each with its own history."""

    folder: Path
    terms: Terms
    team: Team
    history: History
    rehearsals: tuple[tuple[Rehearsal, History], ...]

    def log(self, history: History | None = None) -> FactLog:
        """The facts of the deal's history, or of another, in the zone of its civil days."""
        facts = (history or self.history).content.facts
        return FactLog(facts, self.terms.agreement.time_zone)


def read_deal(
    folder: Path, facts: Path | None, *, rehearsals: bool = True, now: datetime | None = None
) -> DealFiles:
    """The deal in `folder` with the history in `facts`; None is the empty history.

    The rehearsals' histories, named by the team from the folder, are read too unless
    `rehearsals` is False. With `now` the team is refused as well when it reaches nobody from then
    on: also a rehearsal tells the people of today. Raises NoDealFolder, or one InvalidFiles with
    every problem.
    """
    if wrong := _no_folder(folder):
        raise NoDealFolder(wrong)
    reading = _FolderReader()
    terms_file, team_file = reading.parsed(folder / TERMS), reading.parsed(folder / TEAM)
    terms, wrong_terms = check_terms(terms_file) if terms_file else (None, [])
    reading.found(wrong_terms)
    team = reading.read(team_file, read_team)
    known = outline(terms_file.data if terms_file else None)
    if team_file:
        reading.found(list_team_problems(team_file, known))
    if team_file and team and terms and now:
        today = day_of(now, terms.agreement.time_zone)
        reading.found(list_unreached(team, today, team_file))
    history = reading.history(facts, known, terms)
    named = _histories_named(team_file) if rehearsals else ()
    histories = []
    for number, name in named:
        path = within(folder, name)
        if path is None and team_file:
            where = ("rehearsals", number, "facts")
            reading.found([team_file.problem(where, name, INSIDE)])
        histories.append(reading.history(path, known, terms))
    if reading.problems or not terms or not team:
        raise InvalidFiles(reading.problems)
    return DealFiles(
        folder, terms, team, history, tuple(zip(team.rehearsals, histories, strict=rehearsals))
    )


class _FolderReader:
    """A folder being read: the problems found so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def found(self, problems: Iterable[Problem]) -> None:
        """Keep problems, each once: two rehearsals may share a history."""
        self.problems += [p for p in problems if p not in self.problems]

    def parsed(self, path: Path) -> Source | None:
        """A file as YAML, or None when it is none."""
        try:
            return parse_file(path)
        except InvalidFiles as error:
            self.found(error.problems)
            return None

    def read(self, source: Source | None, read: Callable[[Source], T]) -> T | None:
        """What a file says, or None when it has not the right shape."""
        try:
            return read(source) if source else None
        except InvalidFiles as error:
            self.found(error.problems)
            return None

    def history(self, path: Path | None, known: Outline, terms: Terms | None) -> History:
        """A history, its facts held against the terms and against each other."""
        source = self.parsed(path) if path else None
        facts, wrong = check_facts(source, known, terms) if source else (None, [])
        self.found(wrong)
        return History(path, facts or FactsFile())


def _histories_named(team: Source | None) -> list[tuple[int, str]]:
    """The files a team names, even when something else in it is wrong, so that they are read.

    Each with the number of its rehearsal.
    """
    data = team.data if team and isinstance(team.data, dict) else {}
    rehearsals = data.get("rehearsals")
    each = rehearsals if isinstance(rehearsals, list) else []
    named = [(n, r.get("facts")) for n, r in enumerate(each) if isinstance(r, dict)]
    return [(n, name) for n, name in named if isinstance(name, str)]


def within(folder: Path, name: str) -> Path | None:
    """The file of that name in a folder; None for one elsewhere, links followed."""
    if len(name) > _LONGEST_PATH:
        return None
    try:
        path = folder / name
        return path if path.resolve().is_relative_to(folder.resolve()) else None
    except (OSError, RuntimeError, ValueError):  # a circle of links, or a name that is none
        return None


def histories_of(folder: Path) -> list[str]:
    """The deal's own histories, as they are named from its folder."""
    found = [folder / FACTS, *sorted(folder.glob("histories/*.yaml"))]
    return [path.relative_to(folder).as_posix() for path in found if path.is_file()]


def _no_folder(folder: Path) -> str | None:
    """Why `folder` is not a deal's, with the nearest that is; None when it is one."""
    wanted = f"give the folder of a deal, which holds {TERMS}."
    if folder.is_dir():
        if any((folder / name).exists() for name in (TERMS, TEAM)):
            return None
        # A folder of deals, or a folder in one.
        there = sorted(path.parent for path in folder.glob(f"*/{TERMS}"))
        there = there or [each for each in (folder.parent,) if (each / TERMS).exists()]
        hint = f" Did you mean {' or '.join(repr(str(each)) for each in there)}?" if there else ""
        return f"{folder} is not the folder of a deal: it holds no {TERMS}; {wanted}{hint}"
    if folder.exists():
        return f"{folder} is a file; {wanted}"
    parent = folder.parent
    beside = [p.name for p in parent.iterdir() if p.is_dir()] if parent.is_dir() else []
    return f"there is no folder {folder}; {wanted}{nearest(folder.name, beside)}"
