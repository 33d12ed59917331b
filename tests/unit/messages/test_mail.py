"""An email as its reader's program opens it."""

import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from icalendar import Calendar

from dealclock.messages import plain
from dealclock.messages.mail import Envelope, render_email, render_html
from dealclock.messages.message import Message, MessageRow, Section
from tests.unit.alerts.playing import at
from tests.unit.messages.messages import Said, every_message, message

SENT = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)


def test_an_email_has_sender_recipients_and_date() -> None:
    content = opened(message("Granite-Story", "2005-02-03", "suspension/F9"))
    assert content["From"] == "Dealclock <dealclock@issuer.example>"
    assert content["To"] == "maria.lopez@issuer.example"
    assert content["Date"] == "Fri, 20 Nov 2026 15:30:00 +0000"
    assert content["Message-ID"] == "<abc-email-maria@dealclock.invalid>"
    assert content["Subject"] == (
        "[Granite-Story, rehearsal] Moved to Sun, Mar 13: Suspension Period, Section 4(b)(i)"
    )
    assert content["Auto-Submitted"] == "auto-generated"


@pytest.mark.full
def test_text_and_html_say_the_same() -> None:
    for said in every_message():
        content = opened(said)
        assert part(content, "plain") == plain.as_mail_text(said.message)
        page = part(content, "html")
        for section in said.message.sections:
            for row in section.rows:
                assert f"<span>{row.label}:</span>" in page or not row.label
                assert escaped(row.value) in page
        assert escaped(said.message.headline) in page
        assert all(escaped(banner) in page for banner in said.message.banners)
        assert all(escaped(note) in page for note in said.message.footnotes)


def test_typed_text_is_text_and_never_markup() -> None:
    typed = '<script>alert("x")</script> & <img src=x onerror=y>'
    answer = Message(
        typed, typed, (typed,), (Section((MessageRow(typed, typed),), (typed,), typed),), (typed,)
    )
    page = render_html(answer)
    assert "<script" not in page
    assert "<img" not in page


def test_a_page_fetches_nothing() -> None:
    for said in every_message():
        assert not re.search(r"https?:|src=|url\(|@import", part(opened(said), "html"))


def test_typed_text_cannot_add_a_header() -> None:
    said = message("Granite-Story", "2005-02-03", "suspension/F9")
    answer = Message("Granite\r\nBcc: mallory@x.example", "A headline")
    content = message_from_bytes(
        render_email(answer, envelope(), said.alert, SENT).as_bytes(), policy=policy.default
    )
    assert content["Bcc"] is None
    assert content["Subject"] == "Granite Bcc: mallory@x.example"


def test_a_calendar_entry_is_attached_when_a_date_is_first_alerted_or_moves() -> None:
    with_entry = [
        (said.alert.day.isoformat(), said.alert.instance)
        for said in every_message()
        if said.view.team.code_name == "Granite-Story" and entry_of(said) is not None
    ]
    assert with_entry == [
        ("2004-06-30", "shelf-filing"),
        ("2004-10-14", "effectiveness"),
        ("2004-10-21", "cusip-numbers"),
        ("2004-10-21", "indenture-qualification"),
        ("2004-10-29", "trustee-notice/default-ii"),
        ("2004-12-07", "holder-advice/F3"),
        ("2004-12-16", "sale-notice/F4"),
        ("2005-01-03", "payment/2005-01-15"),
        ("2005-01-11", "cure-window/F5"),
        ("2005-01-19", "trustee-notice/default-iii/F5"),
        ("2005-02-02", "suspension/F9"),
        ("2005-02-03", "suspension/F9"),
    ]


def test_a_moved_date_replaces_the_earlier_entry() -> None:
    first = entry_of(message("Granite-Story", "2005-02-02", "suspension/F9"))
    moved = entry_of(message("Granite-Story", "2005-02-03", "suspension/F9"))
    assert first is not None
    assert moved is not None
    assert first["UID"] == moved["UID"]
    assert (first["SEQUENCE"], moved["SEQUENCE"]) == (0, 1)
    assert first["DTSTART"].dt.isoformat() == "2005-03-17"
    assert moved["DTSTART"].dt.isoformat() == "2005-03-13"
    assert moved["SUMMARY"] == "Granite-Story, rehearsal: Suspension Period, Section 4(b)(i)"


def test_the_same_email_twice_is_the_same_bytes() -> None:
    said = message("Granite-Story", "2005-02-03", "suspension/F9")
    once, again = (
        render_email(said.message, envelope(), said.alert, SENT).as_bytes() for _ in range(2)
    )
    assert once == again


def test_no_line_is_longer_than_email_allows() -> None:
    for said in every_message():
        raw = render_email(said.message, envelope(), said.alert, at(said.alert.day)).as_bytes()
        assert max(len(line) for line in raw.splitlines()) <= 78


def envelope() -> Envelope:
    return Envelope(
        "abc-email-maria", "dealclock@issuer.example", "maria.lopez@issuer.example", SENT
    )


def opened(said: Said) -> EmailMessage:
    """The mail after a journey as bytes."""
    known_at = at(said.alert.day, said.slot)
    raw = render_email(said.message, envelope(), said.alert, known_at).as_bytes(policy=policy.SMTP)
    return message_from_bytes(raw, policy=policy.default)


def part(content: EmailMessage, kind: str) -> str:
    body = content.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def entry_of(said: Said) -> dict[str, Any] | None:
    """The one event of the mail's calendar file, read by another's reader."""
    for attachment in opened(said).iter_attachments():
        assert attachment.get_content_type() == "text/calendar"
        (event,) = Calendar.from_ical(attachment.get_content()).walk("VEVENT")
        found: dict[str, Any] = event
        return found
    return None


def escaped(text: str) -> str:
    """Text as a page holds it."""
    for sign, entity in (
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ('"', "&#34;"),
        ("'", "&#39;"),
    ):
        text = text.replace(sign, entity)
    return text
