"""What SES says of a mail it received: to whom, whether it is whose it says, where its text is."""

import hashlib
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealclock.errors import DealclockError


class NotAMail(DealclockError):
    """A message on the topic that is no mail SES received."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class _Verdict(_Part):
    status: str

    @property
    def passed(self) -> bool:
        return self.status == "PASS"


class _Mail(_Part):
    message_id: str = Field(alias="messageId", min_length=1, max_length=200)
    source: str = ""


class _Action(_Part):
    type: Literal["S3"]
    bucket: str = Field(alias="bucketName")
    key: str = Field(alias="objectKey")


class _Receipt(_Part):
    recipients: tuple[str, ...]
    spam: _Verdict = Field(alias="spamVerdict")
    virus: _Verdict = Field(alias="virusVerdict")
    spf: _Verdict = Field(alias="spfVerdict")
    dkim: _Verdict = Field(alias="dkimVerdict")
    dmarc: _Verdict = Field(alias="dmarcVerdict")
    action: _Action


class Arrived(_Part):
    """One mail that SES received and put into the bucket."""

    mail: _Mail
    receipt: _Receipt

    @classmethod
    def read(cls, text: str) -> "Arrived":
        """The notification in a topic's message; raises NotAMail without quoting it."""
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            raise NotAMail(
                "a message on the topic of received mail is no notification of SES's; look at "
                "what else publishes there."
            ) from None

    @property
    def id(self) -> str:
        """An opaque id, the same however often SES tells of the mail."""
        return hashlib.sha256(self.mail.message_id.encode()).hexdigest()[:24]

    @property
    def is_harmful(self) -> bool:
        """Whether SES found spam or a virus."""
        return "FAIL" in (self.receipt.spam.status, self.receipt.virus.status)

    @property
    def is_verified(self) -> bool:
        """Whether SPF, DKIM and DMARC all say that it is from whom it says."""
        receipt = self.receipt
        return receipt.spf.passed and receipt.dkim.passed and receipt.dmarc.passed
