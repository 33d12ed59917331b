"""The sweep function on its samples: what it queues, answers, and under which correlation id."""

import json
from collections.abc import Callable
from types import ModuleType

import pytest

from dealclock.errors import DealclockError
from dealclock.store import formats
from tests.unit.functions.conftest import CONTEXT, REQUEST, Cloud, Log, sample

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]


@pytest.fixture(scope="module")
def app(function: Start) -> ModuleType:
    return function("sweep")


@pytest.mark.parametrize(
    ("slot", "hour"), [("morning", 12), ("payments", 13), ("midday", 16), ("afternoon", 20)]
)
def test_a_live_sweep_queues_live_deals_with_the_day_and_instant_of_its_schedule(
    app: ModuleType, cloud: Cloud, log: Watch, slot: str, hour: int
) -> None:
    written = log(app)
    context = f"{REQUEST}-{slot}"
    answered = app.handler(sample(f"sweep-{slot}.json"), _context(context))
    assert answered == {
        "as_of": "2024-10-28",
        "sweep": context,
        "queued": ["cedar"],
        "requeued": 0,
    }
    (message,) = cloud.queued(cloud.assess_queue)
    assert json.loads(message["body"]) == {
        "deal": "cedar",
        "as_of": "2024-10-28",
        "known_at": f"2024-10-28T{hour}:00:00Z",
        "slot": slot,
        "sweep": context,
        "format": formats.FORMAT,
        "needs": 1,
        "correlation": "d32c5fd2-0000-4000-8000-000000000002",
    }
    assert message["attributes"]["MessageGroupId"] == "cedar"
    assert '"DealsQueued":[1.0]' in written.text
    assert '"correlation_id":"d32c5fd2-0000-4000-8000-000000000002"' in written.text


def test_a_sweep_of_rehearsals_queues_only_them(app: ModuleType, cloud: Cloud, log: Watch) -> None:
    written = log(app)
    answered = app.handler(sample("sweep-rehearsal.json"), CONTEXT)
    assert (answered["as_of"], answered["queued"]) == ("2004-10-29", ["story"])
    (message,) = cloud.queued(cloud.assess_queue)
    assert json.loads(message["body"])["deal"] == "story"
    assert "DealsQueued" in written.text
    # Without an id of the scheduler, everything that follows has that of the request.
    assert json.loads(message["body"])["correlation"] == REQUEST


def test_a_refused_sweep_queues_nothing(app: ModuleType, cloud: Cloud, log: Watch) -> None:
    written = log(app)
    event = {"scheduled_time": "<aws.scheduler.scheduled-time>", "slot": "morning"}
    with pytest.raises(DealclockError, match="is not an instant"):
        app.handler(event, CONTEXT)
    assert cloud.queued(cloud.assess_queue) == []
    assert "DealsQueued" not in written.text


def _context(request: str) -> object:
    return type(CONTEXT)(**{**vars(CONTEXT), "aws_request_id": request})
