"""The fixed histories whose outputs are compared, each with its terms, team and days."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from dealclock.engine.look import Look
from dealclock.facts.fact import Fact, read_facts
from dealclock.facts.log import FactLog
from dealclock.files.patch import merge
from dealclock.files.source import Source, parse_file
from dealclock.people.team import Team, read_team
from dealclock.terms.terms import Terms, read_terms

AGREEMENTS = Path(__file__).parents[2] / "agreements"
NOTES, LETTER = "infocrossing-2004", "camden-letter-2002"


@dataclass(frozen=True, slots=True)
class Scene:
    """A history under its terms, and the days as of which it is rendered.

    Left out, `known_at` is the end of each day. On the days of `whole_on` every output is rendered,
    on the others a part of them, by a fixed rotation.
    """

    name: str
    terms: Terms
    team: Team
    facts: tuple[Fact, ...]
    days: tuple[date, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    known_at: datetime | None = None
    whole_on: tuple[date, ...] = ()

    def query(self, day: date) -> Look:
        """The query as of the start of a day."""
        log = FactLog(self.facts, self.terms.agreement.time_zone)
        return Look(self.terms, log, day, self.known_at, self.readings, self.team.targets)


@cache
def source(agreement: str) -> Source:
    """The parsed terms of a sample."""
    return parse_file(AGREEMENTS / agreement / "terms.yaml")


@cache
def sample_team(agreement: str) -> Team:
    """The team of a sample, without rehearsals."""
    team = read_team(parse_file(AGREEMENTS / agreement / "team.yaml"))
    return team.model_copy(update={"rehearsals": ()})


def terms_of(agreement: str, *changes: Mapping[str, Any]) -> Terms:
    """The terms of a sample with changes merged in order, as in a worked case.

    Raises InvalidError or ConflictError for terms that cannot be read.
    """
    base = source(agreement)
    if not changes:
        return _unchanged(agreement)
    data = base.data
    for change in changes:
        data = merge(data, change)
    return read_terms(Source(base.file, data, {}))


@cache
def _unchanged(agreement: str) -> Terms:
    return read_terms(source(agreement))


def recorded(agreement: str, name: str) -> tuple[Fact, ...]:
    """The facts in a file of a sample, such as `histories/story`."""
    return read_facts(parse_file(AGREEMENTS / agreement / f"{name}.yaml")).facts


@cache
def scenes() -> tuple[Scene, ...]:
    """Every fixed scene of `scenes.yaml`, in order."""
    file = parse_file(Path(__file__).with_suffix(".yaml")).data
    return tuple(_scene(name, given, file) for name, given in file["scenes"].items())


def _scene(name: str, given: Mapping[str, Any], file: Mapping[str, Any]) -> Scene:
    agreement, events = given.get("agreement", NOTES), given["events"]
    changes = [file[given["changes"]]] if "changes" in given else []
    written = file["histories"].get(events)
    return Scene(
        name,
        terms_of(agreement, *changes),
        sample_team(agreement),
        tuple(map(Fact.model_validate, written)) if written else recorded(agreement, events),
        tuple(given["days"]),
        file[given["readings"]] if "readings" in given else {},
        whole_on=tuple(given.get("whole on", ())),
    )
