"""What SES says of a mail after it was handed over, and what follows from it.

Send, Delivery       SES has it, or the reader's server has: an unknown outcome is known
Bounce, Reject       the reader does not have it: refused, and other routes take over
Complaint            the reader reported it as spam: refused likewise, lest the next goes unseen

SES may say anything twice and in any order. An automatic reply ("out of the office") comes as a
transient bounce after the delivery; the mail was delivered, so it is none.
"""

from dataclasses import dataclass
from typing import Literal

from dealclock.usecases.queues import Deliver
from dealclock.usecases.services import Services

Noted = Literal["accepted", "refused", "settled before", "an automatic reply", "not ours"]


@dataclass(frozen=True, slots=True)
class MailEvent:
    """One event, as far as it is used; nothing of what the mail said.

    `kind` is SES's own word. `mail` is our id of the mail, None for one that is not ours, and
    `provider_id` is SES's. `transient` is true of a bounce that SES does not hold to be permanent.
    """

    kind: str
    mail: str | None
    provider_id: str
    transient: bool = False


def note(event: MailEvent, services: Services) -> Noted:
    """Note the event on the mail's delivery; what fails is left to other routes, by the queue."""
    now = services.now()
    key = services.store.outbox.of_email(event.mail) if event.mail else None
    if key is None:
        return "not ours"
    if event.kind in ("Send", "Delivery"):
        delivered = event.kind == "Delivery"
        services.store.outbox.mark_email_accepted(key, event.provider_id, now, delivered=delivered)
        return "accepted"
    cause = _CAUSES.get(event.kind)
    if cause is None:
        return "settled before"
    stored = services.store.outbox.get(key)
    # Whether a digest is of rehearsals is asked of the first deal it tells of.
    of = stored.delivery.deals[0] if stored and stored.delivery.deals else key.deal
    meta = services.store.deals.meta(of)
    if stored is None or meta is None:
        return "not ours"
    if event.transient and stored.delivered:
        return "an automatic reply"
    if (
        not services.store.outbox.mark_email_failed(key, cause, meta.rehearsal, now)
        and not stored.to_hand_over
    ):
        return "settled before"
    # The delivery queue takes over: the same way as for everything that was refused.
    services.deliveries.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    return "refused"


_CAUSES = {"Bounce": "bounced", "Complaint": "complained", "Reject": "rejected"}
