"""Email to the local sink, by SMTP."""

import contextlib
from datetime import timedelta
from smtplib import SMTP, SMTPDataError, SMTPException

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.message import Mail

_RETRY_AFTER = 60.0  # seconds; SMTP gives none


class SmtpMailer:
    """Sends email by SMTP without encryption: only for the sink on 127.0.0.1."""

    def __init__(self, host: str, port: int, timeout: float = 10) -> None:
        self._address = (host, port)
        self._timeout = timeout

    @property
    def events_within(self) -> timedelta | None:
        """None: SMTP reports nothing after accepting an email."""
        return None

    def send(self, mail: Mail) -> Outcome:
        """Send it unchanged; Sent has its Message-ID, or our id if it has none."""
        content = mail.as_bytes()
        try:
            server = SMTP(*self._address, timeout=self._timeout)
        except (OSError, SMTPException):
            return Later(_RETRY_AFTER)
        try:
            return _transmit(server, mail, content)
        finally:
            with contextlib.suppress(OSError, SMTPException):
                server.quit()  # failing to quit does not change the outcome
            server.close()


def _transmit(server: SMTP, mail: Mail, content: bytes) -> Outcome:
    try:
        server.ehlo_or_helo_if_needed()
        refused = _refused(server.mail(mail.sender)[0]) or _refused(server.rcpt(mail.to)[0])
    except (OSError, SMTPException, ValueError):
        return Later(_RETRY_AFTER)  # no content was sent yet
    if refused is not None:
        return refused
    try:
        code, _ = server.data(content)
    except SMTPDataError as error:  # before any content was sent
        return _refused(error.smtp_code) or Later(_RETRY_AFTER)
    except (OSError, SMTPException):
        return Unknown("connection_lost")
    except ValueError:
        return Unknown("unreadable_answer")
    if 200 <= code < 300:
        return Sent(str(mail.content["Message-ID"] or mail.id))
    return _refused(code) or Unknown("unreadable_answer")


def _refused(code: int) -> Refused | Later | None:
    if 400 <= code < 500:
        return Later(_RETRY_AFTER)
    return Refused(f"smtp_{code}") if code >= 500 else None
