"""The events of a random story so far, each under the next id."""

from dataclasses import replace
from datetime import date, timedelta
from random import Random

from dealclock.second.story import Delivery, Event

METHODS = ("hand", "hand", "hand", "courier", "mail", "fax", "e-mail")


class Book:
    """The events in the order they are recorded, which is not that of their days."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.events: list[Event] = []

    def add(self, kind: str, on: date, **more: object) -> str:
        """Add an event; its id."""
        event = Event(f"F{len(self.events) + 1}", kind, on)
        self.events.append(replace(event, **more))  # type: ignore[arg-type]
        return event.id

    def of(self, *kinds: str) -> list[Event]:
        """The events of these kinds so far."""
        return [e for e in self.events if e.kind in kinds]

    def delivery(self, to: str, on: date) -> Delivery:
        """One delivery by any method, its receipt recorded now and then."""
        method = self.random.choice(METHODS)
        received = None
        if method != "hand" and self.random.random() < 0.6:
            received = after(on, self.random.randrange(9))
        return Delivery(to, method, on, received)


def after(day: date, days: int) -> date:
    """The day a number of days later, or earlier."""
    return day + timedelta(days=days)
