"""Two ways to use a page: with a mouse, and with a keyboard alone."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from playwright.sync_api import Locator, Page

_MOST_TABS = 300


class Hand(Protocol):
    """What a person does on a page. What is named is found as a screen reader names it."""

    page: Page

    def press(self, target: Locator) -> None:
        """Press a button or follow a link."""

    def write(self, target: Locator, text: str) -> None:
        """Type into a field, and Enter."""

    def pick(self, target: Locator, day: date) -> None:
        """Give a field for a day."""


class Mouse:
    """Points and clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

    def write(self, target: Locator, text: str) -> None:
        target.fill(text)
        target.press("Enter")

    def pick(self, target: Locator, day: date) -> None:
        target.fill(day.isoformat())


class Keyboard:
    """Goes from one thing to the next with Tab, and uses it with Enter."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        self._reach(target)
        self.page.keyboard.press("Enter")

    def write(self, target: Locator, text: str) -> None:
        self._reach(target)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def pick(self, target: Locator, day: date) -> None:
        self._reach(target)
        self.page.keyboard.type(day.strftime("%m%d%Y"))  # as the field asks for it in English

    def _reach(self, target: Locator) -> None:
        target.wait_for()
        for _ in range(_MOST_TABS):
            if target.evaluate("it => it === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{_MOST_TABS} times Tab never reach {target}")
