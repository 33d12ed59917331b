"""Changes of a deal's settings as typed after `/deal settings`.

Each change is one line; a change of a reading needs a reason:

    settings away nov 22 to nov 26 delegate james     one's own; a lead adds "for tom"
    settings back [DATE]
    settings digest mine | all | none
    settings digest slack | email
    settings invitations on | off
    settings reading QUESTION CHOICE because WHY      a lead's, as are those below
    settings owner [PARTY] PERSON, settings backup [PARTY] PERSON
    settings remind KIND 10 5 1

People, channel, aliases and escalation are changed only in the file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, get_args

from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    day,
    hint_for,
    name_of,
    no_such_deal,
    parted,
    shown,
)
from dealclock.days.typed_day import DayWords
from dealclock.messages import words as said
from dealclock.people.people import DigestRoute, Digests, Person
from dealclock.people.policy import FIELDS
from dealclock.people.settings_changes import (
    AwayFrom,
    BackOn,
    Change,
    OwnerOf,
    PreferenceOf,
    ReadAs,
    RemindOf,
)
from dealclock.people.team import Team
from dealclock.terms.readings import Reading

_LONGEST_REASON = 300  # characters
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
class SettingsContext:
    """The context of typed words: their dates by the deal's own day, the user, the team, the
    readings of the deal.
    """

    days: Sequence[date]
    asker: Person
    team: Team
    readings: Mapping[str, Reading]


@dataclass(frozen=True, slots=True)
class TypedChange:
    """A change as typed; `days` are resolved later, by the deal's own day.

    `make` returns the change and its description; it raises UnreadableCommandError.
    """

    days: tuple[DayWords, ...]
    make: Callable[[SettingsContext], tuple[Change, str]]


def read(typed: TypedWords) -> TypedChange | None:
    """The typed change, None without words; raises UnreadableCommandError."""
    if not typed.words:
        return None
    first = typed.words[0].lower()
    if first not in _PARSERS:
        if not typed.named and typed.deal is None:
            raise no_such_deal(typed.words[0], typed.visible)
        known = ", ".join(_PARSERS)
        raise UnreadableCommandError(
            f"{shown(typed.words[0])} cannot be changed here.{hint_for(first, _PARSERS)} Type one "
            f"of: {known}. /deal settings shows all."
        )
    return _PARSERS[first](replace(typed, words=typed.words[1:]))


def _away(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "from", "to", "delegate", "for")
    begins = parts.get("from") or parts[""]
    if not begins or "to" not in parts:
        raise UnreadableCommandError(
            "Give both dates: settings away nov 22 to nov 26 delegate PERSON."
        )
    days = (day(begins, typed, "away"), day(parts["to"], typed, "to"))

    def make(context: SettingsContext) -> tuple[Change, str]:
        person = _person_changed(parts, context)
        delegate = _person(parts["delegate"], context.team) if "delegate" in parts else None
        instead = f"{delegate.name} covers" if delegate else "no one covers"
        change = AwayFrom(
            person.id, context.days[0], context.days[1], delegate.id if delegate else None
        )
        dates = f"{said.day(context.days[0])} to {said.day(context.days[1])}"
        return change, f"{person.name} is out of office {dates}; {instead}"

    return TypedChange(days, make)


def _back(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "on", "for")
    when = parts.get("on") or parts[""] or ("today",)

    def make(context: SettingsContext) -> tuple[Change, str]:
        person = _person_changed(parts, context)
        description = f"{person.name} is back from {said.day(context.days[0])}"
        return BackOn(person.id, context.days[0]), description

    return TypedChange((day(when, typed, "back"),), make)


def _digest(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "for")
    typed_word = " ".join(parts[""]).lower().removeprefix("by ")
    covers: Digests | None = next(
        (option for option in get_args(Digests) if option == typed_word), None
    )
    by: DigestRoute | None = next(
        (option for option in get_args(DigestRoute) if option == typed_word), None
    )
    if covers is None and by is None:
        known = ", ".join((*get_args(Digests), *get_args(DigestRoute)))
        raise UnreadableCommandError(
            f"{shown(typed_word)} is not a digest setting. Type one of: {known}."
        )

    def make(context: SettingsContext) -> tuple[Change, str]:
        person = _person_changed(parts, context)
        if covers is not None:
            description = f"{person.name}'s morning digest covers: {covers}"
            return PreferenceOf(person.id, "digest", covers), description
        route = by or "slack"
        description = f"{person.name}'s morning digest comes by {_ROUTE_NAMES[route]}"
        return PreferenceOf(person.id, "digest_by", route), description

    return TypedChange((), make)


_ROUTE_NAMES: Mapping[DigestRoute, str] = {"slack": "direct message in Slack", "email": "email"}


def _invitations(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "for")
    typed_word = " ".join(parts[""]).lower()
    if typed_word not in ("on", "off"):
        raise UnreadableCommandError(
            f"{shown(typed_word)} is not a setting for invitations. Type one of: on, off."
        )

    def make(context: SettingsContext) -> tuple[Change, str]:
        person, wanted = _person_changed(parts, context), typed_word == "on"
        description = f"{person.name} {'gets' if wanted else 'gets no'} calendar invitations"
        return PreferenceOf(person.id, "invitations", wanted), description

    return TypedChange((), make)


def _reading(typed: TypedWords) -> TypedChange:
    parts = parted(typed, "because")
    reason = " ".join(parts.get("because", ()))
    if len(parts[""]) != 2 or not reason:
        raise UnreadableCommandError(
            "Name the reading, the choice and the reason: settings reading QUESTION CHOICE "
            "because WHY."
        )
    if len(reason) > _LONGEST_REASON:
        raise UnreadableCommandError(f"Give the reason in at most {_LONGEST_REASON} characters.")
    question, wanted = (typed_word.lower() for typed_word in parts[""])

    def make(context: SettingsContext) -> tuple[Change, str]:
        if question not in context.readings:
            raise UnreadableCommandError(
                f"No reading is named {shown(question)}.{hint_for(question, context.readings)}",
                NOT_FOUND,
            )
        choices = list(context.readings[question].choices)
        choice = next((c for c in choices if wanted in (c.lower(), "default")), None)
        if choice is None:
            raise UnreadableCommandError(
                f"{shown(parts[''][1])} is not a choice for {question}."
                f"{hint_for(wanted, choices)} Type one of: {', '.join(choices)}."
            )
        change = ReadAs(question, choice, context.asker.name, reason)
        return change, f"the reading of {question} is now {choice}, chosen by {context.asker.name}"

    return TypedChange((), make)


def _owner(place: Literal["owner", "backup"]) -> Callable[[TypedWords], TypedChange]:
    def read(typed: TypedWords) -> TypedChange:
        if not 1 <= len(typed.words) <= 2:
            raise UnreadableCommandError(
                f"Name the party and the person: settings {place} company PERSON."
            )
        party = typed.words[0].lower() if len(typed.words) == 2 else "company"
        name_words = typed.words[-1:]

        def make(context: SettingsContext) -> tuple[Change, str]:
            person = _person(name_words, context.team)
            does = "is owner for" if place == "owner" else "is backup for"
            return OwnerOf(
                party, place, person.id
            ), f"{person.name} {does} the {party}'s obligations"

        return TypedChange((), make)

    return read


def _remind(typed: TypedWords) -> TypedChange:
    kinds = tuple(dict.fromkeys(FIELDS.values()))
    kind, *given = [typed_word.lower().strip(",") for typed_word in typed.words] or [""]
    if kind not in kinds:
        raise UnreadableCommandError(
            f"{shown(kind)} has no reminders to set.{hint_for(kind, kinds)} Type one of: "
            f"{', '.join(kinds)}."
        )
    leads = [] if given == ["none"] else [_lead(typed_word) for typed_word in given]
    if not given or len(leads) > _MOST_LEADS:
        raise UnreadableCommandError(
            f"Give the Business Days before: settings remind {kind} 10 5 1."
        )
    wanted = tuple(sorted(leads, reverse=True))
    ahead = [*map(str, wanted[:-1]), *map(said.business_days, wanted[-1:])]
    when = f"sent {said.listed(ahead)} before the due date" if ahead else "off"
    change = RemindOf(kind, wanted)
    return TypedChange((), lambda _: (change, f"{kind} reminders are {when}"))


def _lead(typed_word: str) -> int:
    if typed_word.isascii() and typed_word.isdigit() and len(typed_word) < 4:
        return int(typed_word)
    raise UnreadableCommandError(f"{shown(typed_word)} is not a number of Business Days.")


_PARSERS: Mapping[str, Callable[[TypedWords], TypedChange]] = {
    "away": _away,
    "back": _back,
    "digest": _digest,
    "invitations": _invitations,
    "reading": _reading,
    "owner": _owner("owner"),
    "backup": _owner("backup"),
    "remind": _remind,
}


def _person_changed(parts: Mapping[str, tuple[str, ...]], context: SettingsContext) -> Person:
    return _person(parts["for"], context.team) if "for" in parts else context.asker


def _person(words: Sequence[str], team: Team) -> Person:
    name = name_of(words)
    matches = [p for p in team.people if p.goes_by(name)]
    if len(matches) == 1:
        return matches[0]
    ids = [p.id for p in team.people]
    raise UnreadableCommandError(
        f"No team member is named {shown(name)}. Type one of: "
        f"{', '.join(ids)}.{hint_for(name, ids)}",
        NOT_FOUND,
    )
