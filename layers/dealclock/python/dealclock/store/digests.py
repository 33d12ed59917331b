"""What each person's digests rest on: the deals they read, and what the last one said."""

from datetime import date, timedelta

from dealclock.alerts.delivery import State
from dealclock.alerts.digest import SentDigest
from dealclock.alerts.still_true import Cause
from dealclock.store import keys
from dealclock.store.delivery import sent_digest, state
from dealclock.store.table import OnTable
from dealclock.store.write import Put

REMEMBERED = timedelta(days=35)  # a digest is compared with one that is no older
_SAID = ("state", "cause", "instance", "digest")
IN_ALERTS: Cause = "in_alerts"
"""Why a digest is withdrawn of which alerts of the same morning said all that is new."""


class Digests(OnTable):
    """By the Slack id of their reader."""

    def add_deal(self, reader: str, deal: str) -> None:
        """Remember that the reader has digests of a live deal; again, it changes nothing."""
        pk, sk = keys.of_deal(keys.person(reader)), keys.digest_of(deal)
        if self._table.get(pk, sk) is None:
            self._table.write(Put({"PK": pk, "SK": sk, "deal": deal}))

    def deals(self, reader: str) -> tuple[str, ...]:
        """The ids of the live deals the reader had digests of.

        Whether the reader still may have them is to be asked of each deal.
        """
        pk = keys.of_deal(keys.person(reader))
        rows = self._table.query(pk, keys.digest_of(""), keys.digest_of("~"))
        return tuple(row.text("deal") for row in rows)

    def last_sent(self, reader: str, instance: str, day: date) -> SentDigest | None:
        """What the last digest said that was sent before `day` (excluded), on whichever route; or
        what alerts said in its place.

        None without one in REMEMBERED. One that was refused later, as a bounced email, was not
        sent.
        """
        pk = keys.of_deal(keys.person(reader))
        first, last = keys.delivery(day - REMEMBERED, ""), keys.delivery(day, "")
        for row in self._table.query(pk, first, last, only=_SAID, backwards=True):
            withdrawn = "cause" in row and row.text("cause") == IN_ALERTS
            said = state(row) is State.SENT or withdrawn
            if row.text("instance") == instance and "digest" in row and said:
                return sent_digest(row.text("digest"))
        return None
