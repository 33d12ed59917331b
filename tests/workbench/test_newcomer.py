"""The newcomer's path, with a mouse and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.workbench.hands import Hand, Keyboard, Mouse
from tests.workbench.newcomer import newcomer
from tests.workbench.place import Place


@pytest.mark.parametrize("kind", [Keyboard, Mouse])
def test_a_newcomer_meets_a_default_cures_it_and_is_told(
    place: Place, page: Page, kind: type[Keyboard] | type[Mouse]
) -> None:
    hand: Hand = kind(page)
    stages = list(newcomer(hand, place.address))
    assert stages == ["alert", "asked", "form", "cured", "deal", "mail"]
    facts = place.store.deal("granite-late")
    assert facts
    told = facts.log.facts[-1]
    assert (told.kind, told.on.isoformat(), told.recorded_by) == (
        "registration-statement-effective",
        "2004-11-01",
        "Maria Lopez",
    )
