"""The people of a deal and what each may do. Whoever is not listed may do nothing."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import StringConstraints

from dealclock.agreement.rules.rule import Slug, Text
from dealclock.agreement.source import Model

Role = Literal["viewer", "editor", "lead", "approver"]
SlackUser = Annotated[str, StringConstraints(pattern=r"^[UW][A-Z0-9]{2,20}$")]
Email = Annotated[str, StringConstraints(pattern=r"^[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;]+$")]


class Action(StrEnum):
    """What a person may want to do with a deal."""

    READ = "read"
    RECEIVE = "receive"
    RECORD = "record"
    HANDLE = "handle"  # acknowledge, snooze, say that it is done


_MAY: dict[Role, frozenset[Action]] = {
    "viewer": frozenset({Action.READ, Action.RECEIVE}),
    "editor": frozenset(Action),
    "lead": frozenset(Action),
    "approver": frozenset({Action.READ, Action.RECEIVE, Action.HANDLE}),
}


Digests = Literal["mine", "all", "none"]


class Person(Model):
    """Someone who works on a deal.

    `digest` is what the morning digest tells of: what the person answers for, everything, nothing.
    """

    id: Slug
    name: Text
    email: Email
    slack: SlackUser
    role: Role
    digest: Digests = "mine"


class People(Model):
    """Everyone on a deal, and those denied whatever their role says."""

    people: tuple[Person, ...]
    deny: tuple[Slug, ...] = ()

    def person(self, person_id: str) -> Person | None:
        """The person with that id, denied or not."""
        return next((p for p in self.people if p.id == person_id), None)

    def of_slack(self, user: str) -> Person | None:
        """The person with that Slack user id, denied or not."""
        return next((p for p in self.people if p.slack == user), None)


def may(person: Person | None, action: Action, people: People) -> bool:
    """Whether `person` may do `action` on the deal whose `people` these are."""
    if person is None or person not in people.people or person.id in people.deny:
        return False
    return action in _MAY[person.role]


def outsiders(slack_users: Sequence[str], people: People) -> list[str]:
    """Those of `slack_users` who may not receive the deal's messages."""
    found = ((user, people.of_slack(user)) for user in slack_users)
    return [user for user, person in found if not may(person, Action.RECEIVE, people)]
