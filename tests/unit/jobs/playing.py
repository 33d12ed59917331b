"""The sweep function played in this process: what it queues is carried out before it answers."""

from collections.abc import Callable
from itertools import count
from typing import Any

from dealclock.jobs.plan.sweep import sweep
from functions.sweep.sweep_event import read_sweep
from tests.unit.jobs.house import House


def swept_in_house(house: House) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A sweep function over the house's own queues and outlets."""
    names = (f"sweep-{n}" for n in count())

    def play(event: dict[str, Any]) -> dict[str, Any]:
        name = next(names)
        request = read_sweep(event, house.now)
        queued, requeued = sweep(request, name, house.services)
        while house.queue.deals:
            house.assess(house.queue.deals.popleft())
        house.deliver_all()
        return {"queued": list(queued), "sweep": name, "requeued": requeued}

    return play
