"""What SES says of a mail later: found by the opaque id it was sent under, noted on its delivery.

The id leads to the delivery through an item of its own, written before the mail is sent, because a
tag of SES's must not name a deal. SES may say the same thing twice and things out of order; each
note is a conditional update, so the first word that settles a delivery stays.
"""

from datetime import date, datetime, timedelta

from dealclock.alerts.delivery import State
from dealclock.store import keys
from dealclock.store.delivery import DeliveryKey
from dealclock.store.item import Item
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import Condition, Equals, OneOf, Put, Update

KEPT = timedelta(days=60)  # a complaint may come weeks after its mail
_UNKNOWN = Equals("state", State.UNKNOWN)
_CLAIMED = Equals("state", State.CLAIMED)
_SENT = Equals("state", State.SENT)
_OUT = {"GSI2PK": None, "GSI2SK": None, "not_before": None}
_MAY_HAVE_GONE = OneOf("state", (State.CLAIMED, State.UNKNOWN, State.SENT))


class Mails(OnTable):
    """Mails, as their deliveries know them."""

    def mailed(self, mail_id: str) -> DeliveryKey | None:
        """The delivery of a mail, or None for one of which nothing is known (any more)."""
        row = self._table.get(keys.mail(mail_id), keys.DELIVERY)
        if row is None:
            return None
        return DeliveryKey(row.text("deal"), row.day("day"), row.text("delivery"))

    def mail_accepted(
        self, key: DeliveryKey, provider_id: str, now: datetime, *, delivered: bool = False
    ) -> None:
        """SES sent it: an unknown outcome is known, and a worker that asks is told."""
        known: Item = {"accepted": provider_id, **({"delivered": True} if delivered else {})}
        sent: Item = {"state": State.SENT, "provider_id": provider_id, "told_at": now}
        over: Item = {"cause": None, "settled": None, "to_hand_over": None, **_OUT}
        _ = (
            self._note(key, {**known, **sent, **over}, _UNKNOWN)
            or self._note(key, known, _CLAIMED)
            or self._note(key, known, _SENT)
        )

    def mail_failed(self, key: DeliveryKey, cause: str, rehearsal: bool, now: datetime) -> bool:
        """It did not reach its reader: refused, and other routes are to take over.

        False when it was refused, or withdrawn, before, which stays.
        """
        refused: Item = {
            "state": State.REFUSED,
            "cause": cause,
            "told_at": now,
            "settled": None,
            "not_before": None,
            "to_hand_over": True,
            **keys.waiting(rehearsal, now, key.id),
        }
        return self._note(key, refused, _MAY_HAVE_GONE)

    def _note(self, key: DeliveryKey, changes: Item, when: Condition) -> bool:
        pk, sk = keys.of_deal(key.deal), keys.delivery(key.day, key.id)
        try:
            self._table.write(Update(pk, sk, changes, when))
        except ConditionFailed:
            return False
        return True


def pointer(key: DeliveryKey, now: datetime) -> Put:
    """The item by which a mail's id leads to its delivery."""
    day: date = key.day
    return Put(
        {
            "PK": keys.mail(key.id),
            "SK": keys.DELIVERY,
            "deal": key.deal,
            "day": day,
            "delivery": key.id,
            "expires_at": int((now + KEPT).timestamp()),
        }
    )
