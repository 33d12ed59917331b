"""What SES says of a mail after it was handed over, and what follows from it.

Send, Delivery       SES has it, or the reader's server has: an unknown outcome is known
Bounce, Reject       the reader does not have it: refused, and other routes take over
Complaint            the reader reported it as spam: refused likewise, lest the next goes unseen

SES may say anything twice and in any order. An automatic reply ("out of the office") comes as a
transient bounce after the delivery; the mail was delivered, so it is none.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealclock.channels.ses import TAG
from dealclock.errors import DealclockError
from dealclock.usecases.queues import Deliver
from dealclock.usecases.services import Services

Noted = Literal["accepted", "refused", "settled before", "an automatic reply", "not ours"]


class NotAnEvent(DealclockError):
    """A message on the topic that is no event of SES's."""


class _SesMail(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    message_id: str = Field(alias="messageId")
    tags: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class _Bounce(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    kind: str = Field(alias="bounceType")


class MailEvent(BaseModel):
    """One event, as far as it is used; nothing of what the mail said."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    kind: str = Field(alias="eventType")
    about: _SesMail = Field(alias="mail")
    bounce: _Bounce | None = None

    @classmethod
    def read(cls, message: str) -> "MailEvent":
        """The event in the text of a topic's message; raises NotAnEvent."""
        try:
            return cls.model_validate_json(message)
        except ValidationError:
            raise NotAnEvent(
                "a message on the topic of mail events is not what SES publishes; see that nothing "
                "else may publish there."
            ) from None

    @property
    def mail(self) -> str | None:
        """Our id of the mail, from its tag."""
        return next(iter(self.about.tags.get(TAG, ())), None)


def note(event: MailEvent, services: Services) -> Noted:
    """Note the event on the mail's delivery; what fails is left to other routes, by the queue."""
    now = services.now()
    key = services.store.outbox.of_email(event.mail) if event.mail else None
    if key is None:
        return "not ours"
    if event.kind in ("Send", "Delivery"):
        delivered = event.kind == "Delivery"
        services.store.outbox.mark_email_accepted(
            key, event.about.message_id, now, delivered=delivered
        )
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
    transient = event.bounce is not None and event.bounce.kind == "Transient"
    if transient and stored.delivered:
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
