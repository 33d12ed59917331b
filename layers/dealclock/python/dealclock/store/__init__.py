"""The table: one DynamoDB table, read and written by access pattern. Knows nothing of Slack.

No clock is read here: whoever calls brings `now`, an instant with its zone.
"""

from dealclock.store.deal import Bundle, DirectoryEntry, LoadChanges, Meta, StoredDeal
from dealclock.store.delivery import (
    Claim,
    DeliveryKey,
    FinishedDelivery,
    NotNow,
    Rendition,
    StoredDelivery,
)
from dealclock.store.escalations import ToEscalate
from dealclock.store.feeds import Feed
from dealclock.store.handling import ResponseRecord
from dealclock.store.links import PersonalLink
from dealclock.store.notes import Note
from dealclock.store.refreshes import Refresh
from dealclock.store.renditions import ArchivedMessage, ArchiveEntry
from dealclock.store.runs import Run, Summary
from dealclock.store.store import Store
from dealclock.store.watching import Watch

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
    "PersonalLink",
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
