"""The emails received, newest first, and which of them were opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.parser import BytesHeaderParser, BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from dealclock.errors import NotFoundError
from local import mail


@dataclass(frozen=True)
class Brief:
    """An email as the list shows it. `number` is the sink's, `to` the envelope's recipients.

    `sent` is from its Date header, None if that cannot be read.
    """

    number: int
    to: tuple[str, ...]
    sender: str
    subject: str
    sent: datetime | None


class Box:
    """The sink's folder. Which emails were opened is remembered while the workbench is up."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._briefs: dict[tuple[Path, int], Brief] = {}
        self._calendars: dict[tuple[Path, int], Sequence[bytes]] = {}
        self._opened: set[tuple[Path, int]] = set()

    def search(self, to: str = "", subject: str = "") -> Sequence[Brief]:
        """The emails to an address with some words in the subject, newest first; "" for any."""
        words = subject.casefold().split()
        return [
            brief
            for brief in map(self._brief, reversed(mail.message_files(self._folder)))
            if (not to or to in brief.to)
            and all(word in brief.subject.casefold() for word in words)
        ]

    def addresses(self) -> Sequence[str]:
        """Everyone who received an email, in alphabetical order."""
        return sorted(
            {to for path in mail.message_files(self._folder) for to in self._brief(path).to}
        )

    def unread(self) -> frozenset[int]:
        """The numbers of the emails that no one has opened."""
        kept = mail.message_files(self._folder)
        return frozenset(int(path.stem) for path in kept if _key(path) not in self._opened)

    def calendars(self, number: int) -> Sequence[bytes]:
        """The calendar entries attached to an email, as files. Raises NotFoundError."""
        path = self._path(number)
        key = _key(path)
        if key not in self._calendars:
            self._calendars[key] = _calendars(path)
        return self._calendars[key]

    def open(self, number: int) -> mail.Mail:
        """An email, parsed; it counts as opened. Raises NotFoundError."""
        path = self._path(number)
        self._opened.add(_key(path))
        return mail.read(path)

    def brief(self, number: int) -> Brief:
        """An email as the list shows it. Raises NotFoundError."""
        return self._brief(self._path(number))

    def source(self, number: int) -> bytes:
        """An email as received, after two lines of its envelope. Raises NotFoundError."""
        return self._path(number).read_bytes()

    def _path(self, number: int) -> Path:
        path = self._folder / f"{number:06d}.eml"
        if not path.exists():
            raise NotFoundError(f"there is no email {number}; starting over removes earlier ones.")
        return path

    def _brief(self, path: Path) -> Brief:
        key = _key(path)
        if key not in self._briefs:
            self._briefs[key] = _read(path)
        return self._briefs[key]


def _key(path: Path) -> tuple[Path, int]:
    """An email and when it arrived: after starting over the sink reuses its numbers."""
    return path, path.stat().st_mtime_ns


def _read(path: Path) -> Brief:
    with path.open("rb") as file:
        headers = BytesHeaderParser(policy=policy.default).parse(file)
    return Brief(
        number=int(path.stem),
        to=tuple(str(each) for each in headers.get_all("X-RcptTo", [])),
        sender=str(headers.get("From", "")),
        subject=str(headers.get("Subject", "")),
        sent=_sent(str(headers.get("Date", ""))),
    )


def _calendars(path: Path) -> Sequence[bytes]:
    whole = path.read_bytes()
    if b"text/calendar" not in whole:  # most have none
        return ()
    # The plain policy parses an email several times as fast, and no header is read here.
    parts = BytesParser(policy=policy.compat32).parsebytes(whole).walk()
    found = (p.get_payload(decode=True) for p in parts if p.get_content_type() == "text/calendar")
    return [content for content in found if isinstance(content, bytes)]


def _sent(written: str) -> datetime | None:
    try:
        return parsedate_to_datetime(written)
    except ValueError:
        return None
