"""Each person's digests: the deals they cover, and the content of the last one."""

from contextlib import suppress
from datetime import date, timedelta

from dealclock.alerts.digest import SentDigest
from dealclock.alerts.outcome import State
from dealclock.alerts.still_true import Cause
from dealclock.errors import TooNewError
from dealclock.store import keys
from dealclock.store.delivery import sent_digest, state
from dealclock.store.table import OnTable
from dealclock.store.write import Put

REMEMBERED = timedelta(days=35)  # older digests are not compared with
_DIGEST_FIELDS = ("state", "cause", "instance", "digest")
IN_ALERTS: Cause = "in_alerts"
"""The cause of a digest withdrawn because that morning's alerts cover everything new."""


class Digests(OnTable):
    """Digests by the Slack id of their reader."""

    def add_deal(self, reader: str, deal: str) -> None:
        """Record that the reader gets digests of a live deal; idempotent."""
        pk, sk = keys.of_deal(keys.person(reader)), keys.digest_of(deal)
        if self._table.get(pk, sk) is None:
            self._table.write(Put.at(pk, sk, {"deal": deal}))

    def deals(self, reader: str) -> tuple[str, ...]:
        """The ids of the live deals whose digests the reader got.

        The caller must check that the reader still has access to each.
        """
        pk = keys.of_deal(keys.person(reader))
        rows = self._rows(pk, keys.digest_of(""))
        return tuple(row.text("SK").removeprefix(keys.digest_of("")) for row in rows)

    def last_sent(self, reader: str, instance: str, day: date) -> SentDigest | None:
        """The content of the last digest sent before `day` (excluded) on any route, or of the
        alerts sent in its place.

        None if there is none within REMEMBERED. One refused later, such as a bounced email, does
        not count, nor does one that only a newer release can read: nothing is lost if its content
        is sent again.
        """
        pk = keys.of_deal(keys.person(reader))
        first, last = keys.delivery(day - REMEMBERED, ""), keys.delivery(day, "")
        for row in self._table.query(pk, first, last, only=_DIGEST_FIELDS, backwards=True):
            with suppress(TooNewError):
                withdrawn = "cause" in row and row.text("cause") == IN_ALERTS
                was_sent = state(row) is State.SENT or withdrawn
                if row.text("instance") == instance and "digest" in row and was_sent:
                    return sent_digest(row.text("digest"))
        return None
