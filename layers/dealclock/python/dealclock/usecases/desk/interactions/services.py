"""Where what people do is looked up, kept, queued and shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from dealclock.store import Store
from dealclock.usecases.desk.verb import Desk
from dealclock.usecases.services import Services

Json = Mapping[str, Any]


class Screen(Protocol):
    """What one person sees. Every method says why it failed, "" when it did not."""

    def open(self, trigger: str, view: Json) -> str:
        """Open a form for whoever pulled the trigger."""

    def update(self, view_id: str, view_hash: str, view: Json) -> str:
        """Let an open form show something else, unless it has changed meanwhile."""

    def publish(self, user: str, view: Json) -> str:
        """Let a person's Home tab show this."""

    def answer(self, url: str, said: Json) -> str:
        """Answer a click where it was made, for the person alone."""


@dataclass(frozen=True, slots=True)
class DeskServices:
    """The desk, and the screen of the person who acts."""

    desk: Desk
    screen: Screen

    @property
    def store(self) -> Store:
        """The table."""
        return self.desk.services.store

    def services(self, now: datetime) -> Services:
        """What use cases work with, at one instant."""
        return self.desk.services.at(now)
