"""Personal links and calendar feeds, known by the fingerprints of their secrets."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from dealclock.alerts.calendar_dates import CalendarEntry, SentInvitation
from dealclock.alerts.delivery import Delivery
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.delivery import written
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, Equals, Put, Write

# "reply" is only read: earlier releases gave addresses for replies by email.
Purpose = Literal["acknowledge", "reply", "calendar"]

REMEMBERED = timedelta(days=30)  # after it has run out


@dataclass(frozen=True, slots=True)
class PersonalLink:
    """What a personal link stands for.

    `person` is an id of the deal's team, and of a calendar a Slack user id, which has no deal.
    `revision` and `due` are those of the alert that brought it, `ref` names its delivery ("" in
    links of earlier releases). `used` is only read: earlier releases used a link up.
    """

    fingerprint: str
    purpose: Purpose
    person: str
    valid_until: datetime
    deal: str = ""
    instance: str = ""
    revision: int = 0
    clause: str = ""
    due: date | None = None
    used: bool = False
    ref: str = ""


LINK = Codec(PersonalLink, apart=("fingerprint", "used"), required=("revision",))


def put(link: PersonalLink) -> Put:
    """The write of a new link."""
    return Put(
        {
            "PK": keys.link(link.fingerprint),
            "SK": keys.LINK,
            **LINK.item(link),
            "expires_at": int((link.valid_until + REMEMBERED).timestamp()),
        },
        NEW,
    )


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


def _written(entry: CalendarEntry) -> list[Any]:
    about: dict[str, Any] = {
        "name": entry.name,
        "clause": entry.clause,
        "act_by": entry.act_by.isoformat() if entry.act_by else "",
        "people": {who: [sent.sequence, sent.when] for who, sent in sorted(entry.people.items())},
    }
    said = {name: value for name, value in about.items() if value}
    changed = keys.instant(entry.changed_at)
    return [entry.due.isoformat(), entry.sequence, entry.cancelled, changed, *([said] * bool(said))]


def _entries(row: StoredItem) -> Mapping[str, CalendarEntry]:
    try:
        body: dict[str, list[Any]] = json.loads(row.text("entries"))
        return {name: _entry(name, *each) for name, each in body.items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        raise row.unreadable("entries") from None


def _entry(
    name: str,
    due: str,
    sequence: int,
    cancelled: bool,
    changed: str,
    about: Mapping[str, Any] | None = None,
    *_: object,
) -> CalendarEntry:
    """An entry; `about` is missing where a release before invitations wrote it."""
    said = about or {}
    return CalendarEntry(
        name,
        date.fromisoformat(due),
        sequence,
        cancelled,
        _instant(changed),
        act_by=_instant(said["act_by"]) if "act_by" in said else None,
        name=said.get("name", ""),
        clause=said.get("clause", ""),
        people={who: SentInvitation(*sent[:2]) for who, sent in said.get("people", {}).items()},
    )


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


class Links(OnTable):
    """Personal links, calendar feeds and what these show."""

    def get(self, fingerprint: str) -> PersonalLink | None:
        """What the link of that fingerprint stands for, run out and used ones too."""
        row = self._table.get(keys.link(fingerprint), keys.LINK)
        if row is None:
            return None
        return LINK.read(row, fingerprint=fingerprint, used="used_at" in row)

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
        """What calendars were last sent about a deal, by instance, and how often it has changed."""
        row = self._table.get(keys.of_deal(deal), keys.CALENDAR)
        return ({}, 0) if row is None else (_entries(row), row.number("changes"))

    def put_calendar(
        self,
        deal: str,
        entries: Mapping[str, CalendarEntry],
        before: int,
        invitations: Iterable[Delivery] = (),
        now: datetime | None = None,
    ) -> bool:
        """Store what calendars show from now on; False when another worker was faster.

        With the `invitations` that tell people of it, planned at `now`, in one transaction: none
        is lost, and none is planned twice.
        """
        unchanged = NEW if before == 0 else Equals("changes", before)
        body = {name: _written(entry) for name, entry in sorted(entries.items())}
        item: Item = {
            "PK": keys.of_deal(deal),
            "SK": keys.CALENDAR,
            "entries": json.dumps(body, separators=(",", ":")),
            "changes": before + 1,
        }
        planned = [Put(written(each, False, now), NEW) for each in invitations if now]
        try:
            self._table.transact([Put(item, unchanged), *planned])
        except ConditionFailed:
            return False
        return True
