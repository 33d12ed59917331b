"""A table with many deals in the middle of the sample's history, each with many events.

All are rehearsals on January 20, 2005, the day that the examples of `/deal` are about: the
Prospectus is not usable, interest accrues and a payment is near. The remaining events are Sale
Notices, the most frequent kind in a deal.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealclock.alerts.slots import ZONE, Slot, instant
from dealclock.desk.load import bundles
from dealclock.documents.deal_files import read_deal
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.log import end_of
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.jobs.services import Services
from dealclock.store import Bundle, Store
from tests.contract.store.tables import create
from tests.memory_table import MemoryTable

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SAMPLE = Path(__file__).parents[2] / "agreements" / "infocrossing-2004"
STORY = "granite-story"
TABLE = "deals"
DAY = date(2005, 1, 20)
LOADED = datetime(2026, 11, 20, 13, tzinfo=UTC)
_AT_ONCE = 25  # items in one write, DynamoDB's limit
_FIRST_NOTICE = date(2004, 12, 7)  # the day after the shelf was effective


class _Nobody:
    """A queue whose deliveries are never carried out."""

    def send(self, message: Deliver, delay: int = 0) -> None:
        pass


def code_name(number: int) -> str:
    """The name of a deal in Slack."""
    return f"Deal{number:03d}"


def channel(number: int) -> str:
    """The channel of a deal."""
    return f"C0DEAL{number:03d}"


def loaded(client: "DynamoDBClient", deals: int, facts: int) -> None:
    """Create a table with that many deals, each with that many events and assessed on its day.

    One is loaded and assessed as any deal is, in memory; the others are written as its copies.
    """
    create(client, TABLE)
    first = json.dumps(_first(facts))
    for number in range(deals):
        text = first
        for of in (_id, code_name, channel):
            text = text.replace(of(0), of(number))
        puts: list[Any] = [{"PutRequest": {"Item": item}} for item in json.loads(text)]
        for start in range(0, len(puts), _AT_ONCE):
            client.batch_write_item(RequestItems={TABLE: puts[start : start + _AT_ONCE]})


def _first(facts: int) -> list[dict[str, Any]]:
    """The items of the first deal."""
    table = MemoryTable()
    store = Store(table)
    story = next(b for b in bundles(read_deal(SAMPLE, None), rehearsal=True) if b.id == STORY)
    place = story.team.channel.model_copy(update={"id": channel(0)})
    changes = {"code_name": code_name(0), "aliases": (), "channel": place}
    team = story.team.model_copy(update=changes)
    whole = (*story.facts, *_notices(facts - len(story.facts)))
    store.deals.load(Bundle(_id(0), story.terms, team, whole, story.day), LOADED, "bench")
    store.deals.rehearse_to(_id(0), DAY, LOADED, "bench")
    services = Services(store, lambda: LOADED, deliveries=_Nobody())
    # The second as after each event that is recorded.
    runs: Mapping[Slot, datetime] = {
        "morning": instant(DAY, "morning"),
        "at once": end_of(DAY, ZONE.key),
    }
    for slot, known_at in runs.items():
        run = AssessDeal(deal=_id(0), as_of=DAY, known_at=known_at, slot=slot, sweep="bench")
        assess_deal(run, services)
    return table.items()


def _id(number: int) -> str:
    return f"deal-{number:03d}"


def _notices(count: int) -> Iterator[Fact]:
    days = (DAY - _FIRST_NOTICE).days
    for number in range(count):
        on = _FIRST_NOTICE + timedelta(days=number * days // count)
        given = tuple(NoticeDelivery(to=to, method="hand", on=on) for to in ("trustee", "company"))
        recorded = datetime(on.year, on.month, on.day, 20, tzinfo=UTC)
        yield Fact(id=f"N{number}", kind="sale-notice", on=on, given=given, recorded_at=recorded)
