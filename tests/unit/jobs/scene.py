"""One alert of one rehearsal, planned by hand: a post and two mails, each to be looked at alone."""

from dataclasses import replace
from datetime import date, datetime
from functools import cache
from typing import Any

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import State
from dealclock.facts.fact import Fact
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.people.team import Team
from dealclock.store import Bundle, DeliveryKey, Store, StoredDelivery
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.unit.jobs.house import House

MORNING = date(2004, 6, 30)
KNOWN = datetime.fromisoformat("2004-06-30T08:00:00-04:00")
SLACK, MARIA, TOM = "slack:C0STORY", "email:maria", "email:tom"


def planned(store: Store, facts: tuple[Fact, ...] | None = None, on: date = MORNING) -> House:
    """The first alert of the rehearsal, planned on that morning and queued on each route.

    In a store whose table is in memory and empty.
    """
    return _planned(samples.story() if facts is None else facts, on).onto(store)


@cache
def _planned(facts: tuple[Fact, ...], on: date) -> House:
    store = Store(MemoryTable())
    made = House(store)
    store.deals.load(samples.rehearsal(*facts), made.now, "tests")
    store.deals.rehearse_to("story", on, made.now, "tests")
    known = KNOWN.replace(year=on.year, month=on.month, day=on.day)
    made.assess(AssessDeal(deal="story", as_of=on, known_at=known, slot="morning", sweep="sweep-1"))
    return made


def only(house: House, route: str) -> Deliver:
    """The first message of one route; the queue is emptied of the others."""
    message = next(
        m for m in house.queue.deliveries if str(stored(house, m).delivery.route) == route
    )
    house.queue.deliveries.clear()
    house.queue.delays.clear()
    house.queue.send(message)
    return message


def stored(house: House, message: Deliver) -> StoredDelivery:
    """The delivery of a message."""
    found = house.store.outbox.get(key(message))
    assert found is not None
    return found


def key(message: Deliver) -> DeliveryKey:
    """Where the delivery of a message is found."""
    return DeliveryKey(message.deal, message.day, message.delivery)


def ended(house: House, message: Deliver) -> tuple[State, str | None]:
    """The delivery's state and cause."""
    found = stored(house, message)
    return found.state, found.cause


def routes_of(house: House, message: Deliver) -> dict[str, State]:
    """The routes of everything the queue holds beside the message, and how each stands."""
    others = [m for m in house.queue.deliveries if m != message]
    return {str(stored(house, m).delivery.route): stored(house, m).state for m in others}


def change(house: House, **changes: Any) -> None:
    """Load the rehearsal's team with some changes."""
    whole = samples.rehearsal()
    team = Team.model_validate({**whole.team.model_dump(), **changes})
    house.store.deals.load(Bundle("story", whole.terms, team, (), whole.day), house.now, "tests")


def dm(house: House, person: str, message: Deliver) -> Deliver:
    """The same alert planned once more, as a direct message to a person; its message."""
    one = replace(stored(house, message).delivery, route=Route("dm", person))
    assert house.store.outbox.plan(one, True, house.now).new
    return Deliver(deal=message.deal, day=message.day, delivery=one.id)
