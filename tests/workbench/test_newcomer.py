"""The newcomer's path, with a mouse and by keyboard alone; and the pictures taken on it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, Page

from tests.workbench import pictures
from tests.workbench.hands import Keyboard, Mouse
from tests.workbench.newcomer import newcomer
from tests.workbench.pictures import FOLDER, MOST_BYTES, PICTURED, kept, words
from tests.workbench.place import Place
from tests.workbench.window import window

NAMES = [each.name for each in PICTURED.values()]


def recorded_by_maria(place: Place) -> bool:
    """Whether the event that the path records is in the table under her name."""
    deal = place.store.deals.get("granite-late")
    assert deal
    result = deal.log.facts[-1]
    found = (result.kind, result.on.isoformat(), result.recorded_by)
    return found == ("registration-statement-effective", "2004-11-01", "Maria Lopez")


def test_by_keyboard_alone_a_newcomer_finds_a_default_cures_it_and_is_told(
    place: Place, page: Page
) -> None:
    stages = list(newcomer(Keyboard(page), place.address))
    assert stages == ["alert", "asked", "form", "cured", "deal", "mail"]
    assert recorded_by_maria(place)


@pytest.fixture(scope="module")
def said(place: Place, browser: Browser) -> Mapping[str, str]:
    """What each picture's page says when the path is followed with a mouse."""
    found = {}
    with window(browser, pictures.WIDTH, pictures.HEIGHT) as page:
        for stage in newcomer(Mouse(page), place.address):
            if (pictured := PICTURED.get(stage)) is not None:
                found[pictured.name] = words(page, pictured.about)
    assert recorded_by_maria(place)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_show_what_the_pages_say(said: Mapping[str, str], name: str) -> None:
    """`python -m tests.workbench.pictures` draws them again."""
    assert said[name] == kept(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_are_small_enough_for_a_page(able: None, name: str) -> None:
    png = (FOLDER / f"{name}.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert 5_000 < len(png) < MOST_BYTES
