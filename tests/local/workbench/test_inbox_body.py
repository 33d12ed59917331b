"""A mail's body locked up: nothing in it runs, and its links stand beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from local.mail import Attachment, Mail
from local.workbench.panes.inbox.body import LOCKED_UP, Link, download_headers, links


def mail(html: str = "", text: str = "") -> Mail:
    return Mail(Path("1.eml"), "a@x.example", ("b@x.example",), (), text, html, ())


def test_the_links_of_the_page_come_first_and_each_address_once() -> None:
    found = links(
        mail(
            '<p><a href="http://127.0.0.1:1/a/x">Acknowledge\n <b>it</b></a>'
            '<a href="https://www.sec.example/1"></a><a href="http://127.0.0.1:1/a/x">again</a>',
            "Acknowledge: http://127.0.0.1:1/a/x\nSee (https://www.sec.example/2).",
        )
    )
    assert found == [
        Link("http://127.0.0.1:1/a/x", "Acknowledge it"),
        Link("https://www.sec.example/1", "https://www.sec.example/1"),
        Link("https://www.sec.example/2", "See"),
    ]


def test_a_link_of_the_text_alone_is_called_by_the_words_before_it() -> None:
    assert links(mail(text="Acknowledge: http://127.0.0.1:1/a/x")) == [
        Link("http://127.0.0.1:1/a/x", "Acknowledge")
    ]
    assert links(mail(text="http://127.0.0.1:1/a/x")) == [
        Link("http://127.0.0.1:1/a/x", "http://127.0.0.1:1/a/x")
    ]


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "mailto:a@x.example", "http://[", "/mail"]
)
def test_what_leads_nowhere_on_the_web_is_no_link(url: str) -> None:
    assert links(mail(f'<a href="{url}">there</a>')) == []


def test_nothing_of_a_mail_may_run_fetch_or_send() -> None:
    policy = dict(
        (part.strip() + " ").split(" ", 1)
        for part in LOCKED_UP["Content-Security-Policy"].split(";")
    )
    assert policy["sandbox"].strip() == "", "no exception from the sandbox"
    assert policy["default-src"].strip() == "'none'"
    assert policy["img-src"].strip() == "data:"
    assert policy["form-action"].strip() == "'none'"
    assert "script-src" not in policy
    assert LOCKED_UP["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ("due.ics", "due.ics", "due.ics"),
        ('a"; x=\r\nSet-Cookie: b.ics', "a___x___Set-Cookie__b.ics", None),
        ("Frist für März.ics", "Frist_f_r_M_rz.ics", "Frist%20f%C3%BCr%20M%C3%A4rz.ics"),
        ("../../etc/passwd", ".._.._etc_passwd", "..%2F..%2Fetc%2Fpasswd"),
        ("", "attachment", "attachment"),
    ],
)
def test_an_attachment_is_saved_under_a_harmless_name_and_never_shown(
    name: str, plain: str, whole: str | None
) -> None:
    headers = download_headers(Attachment(name, "text/html", b""))
    disposition = headers["Content-Disposition"]
    assert disposition.startswith(f"attachment; filename=\"{plain}\"; filename*=UTF-8''")
    assert not set(disposition) & {"\r", "\n"}
    if whole:
        assert disposition.endswith(f"''{whole}")
    assert headers["X-Content-Type-Options"] == "nosniff"
