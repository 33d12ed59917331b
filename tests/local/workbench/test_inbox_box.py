"""The list of mails: newest first, narrowed by recipient and subject, with what nobody opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dealclock.errors import NotFoundError
from local.workbench.panes.inbox.box import Box

ICS = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"


def kept(folder: Path, number: int, to: str, subject: str, more: bytes = b"") -> Path:
    path = folder / f"{number:06d}.eml"
    path.write_bytes(
        f"X-MailFrom: clock@example.com\r\nX-RcptTo: {to}\r\nFrom: Clock <clock@example.com>\r\n"
        f"To: {to}\r\nSubject: {subject}\r\nDate: Wed, 30 Jun 2004 12:00:00 +0000\r\n".encode()
        + (more or b"\r\nHello\r\n")
    )
    return path


def numbers(box: Box, to: str = "", subject: str = "") -> list[int]:
    return [brief.number for brief in box.search(to, subject)]


@pytest.fixture
def box(tmp_path: Path) -> Box:
    kept(tmp_path, 1, "maria@issuer.example", "Cedar, Section 2(a)(i)")
    kept(tmp_path, 2, "tom@issuer.example", "Cedar, Section 2(a)(i)")
    kept(tmp_path, 3, "maria@issuer.example", "Another subject")
    return Box(tmp_path)


def test_the_newest_mail_comes_first(box: Box) -> None:
    assert numbers(box) == [3, 2, 1]


def test_a_mail_is_found_by_its_recipient_and_by_words_of_its_subject(box: Box) -> None:
    assert numbers(box, to="maria@issuer.example") == [3, 1]
    assert numbers(box, subject="SECTION cedar") == [2, 1]
    assert numbers(box, to="maria@issuer.example", subject="2(a)") == [1]
    assert numbers(box, to="maria") == []


def test_a_mail_says_who_it_is_from_to_whom_and_when(box: Box) -> None:
    brief = box.search()[-1]
    assert (brief.to, brief.sender) == (("maria@issuer.example",), "Clock <clock@example.com>")
    assert brief.sent
    assert brief.sent.isoformat() == "2004-06-30T12:00:00+00:00"
    assert box.addresses() == ["maria@issuer.example", "tom@issuer.example"]


def test_a_date_that_is_none_leaves_the_mail_in_the_list(tmp_path: Path) -> None:
    path = kept(tmp_path, 1, "maria@issuer.example", "Odd")
    path.write_bytes(path.read_bytes().replace(b"Wed, 30 Jun 2004", b"some day"))
    assert [brief.sent for brief in Box(tmp_path).search()] == [None]


def test_a_mail_is_unread_until_it_is_opened(box: Box) -> None:
    assert box.unread() == {1, 2, 3}
    assert box.open(2).text == "Hello\n"
    assert box.unread() == {1, 3}


def test_a_number_that_a_new_play_gives_again_is_another_mail(tmp_path: Path) -> None:
    kept(tmp_path, 1, "maria@issuer.example", "Before")
    box = Box(tmp_path)
    box.open(1)
    assert box.search()[0].subject == "Before"
    again = kept(tmp_path, 1, "maria@issuer.example", "After")
    os.utime(again, ns=(0, again.stat().st_mtime_ns + 1))
    assert box.search()[0].subject == "After"
    assert box.unread() == {1}


def test_a_mail_that_is_not_there_is_refused_in_words(box: Box) -> None:
    for ask in (box.open, box.source, box.calendars):
        with pytest.raises(NotFoundError, match="there is no email 9"):
            ask(9)


def test_the_calendar_entries_of_a_mail_are_its_ics_files(tmp_path: Path) -> None:
    parts = (
        b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nDue.\r\n"
        b'--b\r\nContent-Type: text/calendar\r\nContent-Disposition: attachment; filename="a.ics"'
        b"\r\n\r\n" + ICS + b"--b--\r\n"
    )
    kept(tmp_path, 1, "maria@issuer.example", "Due", parts)
    kept(tmp_path, 2, "maria@issuer.example", "None")
    box = Box(tmp_path)
    assert [content.strip() for content in box.calendars(1)] == [ICS.strip()]
    assert list(box.calendars(2)) == []
    assert box.unread() == {1, 2}, "looking for entries opens nothing"
