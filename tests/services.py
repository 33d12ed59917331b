"""Services for tests: what a use case needs and no more; the rest is refused when it is used."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from dealclock.desk.actor import Actor
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.services import Services
from dealclock.store import Store


def services(
    store: Store,
    *,
    now: datetime | None = None,
    clock: Callable[[], datetime] | None = None,
    **given: Any,
) -> Services:
    """The services over a store: at one instant, `now`, or by a clock."""
    if clock is None:
        clock = _no_clock if now is None else lambda: now
    return Services(store, clock, **given)


def acting(deal: str, person: str, on: Services, by: str = "") -> Actor:
    """A person of a deal's team, by their id, who acts on it by the login, if one is given."""
    return Actor(find_deal(deal, on.store), person, on, by or person)


def _no_clock() -> datetime:
    raise AssertionError("this use case was to read no clock; give `now` or `clock`")
