"""Faults of the workspace: changes to the simulated one, and their reversal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dealclock.people.team import Team
from local.slack.client import StandIn
from local.slack.world import read
from local.workbench.faults.fault import Choice, Fault
from local.world import OUTSIDER

Parts = Mapping[str, Mapping[str, Any]]
_KEYED = ("users", "channels")


@dataclass(frozen=True)
class _World:
    """A workspace with its users and channels by id."""

    app: Mapping[str, Any]
    users: Parts
    channels: Parts

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> _World:
        users, channels = ({each["id"]: each for each in plain[part]} for part in _KEYED)
        return cls(plain["app"], users, channels)


class Workspace:
    """The faults of the workspace. `began` is the file of the workspace as it was at the start."""

    title = "The workspace"

    def __init__(self, slack: StandIn, began: Path, team: Team) -> None:
        self._slack = slack
        self._began = began
        self._channel = team.channel.id
        self._names = {p.slack: p.name for p in team.people}

    @property
    def faults(self) -> Sequence[Fault]:
        """All of them."""
        who = (Choice("who", "Who", list(self._names.items())),)
        return [
            replace(fault, choices=who) if fault.id in _OF_A_PERSON else fault for fault in _FAULTS
        ]

    def active(self) -> Mapping[str, str]:
        """How the workspace differs from the one at the start."""
        now, before = self._now(), self._before()
        here, there = now.channels.get(self._channel, {}), before.channels.get(self._channel, {})
        members = here.get("members", ())
        gone = [each for each in there.get("members", ()) if each not in members]
        closed = [each for each, user in now.users.items() if user["deleted"]]
        found: dict[str, str | None] = {
            "revoked": "" if now.app["revoked"] else None,
            "public": None if here.get("is_private", True) else "",
            "archived": "" if here.get("is_archived") else None,
            "stranger": "" if OUTSIDER in members else None,
            "removed": self._named(gone) if gone else None,
            "deactivated": self._named(closed) if closed else None,
        }
        return {fault: how for fault, how in found.items() if how is not None}

    def on(self, fault: str, chosen: Mapping[str, str]) -> None:
        """Change the workspace accordingly."""
        members = self._now().channels[self._channel]["members"]
        who = chosen.get("who", "")
        changes: Mapping[str, Callable[[], dict[str, Any]]] = {
            "revoked": lambda: {"app": {"revoked": True}},
            "public": lambda: self._room(is_private=False),
            "archived": lambda: self._room(is_archived=True),
            "stranger": lambda: self._room(members=[*members, OUTSIDER]),
            "removed": lambda: self._room(members=[each for each in members if each != who]),
            "deactivated": lambda: {"users": {who: {"deleted": True}}},
        }
        self._slack.change(changes[fault]())

    def off(self, fault: str) -> None:
        """Change it back."""
        before, now = self._before(), self._now()
        room = before.channels[self._channel]
        members = now.channels[self._channel]["members"]
        back: Mapping[str, Callable[[], dict[str, Any]]] = {
            "revoked": lambda: {"app": {"revoked": False}},
            "public": lambda: self._room(is_private=room["is_private"]),
            "archived": lambda: self._room(is_archived=False),
            "stranger": lambda: self._room(members=[m for m in members if m != OUTSIDER]),
            "removed": lambda: self._room(members=[*dict.fromkeys((*room["members"], *members))]),
            "deactivated": lambda: {"users": {user: {"deleted": False} for user in now.users}},
        }
        self._slack.change(back[fault]())

    def _room(self, **change: Any) -> dict[str, Any]:
        return {"channels": {self._channel: change}}

    def _now(self) -> _World:
        return _World.of(self._slack.world())

    def _before(self) -> _World:
        return _World.of(initial_workspace(self._began))

    def _named(self, people: Sequence[str]) -> str:
        return ", ".join(self._names.get(each, each) for each in people)


def initial_workspace(file: Path) -> dict[str, Any]:
    """The workspace in a file, with defaults for what the file leaves out."""
    plain: dict[str, Any] = read(file).model_dump(mode="json")
    return plain


def restore(slack: StandIn, began: Path) -> None:
    """Restore the workspace as it was at the start."""
    plain = initial_workspace(began)
    parts = {part: {each["id"]: each for each in plain[part]} for part in _KEYED}
    slack.change({"app": plain["app"], **parts})


_OF_A_PERSON = ("removed", "deactivated")
_FAULTS = (
    Fault(
        "revoked",
        "The bot's token is revoked",
        "Slack refuses everything. Its messages go by email, and the doctor and the lead are "
        "notified.",
    ),
    Fault(
        "public",
        "The channel was made public",
        "Posts to it are refused, and emails say so.",
    ),
    Fault(
        "archived",
        "The channel was archived",
        "Posts are refused for good; emails are sent instead.",
    ),
    Fault(
        "stranger",
        "An outsider joined the channel",
        "A member who is not on the deal's list could read the posts, so nothing is posted.",
    ),
    Fault(
        "removed",
        "Someone left the channel",
        "A person on the list is not in the channel; the others get their alerts as before.",
    ),
    Fault(
        "deactivated",
        "An account was deactivated",
        "Direct messages cannot reach the person in Slack.",
    ),
)
