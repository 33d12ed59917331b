"""The browser, and a fresh window of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from local import browser as chromium

_PATIENCE = 300_000  # milliseconds, of a busy machine; what is waited for comes far sooner
expect.set_options(timeout=_PATIENCE)


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    """This machine's own Chromium, without a window to be seen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.executable(), args=list(chromium.FLAGS)
        )
        yield browser
        browser.close()


@contextlib.contextmanager
def window(browser: Browser, width: int = 1280, height: int = 800, **how: Any) -> Iterator[Page]:
    """A page of a browser without cookies, on which no script may fail."""
    failed: list[str] = []
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-US", **how
    )
    page = context.new_page()
    page.set_default_timeout(_PATIENCE)
    page.on("pageerror", lambda problem: failed.append(str(problem)))
    yield page
    context.close()
    assert failed == [], "a script of the page failed"
