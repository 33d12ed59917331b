"""The conversations of one person, and which have unread messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from local.workbench.panes.slack.manifest import Manifest

Json = Mapping[str, Any]
MESSAGES, HOME = "@dealclock", "@home"
"""The app's direct messages and its Home tab; no channel can have these names."""


@dataclass(frozen=True)
class Room:
    """A conversation: `name` is its part of the address, `channel` its id, "" when not opened."""

    name: str
    title: str
    channel: str
    private: bool
    last: str
    writable: bool

    @property
    def sign(self) -> str:
        """The sign before a channel's name."""
        return "" if self.name.startswith("@") else "#"


@dataclass
class ReadMarks:
    """The last message each person has read in each conversation."""

    _seen: dict[tuple[str, str], str] = field(default_factory=dict)

    def mark_read(self, person: str, room: Room) -> None:
        """Record that the person has read the conversation as it is now."""
        self._seen[person, room.name] = room.last

    def unread(self, person: str, room: Room) -> bool:
        """Whether a message came after the last one the person read."""
        return room.last > self._seen.get((person, room.name), "")


def channels(client: Json) -> Sequence[Room]:
    """The channels a person is in."""
    return [
        Room(
            name=each["name"],
            title=each["name"],
            channel=each["id"],
            private=each["is_private"],
            last=each["last"],
            writable=not each["is_archived"],
        )
        for each in client["channels"]
        if each["kind"] == "channel"
    ]


def of_app(client: Json, manifest: Manifest) -> Sequence[Room]:
    """The app's Home tab and its direct messages with this person."""
    direct = next((each for each in client["channels"] if each["kind"] == "im"), None)
    opened, last = (direct["id"], direct["last"]) if direct else ("", "")
    return [
        Room(HOME, "Home", "", private=True, last="", writable=False),
        Room(
            MESSAGES, "Messages", opened, private=True, last=last, writable=not manifest.read_only
        ),
    ]
