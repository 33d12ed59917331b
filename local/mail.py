"""A mail server on 127.0.0.1: stores every message in order, and can refuse or defer.

`python -m local.mail --state DIR --run-id ID` serves until SIGTERM or SIGINT and keeps 000001.eml,
000002.eml... in DIR, each as it came, under two lines of its envelope. `refuse` lets recipients
fail (550) or be deferred (451) while it runs, or keeps their mail and hangs up without an answer.
"""

import argparse
import asyncio
import json
import signal
import socket
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP

from local.slack.wire import announce

_REFUSED = "recipients.json"
_MOST_BYTES = 10 * 1024 * 1024  # what SES takes by default


@dataclass(frozen=True)
class Attachment:
    """A part with a file name; `content` is decoded."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True)
class Mail:
    """One stored message. `recipients` are the envelope's, Bcc included."""

    path: Path
    sender: str
    recipients: tuple[str, ...]
    headers: tuple[tuple[str, str], ...]
    text: str
    html: str
    attachments: tuple[Attachment, ...]

    def header(self, name: str) -> str:
        """The first header of this name, decoded; empty if there is none."""
        return next((v for k, v in self.headers if k.casefold() == name.casefold()), "")


def message_files(state: Path) -> list[Path]:
    """The messages of a sink's folder, in order of arrival."""
    return sorted(state.glob("[0-9]*.eml"))


def clear(state: Path) -> None:
    """Remove every message; the sink's next one takes the next number all the same."""
    for path in message_files(state):
        path.unlink()


def read(path: Path) -> Mail:
    """A stored message, parsed."""
    parsed = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
    if not isinstance(parsed, EmailMessage):  # pragma: no cover - the policy decides the type
        raise TypeError(f"{path} was not parsed as an EmailMessage")
    recipients = [str(each) for each in parsed.get_all("X-RcptTo", [])]
    headers = [(k, str(v)) for k, v in parsed.items() if k not in ("X-MailFrom", "X-RcptTo")]
    attachments = [
        Attachment(part.get_filename() or "", part.get_content_type(), _bytes(part))
        for part in parsed.walk()
        if part.get_filename()
    ]
    return Mail(
        path,
        str(parsed.get("X-MailFrom", "")),
        tuple(recipients),
        tuple(headers),
        _body(parsed, "plain"),
        _body(parsed, "html"),
        tuple(attachments),
    )


def refuse(
    state: Path,
    failing: Iterable[str] = (),
    deferred: Iterable[str] = (),
    silent: Iterable[str] = (),
) -> None:
    """From now on answer 550 to these recipients and 451 to those; the last call counts.

    Mail for a `silent` recipient is kept, and then the connection is cut without an answer.
    """
    orders = {"550": sorted(failing), "451": sorted(deferred), "": sorted(silent)}
    new = state / f"{_REFUSED}.new"
    new.write_text(json.dumps(orders), encoding="utf-8")
    new.replace(state / _REFUSED)


def orders(state: Path) -> dict[str, list[str]]:
    """The recipients that are refused, by response code; "" for the silent ones."""
    file = state / _REFUSED
    if not file.exists():
        return {}
    given: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
    return given


class Sink:
    """The handler that aiosmtpd calls as a message comes in."""

    def __init__(self, state: Path) -> None:
        self._state = state
        paths = message_files(state)
        self._count = int(paths[-1].stem) if paths else 0

    async def handle_RCPT(  # noqa: N802 - aiosmtpd names it
        self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Take a recipient, or refuse it as ordered by `refuse`."""
        refused = orders(self._state)
        if address in refused.get("550", ()):
            return f"550 5.1.1 <{address}>: there is no such mailbox"
        if address in refused.get("451", ()):
            return f"451 4.7.1 <{address}>: try again later"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd names it
        self, server: Any, _session: Any, envelope: Any
    ) -> str:
        """Store a message; it is on the disk before it is acknowledged."""
        self._count += 1
        lines = [f"X-MailFrom: {envelope.mail_from}"]
        lines += [f"X-RcptTo: {each}" for each in envelope.rcpt_tos]
        trace = "".join(f"{each}\r\n" for each in lines).encode()
        path = self._state / f"{self._count:06d}.eml"
        new = path.with_suffix(".new")
        new.write_bytes(trace + envelope.content)
        new.replace(path)
        if set(envelope.rcpt_tos) & set(orders(self._state).get("", ())):
            server.transport.abort()
        return f"250 OK kept as {path.name}"


def main() -> int:
    """Serve until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(prog="python -m local.mail", description="A mail sink.")
    parser.add_argument("--state", type=Path, required=True, help="folder of port and messages")
    parser.add_argument("--run-id", required=True, help="a new id starts empty")
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes any free port")
    given = parser.parse_args()
    _take_up(given.state, given.run_id)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", given.port))
        try:
            asyncio.run(_serve(listener, given.state))
        finally:
            (given.state / "port").unlink(missing_ok=True)
    return 0


async def _serve(listener: socket.socket, state: Path) -> None:
    sink, stop = Sink(state), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await loop.create_server(
        lambda: SMTP(sink, hostname="mail.localhost", data_size_limit=_MOST_BYTES, loop=loop),
        sock=listener,
    )
    announce(listener.getsockname()[1], state / "port")
    try:
        await stop.wait()
    finally:
        server.close()


def _take_up(state: Path, run_id: str) -> None:
    """Resume a run, or remove the messages of another one."""
    state.mkdir(parents=True, exist_ok=True)
    mark = state / "run"
    if not mark.exists() or mark.read_text(encoding="utf-8") != run_id:
        for old in (*message_files(state), *state.glob("*.new"), state / _REFUSED):
            old.unlink(missing_ok=True)
        mark.write_text(run_id, encoding="utf-8")


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""


def _bytes(part: Any) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


if __name__ == "__main__":
    sys.exit(main())
