"""A deal's team: its code name, people, owners, where alerts go, and the policy and readings."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Annotated

from pydantic import AfterValidator, Field, PrivateAttr, StringConstraints

from dealclock.days.markets import NAMES as KNOWN_CALENDARS
from dealclock.errors import InvalidError, Problem
from dealclock.files import raw
from dealclock.files.refusals import must_match
from dealclock.files.source import (
    GrowingModel,
    Model,
    Slug,
    Source,
    Text,
    Where,
    few,
    nearest,
    read,
)
from dealclock.people.away import (
    Away,
    first_day_unattended,
    ids_answering_for,
    reachable_person,
    wrong_absences,
)
from dealclock.people.checks import ProvisionCheck
from dealclock.people.escalation_policy import Escalation
from dealclock.people.people import (
    Action,
    Denial,
    Email,
    People,
    Person,
    may,
    permits,
    wrong_entries,
)
from dealclock.people.policy import Policy
from dealclock.people.policy_contradictions import contradictions
from dealclock.records import record
from dealclock.terms.neutral_ids import stable_choice
from dealclock.terms.readings import ALL, DEFAULTS, Reading, choice_problem, conflict_in
from dealclock.terms.rules.rule import Period


def _known_calendar(name: str | None) -> str | None:
    if name is not None and name not in KNOWN_CALENDARS:
        raise ValueError(f"give one of {', '.join(KNOWN_CALENDARS)}")
    return name


class Target(Period):
    """The team's own time for a duty without a date. It names no calendar that only the terms
    declare: the team file is read without them.
    """

    calendar: Annotated[str | None, AfterValidator(_known_calendar)] = None


CodeName = Annotated[
    str,
    AfterValidator(
        must_match(
            r"[A-Z][A-Za-z0-9]*(-[A-Z][A-Za-z0-9]*)*",
            "give one capitalized word, or several joined by hyphens, such as Granite or "
            "Granite-Two",
        )
    ),
]
Alias = Annotated[
    str,
    StringConstraints(max_length=40),
    AfterValidator(
        must_match(
            r"[A-Z][A-Za-z0-9]+(-[A-Za-z0-9]+)*",
            "give letters, digits and hyphens, starting with a capital letter",
        )
    ),
]
ChannelId = Annotated[
    str,
    AfterValidator(must_match(r"[CG][A-Z0-9]{2,20}", "give a Slack channel ID, such as C012AB3CD")),
]


FORMER_DEFAULT = "the default when the team was loaded; a later release has another"


class SlackChannel(Model):
    """A private Slack channel."""

    id: ChannelId
    name: Text


class Owners(Model):
    """The owner of what a party owes, and the backup."""

    owner: Slug
    backup: Slug


class ChosenReading(Model):
    """A reading the deal chose, by whom and why."""

    choice: str
    chosen_by: Text
    why: Text


class Rehearsal(Model):
    """A rehearsal of the deal: a deal of its own, with its own name, channel and history."""

    id: Slug
    code_name: CodeName
    channel: SlackChannel
    facts: Text


class Team(GrowingModel):
    """A deal's settings, which its team owns. `owners` is by the party that owes.

    `targets` are what the team aims at for duties the agreement gives no day, by the id of the
    provision; they are never shown as due dates. `aliases` are other names for the deal in
    commands; messages never use them. `mailbox` is where replies to its emails go. `checks` are who
    drafted and who checked each provision, by its id.
    """

    added = frozenset({"checks"})

    code_name: CodeName
    aliases: Annotated[tuple[Alias, ...], Field(max_length=10)] = ()
    people: Annotated[tuple[Person, ...], Field(min_length=1)]
    deny: tuple[Slug | Denial, ...] = ()
    owners: dict[Slug, Owners]
    channel: SlackChannel
    email: tuple[Slug, ...]
    mailbox: Email | None = None
    readings: Annotated[dict[str, ChosenReading], Field(default_factory=dict)]
    alerts: Policy = Policy()
    escalation: Escalation = Escalation()
    away: tuple[Away, ...] = ()
    targets: Annotated[dict[Slug, Target], Field(default_factory=dict)]
    rehearsals: tuple[Rehearsal, ...] = ()
    checks: Annotated[dict[Slug, ProvisionCheck], Field(default_factory=dict)]
    _handed: Mapping[str, str] = PrivateAttr(default_factory=dict)

    @property
    def access(self) -> People:
        """The allow and the deny list."""
        return People(people=self.people, deny=self.deny)

    @property
    def chosen(self) -> dict[str, str]:
        """The ids of the readings chosen, by question."""
        return {name: stable_choice(name, each.choice) for name, each in self.readings.items()}

    def on(self, day: date) -> "Team":
        """The team with the lists that apply on that day (see `People.on`)."""
        if not any(p.is_dated for p in self.people) and not self.deny:
            return self
        there = self.access.on(day)
        return self.model_copy(update={"people": there.people, "deny": there.deny})

    @property
    def signed(self) -> dict[str, str]:
        """Each chosen reading with who chose it and why, by question, as one text."""
        return {q: f"{r.choice}\n{r.chosen_by}\n{r.why}" for q, r in self.readings.items()}

    def under(self, defaults: Mapping[str, str]) -> "Team":
        """The team under the default readings stored with it.

        A reading whose default has changed since counts as chosen: a deal's dates change when
        its team changes a reading, and never with a release.
        """
        former = {
            question: ChosenReading(choice=was, chosen_by="Dealclock", why=FORMER_DEFAULT)
            for question, was in defaults.items()
            if question not in self.readings and DEFAULTS.get(question, was) != was
        }
        return self.model_copy(update={"readings": {**self.readings, **former}}) if former else self

    def handing(self, handed: Mapping[str, str]) -> "Team":
        """The team whose items, by instance, were handed to these people, by id.

        Not a setting: no file has it, and no version of the team, which is `handing({})`.
        """
        team = self.model_copy()
        team._handed = handed  # noqa: SLF001, of this class
        return team

    def owner_of(
        self, party: str, instance: str = "", day: date | None = None
    ) -> tuple[Person, Person]:
        """The owner and the backup for a party's duties; the company's if the party has none.

        For an item by its instance, the person to whom it was handed owns it, while on the team
        and able to respond; the owner then replaces a backup who owns it. On a `day` on which
        neither of them is reached, those of the party answer.
        """
        owners = self.owners.get(party) or self.owners["company"]
        people = self.access
        owner, backup = people.person(owners.owner), people.person(owners.backup)
        if owner is None or backup is None:  # read_team refuses such a team
            raise LookupError(f"{party} has an owner who is not on the team")
        other = people.person(self._handed.get(instance, ""))
        if other is None or not may(other, Action.HANDLE, people):
            return owner, backup
        pair = (other, owner if other == backup else backup)
        reached = day is None or any(reachable_person(self.away, p.id, day) for p in pair)
        return pair if reached else (owner, backup)

    def replies_to(self, reader: str) -> str:
        """The address for replies to an email to that person, never the person's own; "" if there
        is none. The deal's mailbox; without one its first lead, else an owner, else a backup, among
        those who may receive the deal's messages and are not the reader.
        """
        people = self.access
        addressed = people.person(reader)
        if self.mailbox is not None and (not addressed or self.mailbox != addressed.email):
            return self.mailbox
        answering = [self.owners["company"], *self.owners.values()]
        named = [
            *(p.id for p in people.people if p.role == "lead"),
            *(each.owner for each in answering),
            *(each.backup for each in answering),
        ]
        found = (people.person(person) for person in named if person != reader)
        return next((p.email for p in found if p and may(p, Action.RECEIVE, people)), "")

    def answering(self, party: str, day: date, instance: str = "") -> frozenset[str]:
        """The ids whose response counts for what a party owes, on a day.

        Its owner and its backup, and the delegate of either who is away.
        """
        owner, backup = self.owner_of(party, instance, day)
        return ids_answering_for(self.away, owner.id, day) | ids_answering_for(
            self.away, backup.id, day
        )

    def for_rehearsal(self, rehearsal: Rehearsal) -> "Team":
        """The same team under the rehearsal's own name and channel."""
        changes = {"code_name": rehearsal.code_name, "channel": rehearsal.channel}
        return self.model_copy(update={**changes, "aliases": (), "rehearsals": ()})


def read_team(source: Source, known: Mapping[str, Reading] | None = ALL) -> Team:
    """The team in a file; raises InvalidError with every problem, cross-references
    included. `known` are the deal's readings, None if its terms could not be read.
    """
    problems = list(_people_named(source))
    try:
        team = read(source, Team)
    except InvalidError as invalid:
        raise InvalidError([*invalid.problems, *problems]) from None
    problems += _problems(team, source)
    problems += _readings(team, source, known)
    if problems:
        raise InvalidError(problems)
    return team


def _people_named(source: Source) -> Iterator[Problem]:
    """Problems: people named who are not on the team, or who are denied. Read from the unparsed
    data, so that they are reported along with every other problem of the file.
    """
    people = [raw.slug(p.get("id")) for p in raw.records(source.data, "people")]
    ids = [person for person in people if person is not None]
    whole = people and len(ids) == len(people)  # else one named may be the one refused
    denied = list(_denied_for_good(source.data))
    for where, word in _named(source.data):
        person = raw.slug(word)
        if whole and person is not None and person not in ids:
            hint = nearest(person, ids)
            yield source.problem(where, person, f"give a team member: {few(ids, person)}.{hint}")
        elif person is not None and where[0] != "deny" and person in denied:
            yield source.problem(
                where,
                person,
                "a person on the deny list cannot own or receive alerts; give someone else",
            )


def _denied_for_good(data: object) -> Iterator[object]:
    """The ids of people who are denied without an end date."""
    for denied in raw.items(data, "deny"):
        if not isinstance(denied, Mapping):
            yield denied
        elif denied.get("last_day") is None:
            yield denied.get("person")


def _named(data: object) -> Iterator[tuple[Where, object]]:
    for i, denied in enumerate(raw.items(data, "deny")):
        if isinstance(denied, Mapping):
            yield ("deny", i, "person"), denied.get("person")
        else:
            yield ("deny", i), denied
    for i, person in enumerate(raw.items(data, "email")):
        yield ("email", i), person
    for party, owners in raw.record(data, "owners").items():
        for field in ("owner", "backup"):
            if isinstance(owners, Mapping):
                yield ("owners", str(party), field), owners.get(field)
    for i, away in enumerate(raw.records(data, "away")):
        for field in ("person", "delegate"):
            if field in away:
                yield ("away", i, field), away.get(field)


def _problems(team: Team, source: Source) -> Iterator[Problem]:
    for field in ("id", "slack", "email"):
        given = [getattr(p, field) for p in team.people]
        for i, value in enumerate(given):
            if value in given[:i]:
                yield source.problem(
                    ("people", i, field), value, f"give each person a different {field}"
                )
    yield from wrong_entries(team.access, source)
    yield from _owners(team, source)
    yield from wrong_absences(team.away, source)
    for i, away in enumerate(team.away):
        yield from _can_answer(away.delegate, ("away", i, "delegate"), team, source)
    yield from _steps(team, source)
    yield from _channels(team, source)
    for found in contradictions(team.alerts, team.escalation):
        yield source.problem(found.where, found.given, found.instead)
    if not any(p.id in team.email and _receives(p, team) for p in team.people):
        yield source.problem(
            ("email",), None, "give at least one team member who can receive email"
        )


def _readings(team: Team, source: Source, known: Mapping[str, Reading] | None) -> Iterator[Problem]:
    """Problems: readings and choices that do not exist or contradict each other."""
    for question, reading in team.readings.items():
        if known is None and question not in ALL:
            continue  # the terms that could declare it were refused
        if wrong := choice_problem(question, reading.choice, known or ALL):
            yield source.problem(("readings", question), reading.choice, wrong)
    if conflict := conflict_in(team.chosen):
        last = next(q for q in reversed(team.readings) if q in conflict.choices)
        yield source.problem(("readings", last), team.chosen[last], str(conflict))


def _owners(team: Team, source: Source) -> Iterator[Problem]:
    if "company" not in team.owners:
        yield source.problem(("owners",), None, "give 'company' an owner and a backup")
    for party, owners in team.owners.items():
        if owners.owner == owners.backup:
            yield source.problem(
                ("owners", party), owners.backup, "give a backup other than the owner"
            )
        for field, person in (("owner", owners.owner), ("backup", owners.backup)):
            yield from _can_answer(person, ("owners", party, field), team, source)
        if found := first_day_unattended(team.away, owners.owner, owners.backup):
            i, day = found
            yield source.problem(
                ("away", i),
                team.away[i].person,
                f"on {day} the owner ({owners.owner}) and the backup ({owners.backup}) of "
                f"the {party} are both away without an available delegate; give a delegate",
            )


def _can_answer(person: str | None, where: Where, team: Team, source: Source) -> Iterator[Problem]:
    known = next((p for p in team.people if p.id == person), None)
    if known and not permits(known.role, Action.HANDLE, known.audience):
        role = f"an {known.role}" if known.role[0] in "ae" else f"a {known.role}"
        who = role if known.audience == "inside" else "someone outside the team"
        yield source.problem(
            where, person, f"{who} cannot respond to alerts; give someone with another role"
        )


def _receives(person: Person, team: Team) -> bool:
    """Whether the person may receive the deal's messages on at least one day."""
    return permits(person.role, Action.RECEIVE, person.audience) and not team.access.denies(
        person.id, date.max
    )


def _steps(team: Team, source: Source) -> Iterator[Problem]:
    """Problems: escalation steps that would reach no one. Owners and email are checked
    elsewhere.
    """
    leads = [p for p in team.people if p.role == "lead"]
    reached = any(_receives(p, team) for p in leads)
    for i, step in enumerate(team.escalation.steps):
        if step.to == "lead" and not reached:
            yield source.problem(
                ("escalation", "steps", i, "to"),
                "lead",
                "no one receives this step; give a team member the role lead, or leave out the "
                "step",
            )


def _channels(team: Team, source: Source) -> Iterator[Problem]:
    """Problems: a channel or code name used twice, since a rehearsal must never post in a live
    deal's channel.
    """
    channels, names = [team.channel.id], [team.code_name.lower()]
    for i, alias in enumerate(team.aliases):
        if alias.lower() in names:
            yield source.problem(
                ("aliases", i), alias, "give another alias; this name is already used"
            )
        names.append(alias.lower())
    for i, rehearsal in enumerate(team.rehearsals):
        here: Where = ("rehearsals", i)
        if rehearsal.channel.id in channels:
            yield source.problem(
                (*here, "channel", "id"),
                rehearsal.channel.id,
                "give another channel; this one is already used",
            )
        if rehearsal.code_name.lower() in names:
            yield source.problem(
                (*here, "code_name"),
                rehearsal.code_name,
                "give another code name; this one is already used",
            )
        channels.append(rehearsal.channel.id)
        names.append(rehearsal.code_name.lower())


@record
class TeamVersion:
    """One version of a deal's team: current from `stored_at` until the next one's.

    `settled` is the setting changed in chat, "" for a version loaded from files.
    """

    number: int
    stored_at: datetime
    stored_by: str
    team: Team
    settled: str = ""
