"""The table: one DynamoDB table, read and written by access pattern. Knows nothing of Slack.

No clock is read here: whoever calls brings `now`, an instant with its zone.
"""

from dealclock.store.deal import Bundle, Changes, Listed, Meta, StoredDeal
from dealclock.store.delivery import (
    Claim,
    DeliveryKey,
    NotNow,
    Rendition,
    Settled,
    StoredDelivery,
)
from dealclock.store.escalations import ToEscalate
from dealclock.store.feeds import Feed
from dealclock.store.handling import Decided
from dealclock.store.links import Link
from dealclock.store.notes import Note
from dealclock.store.refreshes import Refresh
from dealclock.store.renditions import Kept, Told
from dealclock.store.runs import Run, Summary
from dealclock.store.store import Store
from dealclock.store.watching import Watch

__all__ = [
    "Bundle",
    "Changes",
    "Claim",
    "Decided",
    "DeliveryKey",
    "Feed",
    "Kept",
    "Link",
    "Listed",
    "Meta",
    "NotNow",
    "Note",
    "Refresh",
    "Rendition",
    "Run",
    "Settled",
    "Store",
    "StoredDeal",
    "StoredDelivery",
    "Summary",
    "ToEscalate",
    "Told",
    "Watch",
]
