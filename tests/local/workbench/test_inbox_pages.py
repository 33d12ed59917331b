"""The inbox's pages: what they show of a mail, under which headers, and what they refuse."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from starlette.applications import Starlette

from dealclock.documents.deal_files import read_deal
from dealclock.messages.ics import render_entry
from local.demo import SAMPLE
from local.workbench.panes import engine_room, inbox
from local.workbench.scenarios import scenarios
from local.workbench.workbench import Workbench
from tests.local.workbench.asking import OURS, Answer, ask
from tests.local.workbench.standing_in import House, house, stamped

MARIA, TOM = "maria.lopez@issuer.example", "tom.becker@issuer.example"
DUE = date(2004, 7, 15)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = house(tmp_path_factory.mktemp("workbench"))
    yield running
    running.stop()


@pytest.fixture
def site(home: House) -> Iterator[Starlette]:
    """The two panes over three mails: an alert with all there may be, one of Tom's, a bare one."""
    choices = scenarios(read_deal(SAMPLE, SAMPLE / "facts.yaml"))
    now = SimpleNamespace(
        scenario=choices[0], day=date(2004, 6, 30), played=True, until=None, trouble=""
    )
    play = SimpleNamespace(now=lambda: now, choices=choices, moves=1, when=stamped)
    hints = SimpleNamespace(of=lambda _: None)
    workbench = SimpleNamespace(local=home.local, play=play, hints=hints)
    folder = home.local.mails
    alert(folder, 1, MARIA, "Cedar, Section 2(a)(i)", '<a href="http://127.0.0.1:9/a/x">Yes</a>')
    alert(folder, 2, TOM, "<script>alert(1)</script>", "<script>alert(2)</script><b>Due</b>")
    (folder / "000003.eml").write_bytes(b"X-RcptTo: maria.lopez@issuer.example\r\n\r\nbare\r\n")
    panes = cast("Workbench", workbench)
    yield Starlette(routes=[*inbox.routes(panes), *engine_room.routes(panes)])
    for left in folder.glob("*.eml"):
        left.unlink()


def alert(folder: Path, number: int, to: str, subject: str, html: str) -> None:
    mail = EmailMessage()
    mail["X-MailFrom"], mail["X-RcptTo"] = "clock@example.com", to
    mail["From"], mail["To"], mail["Subject"] = "Clock <clock@example.com>", to, subject
    mail["Date"] = datetime(2004, 6, 30, 12, tzinfo=UTC)
    mail.set_content("Due.\n")
    mail.add_alternative(html, subtype="html")
    ics = render_entry(
        "cedar", "shelf", "Cedar, Section 2(a)", DUE, 0, datetime(2004, 6, 30, tzinfo=UTC)
    )
    mail.add_attachment(ics, "text", "calendar", filename="due.ics")
    (folder / f"{number:06d}.eml").write_bytes(mail.as_bytes())


def shown(site: Starlette, path: str) -> str:
    answer = ask(site, path)
    assert answer.status == 200, answer.text
    return answer.text


def test_the_list_is_newest_first_and_can_be_narrowed(site: Starlette) -> None:
    whole = shown(site, "/mail")
    places = [whole.index(f'href="/mail/{number}"') for number in (3, 2, 1)]
    assert places == sorted(places)
    assert "3 mails" in whole
    assert "(no subject)" in whole
    narrowed = shown(site, f"/mail?to={MARIA}&subject=cedar")
    assert "1 mail found" in narrowed
    assert "/mail/1?to=maria.lopez%40issuer.example&amp;subject=cedar" in narrowed
    assert 'href="/mail/2' not in narrowed
    assert "No mail is like that." in shown(site, "/mail?subject=nothing")


def test_a_page_of_the_list_that_there_is_not_is_the_nearest(site: Starlette) -> None:
    for asked in ("0", "99", "-1", "x", "9" * 20, "²"):
        assert "3 mails" in shown(site, f"/mail?page={asked}")


def test_a_mail_shows_its_headers_links_attachments_and_month(site: Starlette) -> None:
    page = shown(site, "/mail/1")
    for words in ("Clock &lt;clock@example.com&gt;", MARIA, "Cedar, Section 2(a)(i)", "due.ics"):
        assert words in page
    assert '<iframe class="mail-frame" sandbox src="/mail/1/html"' in page
    assert 'href="http://127.0.0.1:9/a/x" target="_blank" rel="noopener noreferrer"' in page
    assert "<caption>July 2004</caption>" in page
    assert "<caption>August 2004</caption>" in shown(site, "/mail/1?month=2004-08")
    assert "<caption>July 2004</caption>" in shown(site, "/mail/1?month=0001-01")
    assert '<span class="mark">New</span>' not in page.split('href="/mail/1"')[1].split("</a>")[0]


def test_nothing_of_a_mail_becomes_part_of_the_page(site: Starlette) -> None:
    for path in ("/mail", "/mail/2", "/mail/2?view=text", "/mail/2?view=source"):
        page = shown(site, path)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page


def test_what_a_mail_says_in_html_is_answered_locked_up(site: Starlette) -> None:
    answer = ask(site, "/mail/2/html")
    assert "<b>Due</b>" in answer.text
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox; default-src 'none';")
    assert answer.headers["x-content-type-options"] == "nosniff"
    source = ask(site, "/mail/2/source")
    assert source.headers["content-type"].startswith("text/plain")
    assert source.headers["content-security-policy"] == policy
    assert "X-RcptTo: tom.becker@issuer.example" in source.text


def test_an_attachment_is_saved_and_never_shown(site: Starlette) -> None:
    answer = ask(site, "/mail/1/attachments/0")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith('attachment; filename="due.ics"')
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "BEGIN:VEVENT" in answer.text
    assert ask(site, "/mail/1/attachments/1").status == 404


def test_what_is_not_there_is_said_to_be_so(site: Starlette) -> None:
    page = ask(site, "/mail/77")
    assert page.status == 404
    assert "There is no email 77" in page.text
    for path in ("html", "source", "attachments/0"):
        assert ask(site, f"/mail/77/{path}").status == 404
    assert shown(site, "/mail/3").count("None.") == 2  # no links, no attachments


def test_the_calendar_shows_an_entry_once_with_its_mail(site: Starlette) -> None:
    page = shown(site, "/mail/calendar")
    assert page.count('class="entry"') == 1, "two emails were about the same date"
    assert '<a href="/mail/2">its mail</a>' in page
    assert '<a href="/mail/1">its mail</a>' in shown(site, f"/mail/calendar?to={MARIA}")
    assert "request it first" in shown(site, "/mail/calendar?feed=maria")


def developer(answer: Answer) -> str:
    return answer.headers["set-cookie"].lower()


def test_the_engine_room_is_behind_a_switch_kept_from_scripts_and_other_sites(
    site: Starlette,
) -> None:
    closed = shown(site, "/engine-room/health")
    assert "For developers" in closed
    assert "Show the engine room" in closed
    on = ask(site, "/developer", "POST", body="on=yes")
    assert on.status == 303
    for word in ("developer=on", "httponly", "samesite=strict"):
        assert word in developer(on)
    with_cookie = {**OURS, "cookie": "developer=on"}
    opened = ask(site, "/engine-room/health", headers=with_cookie).text
    assert "Run the watchdog now" in opened
    assert "Leave the engine room" in opened
    off = ask(site, "/developer", "POST", body="on=no")
    assert "max-age=0" in developer(off)


def test_a_fault_that_is_on_is_told_on_every_page(site: Starlette, home: House) -> None:
    assert "faults-on" not in shown(site, "/mail")
    on = ask(site, "/engine-room/faults/on", "POST", body="fault=hang&times=3")
    assert on.status == 303
    page = shown(site, "/mail/1")
    assert "<strong>1 fault on:</strong>" in page
    assert "Slack hangs (3 calls)" in page
    refused = ask(site, "/engine-room/faults/on", "POST", body="fault=earthquake")
    assert (refused.status, refused.text) == (409, "there is no fault 'earthquake'.")
    ask(site, "/engine-room/faults/off", "POST", body="fault=hang")
    assert home.local.slack.faults() == []
    assert "faults-on" not in shown(site, "/mail")
