"""Parse an SES event, as delivered by its topic."""

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealclock.channels.ses import TAG
from dealclock.errors import RefusedError
from dealclock.jobs.deliver.mail_events import MailEvent


class _Part(BaseModel):
    model_config = ConfigDict(hide_input_in_errors=True)


class _Mail(_Part):
    message_id: str = Field(alias="messageId")
    tags: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class _Bounce(_Part):
    kind: str = Field(alias="bounceType")


class _Event(_Part):
    kind: str = Field(alias="eventType")
    mail: _Mail
    bounce: _Bounce | None = None


def read_mail_event(message: str) -> MailEvent:
    """The event in the text of a topic's message; raises RefusedError."""
    try:
        event = _Event.model_validate_json(message)
    except ValidationError:
        raise RefusedError(
            "a message on the topic of mail events is not what SES publishes; see that nothing "
            "else may publish there."
        ) from None
    return MailEvent(
        kind=event.kind,
        mail=next(iter(event.mail.tags.get(TAG, ())), None),
        provider_id=event.mail.message_id,
        transient=event.bounce is not None and event.bounce.kind == "Transient",
    )
