"""Storage in one DynamoDB table, by access pattern. Independent of Slack.

No clock is read here: the caller passes `now`, an instant with its time zone.
"""

from dealclock.store.archive import Archive, ArchivedMessage, ArchiveEntry
from dealclock.store.deal import Bundle, DirectoryEntry, LoadChanges, Meta, StoredDeal
from dealclock.store.deals import Deals
from dealclock.store.delivery import (
    Claim,
    DeliveryKey,
    FinishedDelivery,
    NotNow,
    Rendition,
    StoredDelivery,
)
from dealclock.store.digests import Digests
from dealclock.store.links import Feed, Links, PersonalLink
from dealclock.store.outbox import Outbox, PlannedDelivery, Refresh
from dealclock.store.responses import Responses
from dealclock.store.runs import Run, Runs, Summary, Watch
from dealclock.store.sent_history import SentHistory
from dealclock.store.table import Table
from dealclock.store.verdicts import StoredFigures, Verdict, Verdicts

__all__ = [
    "ArchiveEntry",
    "ArchivedMessage",
    "Bundle",
    "Claim",
    "DeliveryKey",
    "DirectoryEntry",
    "Feed",
    "FinishedDelivery",
    "LoadChanges",
    "Meta",
    "NotNow",
    "PersonalLink",
    "PlannedDelivery",
    "Refresh",
    "Rendition",
    "Run",
    "SentHistory",
    "Store",
    "StoredDeal",
    "StoredDelivery",
    "StoredFigures",
    "Summary",
    "Verdict",
    "Watch",
]


class Store:
    """The repositories over one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.deals = Deals(table)
        self.outbox = Outbox(table)
        self.archive = Archive(table)
        self.responses = Responses(table)
        self.runs = Runs(table)
        self.links = Links(table)
        self.digests = Digests(table)
        self.verdicts = Verdicts(table)
