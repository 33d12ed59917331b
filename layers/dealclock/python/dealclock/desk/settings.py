"""A deal's settings: shown, and changed by what is typed after `/deal settings`.

Each change is one line; a change of a reading needs a reason:

    settings away nov 22 to nov 26 delegate james     one's own; a lead adds "for tom"
    settings back [DATE]
    settings digest mine | all | none
    settings digest slack | email
    settings invitations on | off
    settings reading QUESTION CHOICE because WHY      a lead's, as are those below
    settings owner [PARTY] PERSON, settings backup [PARTY] PERSON
    settings remind KIND 10 5 1

People, channel, aliases and escalation are changed only in the file. A change passes the same
checks as a file that is loaded, so Slack allows nothing that a file could not contain.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Annotated, Any, Literal, TypeAlias, get_args

from dealclock.answers.settings import settings as shown_settings
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
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import Actor
from dealclock.engine.changes import compare
from dealclock.errors import InvalidError, Problem, RefusedError
from dealclock.facts.cross_checks import list_team_problems
from dealclock.facts.log import day_of
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import Source
from dealclock.jobs.deal_day import approvals_of, deal_now, look_at
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.messages import desk_replies
from dealclock.messages import words as said
from dealclock.messages.changes import render_lines
from dealclock.messages.form import Choice, Field, Values, one_of
from dealclock.messages.message import cut
from dealclock.people.people import Action, Digests, Person, may, who_may
from dealclock.people.policy import FIELDS
from dealclock.people.reach import list_unreached
from dealclock.people.team import Team, read_team
from dealclock.records import record

_LONGEST_REASON = 300  # characters
_LONGEST_ECHO = 60  # characters of a given value that are repeated
_MOST_LEADS = 10
_FILE = "settings"  # the name of the live copy in problems
_OWN = (
    "settings away DATE to DATE [delegate PERSON]",
    "settings back",
    "settings digest all",
    "settings digest email",
    "settings invitations off",
)
_OF_LEADS = (
    "settings reading QUESTION CHOICE because WHY",
    "settings owner PARTY PERSON",
    "settings backup PARTY PERSON",
    "settings remind KIND 10 5 1",
    "settings away DATE to DATE for PERSON",
)


@record
class SettingChange:
    """A change of the team, not yet checked: its subject in ids, for the archive, and in words.

    `edit` changes the team's data, as a file has it. `own` is the id of the person who may make it
    besides a lead, "" for a lead's alone. `then` is what follows.
    """

    subject: str
    words: str
    edit: Callable[[dict[str, Any]], None]
    own: str = ""
    then: str = "In effect now."


Make: TypeAlias = Callable[[Actor, Sequence[date]], SettingChange]
"""The change, made of the dates that were typed; raises UnreadableCommandError."""


def _read(typed: TypedWords) -> Mapping[str, object]:
    if not typed.words:
        return {}
    first = typed.words[0].lower()
    if first not in _PARSERS:
        if not typed.named and typed.deal is None:
            raise no_such_deal(typed.words[0], typed.visible)
        known = ", ".join(_PARSERS)
        raise UnreadableCommandError(
            f"{shown(typed.words[0])} cannot be changed here.{hint_for(first, _PARSERS)} Type one "
            f"of: {known}. /deal settings shows all."
        )
    make, *days = _PARSERS[first](replace(typed, words=typed.words[1:]))
    return {"setting": first, "make": make, **dict(zip(("first", "last"), days, strict=False))}


def _subject(
    at: Actor,
    setting: str = "",
    make: Make | None = None,
    first: date | None = None,
    last: date | None = None,
) -> str:
    if not setting or make is None:
        return ""
    return make(at, [each for each in (first, last) if each]).subject


def _fields(at: Actor, given: Values) -> Iterator[Field]:
    """Which setting; then what it is set to, and for whom: a lead may choose."""
    deal, lead = at.deal, may(at.person, Action.SETTLE, at.people)
    if (setting := str(given.get("setting"))) not in _PARSERS:
        shown = (each for each in _LABELS.items() if lead or each[0] in _OF_ALL)
        yield one_of("setting", "Setting", (Choice(*each) for each in shown), leads=True)
        return
    people, able = (
        [Choice(each.id, each.name) for each in who_may(action, at.people)]
        for action in (Action.READ, Action.HANDLE)
    )
    label = _LABELS[setting]
    match setting:
        case "away":
            yield Field("first", "First day", "date")
            yield Field("last", "Last day", "date", before="to")
            yield one_of("delegate", "Delegate", able, optional=True, before="delegate")
        case "back":
            yield Field("first", label, "date", default=at.today.isoformat())
        case "digest" | "invitations":
            known = _DIGESTS if setting == "digest" else _INVITATIONS
            choices = (
                Choice(word, word, each[2].partition(" ")[2]) for word, each in known.items()
            )
            yield one_of("value", label, choices)
        case "reading":
            options = [
                (
                    f"{name}, {said.clause(clause)}",
                    [Choice(f"{name} {c}", c, m) for c, m in each.shown.items()],
                )
                for name, each in deal.terms.all_readings.items()
                if (clause := deal.terms.clauses_of(each))
            ]
            yield Field("choice", label, "one", options=options)
            yield Field("why", "Reason", "long", most=_LONGEST_REASON, before="because")
        case "remind":
            yield one_of(
                "kind", "Kind", (Choice(each, each) for each in dict.fromkeys(FIELDS.values()))
            )
            yield Field("days", "Business Days before", hint="Such as 10 5 1, or none.")
        case _:
            parties = deal.terms.parties.items()
            yield one_of("party", "Party", (Choice(id_, each.as_defined) for id_, each in parties))
            yield one_of("person", label, able)
    if lead and setting in _OF_ALL:
        yield one_of("for", "For", people, optional=True, hint="Default: you.", before="for")


@act(
    "settings [DEAL] [away | back | digest | invitations | reading | owner | backup | remind ...]",
    title="Settings",
    fields=_fields,
    needs=Action.READ,
    read=_read,
    subject=_subject,
    description="Print a deal's team as stored on the stack, including changes made in Slack. "
    "Copy it to team.yaml so that the next load keeps those changes. With words, make the "
    "change that they make in Slack.",
    example="Granite away nov 22 to nov 26 delegate ruth --as maria",
    examples=("settings away tomorrow to +5bd delegate ruth", "settings"),
)
def settings(
    at: Actor,
    setting: Annotated[str, "what is changed"] = "",
    make: Annotated[Make | None, "the change"] = None,
    first: Annotated[date | None, "the first day"] = None,
    last: Annotated[date | None, "the last day"] = None,
) -> ActPlan:
    """What is set; with a change, that change, which becomes a new version of the team.

    People change their own absence, digest and invitations; a lead changes the rest. The deal is
    queued to be assessed again. Raises RefusedError, or OvertakenError on a concurrent change.
    """
    deal, meta = at.deal, at.deal.meta
    if not setting or make is None:
        look = look_at(deal, at.now, approvals_of(deal, at.store))
        lead = may(at.person, Action.SETTLE, at.people)
        commands = [f"/deal {each}" for each in (*_OWN, *(_OF_LEADS if lead else ()))]
        return ActPlan(shown_settings(look, commands=commands).say(look), lambda: None)
    change = make(at, [each for each in (first, last) if each])
    _refuse_unless_allowed(change, at)
    team, before = _checked(change, at), deal.team.handing({})
    already = team == before
    message = desk_replies.render_outcome(
        meta.code_name,
        f"{'nothing new: ' if already else ''}{change.words}",
        ["No change: it was already set so." if already else change.then],
        more="/deal settings",
        rehearsal=meta.rehearsal,
        moved=[*_moved(team, at)],
    )

    def write() -> None:
        if not already:
            subject = {"subject": change.subject}
            at.store.deals.change_team(meta, before, team, at.now, at.by, subject)
            reassess_now(meta.id, at.services)

    return ActPlan(message, write)


def _refuse_unless_allowed(change: SettingChange, at: Actor) -> None:
    person, people = at.person, at.people
    if (change.own == person.id and may(person, Action.READ, people)) or may(
        person, Action.SETTLE, people
    ):
        return
    leads = said.listed([p.name for p in who_may(Action.SETTLE, people)] or ["no one at present"])
    raise RefusedError(
        f"{person.name} can change only their own absence, digest and invitations on "
        f"{at.deal.meta.code_name}. A lead can change the rest: {leads}."
    )


def _checked(change: SettingChange, at: Actor) -> Team:
    """The team with the change; raises RefusedError with every reason a file would be
    refused for.

    Problems that existed before the change are ignored: a later release may require more of a
    file, and people leave.
    """
    data: dict[str, Any] = at.deal.team.model_dump(mode="json")
    before = set(_problems(data, at))
    change.edit(data)
    wrong = [p for p in _problems(data, at) if p not in before]
    if wrong:
        raise RefusedError("; ".join(map(_describe, wrong)) + ".")
    return Team.model_validate(data)


def _problems(data: object, at: Actor) -> Iterator[Problem]:
    source, deal = Source(_FILE, data, {}), at.deal
    try:
        team = read_team(source, deal.terms.all_readings)
        yield from list_unreached(team, day_of(at.now, deal.log.zone), source)
    except InvalidError as invalid:
        yield from invalid.problems
    yield from list_team_problems(source, outline(deal.terms.model_dump()))


def _describe(problem: Problem) -> str:
    return f"{problem.allowed} ({problem.where}, given {cut(problem.given, _LONGEST_ECHO)})"


def _moved(team: Team, at: Actor) -> Iterator[str]:
    """The dates and amounts that a changed reading moves, as of the deal's own day."""
    if team.chosen != at.deal.team.chosen:
        day, known_at = deal_now(at.deal, at.now)
        before, after = (
            assess_as_of(each, day, known_at, compare=False)
            for each in (at.deal, replace(at.deal, team=team))
        )
        yield from render_lines(compare(before, after))


_Parsed: TypeAlias = tuple[Make, *tuple[DayWords, ...]]
"""A change, and the words for its dates."""


def _away(typed: TypedWords) -> _Parsed:
    parts = parted(typed, "from", "to", "delegate", "for")
    begins = parts.get("from") or parts[""]
    if not begins or "to" not in parts:
        raise UnreadableCommandError(
            "Give both dates: settings away nov 22 to nov 26 delegate PERSON."
        )

    def make(at: Actor, days: Sequence[date]) -> SettingChange:
        person = _person_changed(parts, at)
        delegate = _person(parts["delegate"], at) if "delegate" in parts else None
        first, last = days
        entry = {
            "person": person.id,
            "first_day": first.isoformat(),
            "last_day": last.isoformat(),
            "delegate": delegate.id if delegate else None,
        }
        covers = f"{delegate.name} covers" if delegate else "no one covers"
        dates = f"{said.day(first)} to {said.day(last)}"
        return SettingChange(
            f"away:{person.id}",
            f"{person.name} is out of office {dates}; {covers}",
            lambda data: data["away"].append(entry),
            person.id,
        )

    return make, day(begins, typed, "away"), day(parts["to"], typed, "to")


def _back(typed: TypedWords) -> _Parsed:
    parts = parted(typed, "on", "for")
    when = parts.get("on") or parts[""] or ("today",)

    def make(at: Actor, days: Sequence[date]) -> SettingChange:
        person, back = _person_changed(parts, at), days[0]

        def edit(data: dict[str, Any]) -> None:
            """Absences that cover the day end before it, later ones are deleted."""
            left = []
            for absence in data["away"]:
                first, last = (date.fromisoformat(absence[f"{n}_day"]) for n in ("first", "last"))
                if absence["person"] != person.id or last < back:
                    left.append(absence)
                elif first < back:
                    ends = back - timedelta(days=1)
                    left.append({**absence, "last_day": ends.isoformat()})
            data["away"] = left

        says = f"{person.name} is back from {said.day(back)}"
        return SettingChange(f"away:{person.id}", says, edit, person.id)

    return make, day(when, typed, "back")


_Preference: TypeAlias = tuple[str, str | bool, str]
"""A key of a person's line in the team, its value, and what it means for the person named."""
_ROUTES = {"slack": "direct message in Slack", "email": "email"}
_DIGESTS: Mapping[str, _Preference] = {
    **{
        each: ("digest", each, f"{{}}'s morning digest covers: {each}")
        for each in get_args(Digests)
    },
    **{
        route: ("digest_by", route, f"{{}}'s morning digest comes by {name}")
        for route, name in _ROUTES.items()
    },
}
_INVITATIONS: Mapping[str, _Preference] = {
    "on": ("invitations", True, "{} gets calendar invitations"),
    "off": ("invitations", False, "{} gets no calendar invitations"),
}
_INVITED = {
    True: " Open dates they own or back up are sent by email.",
    False: " Future dates already sent are canceled by email. Alerts still come.",
}


def _preference(known: Mapping[str, _Preference], called: str) -> Callable[[TypedWords], _Parsed]:
    """The reader of what one person gets and how; `called` is what another word is not."""

    def read(typed: TypedWords) -> _Parsed:
        parts = parted(typed, "for")
        word = " ".join(parts[""]).lower().removeprefix("by ")
        if word not in known:
            raise UnreadableCommandError(
                f"{shown(word)} is not a {called}. Type one of: {', '.join(known)}."
            )
        key, value, says = known[word]

        def make(at: Actor, _: Sequence[date]) -> SettingChange:
            person, then = _person_changed(parts, at), ""
            if isinstance(value, bool):
                none = " A rehearsal sends no invitations."
                then = none if at.deal.meta.rehearsal else _INVITED[value]

            def edit(data: dict[str, Any]) -> None:
                for each in data["people"]:
                    if each["id"] == person.id:
                        each[key] = value

            subject = f"{key.partition('_')[0]}:{person.id}"
            words = says.format(person.name)
            return SettingChange(subject, words, edit, person.id, f"In effect now.{then}")

        return (make,)

    return read


def _reading(typed: TypedWords) -> _Parsed:
    parts = parted(typed, "because")
    reason = " ".join(parts.get("because", ()))
    if len(parts[""]) != 2 or not reason:
        raise UnreadableCommandError(
            "Name the reading, the choice and the reason: settings reading QUESTION CHOICE "
            "because WHY."
        )
    if len(reason) > _LONGEST_REASON:
        raise UnreadableCommandError(f"Give the reason in at most {_LONGEST_REASON} characters.")
    question, wanted = (word.lower() for word in parts[""])

    def make(at: Actor, _: Sequence[date]) -> SettingChange:
        readings = at.deal.terms.all_readings
        if question not in readings:
            raise UnreadableCommandError(
                f"No reading is named {shown(question)}.{hint_for(question, readings)}", NOT_FOUND
            )
        choices = list(readings[question].shown)
        every = (*choices, *readings[question].choices)
        choice = next((c for c in every if wanted in (c.lower(), "default")), None)
        if choice is None:
            raise UnreadableCommandError(
                f"{shown(parts[''][1])} is not a choice for {question}."
                f"{hint_for(wanted, choices)} Type one of: {', '.join(choices)}."
            )
        by = at.person.name
        chosen = {"choice": choice, "chosen_by": by, "why": reason}
        approve = f"/deal approve reading:{question}"
        return SettingChange(
            f"reading:{question}",
            f"the reading of {question} is now {choice}, chosen by {by}",
            lambda data: data["readings"].update({question: chosen}),
            then=f"In effect, unverified until a second person approves: {approve}",
        )

    return (make,)


def _owner(place: Literal["owner", "backup"]) -> Callable[[TypedWords], _Parsed]:
    def read(typed: TypedWords) -> _Parsed:
        if not 1 <= len(typed.words) <= 2:
            raise UnreadableCommandError(
                f"Name the party and the person: settings {place} company PERSON."
            )
        party = typed.words[0].lower() if len(typed.words) == 2 else "company"

        def make(at: Actor, _: Sequence[date]) -> SettingChange:
            person = _person(typed.words[-1:], at)

            def edit(data: dict[str, Any]) -> None:
                owners = data["owners"]
                before = owners.get(party) or owners["company"]
                owners[party] = {**before, place: person.id}

            return SettingChange(
                f"{place}:{party}",
                f"{person.name} is {place} for the {party}'s obligations",
                edit,
            )

        return (make,)

    return read


def _remind(typed: TypedWords) -> _Parsed:
    kinds = tuple(dict.fromkeys(FIELDS.values()))
    kind, *given = [word.lower().strip(",") for word in typed.words] or [""]
    if kind not in kinds:
        raise UnreadableCommandError(
            f"{shown(kind)} has no reminders to set.{hint_for(kind, kinds)} Type one of: "
            f"{', '.join(kinds)}."
        )
    leads = [] if given == ["none"] else sorted(map(_lead, given), reverse=True)
    if not given or len(leads) > _MOST_LEADS:
        raise UnreadableCommandError(
            f"Give the Business Days before: settings remind {kind} 10 5 1."
        )
    ahead = [*map(str, leads[:-1]), *map(said.business_days, leads[-1:])]
    when = f"sent {said.listed(ahead)} before the due date" if ahead else "off"

    def edit(data: dict[str, Any]) -> None:
        data["alerts"][kind] = {**data["alerts"].get(kind, {}), "remind": leads}

    change = SettingChange(f"remind:{kind}", f"{kind} reminders are {when}", edit)
    return (lambda *_: change,)


def _lead(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) < 4:
        return int(word)
    raise UnreadableCommandError(f"{shown(word)} is not a number of Business Days.")


_PARSERS: Mapping[str, Callable[[TypedWords], _Parsed]] = {
    "away": _away,
    "back": _back,
    "digest": _preference(_DIGESTS, "digest setting"),
    "invitations": _preference(_INVITATIONS, "setting for invitations"),
    "reading": _reading,
    "owner": _owner("owner"),
    "backup": _owner("backup"),
    "remind": _remind,
}


_LABELS = {
    "away": "Out of office",
    "back": "Back from",
    "digest": "Morning digest",
    "invitations": "Calendar invitations",
    "reading": "Reading",
    "owner": "Owner",
    "backup": "Backup",
    "remind": "Reminders",
}
_OF_ALL = ("away", "back", "digest", "invitations")
"""What people set for themselves; a lead sets the rest, and these for others."""


def _person_changed(parts: Mapping[str, tuple[str, ...]], at: Actor) -> Person:
    return _person(parts["for"], at) if "for" in parts else at.person


def _person(words: Sequence[str], at: Actor) -> Person:
    name, people = name_of(words), at.deal.team.people
    matches = [p for p in people if p.goes_by(name)]
    if len(matches) == 1:
        return matches[0]
    ids = [p.id for p in people]
    raise UnreadableCommandError(
        f"No team member is named {shown(name)}. Type one of: "
        f"{', '.join(ids)}.{hint_for(name, ids)}",
        NOT_FOUND,
    )
