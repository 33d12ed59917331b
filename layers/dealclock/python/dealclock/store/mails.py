"""What SES says of a mail later: found by the opaque id it was sent under, noted on its delivery.

The id leads to the delivery through an item of its own, written before the mail is sent, because a
tag of SES's must not name a deal. SES may say the same thing twice and things out of order; each
note is a conditional update, so the first word that settles a delivery stays.
"""

from datetime import datetime, timedelta

from dealclock.alerts.delivery import State
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.delivery import STORED_DELIVERY, DeliveryKey
from dealclock.store.item import Item
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import Condition, Equals, OneOf, Put, Update

DELIVERY_KEY = Codec(DeliveryKey, names={"id": "delivery"})
KEPT = timedelta(days=60)  # a complaint may come weeks after its mail
_UNKNOWN = Equals("state", State.UNKNOWN)
_CLAIMED = Equals("state", State.CLAIMED)
_SENT = Equals("state", State.SENT)
_OUT: Item = {"GSI2PK": None, "GSI2SK": None, **STORED_DELIVERY.changes(not_before=None)}
_MAY_HAVE_GONE = OneOf("state", (State.CLAIMED, State.UNKNOWN, State.SENT))


class Mails(OnTable):
    """Mails, as their deliveries know them."""

    def of_email(self, mail_id: str) -> DeliveryKey | None:
        """The delivery of a mail, or None for one of which nothing is known (any more)."""
        row = self._table.get(keys.mail(mail_id), keys.DELIVERY)
        return DELIVERY_KEY.read(row) if row else None

    def mark_email_accepted(
        self, key: DeliveryKey, provider_id: str, now: datetime, *, delivered: bool = False
    ) -> None:
        """SES sent it: an unknown outcome is known, and a worker that asks is told."""
        known = STORED_DELIVERY.changes(
            accepted=provider_id, **({"delivered": True} if delivered else {})
        )
        sent = STORED_DELIVERY.changes(
            state=State.SENT, provider_id=provider_id, cause=None, settled=False, to_hand_over=False
        )
        _ = (
            self._note(key, {**known, **sent, "told_at": now, **_OUT}, _UNKNOWN)
            or self._note(key, known, _CLAIMED)
            or self._note(key, known, _SENT)
        )

    def mark_email_failed(
        self, key: DeliveryKey, cause: str, rehearsal: bool, now: datetime
    ) -> bool:
        """It did not reach its reader: refused, and other routes are to take over.

        False when it was refused, or withdrawn, before, which stays.
        """
        refused: Item = {
            **STORED_DELIVERY.changes(
                state=State.REFUSED, cause=cause, settled=False, not_before=None, to_hand_over=True
            ),
            "told_at": now,
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
    return Put(
        {
            "PK": keys.mail(key.id),
            "SK": keys.DELIVERY,
            **DELIVERY_KEY.item(key),
            "expires_at": int((now + KEPT).timestamp()),
        }
    )
