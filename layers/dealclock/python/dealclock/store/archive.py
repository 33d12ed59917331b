"""The append-only archive of who did what, and the memory of what was met before."""

import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from dealclock.store import keys
from dealclock.store.item import Item
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, AtMost, Put, any_of

Detail = Mapping[str, str | int]


def entry(
    deal: str | None, what: str, who: str, now: datetime, detail: Detail | None = None
) -> Put:
    """An audit entry, to be written in the transaction of the change it tells of."""
    return Put(
        {
            "PK": keys.of_deal(deal) if deal else keys.AUDIT,
            "SK": f"AUDIT#{keys.instant(now)}#{secrets.token_hex(8)}",
            "what": what,
            "who": who,
            "at": now,
            "detail": json.dumps(dict(detail or {}), sort_keys=True),
        },
        NEW,
    )


class Archive(OnTable):
    """Audit entries, which nothing here changes or removes."""

    def audit(
        self, deal: str | None, what: str, who: str, now: datetime, detail: Detail | None = None
    ) -> None:
        """Append an entry, to a deal's archive or to the one for what concerns no deal."""
        self._table.write(entry(deal, what, who, now, detail))


class Seen(OnTable):
    """Keys met before, for requests that arrive twice."""

    def first_time(self, key: str, now: datetime, ttl: timedelta) -> bool:
        """Whether the key was not met in the last `ttl`; exactly one of many at once is told so.

        DynamoDB removes expired items when it pleases, up to days later, so an expired one that
        is still there counts as gone.
        """
        token = secrets.token_hex(8)
        item: Item = {
            "PK": keys.seen(key),
            "SK": keys.SEEN,
            "token": token,
            "expires_at": int((now + ttl).timestamp()),
        }
        gone = any_of(NEW, AtMost("expires_at", int(now.timestamp())))
        try:
            self._table.write(Put(item, gone))
        except ConditionFailed:
            # The client repeats a write whose answer was lost, and then meets its own item.
            there = self._table.get(keys.seen(key), keys.SEEN)
            return there is not None and there.text("token") == token
        return True

    def met(self, key: str, now: datetime) -> bool:
        """Whether the key was met and is still remembered."""
        there = self._table.get(keys.seen(key), keys.SEEN)
        return there is not None and there.number("expires_at") > int(now.timestamp())

    def forget(self, key: str, now: datetime) -> None:
        """Let the key count as never met, since what it stood for certainly did not happen."""
        gone: Item = {
            "PK": keys.seen(key),
            "SK": keys.SEEN,
            "token": "",
            "expires_at": int(now.timestamp()),
        }
        self._table.write(Put(gone))
