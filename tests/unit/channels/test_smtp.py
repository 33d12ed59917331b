"""Email by SMTP: to the sink, and to servers that stop responding."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels import SmtpMailer
from local.mail import refuse
from tests.unit.channels.conftest import Sink
from tests.unit.channels.posts import mail

GREETING = b"220 mail.example.com\r\n"


def test_an_email_arrives_as_written(sink: Sink) -> None:
    mailer = SmtpMailer("127.0.0.1", sink.port)
    assert mailer.send(mail()) == Sent("<5d41402a@example.com>")
    (kept,) = sink.mails()
    assert kept.header("Subject") == "Granite 2(a)(i) Thu, Jul 15, 2004"
    assert kept.text.strip() == "The filing is due on July 15 – a Thursday."
    assert (kept.sender, kept.recipients) == ("clock@example.com", ("maria@example.com",))


def test_an_unknown_recipient_is_refused(sink: Sink) -> None:
    refuse(sink.state, failing=["maria@example.com"])
    assert SmtpMailer("127.0.0.1", sink.port).send(mail()) == Refused("smtp_550")
    assert sink.mails() == []


def test_a_deferred_recipient_is_tried_later(sink: Sink) -> None:
    refuse(sink.state, deferred=["maria@example.com"])
    assert SmtpMailer("127.0.0.1", sink.port).send(mail()) == Later(60.0)
    assert sink.mails() == []


def test_an_unreachable_server_means_later(unused_port: int) -> None:
    assert SmtpMailer("127.0.0.1", unused_port).send(mail()) == Later(60.0)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        # in turn to: connecting, EHLO, MAIL, RCPT, DATA, the mail itself
        ([], Later(60.0)),
        ([GREETING], Later(60.0)),
        ([GREETING, b"250 ok\r\n", b"250 ok\r\n"], Later(60.0)),
        ([GREETING, b"250 ok\r\n", b"550 no\r\n"], Refused("smtp_550")),
        ([GREETING, *[b"250 ok\r\n"] * 3, b"451 busy\r\n"], Later(60.0)),
        ([GREETING, *[b"250 ok\r\n"] * 3, b"554 spam\r\n"], Refused("smtp_554")),
        ([GREETING, *[b"250 ok\r\n"] * 3, b"354 go on\r\n"], Unknown("connection_lost")),
        (
            [GREETING, *[b"250 ok\r\n"] * 3, b"354 go on\r\n", b"452 full\r\n"],
            Later(60.0),
        ),
        (
            [GREETING, *[b"250 ok\r\n"] * 3, b"354 go on\r\n", b"552 too large\r\n"],
            Refused("smtp_552"),
        ),
        (
            [GREETING, *[b"250 ok\r\n"] * 3, b"354 go on\r\n", b"250 kept\r\n"],
            Sent("<5d41402a@example.com>"),
        ),
    ],
)
def test_a_server_that_hangs_up_at_any_point_has_one_meaning(
    answers: list[bytes], expected: Outcome
) -> None:
    with _server(answers) as port:
        assert SmtpMailer("127.0.0.1", port, timeout=2).send(mail()) == expected


def test_a_server_that_is_silent_after_the_email_is_unknown() -> None:
    answers = [GREETING, *[b"250 ok\r\n"] * 3, b"354 go on\r\n"]
    with _server(answers, silent=True) as port:
        outcome = SmtpMailer("127.0.0.1", port, timeout=0.5).send(mail())
    assert outcome == Unknown("connection_lost")


@contextmanager
def _server(answers: list[bytes], silent: bool = False) -> Iterator[int]:
    """A server that gives these answers and then hangs up, or with `silent` says no more."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_serve, args=(listener, answers, silent))
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


def _serve(listener: socket.socket, answers: list[bytes], silent: bool) -> None:
    connection, _ = listener.accept()
    with connection:
        connection.settimeout(5)
        for place, answer in enumerate(answers):
            ends = {0: b"", 5: b"\r\n.\r\n"}.get(place, b"\r\n")
            heard = b""
            while ends and not heard.endswith(ends):
                heard += connection.recv(65536)
            connection.sendall(answer)
        if silent or len(answers) == 5:
            while connection.recv(65536) and silent:
                pass
