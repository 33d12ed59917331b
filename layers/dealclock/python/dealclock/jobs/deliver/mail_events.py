"""What SES reports about an email after accepting it, and what follows from it.

Send, Delivery       SES or the reader's server accepted it: an unknown outcome is resolved
Bounce, Reject       the reader does not have it: refused, and other routes take over
Complaint            the reader reported it as spam: refused too, since the next may go unseen

SES may report events twice and in any order. An automatic reply ("out of the office") comes as a
transient bounce after the delivery; the email was delivered, so this is no bounce.
"""

from typing import Literal

from dealclock.jobs.plan.plan_deliveries import message_for
from dealclock.jobs.services import Services
from dealclock.records import record

EventResult = Literal["accepted", "refused", "settled before", "an automatic reply", "not ours"]


@record
class MailEvent:
    """The parts of one event that are used; no content of the email.

    `kind` is SES's event type. `mail` is our id of the email, None for one that is not ours, and
    `provider_id` is SES's. `transient`: a bounce that SES does not consider permanent.
    """

    kind: str
    mail: str | None
    provider_id: str
    transient: bool = False


def note(event: MailEvent, services: Services) -> EventResult:
    """Record the event on the email's delivery; a failure is queued for other routes."""
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
    # Whether a digest is of rehearsals depends on the first deal it covers.
    deal = stored.delivery.deals[0] if stored and stored.delivery.deals else key.deal
    meta = services.store.deals.meta(deal)
    if stored is None or meta is None:
        return "not ours"
    if event.transient and stored.delivered:
        return "an automatic reply"
    if (
        not services.store.outbox.mark_email_failed(key, cause, meta.rehearsal, now)
        and not stored.to_hand_over
    ):
        return "settled before"
    # The delivery queue takes over, as for every refused delivery.
    services.deliveries.send(message_for(key))
    return "refused"


_CAUSES = {"Bounce": "bounced", "Complaint": "complained", "Reject": "rejected"}
