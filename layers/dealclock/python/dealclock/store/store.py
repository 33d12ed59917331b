"""The table as a whole: one object for each access pattern."""

from typing import TYPE_CHECKING

from dealclock.store.archive import Archive, Seen
from dealclock.store.claims import Claims
from dealclock.store.deals import Deals
from dealclock.store.deliveries import Deliveries
from dealclock.store.facts import Facts
from dealclock.store.runs import Runs
from dealclock.store.wakes import Wakes

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class Store:
    """One table behind one boto3 client, which the caller makes and configures."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self.deals = Deals()
        self.facts = Facts()
        self.deliveries = Deliveries()
        self.claims = Claims()
        self.wakes = Wakes()
        self.runs = Runs()
        self.archive = Archive()
        self.seen = Seen()
