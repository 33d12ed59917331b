"""Mail to the local sink, by SMTP on this machine."""

import contextlib
from datetime import timedelta
from smtplib import SMTP, SMTPDataError, SMTPException

from dealclock.channels.message import Mail
from dealclock.channels.outcome import Later, Outcome, Refused, Sent, Unknown

_RETRY_AFTER = 60.0  # seconds; SMTP names none


class SmtpMailer:
    """Mail by SMTP without encryption: for the sink on 127.0.0.1 only."""

    def __init__(self, host: str, port: int, timeout: float = 10) -> None:
        self._address = (host, port)
        self._timeout = timeout

    @property
    def events_within(self) -> timedelta | None:
        """Never: nothing of a mail is heard once it was taken."""
        return None

    def send(self, mail: Mail) -> Outcome:
        """Send it as it stands; Sent with its Message-ID, or our id where it has none."""
        content = mail.as_bytes()
        try:
            server = SMTP(*self._address, timeout=self._timeout)
        except (OSError, SMTPException):
            return Later(_RETRY_AFTER)
        try:
            return _say(server, mail, content)
        finally:
            with contextlib.suppress(OSError, SMTPException):
                server.quit()  # said or not, the mail is where it is
            server.close()


def _say(server: SMTP, mail: Mail, content: bytes) -> Outcome:
    try:
        server.ehlo_or_helo_if_needed()
        refused = _refused(server.mail(mail.sender)[0]) or _refused(server.rcpt(mail.to)[0])
    except (OSError, SMTPException, ValueError):
        return Later(_RETRY_AFTER)  # nothing of the mail itself was said yet
    if refused is not None:
        return refused
    try:
        code, _ = server.data(content)
    except SMTPDataError as error:  # before any of the mail was said
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
