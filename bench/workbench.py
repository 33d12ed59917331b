"""The workbench's response times for its user: whole pages, and a command's answer.

In a browser, from the press of a key to the words on the page; the function's run is part of it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import timeit
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from local import browser, npm
from tests.workbench.hands import Mouse
from tests.workbench.newcomer import MISSED, stands
from tests.workbench.place import Place, opened
from tests.workbench.window import launched, window

RUNS = 7
ROOM = "/slack/maria/granite-late"
PAGES = {
    "Slack": ROOM,
    "Inbox": "/mail",
    "a mail": "/mail/1",
    "Deal": "/deal",
    "readings": "/deal/ask?words=readings",
}
COMMANDS = ("accrual", "status", "next")


def workbench() -> None:
    """Pages opened, a command answered, a Business Day played; with a default behind it."""
    if lacking := browser.missing() or npm.missing():
        print(f"the workbench cannot be looked at: {lacking}", file=sys.stderr)
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "state") as place,
        launched() as chromium,
        window(chromium) as page,
    ):
        _lived(page, place)
        for name, path in PAGES.items():
            _say(f"{name}, opened", lambda path=path: page.goto(place.address + path))  # type: ignore[misc]
        page.goto(place.address + ROOM)
        for command in COMMANDS:
            _say(f"/deal {command}, answered on the page", lambda c=command: _asked(page, c))  # type: ignore[misc]


def _lived(page: Page, place: Place) -> None:
    page.goto(place.address)
    page.get_by_role("button", name="Start there").click()
    page.get_by_role("button", name="Hide the guide").click()
    page.locator("summary", has_text="Another day or scenario").click()
    page.get_by_label("Play to", exact=True).fill(MISSED.isoformat())
    page.get_by_role("button", name="Play to that day").click()
    stands(Mouse(page), MISSED)


def _asked(page: Page, command: str) -> None:
    """Type a command, and wait until one more answer to it is on the page."""
    answers = page.get_by_role("article").filter(has_text=f"You typed /deal {command}")
    before = answers.count()
    field = page.get_by_label("Message or command")
    field.fill(f"/deal {command}")
    field.press("Enter")
    answers.nth(before).wait_for()


def _say(what: str, work: Callable[[], object]) -> None:
    """Print one line of the table, measured warm."""
    work()
    took = statistics.median(timeit.repeat(work, number=1, repeat=RUNS))
    print(f"{what:<52} {took * 1e3:>10,.1f} ms")
