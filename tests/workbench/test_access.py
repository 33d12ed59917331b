"""Who may see what: a person on no deal, compared with a person on the deal; other sites."""

from __future__ import annotations

import http.client
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.workbench.place import Place

DEAL_NAMES = ["Granite-Story", "Granite-Never", "Granite-Late", "Granite-Blank"]


def answer(page: Page, command: str) -> str:
    """What the function answers a command, shown to the person who typed it."""
    page.get_by_label("Message or command").fill(command)
    page.get_by_label("Message or command").press("Enter")
    shown = page.get_by_role("article").filter(has_text=f"You typed {command}").last
    expect(shown).to_contain_text("Only visible to you")
    return shown.inner_text().partition(command)[2]


def test_a_person_on_no_deal_sees_no_deals_channel(place: Place, page: Page) -> None:
    page.goto(f"{place.address}/slack/pat")
    seen = page.get_by_role("navigation", name="Conversations").inner_text()
    assert "lobby" in seen
    assert "granite" not in seen
    page.get_by_role("navigation", name="Person").get_by_role("link", name="Maria Lopez").click()
    theirs = page.get_by_role("navigation", name="Conversations")
    expect(theirs).to_contain_text("granite-story")


def test_a_deals_channel_is_answered_to_them_like_one_that_does_not_exist(
    place: Place, page: Page
) -> None:
    shown = []
    for name in ("granite-story", "granite-nowhere"):
        there = page.goto(f"{place.address}/slack/pat/{name}")
        assert there
        pane = page.get_by_role("main").inner_text().replace(name, "NAME")
        shown.append((there.status, pane))
    assert shown[0] == shown[1]


def test_they_are_answered_the_same_for_a_deal_and_for_none(place: Place, page: Page) -> None:
    page.goto(f"{place.address}/slack/pat/lobby")
    loaded = next(n for n in DEAL_NAMES if place.store.deals.meta(n.lower()))
    theirs, nowhere = (
        answer(page, f"/deal status {name}").replace(name, "NAME")
        for name in (loaded, "Granite-Nowhere")
    )
    assert theirs == nowhere
    assert "Granite" not in theirs
    page.goto(f"{place.address}/slack/maria/lobby")
    assert loaded in answer(page, f"/deal status {loaded}")


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("attacker.example", "http://attacker.example", 400),
        (None, "http://attacker.example", 403),
        (None, None, 403),
        (None, "own", 303),
    ],
)
def test_other_sites_can_do_nothing_here(
    place: Place, host: str | None, origin: str | None, status: int
) -> None:
    address = urlsplit(place.address)
    before = [place.store.deals.meta(name.lower()) for name in DEAL_NAMES]
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    headers = {"Host": host or address.netloc}
    if origin:
        headers["Origin"] = place.address if origin == "own" else origin
    connection.request("POST", "/guide/away", "", headers)
    assert connection.getresponse().status == status
    connection.close()
    assert [place.store.deals.meta(name.lower()) for name in DEAL_NAMES] == before
