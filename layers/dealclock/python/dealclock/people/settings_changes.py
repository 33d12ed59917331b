"""A change of a team's settings, as made in Slack: pure, and not yet checked.

`apply_change` gives the team as a file would then have it. It passes the same checks as a file
that is loaded, so Slack allows nothing that a file could not contain.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal, TypeAlias

from dealclock.people.team import Team

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AwayFrom:
    """The person is out of office from one day to another, both included."""

    person: str
    first_day: date
    last_day: date
    delegate: str | None = None


@dataclass(frozen=True, slots=True)
class BackOn:
    """The person is back from that day on: absences that cover it end, later ones are deleted."""

    person: str
    day: date


@dataclass(frozen=True, slots=True)
class PreferenceOf:
    """What one person gets and how: a key of their line in the team, and its value."""

    person: str
    key: Literal["digest", "digest_by", "invitations"]
    value: str | bool


@dataclass(frozen=True, slots=True)
class ReadAs:
    """The chosen reading of an ambiguous Section; who chose it, and why."""

    question: str
    choice: str
    chosen_by: str
    why: str


@dataclass(frozen=True, slots=True)
class OwnerOf:
    """The person who answers for what a party owes, or the backup."""

    party: str
    place: Literal["owner", "backup"]
    person: str


@dataclass(frozen=True, slots=True)
class RemindOf:
    """How many Business Days before its day reminders of one kind are sent; () for none."""

    kind: str
    leads: tuple[int, ...]


Change: TypeAlias = AwayFrom | BackOn | PreferenceOf | ReadAs | OwnerOf | RemindOf


def is_own_setting(change: Change, person: str) -> bool:
    """Whether the change is the person's own to make: an absence or a personal preference."""
    return isinstance(change, AwayFrom | BackOn | PreferenceOf) and change.person == person


def subject(change: Change) -> str:
    """What the change is about, in ids, for the archive."""
    match change:
        case AwayFrom(person=person) | BackOn(person=person):
            return f"away:{person}"
        case PreferenceOf(person=person, key=key):
            return f"{'invitations' if key == 'invitations' else 'digest'}:{person}"
        case ReadAs(question=question):
            return f"reading:{question}"
        case OwnerOf(party=party, place=place):
            return f"{place}:{party}"
        case RemindOf(kind=kind):
            return f"remind:{kind}"


def apply_change(team: Team, change: Change) -> object:
    """The team with the change, as the data of a file, still to be checked."""
    data: dict[str, Any] = team.model_dump(mode="json")
    match change:
        case AwayFrom():
            days = {"first_day": _iso(change.first_day), "last_day": _iso(change.last_day)}
            one = {"person": change.person, **days, "delegate": change.delegate}
            data["away"] = [*data["away"], one]
        case BackOn():
            data["away"] = [
                remaining for each in data["away"] for remaining in _remaining_absence(each, change)
            ]
        case PreferenceOf():
            for person in data["people"]:
                if person["id"] == change.person:
                    person[change.key] = change.value
        case ReadAs():
            chosen = {"choice": change.choice, "chosen_by": change.chosen_by, "why": change.why}
            data["readings"] = {**data["readings"], change.question: chosen}
        case OwnerOf():
            before = data["owners"].get(change.party) or data["owners"]["company"]
            owners = {**before, change.place: change.person}
            data["owners"] = {**data["owners"], change.party: owners}
        case RemindOf():
            kind = {**data["alerts"].get(change.kind, {}), "remind": list(change.leads)}
            data["alerts"] = {**data["alerts"], change.kind: kind}
    return data


def _remaining_absence(absence: dict[str, Any], back: BackOn) -> list[dict[str, Any]]:
    """What remains of an absence once its person is back."""
    if absence["person"] != back.person or date.fromisoformat(absence["last_day"]) < back.day:
        return [absence]
    if date.fromisoformat(absence["first_day"]) >= back.day:
        return []
    return [{**absence, "last_day": _iso(back.day - _DAY)}]


def _iso(day: date) -> str:
    return day.isoformat()
