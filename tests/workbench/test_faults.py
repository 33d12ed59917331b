"""A fault switched on in the engine room, what waits meanwhile, and its recovery."""

from __future__ import annotations

import re
from datetime import date

from playwright.sync_api import Page, expect

from tests.waiting import eventually
from tests.workbench.hands import Mouse
from tests.workbench.newcomer import stands
from tests.workbench.place import Place


def test_a_post_slack_defers_waits_and_is_sent_once(place: Place, page: Page) -> None:
    page.goto(f"{place.address}/mail")
    page.locator("summary", has_text="Another day or scenario").click()
    page.get_by_label("The story").check()
    page.get_by_role("button", name="Start over", exact=True).click()
    expect(page.locator(".deal-name")).to_have_text("Granite-Story")
    page.get_by_role("button", name="Show the engine room").click()
    page.get_by_role("link", name="Engine room", exact=True).click()

    limited = page.get_by_role("listitem").filter(has_text="Slack says to slow down (429)")
    limited.get_by_label("How often").select_option("until switched off")
    limited.get_by_label("Which calls").select_option("messages (chat.postMessage)")
    limited.get_by_label("Where").select_option("#granite-story")
    limited.get_by_role("button", name="Switch on").click()
    expect(page.get_by_text("1 fault on:")).to_be_visible()

    page.get_by_role("button", name="Next alert").click()
    outbox = page.get_by_role("region", name="Outbox")
    waiting = outbox.get_by_role("row").filter(has_text="slack:C02STORY")
    # Planned, and not to be tried again before the hour Slack named.
    expect(waiting).to_have_text(re.compile(r"planned.*\d\d:\d\d:\d\d$", re.DOTALL))
    expect(page.locator("#play")).to_have_text("Stop")  # the day waits for it
    assert place.slack.messages("C02STORY") == []
    # Its mails do not wait for Slack, but a busy machine may send them a moment later.
    eventually(lambda: any(", Section " in each.header("Subject") for each in place.mails()))

    limited.get_by_role("button", name="Switch off").click()
    stands(Mouse(page), date(2004, 6, 30))
    expect(outbox).to_contain_text("Empty.")
    assert len(place.slack.messages("C02STORY")) == 1
