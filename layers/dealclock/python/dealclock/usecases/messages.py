"""What travels through the queues: the deal's day goes with the work, nothing later asks again."""

from datetime import date
from typing import Protocol

from dealclock.agreement.source import Model
from dealclock.alerts.slots import Slot
from dealclock.facts.fact import Instant


class AssessDeal(Model):
    """Assess one deal as of a day, on what was known at an instant, for one slot of a sweep."""

    deal: str
    as_of: date
    known_at: Instant
    slot: Slot
    sweep: str


class Deliver(Model):
    """Carry out one delivery."""

    deal: str
    day: date
    delivery: str


class AssessQueue(Protocol):
    """Where deals wait to be assessed, in order for each deal."""

    def send(self, message: AssessDeal) -> None:
        """Queue one deal."""


class DeliveryQueue(Protocol):
    """Where deliveries wait."""

    def send(self, message: Deliver, delay: int = 0) -> None:
        """Queue one delivery, to be seen after `delay` seconds (at most 900)."""
