"""Mail to the local sink, by SMTP on this machine."""

from dealclock.channels.message import Mail
from dealclock.channels.outcome import Outcome


class SmtpMailer:
    """Mail by SMTP without encryption: for the sink on 127.0.0.1 only."""

    def __init__(self, host: str, port: int, timeout: float = 10) -> None:
        self._address = (host, port)
        self._timeout = timeout

    def send(self, mail: Mail) -> Outcome:
        """Send it as it stands."""
        raise NotImplementedError
