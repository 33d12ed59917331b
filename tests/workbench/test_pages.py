"""Every page as people with all kinds of eyes, hands and screens meet it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from local import npm
from tests.workbench.hands import Mouse
from tests.workbench.newcomer import CURED, stands
from tests.workbench.place import Place
from tests.workbench.window import window

PHONE, TALL = 390, 844
ROOM = "/slack/maria/granite-late"
PAGES = [
    *(ROOM, "/slack/maria/@home", "/slack/maria/@dealclock", "/slack/pat/lobby"),
    *("/mail", "/mail/calendar"),
    *("/deal", "/deal/ask?words=readings", "/deal/ask?words=record", "/deal?as_of=2005-02-15"),
    *("/deal/export/obligations", "/deal/export/facts", "/terms"),
    *("/engine-room", "/engine-room/dead-letters", "/engine-room/logs", "/engine-room/health"),
]


def reasons(page: Page) -> None:
    page.get_by_role("main").get_by_role("link", name="effectiveness", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Resale shelf effectiveness")
    page.locator("summary", has_text="Every question").click()


def a_mail(page: Page) -> None:
    page.get_by_role("link", name="[Granite-Late, rehearsal] Due Thu, Oct 28").first.click()
    expect(page.get_by_role("heading", name="Attachments")).to_be_visible()


def a_mail_as_text(page: Page) -> None:
    a_mail(page)
    page.get_by_role("navigation", name="Ways to see this mail").get_by_text("Text").click()
    expect(page.locator(".mail-text")).to_be_visible()


def a_message(page: Page) -> None:
    page.locator("main summary", has_text="effectiveness").first.click()
    expect(page.locator("main details[open] .rendition")).to_be_visible()


def a_thread(page: Page) -> None:
    page.get_by_role("button", name="More for the message of").last.click()
    page.get_by_role("link", name="Reply in thread").click()
    expect(page.get_by_role("heading", name="Thread")).to_be_visible()


def a_form(page: Page) -> None:
    page.get_by_label("Message or command").fill("/deal record trustee-notified")
    page.get_by_label("Message or command").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


def another_day(page: Page) -> None:
    page.locator("summary", has_text="Another day or scenario").click()


def the_guide(page: Page) -> None:
    page.get_by_role("button", name="Guide", exact=True).click()
    expect(page.get_by_role("heading", name="New here? Three steps")).to_be_visible()


# What is opened on a page, and how it is left as it was.
OPENED: dict[str, tuple[str, Callable[[Page], None]]] = {
    "reasons": ("/deal/export/obligations", reasons),
    "a mail": ("/mail", a_mail),
    "a mail as text": ("/mail", a_mail_as_text),
    "a message": ("/deal/messages", a_message),
    "a thread": (ROOM, a_thread),
    "a form": (ROOM, a_form),
    "another day": ("/mail", another_day),
    "the guide": ("/mail", the_guide),
}
LOOKS = [*PAGES, *OPENED]


@pytest.fixture(scope="module")
def lived(place: Place, browser: Browser) -> Place:
    """The workbench with a default behind it: as the newcomer's path leaves it, or played to it."""
    meta = place.store.deals.meta("granite-late")
    if meta is None or meta.day is None or meta.day < CURED:
        with window(browser) as page:
            page.goto(place.address)
            page.get_by_role("button", name="Start there").click()
            expect(page.locator(".deal-name")).to_have_text("Granite-Late")
            page.locator("summary", has_text="Another day or scenario").click()
            page.get_by_label("Play to", exact=True).fill(CURED.isoformat())
            page.get_by_role("button", name="Play to that day").click()
            stands(Mouse(page), CURED)
    return place


@pytest.fixture(scope="module")
def desk(lived: Place, browser: Browser) -> Iterator[Page]:
    """A window with the guide put away, the engine room shown, and axe-core at hand."""
    with window(browser, bypass_csp=True) as page:
        _settle_in(page, lived)
        axe = npm.install("browser") / "axe-core" / "axe.min.js"
        page.add_init_script(path=axe)
        yield page


@pytest.fixture(scope="module")
def phone(lived: Place, browser: Browser) -> Iterator[Page]:
    """The same on a phone's width, held upright."""
    with window(browser, PHONE, TALL, has_touch=True, is_mobile=True) as page:
        _settle_in(page, lived)
        yield page


def _settle_in(page: Page, place: Place) -> None:
    page.goto(f"{place.address}/mail")
    page.get_by_role("button", name="Hide the guide").click()
    expect(page.get_by_role("heading", name="New here? Three steps")).to_have_count(0)
    page.get_by_role("button", name="Show the engine room").click()
    expect(page.get_by_role("link", name="Engine room", exact=True)).to_be_visible()


def _looked_at(page: Page, place: Place, look: str) -> None:
    path, opens = OPENED.get(look, (look, lambda _page: None))
    answer = page.goto(place.address + path)
    assert answer
    assert answer.status == 200
    opens(page)
    page.wait_for_load_state()  # where it led to another page, its styles too


def _left(page: Page, look: str) -> None:
    if look == "a form":
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    elif look == "the guide":
        page.get_by_role("button", name="Hide the guide").click()


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_light_and_in_dark(desk: Page, lived: Place, look: str) -> None:
    _looked_at(desk, lived, look)
    found = {}
    for scheme in ("light", "dark"):
        desk.emulate_media(color_scheme=scheme)
        found[scheme] = _found(desk)
    _left(desk, look)
    assert found == {"light": [], "dark": []}


def _found(page: Page) -> list[str]:
    """What axe-core finds, how grave it is or how slight, and where."""
    asked: dict[str, Any] = page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'], iframes: false })"
    )
    assert asked["passes"], "axe-core looked at nothing"
    return [
        f"{each['id']}, {each['impact']}: {', '.join(str(n['target']) for n in each['nodes'])}"
        for each in asked["violations"]
    ]


def test_on_a_phone_the_first_message_is_on_the_first_screen(phone: Page, lived: Place) -> None:
    for opens in (lambda _page: None, the_guide):
        phone.goto(lived.address + ROOM)
        opens(phone)
        log = phone.get_by_role("log", name="Messages").bounding_box()
        assert log
        assert log["y"] + 200 < TALL, "its first lines"
    _left(phone, "the guide")


def test_a_message_carries_the_time_of_the_rehearsal(desk: Page, lived: Place) -> None:
    """The last one came on a morning of 2004; the day here is another."""
    desk.goto(lived.address + ROOM)
    times = [each.inner_text() for each in desk.locator("article time").all()]
    assert times
    assert all(re.fullmatch(r"\w{3}, (Oct|Nov|Dec) \d+, \d+:\d\d [ap]\.m\. ET", t) for t in times)
    desk.goto(f"{lived.address}/mail")
    sent = desk.locator(".brief-list time").first.inner_text()
    assert re.match(r"\w{3}, (Oct|Nov|Dec) \d+, ", sent)


def test_an_open_form_does_not_block_another_browser(
    lived: Place, browser: Browser, desk: Page
) -> None:
    _looked_at(desk, lived, "a form")
    with window(browser) as other:
        other.goto(lived.address + ROOM)
        expect(other.get_by_label("Message or command")).to_be_editable()
        expect(other.get_by_role("dialog")).to_have_count(0)
        a_form(other)
        expect(other.get_by_role("dialog")).to_have_count(1)
        other.get_by_role("button", name="Cancel").click()
        expect(other.get_by_role("dialog")).to_have_count(0)
    expect(desk.get_by_role("dialog")).to_be_visible()
    _left(desk, "a form")


# Everything one can act on that cannot be brought into sight and touched: beside the page's edge,
# though nothing around it scrolls, or under something else. Where a form lies over the whole page,
# or on a phone a thread, only what is in that.
_OUT_OF_REACH = """() => {
  const found = [];
  const acts = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const over = [...document.querySelectorAll("dialog:modal, .thread")]
    .find(it => it.matches("dialog") || getComputedStyle(it).position === "fixed");
  for (const it of (over ?? document).querySelectorAll(acts)) {
    if (!it.checkVisibility({ visibilityProperty: true }) || it.closest(".skip")) continue;
    it.scrollIntoView({ block: "center", inline: "nearest" });
    const box = it.getClientRects()[0];
    if (!box) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    const label = it.labels?.[0];
    if (!top || !(it.contains(top) || top.contains(it) || label?.contains(top)))
      found.push(`${it.tagName} ${it.id || it.textContent.trim().slice(0, 40)}: `
        + `${Math.round(box.x)},${Math.round(box.y)} under ${top?.tagName}.${top?.className}`);
  }
  return found;
}"""


@pytest.mark.parametrize("look", LOOKS)
def test_on_a_phone_nothing_is_cut_off_and_everything_is_within_reach(
    phone: Page, lived: Place, look: str
) -> None:
    _looked_at(phone, lived, look)
    width = phone.evaluate("() => document.documentElement.scrollWidth")
    out_of_reach = phone.evaluate(_OUT_OF_REACH)
    _left(phone, look)
    assert width == PHONE, "the page scrolls sideways"
    assert out_of_reach == []
