"""Where what people do is looked up, kept, queued and shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from dealclock.store import Store
from dealclock.usecases.desk.verb import Desk
from dealclock.usecases.messages import AssessQueue, DeliveryQueue

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
class Hands:
    """The desk, the queues of deals and of deliveries, and the screen of whoever acts."""

    desk: Desk
    deals: AssessQueue
    deliveries: DeliveryQueue
    screen: Screen

    @property
    def store(self) -> Store:
        """The table."""
        return self.desk.store
