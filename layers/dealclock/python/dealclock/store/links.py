"""Personal links and calendar feeds, stored by the fingerprints of their secrets."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from dealclock.alerts.calendar_dates import CalendarEntry, SentInvitation
from dealclock.alerts.delivery import Delivery
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.delivery import written
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import OnTable
from dealclock.store.write import NEW, Equals, Put

# "reply" is only read: earlier releases created reply addresses.
Purpose = Literal["acknowledge", "reply", "calendar", "mobile"]

REMEMBERED = timedelta(days=30)  # after it expires


@record
class PersonalLink:
    """The action behind a personal link; for a mobile number, behind the code that was sent to it.

    `person` is an id of the deal's team, or for a calendar, which has no deal, a Slack user id.
    `revision` and `due` are those of its alert, `ref` is the id of its delivery ("" in links of
    earlier releases). `used` is only read: earlier releases made links single-use.
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
    expires = {"expires_at": int((link.valid_until + REMEMBERED).timestamp())}
    return Put.at(keys.link(link.fingerprint), keys.LINK, {**LINK.item(link), **expires}, NEW)


@record
class Feed:
    """A person's calendar feed. `holder` is a Slack user id; `identity` an opaque id of its owner.

    A feed without deals is revoked. `changes` counts its changes.
    """

    holder: str
    identity: str
    fingerprint: str
    deals: tuple[str, ...]
    valid_until: datetime
    changes: int = 0


FEED = Codec(Feed, apart=("holder",), names={"fingerprint": "link"}, required=("changes",))


def _written(entry: CalendarEntry) -> list[Any]:
    details: dict[str, Any] = {
        "name": entry.name,
        "clause": entry.clause,
        "act_by": entry.act_by.isoformat() if entry.act_by else "",
        "people": {who: [sent.sequence, sent.when] for who, sent in sorted(entry.people.items())},
    }
    details = {name: value for name, value in details.items() if value}
    changed = keys.instant(entry.changed_at)
    return [
        entry.due.isoformat(),
        entry.sequence,
        entry.cancelled,
        changed,
        *([details] * bool(details)),
    ]


def _entries(row: StoredItem) -> Mapping[str, CalendarEntry]:
    try:
        body: dict[str, list[Any]] = json.loads(row.text("entries"))
        return {name: _entry(name, *parts) for name, parts in body.items()}
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
    """A calendar entry; `about` is missing if an early release wrote it."""
    details = about or {}
    return CalendarEntry(
        name,
        date.fromisoformat(due),
        sequence,
        cancelled,
        _instant(changed),
        act_by=_instant(details["act_by"]) if "act_by" in details else None,
        name=details.get("name", ""),
        clause=details.get("clause", ""),
        people={who: SentInvitation(*sent[:2]) for who, sent in details.get("people", {}).items()},
    )


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


class Links(OnTable):
    """Personal links, calendar feeds and their entries."""

    def get(self, fingerprint: str) -> PersonalLink | None:
        """The link with that fingerprint, even if expired or used."""
        row = self._table.get(keys.link(fingerprint), keys.LINK)
        if row is None:
            return None
        return LINK.read(row, fingerprint=fingerprint, used="used_at" in row)

    def feed(self, holder: str) -> Feed | None:
        """The feed of a person, even if revoked."""
        row = self._table.get(keys.of_deal(keys.person(holder)), keys.FEED)
        return FEED.read(row, holder=holder) if row else None

    def put_feed(self, feed: Feed, before: Feed | None, link: PersonalLink | None = None) -> bool:
        """Store the feed, with a new link if its address changed; False if it changed meanwhile."""
        unchanged = NEW if before is None else Equals("changes", before.changes)
        item = FEED.item(replace(feed, changes=(before.changes if before else 0) + 1))
        pk = keys.of_deal(keys.person(feed.holder))
        links = [put(link)] if link else []
        return self._wrote(Put.at(pk, keys.FEED, item, unchanged), *links)

    def calendar(self, deal: str) -> tuple[Mapping[str, CalendarEntry], int]:
        """A deal's calendar entries last sent, by instance, and their number of changes."""
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
        """Store the new calendar entries; False if another worker was faster.

        The `invitations` are planned at `now` in the same transaction, so that none is lost or
        planned twice.
        """
        unchanged = NEW if before == 0 else Equals("changes", before)
        body = {name: _written(entry) for name, entry in sorted(entries.items())}
        item: Item = {
            "entries": json.dumps(body, separators=(",", ":")),
            "changes": before + 1,
        }
        planned = [Put(written(invitation, False, now), NEW) for invitation in invitations if now]
        row = Put.at(keys.of_deal(deal), keys.CALENDAR, item, unchanged)
        return self._wrote(row, *planned)
