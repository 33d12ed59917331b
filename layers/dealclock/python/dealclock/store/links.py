"""Personal links, by their fingerprints; what each stands for, until when, and whether it was used.

The secret itself is nowhere. A link that has run out is kept a while longer, so that the archive
can say whose it was; DynamoDB then removes it when it pleases, so `valid_until` is what counts.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.codec import Codec
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, THERE, Absent, Put, Update, all_of

# "reply" is only read: earlier releases gave addresses for replies by email.
Purpose = Literal["acknowledge", "reply", "calendar"]
REMEMBERED = timedelta(days=30)  # after it has run out


@dataclass(frozen=True, slots=True)
class PersonalLink:
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


LINK = Codec(PersonalLink, apart=("fingerprint", "used"), required=("revision",))


class PersonalLinks(OnTable):
    """Personal links."""

    def get(self, fingerprint: str) -> PersonalLink | None:
        """What the link of that fingerprint stands for, run out and used ones too."""
        row = self._table.get(keys.link(fingerprint), keys.LINK)
        if row is None:
            return None
        return LINK.read(row, fingerprint=fingerprint, used="used_at" in row)

    def use(self, link: PersonalLink, by: str, now: datetime) -> bool:
        """The link is used up, with an audit entry; exactly one of many at once is told so."""
        unused = all_of(THERE, Absent("used_at"))
        used = Update(keys.link(link.fingerprint), keys.LINK, {"used_at": now}, unused)
        detail = {"link": link.fingerprint[:16], "instance": link.instance}
        try:
            self._table.transact([used, entry(link.deal or None, "used link", by, now, detail)])
        except ConditionFailed:
            return False
        return True


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
