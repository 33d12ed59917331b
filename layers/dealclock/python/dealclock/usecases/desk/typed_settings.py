"""Changes of a deal's settings as they are typed after `/deal settings`.

Each change is one line of words, with a reason where lawyers will ask for one:

    settings away nov 22 to nov 26 delegate james     one's own; a lead writes "for tom" beside it
    settings back [DATE]
    settings digest mine | all | none
    settings digest slack | email
    settings invitations on | off
    settings reading QUESTION CHOICE because WHY      a lead's, as are those below
    settings owner [PARTY] PERSON, settings backup [PARTY] PERSON
    settings remind KIND 10 5 1

Everything else is the file's: the people, the channel, the aliases, the escalation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, get_args

from dealclock.access.people import DigestRoute, Digests, Person
from dealclock.agreement.readings.all import ALL
from dealclock.messages import words as said
from dealclock.team.policy import FIELDS
from dealclock.team.settings_changes import (
    AwayFrom,
    BackOn,
    Change,
    OwnerOf,
    PreferenceOf,
    ReadAs,
    RemindOf,
)
from dealclock.team.team import Team
from dealclock.usecases.desk.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import (
    NotFoundError,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.usecases.desk.verb import TypedWords
from dealclock.usecases.desk.words import day, name_of, parted

_LONGEST_WHY = 300  # characters
_MOST_LEADS = 10
OWN = (
    "settings away DATE to DATE [delegate PERSON]",
    "settings back",
    "settings digest all",
    "settings digest email",
    "settings invitations off",
)
OF_LEADS = (
    "settings reading QUESTION CHOICE because WHY",
    "settings owner PARTY PERSON",
    "settings backup PARTY PERSON",
    "settings remind KIND 10 5 1",
    "settings away DATE to DATE for PERSON",
)


@dataclass(frozen=True, slots=True)
class At:
    """What typed words are held against: their days on the deal's own day, the asker, the team."""

    days: Sequence[date]
    asker: Person
    team: Team


@dataclass(frozen=True, slots=True)
class TypedChange:
    """A change as it was typed: `days` are still to be read on the deal's own day.

    `make` gives the change with what it comes to in words; it raises UnreadableCommandError.
    """

    days: tuple[DayWords, ...]
    make: Callable[[At], tuple[Change, str]]


def read(typed: TypedWords) -> TypedChange | None:
    """The change that is typed, None where nothing is; raises UnreadableCommandError."""
    if not typed.words:
        return None
    first = typed.words[0].lower()
    if first not in _READ:
        if not typed.named and typed.deal is None:
            raise no_such_deal(typed.words[0], typed.visible)
        known = ", ".join(_READ)
        raise UnreadableCommandError(
            f"{shown(typed.words[0])} cannot be changed here.{hint_for(first, _READ)} Type one "
            f"of: {known}. /deal settings shows all."
        )
    return _READ[first](replace(typed, words=typed.words[1:]))


def _away(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "from", "to", "delegate", "for")
    begins = parts.get("from") or parts[""]
    if not begins or "to" not in parts:
        raise UnreadableCommandError(
            "Give both dates: settings away nov 22 to nov 26 delegate PERSON."
        )
    days = (day(begins, typed, "away"), day(parts["to"], typed, "to"))

    def make(at: At) -> tuple[Change, str]:
        person = _whose(parts, at)
        delegate = _person(parts["delegate"], at.team) if "delegate" in parts else None
        instead = f"{delegate.name} covers" if delegate else "no one covers"
        change = AwayFrom(person.id, at.days[0], at.days[1], delegate.id if delegate else None)
        dates = f"{said.day(at.days[0])} to {said.day(at.days[1])}"
        return change, f"{person.name} is out of office {dates}; {instead}"

    return TypedChange(days, make)


def _back(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "on", "for")
    when = parts.get("on") or parts[""] or ("today",)

    def make(at: At) -> tuple[Change, str]:
        person = _whose(parts, at)
        says = f"{person.name} is back from {said.day(at.days[0])}"
        return BackOn(person.id, at.days[0]), says

    return TypedChange((day(when, typed, "back"),), make)


def _digest(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "for")
    word = " ".join(parts[""]).lower().removeprefix("by ")
    covers: Digests | None = next((each for each in get_args(Digests) if each == word), None)
    by: DigestRoute | None = next((each for each in get_args(DigestRoute) if each == word), None)
    if covers is None and by is None:
        known = ", ".join((*get_args(Digests), *get_args(DigestRoute)))
        raise UnreadableCommandError(
            f"{shown(word)} is not a digest setting. Type one of: {known}."
        )

    def make(at: At) -> tuple[Change, str]:
        person = _whose(parts, at)
        if covers is not None:
            says = f"{person.name}'s morning digest covers: {covers}"
            return PreferenceOf(person.id, "digest", covers), says
        route = by or "slack"
        says = f"{person.name}'s morning digest comes by {_BY[route]}"
        return PreferenceOf(person.id, "digest_by", route), says

    return TypedChange((), make)


_BY: Mapping[DigestRoute, str] = {"slack": "direct message in Slack", "email": "email"}


def _invitations(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "for")
    word = " ".join(parts[""]).lower()
    if word not in ("on", "off"):
        raise UnreadableCommandError(
            f"{shown(word)} is not a setting for invitations. Type one of: on, off."
        )

    def make(at: At) -> tuple[Change, str]:
        person, wanted = _whose(parts, at), word == "on"
        says = f"{person.name} {'gets' if wanted else 'gets no'} calendar invitations"
        return PreferenceOf(person.id, "invitations", wanted), says

    return TypedChange((), make)


def _reading(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "because")
    why = " ".join(parts.get("because", ()))
    if len(parts[""]) != 2 or not why:
        raise UnreadableCommandError(
            "Name the reading, the choice and the reason: settings reading QUESTION CHOICE "
            "because WHY."
        )
    if len(why) > _LONGEST_WHY:
        raise UnreadableCommandError(f"Give the reason in at most {_LONGEST_WHY} characters.")
    question, wanted = (word.lower() for word in parts[""])
    if question not in ALL:
        raise NotFoundError(f"No reading is named {shown(question)}.{hint_for(question, ALL)}")
    choices = list(ALL[question].choices)
    choice = next((c for c in choices if wanted in (c.lower(), "default")), None)
    if choice is None:
        raise UnreadableCommandError(
            f"{shown(parts[''][1])} is not a choice for {question}.{hint_for(wanted, choices)} "
            f"Type one of: {', '.join(choices)}."
        )

    def make(at: At) -> tuple[Change, str]:
        change = ReadAs(question, choice, at.asker.name, why)
        return change, f"the reading of {question} is now {choice}, chosen by {at.asker.name}"

    return TypedChange((), make)


def _owner(place: Literal["owner", "backup"]) -> Callable[[TypedWords], TypedChange]:
    def read(typed: TypedWords) -> TypedChange:
        if not 1 <= len(typed.words) <= 2:
            raise UnreadableCommandError(
                f"Name the party and the person: settings {place} company PERSON."
            )
        party = typed.words[0].lower() if len(typed.words) == 2 else "company"
        who = typed.words[-1:]

        def make(at: At) -> tuple[Change, str]:
            person = _person(who, at.team)
            does = "is owner for" if place == "owner" else "is backup for"
            return OwnerOf(
                party, place, person.id
            ), f"{person.name} {does} the {party}'s obligations"

        return TypedChange((), make)

    return read


def _remind(typed: TypedWords) -> TypedChange:
    kinds = tuple(dict.fromkeys(FIELDS.values()))
    kind, *given = [word.lower().strip(",") for word in typed.words] or [""]
    if kind not in kinds:
        raise UnreadableCommandError(
            f"{shown(kind)} has no reminders to set.{hint_for(kind, kinds)} Type one of: "
            f"{', '.join(kinds)}."
        )
    leads = [] if given == ["none"] else [_lead(word) for word in given]
    if not given or len(leads) > _MOST_LEADS:
        raise UnreadableCommandError(
            f"Give the Business Days before: settings remind {kind} 10 5 1."
        )
    wanted = tuple(sorted(leads, reverse=True))
    ahead = [*map(str, wanted[:-1]), *map(said.business_days, wanted[-1:])]
    when = f"sent {said.listed(ahead)} before the due date" if ahead else "off"
    change = RemindOf(kind, wanted)
    return TypedChange((), lambda _: (change, f"{kind} reminders are {when}"))


def _lead(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) < 4:
        return int(word)
    raise UnreadableCommandError(f"{shown(word)} is not a number of Business Days.")


_READ: Mapping[str, Callable[[TypedWords], TypedChange]] = {
    "away": _away,
    "back": _back,
    "digest": _digest,
    "invitations": _invitations,
    "reading": _reading,
    "owner": _owner("owner"),
    "backup": _owner("backup"),
    "remind": _remind,
}


def _whose(parts: Mapping[str, tuple[str, ...]], at: At) -> Person:
    return _person(parts["for"], at.team) if "for" in parts else at.asker


def _person(words: Sequence[str], team: Team) -> Person:
    name = name_of(words)
    found = [p for p in team.people if p.goes_by(name)]
    if len(found) == 1:
        return found[0]
    ids = [p.id for p in team.people]
    raise NotFoundError(
        f"No team member is named {shown(name)}. Type one of: "
        f"{', '.join(ids)}.{hint_for(name, ids)}"
    )
