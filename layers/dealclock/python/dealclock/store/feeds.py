"""Calendar feeds: whose feed shows which deals, and what calendars were last told of a deal.

A person has one feed at most. Its address is in no row; the feed names the fingerprint of the only
link that opens it, so that a new address ends the old one in the same write.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from dealclock.alerts.calendar_dates import CalendarEntry
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.item import Item, StoredItem
from dealclock.store.links import PersonalLink, put
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, Equals, Put, Write


@dataclass(frozen=True, slots=True)
class Feed:
    """A person's feed. `holder` is a Slack user id; `identity` whom it was made for, opaque.

    Without deals it is revoked. `changes` counts what was done with it.
    """

    holder: str
    identity: str
    fingerprint: str
    deals: tuple[str, ...]
    valid_until: datetime
    changes: int = 0


FEED = Codec(Feed, apart=("holder",), names={"fingerprint": "link"}, required=("changes",))


class Feeds(OnTable):
    """The feeds, and the dates in them."""

    def feed(self, holder: str) -> Feed | None:
        """The feed of a person, revoked ones too."""
        row = self._table.get(keys.of_deal(keys.person(holder)), keys.FEED)
        return FEED.read(row, holder=holder) if row else None

    def put_feed(self, feed: Feed, before: Feed | None, link: PersonalLink | None = None) -> bool:
        """Write the feed, with a new link where its address is new; False when overtaken."""
        unchanged = NEW if before is None else Equals("changes", before.changes)
        item: Item = {
            "PK": keys.of_deal(keys.person(feed.holder)),
            "SK": keys.FEED,
            **FEED.item(replace(feed, changes=(before.changes if before else 0) + 1)),
        }
        writes: list[Write] = [Put(item, unchanged), *([put(link)] if link else [])]
        try:
            self._table.transact(writes)
        except ConditionFailed:
            return False
        return True

    def calendar(self, deal: str) -> tuple[Mapping[str, CalendarEntry], int]:
        """What calendars were last told of a deal, by instance, and how often that has changed."""
        row = self._table.get(keys.of_deal(deal), keys.CALENDAR)
        return ({}, 0) if row is None else (_entries(row), row.number("changes"))

    def put_calendar(self, deal: str, entries: Mapping[str, CalendarEntry], before: int) -> bool:
        """From now on calendars are told so; False when another reader was faster."""
        unchanged = NEW if before == 0 else Equals("changes", before)
        body = {name: _written(entry) for name, entry in sorted(entries.items())}
        item: Item = {
            "PK": keys.of_deal(deal),
            "SK": keys.CALENDAR,
            "entries": json.dumps(body, separators=(",", ":")),
            "changes": before + 1,
        }
        try:
            self._table.write(Put(item, unchanged))
        except ConditionFailed:
            return False
        return True


def _written(entry: CalendarEntry) -> list[str | int | bool]:
    changed = keys.instant(entry.changed_at)
    return [entry.due.isoformat(), entry.sequence, entry.cancelled, changed]


def _entries(row: StoredItem) -> Mapping[str, CalendarEntry]:
    try:
        body: dict[str, list[Any]] = json.loads(row.text("entries"))
        return {
            name: CalendarEntry(
                name, date.fromisoformat(due), sequence, cancelled, _instant(changed)
            )
            for name, (due, sequence, cancelled, changed, *_) in body.items()
        }
    except (ValueError, TypeError):
        raise row.unreadable("entries") from None


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
