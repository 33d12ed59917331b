"""People on a deal: their roles, the lists of who may do what, the actions there are, and emergency
access of an administrator.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator

from dealclock.errors import Problem
from dealclock.facts.corrections import Family
from dealclock.facts.fact import Fact
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED, RELEASED
from dealclock.files.refusals import must_match
from dealclock.files.source import Day, GrowingModel, Model, Slug, Source, Text, Where
from dealclock.records import record

# What may be done with a deal, and what each role may do.
#
# The same table, for lawyers, is docs/access.md; a test holds the two together, cell by cell.

Role = Literal["viewer", "editor", "lead", "approver", "administrator"]
"""What a person is to the deal. An administrator runs the stack and is no reader."""

Audience = Literal["inside", "outside"]
"""Inside are the issuer's people and its counsel; outside are the Trustee, a counterparty and the
Holders."""


class Action(StrEnum):
    """What a person may want to do with a deal.

    CONSULT is all that a person outside the team may have.
    """

    # see a deal's status; for people outside, what was delivered or released to them
    CONSULT = "consult"
    # see everything: computed conclusions, readings, drafts, what-if, exposure
    READ = "read"
    # get alerts and digests, and be a member of the deal's channel
    RECEIVE = "receive"
    # record and correct events
    RECORD = "record"
    # confirm or dispute a possible default, on counsel's word; release a conclusion outside;
    # correct or retract such an event, and retract its correction
    CONCLUDE = "conclude"
    # acknowledge, snooze, mark as done, decline
    HANDLE = "handle"
    # be the second person for terms, readings and critical events
    APPROVE = "approve"
    # show an answer in the deal's channel
    SHARE = "share"
    # change settings; close the deal
    SETTLE = "settle"
    # read for a limited time, with a reason, announced to the lead at once
    BREAK = "break"


_READS = frozenset({Action.CONSULT, Action.READ, Action.RECEIVE})
_WORKS = _READS | {Action.RECORD, Action.HANDLE, Action.SHARE}
_INSIDE: dict[Role, frozenset[Action]] = {
    "viewer": _READS,
    "editor": _WORKS,
    "lead": _WORKS | {Action.CONCLUDE, Action.APPROVE, Action.SETTLE},
    "approver": _READS | {Action.HANDLE, Action.SHARE, Action.APPROVE},
    "administrator": frozenset({Action.BREAK}),
}
_OUTSIDE: dict[Role, frozenset[Action]] = {
    **dict.fromkeys(_INSIDE, frozenset({Action.CONSULT})),
    "administrator": frozenset(),
}


def permits(role: Role, action: Action, audience: Audience) -> bool:
    """Whether the table ever permits the action to the role in that audience, apart from lists and
    days.
    """
    return action in (_INSIDE if audience == "inside" else _OUTSIDE)[role]


# Which action recording a fact is: everyday work, or a conclusion on a default, for leads only.
#
# Recording a status of a default is a conclusion, and so is a release. So is undoing one:
# correcting or retracting it, with an event of any kind, or retracting its replacement, which
# restores it.

_CONCLUSIONS = frozenset({CONFIRMED, DISPUTED, RELEASED})


def action_of(kind: str, corrects: str | None, recorded: Iterable[Fact]) -> Action:
    """The action that recording a fact of `kind` is, where it replaces the fact `corrects` of those
    recorded.

    Every recorded version of that event is considered, since any of them may be what results.
    """
    family = Family.of(corrects, recorded).facts if corrects is not None else ()
    kinds = {kind, *(fact.kind for fact in family)}
    return Action.CONCLUDE if kinds & _CONCLUSIONS else Action.RECORD


__all__ = [
    "Action",
    "Audience",
    "Denial",
    "DigestRoute",
    "Digests",
    "Email",
    "People",
    "Person",
    "Role",
    "SlackUser",
    "StandsFor",
    "may",
    "outsiders",
    "who_may",
]

SlackUser = Annotated[
    str,
    AfterValidator(must_match(r"[UW][A-Z0-9]{2,20}", "give a Slack member ID, such as U012AB3CD")),
]
Email = Annotated[
    str,
    AfterValidator(
        must_match(
            r"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;]+",
            "give an email address, such as name@firm.example",
        )
    ),
]
Mobile = Annotated[
    str,
    AfterValidator(
        must_match(r"\+[1-9][0-9]{6,14}", "give a mobile number in E.164, such as +12125550123")
    ),
]
Digests = Literal["mine", "all", "none"]
DigestRoute = Literal["slack", "email"]
StandsFor = Literal["issuer", "counsel", "trustee", "holder", "counterparty"]


class ListEntry(Model):
    """A line of a list with its first and last day, both included; an omitted day sets no limit.

    `added_by` and `why` say who added it and for what reason.
    """

    first_day: Day | None = None
    last_day: Day | None = None
    added_by: Text | None = None
    why: Text | None = None

    @property
    def is_dated(self) -> bool:
        """Whether the line applies on some days only."""
        return self.first_day is not None or self.last_day is not None

    def covers(self, day: date) -> bool:
        """Whether the line applies on that day."""
        return (self.first_day or day) <= day <= (self.last_day or day)


class Person(ListEntry, GrowingModel):
    """A person who works on a deal, or sees it from outside: an entry of the allow list.

    `digest` is what the morning digest covers: what the person answers for, everything, nothing;
    `digest_by` is how it comes: as a direct message in Slack, or by email. `invitations`:
    whether the person, as owner or backup, is invited to each date by email. `holder` binds a
    Holder's representative to that Holder's id; `logins` are the names under which the person
    works on the command line. `mobile` gets the last step of an escalation by SMS, once the person
    has confirmed it.
    """

    added = frozenset({"mobile"})

    id: Slug
    name: Text
    email: Email
    slack: SlackUser
    role: Role
    digest: Digests = "mine"
    digest_by: DigestRoute = "slack"
    invitations: bool = True
    stands_for: StandsFor = "issuer"
    holder: Slug | None = None
    logins: tuple[Text, ...] = ()
    mobile: Mobile | None = None

    @property
    def audience(self) -> Audience:
        """Inside for the issuer's people and its counsel, outside for everyone else."""
        return "inside" if self.stands_for in ("issuer", "counsel") else "outside"

    def goes_by(self, name: str) -> bool:
        """Whether that names the person: an id, name, Slack id, address or login."""
        known = (self.id, self.name, self.slack, self.email, *self.logins)
        return name.strip().casefold() in (each.casefold() for each in known)


class Denial(ListEntry):
    """An entry of the deny list: the person may do nothing on its days, in any role."""

    person: Slug


class People(Model):
    """Everyone on a deal, and everyone denied access in any role.

    A bare id in `deny` is denied on every day.
    """

    people: tuple[Person, ...]
    deny: tuple[Slug | Denial, ...] = ()

    def person(self, person_id: str) -> Person | None:
        """The person with that id, denied or not."""
        return next((p for p in self.people if p.id == person_id), None)

    def of_slack(self, user: str) -> Person | None:
        """The person with that Slack user id, denied or not."""
        return next((p for p in self.people if p.slack == user), None)

    def denies(self, person_id: str, on: date | None = None) -> bool:
        """Whether the deny list names the person for that day; without a day, for any."""
        return any(on is None or d.covers(on) for d in self.denials(person_id))

    def denials(self, person_id: str) -> list[Denial]:
        """The entries of the deny list about a person."""
        named = (d if isinstance(d, Denial) else Denial(person=d) for d in self.deny)
        return [d for d in named if d.person == person_id]

    def joining_after(self, day: date) -> list[date]:
        """The later days on which a person joins the allow list, or leaves the deny list."""
        ends = (d.last_day for d in self.deny if isinstance(d, Denial) and d.last_day)
        joins = (p.first_day for p in self.people if p.first_day)
        return [each for each in (*joins, *(end + timedelta(days=1) for end in ends)) if each > day]

    def on(self, day: date) -> "People":
        """The lists that apply on that day, for checks without a day.

        Its entries have no dates, and anyone not on the allow list that day is denied.
        """
        out = tuple(p.id for p in self.people if not p.covers(day) or self.denies(p.id, day))
        undated = {"first_day": None, "last_day": None}
        people = tuple(p.model_copy(update=undated) if p.is_dated else p for p in self.people)
        return People(people=people, deny=out)


def may(person: Person | None, action: Action, people: People, on: date | None = None) -> bool:
    """Whether `person` may do `action` on that day on the deal whose `people` these are.

    The day is that of the reader, never a rehearsal's. Without a day, the answer must be true on
    every day: a dated entry then allows nothing, and a dated denial denies.
    """
    if person is None or person not in people.people or people.denies(person.id, on):
        return False
    if not (person.covers(on) if on else not person.is_dated):
        return False
    return permits(person.role, action, person.audience)


def who_may(action: Action, people: People) -> list[Person]:
    """The people who may do `action` on every day their entry covers, in the order of the list."""
    return [person for person in people.people if may(person, action, people)]


def outsiders(slack_users: Sequence[str], people: People, on: date | None = None) -> list[str]:
    """The members of `slack_users` who may not receive the deal's messages."""
    found = ((user, people.of_slack(user)) for user in slack_users)
    return [user for user, person in found if not may(person, Action.RECEIVE, people, on)]


def wrong_entries(people: People, source: Source) -> Iterator[Problem]:
    """Problems in the lists: days that end before they begin, a Holder without an id, an outsider
    with an inside role.
    """
    for i, person in enumerate(people.people):
        yield from _days(person, ("people", i), source)
        yield from _standing(person, ("people", i), source)
    for i, denial in enumerate(people.deny):
        if isinstance(denial, Denial):
            yield from _days(denial, ("deny", i), source)


def _days(entry: ListEntry, where: Where, source: Source) -> Iterator[Problem]:
    if entry.first_day and entry.last_day and entry.last_day < entry.first_day:
        yield source.problem(
            (*where, "last_day"), entry.last_day, f"give {entry.first_day} or a later day"
        )


def _standing(person: Person, where: Where, source: Source) -> Iterator[Problem]:
    if person.stands_for == "holder" and person.holder is None:
        yield source.problem((*where, "holder"), None, "give the Holder's id, as the events use it")
    if person.stands_for != "holder" and person.holder is not None:
        yield source.problem(
            (*where, "holder"), person.holder, "it applies only to stands_for: holder; leave it out"
        )
    if person.audience == "outside" and person.role != "viewer":
        yield source.problem(
            (*where, "role"),
            person.role,
            f"a person who represents a {person.stands_for} is outside the team and can only "
            "view; give viewer",
        )


# Emergency access: an administrator reads a deal for a limited time, with a reason.
#
# It allows only reading, expires by itself, and is announced to the deal's lead before it begins.

LONGEST = timedelta(hours=8)
SHORTEST_REASON = 10  # characters: "help" is no reason


@record
class Glass:
    """An administrator's emergency access to a deal, from `since` (included) to `until`
    (excluded).
    """

    deal: str
    person: str
    name: str
    slack: str
    since: datetime
    until: datetime
    why: str

    def is_open(self, now: datetime) -> bool:
        """Whether it allows reading at that instant."""
        return self.since <= now < self.until


def open_deals(broken: Iterable[Glass], now: datetime) -> frozenset[str]:
    """The deals that can be read now by these emergency accesses."""
    return frozenset(each.deal for each in broken if each.is_open(now))
