"""Mails that no mail program writes: filed, answered or kept, and never an error that rings."""

import random
from datetime import timedelta

import pytest

from dealclock.store import Store
from tests.unit.usecases.house import House
from tests.unit.usecases.test_mail_in import NOW, TOM, Desk, load
from tests.unit.usecases.web import kept_link

BODY = b"\r\n\r\nFiled this morning.\r\n"
FROM = f"From: {TOM}".encode()
PROVED = b"From: stranger@elsewhere.example"
ODD: list[bytes] = [
    b"",
    b"\x00" * 1_000,
    b"\xff\xfe",
    FROM + b"\r\nMessage-ID: <\xff\xfe@a>" + BODY,
    FROM + b"\r\nMessage-ID: <\x00\x07@a>" + BODY,
    FROM + b"\r\nMessage-ID: <" + "é😀".encode() + b"@a>" + BODY,
    FROM + b"\r\nMessage-ID: =?utf-8?q?=3Ca=0Ab=3E?=" + BODY,
    FROM + b"\r\nMessage-ID: <a@[>" + BODY,
    b"From: =?utf-8?q?=0D=0ABcc:_x@y.example?= <a@b.example>" + BODY,
    b"From: \xff@elsewhere.example" + BODY,
    b"From: <>" + BODY,
    b"From: @@@" + BODY,
    b"From: a@" + b"x" * 5_000 + BODY,
    b"From: " + "é@bücher.example".encode() + BODY,
    b"From: a@b.example, c@d.example" + BODY,
    b"From: (((((((" * 500 + BODY,
    FROM + b"\r\nContent-Type: text/plain; charset=no-such" + BODY,
    FROM + b"\r\nContent-Type: text/plain; charset=idna" + BODY,
    FROM + b"\r\nContent-Type: text/plain; charset=\"\x00\"" + BODY,
    FROM + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n====",
    FROM + b"\r\nContent-Transfer-Encoding: x-uuencode" + BODY,
    FROM + b"\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n" * 5_000,
    FROM + b"\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 50_000,
    FROM + b"\r\nContent-Type: text/html\r\n\r\n<![CDATA[<!\xff]]><!DOCTYPE [<!ENTITY a '&a;'>]>",
    FROM + b"\r\nAuto-Submitted: \xff" + BODY,
    FROM + b"\r\nPrecedence: =?x?q?y?=" + BODY,
]  # fmt: skip


@pytest.fixture
def desk(store: Store) -> Desk:
    load(store)
    until = NOW + timedelta(days=90)
    return Desk(House(store, now=NOW), kept_link(store, until, purpose="reply", person="tom"))


@pytest.mark.parametrize("raw", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("verdict", ["PASS", "FAIL"])
@pytest.mark.parametrize("to_us", [True, False])
def test_an_odd_mail_is_filed_answered_or_kept(
    desk: Desk, raw: bytes, verdict: str, to_us: bool
) -> None:
    verdicts = dict.fromkeys(("spf", "dkim", "dmarc"), verdict)
    to = "" if to_us else "reply+nothing@replies.example.com"
    became = desk.receive(raw, to, verdicts)
    assert became in ("filed", "answered", "kept", "automatic", "ignored")
    for mail in desk.house.mailbox.mails:
        assert mail.as_bytes()


def test_mails_cut_and_changed_at_random_are_as_well(desk: Desk) -> None:
    chance = random.Random(18)
    for number in range(300):
        raw = bytearray(chance.choice(ODD)[:3_000])
        for _ in range(chance.randrange(1, 20)):
            if raw:
                raw[chance.randrange(len(raw))] = chance.randrange(256)
        to = chance.choice(("", "reply+nothing@replies.example.com"))
        source = chance.choice((TOM, "", "<>", "\x00", "a@b"))
        desk.receive(bytes(raw), to, {}, f"m{number}", source)
    for mail in desk.house.mailbox.mails:
        assert mail.as_bytes()
