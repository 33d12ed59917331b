"""Who sees what in the Slack pane, and how it reads."""

from __future__ import annotations

import re

import pytest

from tests.local.workbench.asking import ask
from tests.local.workbench.slack.block_kit import plain
from tests.local.workbench.slack.conftest import STORY, Pane
from tests.local.workbench.slack.played_app import Json


def test_a_newcomer_starts_as_one_of_the_team_in_the_channel_that_is_played(pane: Pane) -> None:
    assert ask(pane.site, "/slack").headers["location"] == f"/slack/maria/{STORY}"
    assert pane.see("pat").headers["location"] == "/slack/pat/lobby"


@pytest.mark.parametrize("path", [f"maria/{STORY}", "maria/@home", "maria/nowhere"])
def test_every_page_has_the_panes_own_look(pane: Pane, path: str) -> None:
    page = pane.see(path).text
    assert page.count('<link rel="stylesheet" href="/static/slack.css">') == 1
    assert '<script defer src="/static/slack.js"></script>' in page or "nowhere" in path


def test_a_private_channel_is_listed_for_its_members_only(pane: Pane) -> None:
    pane.post("Secret.")
    assert "Secret." in pane.see(f"maria/{STORY}").text
    pat = pane.see("pat/lobby").text
    assert STORY not in pat.split('<nav aria-label="Conversations">')[1].split("</nav>")[0]
    there = pane.see(f"pat/{STORY}")
    assert (there.status, "Secret." in there.text) == (404, False)
    assert "Pat Stone" in there.text
    assert pane.see("nobody/lobby").status == 404


def test_what_a_person_says_is_text_and_nothing_else(pane: Pane) -> None:
    pane.do(f"maria/{STORY}/say", text="<script>alert(1)</script> & *all*")
    tom = pane.see(f"tom/{STORY}").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; <strong>all</strong>" in tom
    assert "<script>alert" not in tom


def test_replies_stand_in_their_thread(pane: Pane) -> None:
    ts = pane.post("The alert.")
    pane.do(f"maria/{STORY}/say", text="Mine.", thread=ts)
    channel = pane.see(f"tom/{STORY}").text
    assert "Mine." not in channel
    assert f'<a href="/slack/tom/{STORY}?thread={ts}">1 reply</a>' in channel
    thread = pane.see(f"tom/{STORY}?thread={ts}").text.split('<aside class="thread"')[1]
    assert re.findall(r"The alert\.|Mine\.", thread) == ["The alert.", "Mine."]


def test_a_changed_message_says_so(pane: Pane) -> None:
    ts = pane.post("First.")
    assert "(edited)" not in pane.see(f"maria/{STORY}").text
    pane.bot.chat_update(channel="C02STORY", ts=ts, text="Second.")
    changed = pane.see(f"maria/{STORY}").text
    assert "(edited)" in changed
    assert "Second." in changed


def test_a_channel_is_new_until_one_has_looked(pane: Pane) -> None:
    pane.post()
    assert 'class="unread"' in pane.see("maria/lobby").text
    pane.see(f"maria/{STORY}")
    assert 'class="unread"' not in pane.see("maria/lobby").text
    assert 'class="unread"' in pane.see("tom/lobby").text
    pane.do(f"maria/{STORY}/say", text="my own word")
    assert 'class="unread"' not in pane.see("maria/lobby").text


def test_a_long_conversation_is_shown_from_its_end(pane: Pane) -> None:
    for n in range(62):
        pane.slack.say("U01TOM", STORY, f"Word {n}.")
    shown = pane.see(f"maria/{STORY}").text
    assert "Word 2." in shown
    assert "Word 1." not in shown
    assert f'<a href="/slack/maria/{STORY}?last=120">Show earlier messages</a> (2 more)' in shown
    assert "Word 0." in pane.see(f"maria/{STORY}?last=120").text


def test_home_is_opened_once_and_not_each_time_the_page_is_redrawn(pane: Pane) -> None:
    button = {"type": "button", "action_id": "home:next", "text": plain("What is next")}
    blocks = [{"type": "actions", "block_id": "home", "elements": [button]}]

    def answer(body: Json) -> Json:
        if body["type"] == "event_callback":
            pane.bot.views_publish(user_id="U01MARIA", view={"type": "home", "blocks": blocks})
        return {}

    pane.app.answer = answer
    assert "What is next" in pane.see("maria/@home").text
    assert "What is next" in pane.see("maria/@home", **{"hx-request": "true"}).text
    assert [each["type"] for each in pane.app.asked] == ["event_callback"]
    pane.do("maria/@home/click", block="home", action="home:next")
    assert pane.app.asked[-1]["actions"][0]["action_id"] == "home:next"
    assert "What is next" not in pane.see("tom/@home").text


def test_a_home_that_could_not_be_opened_says_so(pane: Pane) -> None:
    pane.app.status = 500
    page = pane.see("maria/@home").text
    assert "The function failed." in page
    assert "has published no Home tab for Maria Lopez" in page


def test_a_picture_comes_by_direct_message_to_who_asked(pane: Pane) -> None:
    channel = pane.bot.conversations_open(users="U01MARIA")["channel"]["id"]
    for name, content in (("a.gif", b"GIF89a"), ("b.html", b"<script>x</script>")):
        pane.bot.files_upload_v2(
            channel=channel, filename=name, content=content, alt_txt="A <line> that climbs"
        )
    page = pane.see("maria/@dealclock").text
    picture, other = re.findall(r'<figcaption><a href="([^"]+)"', page)
    assert f'<img src="{picture}" alt="A &lt;line&gt; that climbs">' in page
    assert f'<img src="{other}"' not in page
    got = pane.see(picture.removeprefix("/slack/"))
    assert (got.text, got.headers["content-type"]) == ("GIF89a", "image/gif")
    # Never shown as a page of the workbench's own.
    kept = pane.see(other.removeprefix("/slack/"))
    assert kept.headers["content-type"] == "application/octet-stream"
    assert kept.headers["content-disposition"] == "attachment"
    assert pane.see(picture.removeprefix("/slack/maria").join(["tom", ""])).status == 404


def test_nobody_writes_to_the_app_directly(pane: Pane) -> None:
    pane.bot.conversations_open(users="U01MARIA")
    page = pane.see("maria/@dealclock").text
    assert "Sending messages to this app has been turned off." in page
    assert 'id="command"' not in page
