"""Personal links, by their fingerprints; what each stands for, until when, and whether it was used.

The secret itself is nowhere. A link that has run out is kept a while longer, so that the archive
can say whose it was; DynamoDB then removes it when it pleases, so `valid_until` is what counts.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, get_args

from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.item import Row
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, THERE, Missing, Put, Update, all_of

# "reply" is only read: earlier releases gave addresses for replies by email.
Purpose = Literal["acknowledge", "reply", "calendar"]
REMEMBERED = timedelta(days=30)  # after it has run out


@dataclass(frozen=True, slots=True)
class Link:
    """What a personal link stands for.

    `person` is an id of the deal's team, and of a calendar a Slack user id, which has no deal.
    `revision` and `due` are those of the alert that brought it.
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


class Links(OnTable):
    """Personal links."""

    def link(self, fingerprint: str) -> Link | None:
        """What the link of that fingerprint stands for, run out and used ones too."""
        row = self._table.get(keys.link(fingerprint), keys.LINK)
        return _read(fingerprint, row) if row else None

    def use_link(self, link: Link, by: str, now: datetime) -> bool:
        """The link is used up, with an audit entry; exactly one of many at once is told so."""
        unused = all_of(THERE, Missing("used_at"))
        used = Update(keys.link(link.fingerprint), keys.LINK, {"used_at": now}, unused)
        detail = {"link": link.fingerprint[:16], "instance": link.instance}
        try:
            self._table.transact([used, entry(link.deal or None, "used link", by, now, detail)])
        except ConditionFailed:
            return False
        return True


def put(link: Link) -> Put:
    """The write of a new link."""
    return Put(
        {
            "PK": keys.link(link.fingerprint),
            "SK": keys.LINK,
            "purpose": link.purpose,
            "person": link.person,
            "deal": link.deal or None,
            "instance": link.instance or None,
            "revision": link.revision,
            "clause": link.clause or None,
            "due": link.due,
            "valid_until": link.valid_until,
            "expires_at": int((link.valid_until + REMEMBERED).timestamp()),
        },
        NEW,
    )


def _read(fingerprint: str, row: Row) -> Link:
    def text(name: str) -> str:
        return row.text(name) if name in row else ""

    return Link(
        fingerprint=fingerprint,
        purpose=_purpose(row),
        person=row.text("person"),
        valid_until=row.instant("valid_until"),
        deal=text("deal"),
        instance=text("instance"),
        revision=row.number("revision"),
        clause=text("clause"),
        due=row.day("due") if "due" in row else None,
        used="used_at" in row,
    )


def _purpose(row: Row) -> Purpose:
    for purpose in get_args(Purpose):
        if row.text("purpose") == purpose:
            found: Purpose = purpose
            return found
    raise row.unreadable("purpose")
