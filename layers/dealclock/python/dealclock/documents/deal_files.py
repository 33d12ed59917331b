"""Reading a deal's folder: its terms, team, history of facts, and rehearsals' histories.

Every file is read before anything is refused, so that one try shows every problem.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import TypeVar

from dealclock.documents.letter import FOLDER, SUFFIX, list_names, read_own
from dealclock.documents.placeholders import list_placeholders
from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.engine.look import Look
from dealclock.errors import InvalidError, Problem, RefusedError
from dealclock.facts.cross_checks import list_future_events, list_team_problems
from dealclock.facts.fact import FactsFile
from dealclock.facts.log import FactLog, day_of
from dealclock.facts.names_in_terms import Outline, outline
from dealclock.files.source import MOST_NAMES, Source, few, nearest, parse_file, read_text
from dealclock.people.reach import list_unreached
from dealclock.people.team import Rehearsal, Team, read_team
from dealclock.terms.terms import Terms

T = TypeVar("T")

TERMS, TEAM, FACTS = "terms.yaml", "team.yaml", "facts.yaml"
_LONGEST_PATH = 250
INSIDE = "give a file inside the deal's folder, such as histories/story.yaml"


@dataclass(frozen=True, slots=True)
class History:
    """A parsed file of facts; `file` is None for the empty history."""

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
        """The facts of the deal's history, or of `history`, in the deal's time zone."""
        facts = (history or self.history).content.facts
        return FactLog(facts, self.terms.agreement.time_zone)

    def look(self, as_of: date, history: History | None = None) -> Look:
        """The deal as of the start of a day, under the readings that its team chose."""
        return Look(self.terms, self.log(history), as_of, readings=self.team.chosen)


def read_deal(
    folder: Path | str,
    facts: Path | None,
    *,
    rehearsals: bool = True,
    now: datetime | None = None,
    happened_by: datetime | None = None,
) -> DealFiles:
    """Read the deal in `folder` with the history in `facts`; None is the empty history.

    The rehearsals' histories, named by the team from the folder, are read too unless `rehearsals`
    is False. With `now` placeholders are also refused, and a team that reaches no one from then on:
    a rehearsal, too, notifies the present people. Events of a later day than `happened_by`, which
    is `now` if only that is given, are refused. Raises RefusedError, or one InvalidError
    with every problem.
    """
    folder = Path(folder)
    if reason := _why_not_folder(folder):
        raise RefusedError(reason)
    reader = _FolderReader()
    terms_file, team_file = reader.parse(folder / TERMS), reader.parse(folder / TEAM)
    terms, wrong_terms = check_terms(terms_file) if terms_file else (None, [])
    reader.add_problems(wrong_terms)
    if terms_file and terms and terms.letters:
        instead = f"give each in a file of its own, {FOLDER}/NAME{SUFFIX}"
        reader.add_problems([terms_file.problem(("letters",), "letters", instead)])
    letters = reader.letters(folder)
    terms = terms.model_copy(update={"letters": letters}) if terms and letters else terms
    readings = terms.all_readings if terms else None
    team = reader.read(team_file, lambda source: read_team(source, readings))
    known = outline(terms_file.data if terms_file else None)
    wrong = [p.where for p in wrong_terms if p.where.startswith("provisions")]
    if wrong:  # an event about one of these would be wrong only because of it
        no_ids = any(where.endswith(".id") for where in wrong)
        known = replace(known, whole=False, items=None if no_ids else known.items)
    if team_file:
        reader.add_problems(list_team_problems(team_file, known))
    if now:
        for file in filter(None, (terms_file, team_file)):
            reader.add_problems(list_placeholders(file))
    if team_file and team and terms and now:
        today = day_of(now, terms.agreement.time_zone)
        reader.add_problems(list_unreached(team, today, team_file))
    latest = happened_by or now
    last_day = day_of(latest, terms.agreement.time_zone) if terms and latest else None
    history = reader.history(facts, known, terms, last_day)
    named = _named_histories(team_file) if rehearsals else ()
    histories = []
    for number, name in named:
        path = within(folder, name)
        if path is None and team_file:
            where = ("rehearsals", number, "facts")
            reader.add_problems([team_file.problem(where, name, INSIDE)])
        histories.append(reader.history(path, known, terms, last_day))
    if reader.problems or not terms or not team:
        raise InvalidError(reader.problems)
    return DealFiles(
        folder, terms, team, history, tuple(zip(team.rehearsals, histories, strict=rehearsals))
    )


class _FolderReader:
    """Reads a folder and collects the problems found."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Add problems, each once: two rehearsals may share a history."""
        self.problems += [p for p in problems if p not in self.problems]

    def parse(self, path: Path) -> Source | None:
        """Parse a file as YAML; None if it is not valid."""
        try:
            return parse_file(path)
        except InvalidError as error:
            self.add_problems(error.problems)
            return None

    def read(self, source: Source | None, read: Callable[[Source], T]) -> T | None:
        """Read a file's content; None if it does not have the right shape."""
        try:
            return read(source) if source else None
        except InvalidError as error:
            self.add_problems(error.problems)
            return None

    def letters(self, folder: Path) -> dict[str, str]:
        """Read the deal's own letters, by name."""
        found, names = {}, {f"{name}{SUFFIX}": name for name in list_names()}
        for path in sorted((folder / FOLDER).glob("[!.]*")):
            try:
                if path.name not in names or not within(folder, f"{FOLDER}/{path.name}"):
                    instead = f"give one of {few(names, path.name)}, inside the deal's folder."
                    instead += nearest(path.name, names)
                    given = repr(path.name)
                    raise InvalidError([Problem(str(path), 0, "the file", given, instead)])
                name = names[path.name]
                found[name] = read_text(path)
                read_own(name, found[name], str(path))
            except InvalidError as error:
                self.add_problems(error.problems)
        return found

    def history(
        self, path: Path | None, known: Outline, terms: Terms | None, last_day: date | None
    ) -> History:
        """Read a history and check its facts against the terms, each other and the last day on
        which they may have happened, if given.
        """
        source = self.parse(path) if path else None
        facts, problems = check_facts(source, known, terms) if source else (None, [])
        self.add_problems(problems)
        if source and last_day:
            self.add_problems(list_future_events(source, last_day))
        return History(path, facts or FactsFile())


def _named_histories(team: Source | None) -> list[tuple[int, str]]:
    """The history files that a team names, even if the team has errors, so that they are read.

    Each with the number of its rehearsal.
    """
    data = team.data if team and isinstance(team.data, dict) else {}
    rehearsals = data.get("rehearsals")
    listed = rehearsals if isinstance(rehearsals, list) else []
    named = [(n, r.get("facts")) for n, r in enumerate(listed) if isinstance(r, dict)]
    return [(n, name) for n, name in named if isinstance(name, str)]


def within(folder: Path, name: str) -> Path | None:
    """The file of that name in a folder; None if it is elsewhere, with links resolved."""
    if len(name) > _LONGEST_PATH:
        return None
    try:
        path = folder / name
        return path if path.resolve().is_relative_to(folder.resolve()) else None
    except (OSError, RuntimeError, ValueError):  # a loop of links, or an invalid name
        return None


def list_histories(folder: Path) -> list[str]:
    """The deal's own histories, as paths relative to its folder."""
    paths = [folder / FACTS, *sorted(folder.glob("histories/*.yaml"))]
    return [path.relative_to(folder).as_posix() for path in paths if path.is_file()]


def _why_not_folder(folder: Path) -> str | None:
    """Why `folder` is not a deal's, with the nearest that is; None if it is one."""
    wanted = f"give the folder of a deal, which holds {TERMS}."
    if folder.is_dir():
        if any((folder / name).exists() for name in (TERMS, TEAM)):
            return None
        # A folder of deals, or a folder in one.
        candidates = sorted(path.parent for path in folder.glob(f"*/{TERMS}"))
        candidates = candidates or [path for path in (folder.parent,) if (path / TERMS).exists()]
        hint = (
            f" Did you mean {' or '.join(repr(str(path)) for path in candidates[:MOST_NAMES])}?"
            if candidates
            else ""
        )
        return f"{folder} is not the folder of a deal: it holds no {TERMS}; {wanted}{hint}"
    if folder.exists():
        return f"{folder} is a file; {wanted}"
    parent = folder.parent
    siblings = [p.name for p in parent.iterdir() if p.is_dir()] if parent.is_dir() else []
    return f"there is no folder {folder}; {wanted}{nearest(folder.name, siblings)}"
