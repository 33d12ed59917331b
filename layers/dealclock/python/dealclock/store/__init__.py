"""The table: one DynamoDB table, read and written by access pattern. Knows nothing of Slack.

No clock is read here: the caller brings `now`, an instant with its zone.
"""

from dealclock.store.archive import ArchivedMessage, ArchiveEntry, Note
from dealclock.store.deal import Bundle, DirectoryEntry, LoadChanges, Meta, StoredDeal
from dealclock.store.delivery import (
    Claim,
    DeliveryKey,
    FinishedDelivery,
    NotNow,
    OmittedAlert,
    Rendition,
    StoredDelivery,
)
from dealclock.store.links import Feed, PersonalLink
from dealclock.store.outbox import PlannedDelivery, Refresh
from dealclock.store.responses import ResponseRecord, ToEscalate
from dealclock.store.runs import Run, Summary, Watch
from dealclock.store.store import Store

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
    "Note",
    "OmittedAlert",
    "PersonalLink",
    "PlannedDelivery",
    "Refresh",
    "Rendition",
    "ResponseRecord",
    "Run",
    "Store",
    "StoredDeal",
    "StoredDelivery",
    "Summary",
    "ToEscalate",
    "Watch",
]
