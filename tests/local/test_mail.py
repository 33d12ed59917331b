"""The mail sink in a real SMTP exchange: what it keeps, what it refuses, how it ends."""

import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from dealclock.alerts.alert import Alert
from dealclock.alerts.outcome import Sent
from dealclock.channels import Mail, SmtpMailer
from dealclock.messages import invitation
from dealclock.messages.mail import Envelope
from dealclock.messages.mail import render_email as compose
from dealclock.people.policy import Reason
from local import mail

ROOT = Path(__file__).parents[2]


@dataclass
class Running:
    """A sink's process, its folder and its port."""

    process: subprocess.Popen[bytes]
    state: Path
    port: int

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(5)

    def send(self, message: EmailMessage, to: list[str] | None = None) -> None:
        with smtplib.SMTP("127.0.0.1", self.port, timeout=5) as smtp:
            smtp.send_message(message, to_addrs=to)


def start(state: Path, run_id: str = "run-1") -> Running:
    command = [sys.executable, "-m", "local.mail", "--state", str(state), "--run-id", run_id]
    process = subprocess.Popen(command, cwd=ROOT)
    until = time.monotonic() + 10
    while not (state / "port").exists():
        assert time.monotonic() < until, "the sink did not start"
        time.sleep(0.01)
    return Running(process, state, int((state / "port").read_text()))


@pytest.fixture
def sink(tmp_path: Path) -> Iterator[Running]:
    running = start(tmp_path)
    yield running
    if running.process.poll() is None:
        assert running.stop() == 0


def an_alert(subject: str = "LANTERN · s. 2(a) due Thu, Oct 28, 2004") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Dealclock <clock@example.com>"
    message["To"] = "avery@example.com"
    message["Subject"] = subject
    message.set_content("Effectiveness is due today.\n\nA computation, not legal advice.\n")
    message.add_alternative("<p>Effectiveness is due today.</p>", subtype="html")
    message.add_attachment(b"BEGIN:VCALENDAR", "text", "calendar", filename="deadline.ics")
    return message


def test_a_message_is_kept_whole_and_read_back(sink: Running) -> None:
    sink.send(an_alert(), to=["avery@example.com", "hidden@example.com"])
    [path] = mail.message_files(sink.state)
    read = mail.read(path)
    assert path.name == "000001.eml"
    assert read.recipients == ("avery@example.com", "hidden@example.com")
    assert read.sender == "clock@example.com"
    assert read.header("subject") == "LANTERN · s. 2(a) due Thu, Oct 28, 2004"
    assert read.text == "Effectiveness is due today.\n\nA computation, not legal advice.\n"
    assert read.html == "<p>Effectiveness is due today.</p>\n"
    assert [(each.name, each.content_type, each.content) for each in read.attachments] == [
        ("deadline.ics", "text/calendar", b"BEGIN:VCALENDAR")
    ]


def test_an_invitation_arrives_in_the_parts_in_which_programs_look_for_it(sink: Running) -> None:
    written = datetime(2004, 10, 14, 12, tzinfo=UTC)
    alert = Alert(
        deal="granite",
        instance="invitation/trustee-notice/F7",
        kind=invitation.KIND,
        clause="3(b)",
        title="Notice",
        reasons=(Reason.FIRST,),
        day=date(2004, 10, 29),
        due=date(2004, 11, 1),
    )
    envelope = Envelope("abc", "clock@example.com", "avery@example.com", written)
    zone = "America/New_York"
    five = datetime(2004, 11, 1, 22, tzinfo=UTC)
    content = compose(
        invitation.compose_message(alert, five, "Granite", zone),
        envelope,
        alert,
        written,
        event=invitation.compose_event(alert, five, "Granite", zone, written),
    )
    sent = SmtpMailer("127.0.0.1", sink.port).send(
        Mail("abc", envelope.sender, envelope.to, content)
    )
    assert isinstance(sent, Sent)
    [path] = mail.message_files(sink.state)
    kept = message_from_bytes(path.read_bytes().split(b"\n", 2)[2], policy=policy.default)
    alternatives, file = kept.iter_parts()
    assert kept.get_content_type() == "multipart/mixed"
    assert [part["Content-Type"] for part in alternatives.iter_parts()] == [
        'text/plain; charset="utf-8"',
        'text/html; charset="utf-8"',
        'text/calendar; method="REQUEST"; charset="utf-8"',
    ]
    raw = list(alternatives.iter_parts())[-1].get_payload(decode=True)
    assert raw == file.get_payload(decode=True)
    assert isinstance(raw, bytes)
    event: Any = Calendar.from_ical(raw).walk("VEVENT")[0]
    assert (event["DTSTART"].dt, event["SEQUENCE"]) == (five, 0)
    assert (file.get_content_type(), file.get_filename()) == ("application/ics", "invitation.ics")


def test_messages_are_named_in_order_of_arrival_over_a_restart(sink: Running) -> None:
    for number in range(11):
        sink.send(an_alert(f"number {number}"))
    assert sink.stop() == 0
    again = start(sink.state)
    again.send(an_alert("number 11"))
    assert again.stop() == 0
    read = [mail.read(path) for path in mail.message_files(sink.state)]
    assert [each.header("Subject") for each in read] == [f"number {n}" for n in range(12)]
    assert read[-1].path.name == "000012.eml"


def test_another_run_id_starts_afresh(sink: Running) -> None:
    sink.send(an_alert())
    mail.refuse(sink.state, failing=["avery@example.com"])
    assert sink.stop() == 0
    again = start(sink.state, "run-2")
    again.send(an_alert("fresh"))
    assert again.stop() == 0
    assert [mail.read(path).header("Subject") for path in mail.message_files(sink.state)] == [
        "fresh"
    ]


def test_recipients_fail_or_are_deferred_as_told_and_no_longer(sink: Running) -> None:
    mail.refuse(sink.state, failing=["gone@example.com"], deferred=["full@example.com"])
    for address, code in (("gone@example.com", 550), ("full@example.com", 451)):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
            sink.send(an_alert(), to=[address])
        assert caught.value.recipients[address][0] == code
    assert mail.message_files(sink.state) == []
    sink.send(an_alert(), to=["gone@example.com", "avery@example.com"])
    assert mail.read(mail.message_files(sink.state)[0]).recipients == ("avery@example.com",)
    mail.refuse(sink.state)
    sink.send(an_alert(), to=["gone@example.com"])
    assert len(mail.message_files(sink.state)) == 2


def test_mail_for_whom_it_falls_silent_is_kept_and_never_acknowledged(sink: Running) -> None:
    mail.refuse(sink.state, silent=["avery@example.com"])
    with pytest.raises(smtplib.SMTPServerDisconnected):
        sink.send(an_alert(), to=["avery@example.com"])
    assert len(mail.message_files(sink.state)) == 1
    sink.send(an_alert(), to=["blake@example.com"])
    assert len(mail.message_files(sink.state)) == 2


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_listens_on_127_0_0_1_alone_and_nowhere_after_a_stop(sink: Running, how: int) -> None:
    if Path("/proc/net/tcp").exists():
        local = f"0100007F:{sink.port:04X} 00000000:0000 0A"
        assert local in Path("/proc/net/tcp").read_text()
        assert f":{sink.port:04X} " not in Path("/proc/net/tcp6").read_text()
    with smtplib.SMTP("127.0.0.1", sink.port, timeout=5):  # a caller does not hold it up
        assert sink.stop(how) == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", sink.port)) != 0
    assert [each.name for each in sink.state.iterdir()] == ["run"]
