"""What is set for a deal, and by whom: the result and its computation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from dealclock.access.approval import Approval, approval_of, of_reading
from dealclock.access.people import DigestRoute, Digests, Person, Role, StandsFor
from dealclock.answers.heading import Heading
from dealclock.answers.question import needed, option
from dealclock.engine.look import Look
from dealclock.team.away import Away, absence
from dealclock.team.escalation_policy import Escalation, StepAfter, StepName
from dealclock.team.policy import Policy, ReminderRules
from dealclock.team.team import Team


@dataclass(frozen=True, slots=True)
class SettingsQuery:
    """The team as stored, who approved its readings, and the commands the user may change it by."""

    team: Team = needed("the deal's team")
    approvals: tuple[Approval, ...] = option("second persons' approvals", default=())
    commands: tuple[str, ...] = option("commands the user may change a setting by", default=())


@dataclass(frozen=True, slots=True)
class Absence:
    """A person's absence, both days included, and the delegate who covers."""

    person: str
    first_day: date
    last_day: date
    delegate: str | None

    @classmethod
    def of(cls, away: Away) -> "Absence":
        """An absence of the team."""
        return cls(away.person, away.first_day, away.last_day, away.delegate)


@dataclass(frozen=True, slots=True)
class OwnerOnDay:
    """An owner or a backup by id; `away` if absent on the day."""

    person: str
    away: Absence | None


@dataclass(frozen=True, slots=True)
class PartyOwners:
    """The owner of what a party owes, and the backup."""

    party: str
    owner: OwnerOnDay
    backup: OwnerOnDay


@dataclass(frozen=True, slots=True)
class TeamReading:
    """A reading that the team chose; `approved_by` is None while a second approval is awaited."""

    reading: str
    choice: str
    chosen_by: str
    why: str
    approved_by: str | None


@dataclass(frozen=True, slots=True)
class KindReminders:
    """When one kind of obligation or window is alerted; `remind` is in Business Days before."""

    kind: str
    when_opened: bool
    remind: tuple[int, ...]
    every_business_day: bool
    on_last_day: bool
    last_call: bool
    when_ended: bool

    @classmethod
    def of(cls, kind: str, rules: ReminderRules) -> "KindReminders":
        """The rules of one kind, the longest reminder first."""
        return cls(
            kind=kind,
            when_opened=rules.when_opened,
            remind=tuple(sorted(rules.remind, reverse=True)),
            every_business_day=rules.every_business_day,
            on_last_day=rules.on_last_day,
            last_call=rules.last_call,
            when_ended=rules.when_ended,
        )


@dataclass(frozen=True, slots=True)
class StepSettings:
    """To whom an alert without a response goes, after working minutes; None is the next morning."""

    to: StepName
    after_minutes: int | None

    @classmethod
    def of(cls, step: StepAfter) -> "StepSettings":
        """A step of the team's policy."""
        return cls(step.to, step.after if isinstance(step.after, int) else None)


@dataclass(frozen=True, slots=True)
class EscalationSettings:
    """The steps in order; working hours from `opens` to `closes`, and how many Business Days an
    acknowledgment lasts."""

    steps: tuple[StepSettings, ...]
    opens: str
    closes: str
    acknowledged_for: int

    @classmethod
    def of(cls, escalation: Escalation) -> "EscalationSettings":
        """The team's escalation; times as "08:00", in the deal's zone."""
        hours = escalation.working_hours
        return cls(
            steps=tuple(map(StepSettings.of, escalation.steps)),
            opens=f"{hours.opens:%H:%M}",
            closes=f"{hours.closes:%H:%M}",
            acknowledged_for=escalation.acknowledged_for,
        )


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A person on the deal's list, with its days, digest and invitations."""

    id: str
    name: str
    role: Role
    stands_for: StandsFor
    first_day: date | None
    last_day: date | None
    digest: Digests
    digest_by: DigestRoute
    invitations: bool

    @classmethod
    def of(cls, person: Person) -> "TeamMember":
        """A person of the team, without addresses."""
        return cls(
            id=person.id,
            name=person.name,
            role=person.role,
            stands_for=person.stands_for,
            first_day=person.first_day,
            last_day=person.last_day,
            digest=person.digest,
            digest_by=person.digest_by,
            invitations=person.invitations,
        )


@dataclass(frozen=True, slots=True)
class SettingsResult:
    """The settings of a deal on a day. People are named by id; `people` has their names.

    `away` are the absences that have not ended; `email` are those who receive email; `targets`
    are in words, by the id of the provision.
    """

    heading: Heading
    code_name: str
    aliases: tuple[str, ...]
    channel: str
    email: tuple[str, ...]
    owners: tuple[PartyOwners, ...]
    away: tuple[Absence, ...]
    readings: tuple[TeamReading, ...]
    reminders: tuple[KindReminders, ...]
    missed_for_business_days: int
    weekly_statement: bool
    escalation: EscalationSettings
    people: tuple[TeamMember, ...]
    targets: Mapping[str, str]
    commands: tuple[str, ...]


def answer(look: Look, request: SettingsQuery) -> SettingsResult:
    """The settings on the day; who is away is as of it."""
    team, day = request.team, look.as_of
    return SettingsResult(
        heading=Heading.of(look),
        code_name=team.code_name,
        aliases=team.aliases,
        channel=team.channel.name,
        email=team.email,
        owners=tuple(
            PartyOwners(party, _on_day(each.owner, team, day), _on_day(each.backup, team, day))
            for party, each in team.owners.items()
        ),
        away=tuple(Absence.of(each) for each in team.away if each.last_day >= day),
        readings=tuple(_list_readings(team, request.approvals)),
        reminders=tuple(_list_reminders(team.alerts)),
        missed_for_business_days=team.alerts.missed_for_business_days,
        weekly_statement=team.alerts.weekly_statement,
        escalation=EscalationSettings.of(team.escalation),
        people=tuple(map(TeamMember.of, team.people)),
        targets={duty: str(period) for duty, period in team.targets.items()},
        commands=request.commands,
    )


def _on_day(person: str, team: Team, day: date) -> OwnerOnDay:
    away = absence(team.away, person, day)
    return OwnerOnDay(person, Absence.of(away) if away else None)


def _list_readings(team: Team, approvals: tuple[Approval, ...]) -> Iterator[TeamReading]:
    for question, chosen in team.readings.items():
        approval = approval_of(of_reading(question, team.signed[question]), approvals)
        by = approval.name if approval else None
        yield TeamReading(question, chosen.choice, chosen.chosen_by, chosen.why, by)


def _list_reminders(policy: Policy) -> Iterator[KindReminders]:
    for kind in type(policy).model_fields:
        rules = getattr(policy, kind)
        if isinstance(rules, ReminderRules):
            yield KindReminders.of(kind, rules)
