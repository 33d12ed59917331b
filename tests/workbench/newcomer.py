"""The newcomer's path: what a person does who opens the workbench for the first time.

Followed by the tests with a mouse and with a keyboard, and by what draws the README's pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Literal

from playwright.sync_api import Locator, expect

from tests.workbench.hands import Hand

Stage = Literal["alert", "asked", "form", "cured", "deal", "mail"]

DEFAULT = "Shelf Registration Statement not effective on time"
MISSED, CURED = date(2004, 11, 1), date(2004, 11, 2)


def newcomer(hand: Hand, address: str) -> Iterator[Stage]:
    """The path; it pauses wherever there is something to look at."""
    yield from meets(hand, address)
    yield from records(hand)
    yield from sees(hand)


def meets(hand: Hand, address: str) -> Iterator[Stage]:
    """Opens it, begins before a deadline, acknowledges the first alert, and lets it be missed."""
    page = hand.page
    page.goto(address)
    expect(page.get_by_role("heading", name="New here? Three steps")).to_be_visible()
    hand.press(page.get_by_role("button", name="Start there"))
    stands(hand, date(2004, 10, 27))
    expect(page.get_by_text("not started")).to_be_visible()
    hand.press(page.get_by_role("button", name="Hide the guide"))
    expect(page.get_by_role("heading", name="New here? Three steps")).to_have_count(0)

    hand.press(page.get_by_role("button", name="Next alert"))
    alert = said(hand, "Resale shelf effectiveness due Thu, Oct 28")
    expect(alert).to_contain_text("If missed: possible Registration Default")
    stands(hand, date(2004, 10, 27))
    yield "alert"
    hand.press(alert.get_by_role("button", name="Acknowledge"))
    everyones = page.get_by_role("article").filter(has_not_text="Only visible to you")
    acknowledged = everyones.filter(
        has_text="Resale shelf effectiveness, due Thu, Oct 28: acknowledged by Maria"
    ).last
    expect(acknowledged).to_be_visible()
    expect(acknowledged).to_contain_text(re.compile(r"[1-9] repl(y|ies)"))  # of what was done

    hand.press(page.locator("summary", has_text="Another day or scenario"))
    hand.pick(page.get_by_label("Play to", exact=True), MISSED)
    hand.press(page.get_by_role("button", name="Play to that day"))
    stands(hand, MISSED)
    met = said(hand, "Possible Registration Default, Section 3(a)(ii)")
    expect(met).to_contain_text("Thu, Oct 28")


def records(hand: Hand) -> Iterator[Stage]:
    """Asks what has accrued, and records by a form that the statement became effective."""
    page = hand.page
    command = page.get_by_label("Message or command")
    hand.write(command, "/deal accrual")
    asked = said(hand, "You typed /deal accrual")
    expect(asked).to_contain_text("Only visible to you")
    # Two days counted 30/360, October 29 and 30, at 0.25% a year on $60,000,000.
    expect(asked).to_contain_text("$833.33 to but excluding Mon, Nov 1, 2004")
    yield "asked"

    hand.write(command, "/deal record registration-statement-effective")
    form = page.get_by_role("dialog")
    hand.press(form.get_by_role("button", name="Preview"))
    expect(form).to_contain_text("Nothing is recorded yet.")
    expect(form).to_contain_text(f"{DEFAULT} (default-ii): cured Mon, Nov 1, 2004")
    yield "form"
    hand.press(form.get_by_role("button", name="Record", exact=True))
    expect(form.get_by_role("heading", name="Recorded")).to_be_visible()
    hand.press(form.get_by_role("button", name="Close", exact=True))
    expect(form).to_have_count(0)


def sees(hand: Hand) -> Iterator[Stage]:
    """Reads that the default is cured, lets the next morning come, and looks it up."""
    page = hand.page
    cured = "Possible Registration Default cured Mon, Nov 1"
    expect(said(hand, cured)).to_be_visible()
    hand.press(page.get_by_role("button", name="Next Business Day"))
    stands(hand, CURED)
    overdue = "Trustee notice overdue, was due Mon, Nov 1"
    expect(said(hand, overdue)).to_be_visible()
    yield "cured"

    panes = page.get_by_role("navigation", name="Panes")
    hand.press(panes.get_by_role("link", name="Deal"))
    expect(page.get_by_role("heading", name="Why is nothing happening?")).to_be_visible()
    yield "deal"
    hand.press(panes.get_by_role("link", name="Inbox"))
    hand.press(
        page.get_by_role(
            "link", name="[Granite-Late, rehearsal] Overdue 1 Business Day: Trustee"
        ).first
    )
    mail = page.frame_locator(".mail-frame")
    expect(mail.get_by_text(overdue).first).to_be_visible()
    yield "mail"


def said(hand: Hand, words: str) -> Locator:
    """The latest message that holds these words."""
    return hand.page.get_by_role("article").filter(has_text=words).last


def stands(hand: Hand, day: date) -> None:
    """Wait until the day is there and nothing plays."""
    expect(hand.page.locator(f"#live .today time[datetime='{day}']")).to_be_visible()
    expect(hand.page.locator("#play")).to_have_text("Play")
