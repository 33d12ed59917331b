"""Whole messages, word for word. Their dates and amounts are those of docs/expected-histories.md.

Read `whole/` after a change of wording as its reader would, on a phone at eight in the morning.
"""

from pathlib import Path

import pytest

from dealclock.alerts.slots import Slot
from dealclock.render import plain
from tests.unit.render.messages import message

WHOLE = Path(__file__).parent / "whole"


@pytest.mark.parametrize(
    ("name", "code_name", "on", "instance", "slot"),
    [
        ("notice-triggered", "Granite-Story", "2004-10-29", "trustee-notice/default-ii", "morning"),
        ("notice-due-today", "Granite-Story", "2004-11-01", "trustee-notice/default-ii", "morning"),
        ("notice-missed", "Granite-Never", "2004-11-02", "trustee-notice/default-ii", "morning"),
        ("default-computed", "Granite-Story", "2005-01-19", "default-iii/F5", "morning"),
        ("default-cured", "Granite-Story", "2004-12-07", "default-ii", "morning"),
        ("sale-notice-opened", "Granite-Story", "2004-12-16", "sale-notice/F4", "morning"),
        ("suspension-moved", "Granite-Story", "2005-02-03", "suspension/F9", "midday"),
        ("suspension-last-call", "Granite-Story", "2005-03-11", "suspension/F9", "afternoon"),
        ("cure-window-closing", "Granite-Story", "2005-01-13", "cure-window/F5", "morning"),
        ("weekly-statement", "Granite-Never", "2004-11-22", "default-ii", "morning"),
        ("rate-step", "Granite-Never", "2005-01-20", "rate/2005-01-27", "morning"),
        ("payment", "Granite-Never", "2005-01-10", "payment/2005-01-15", "payments"),
    ],
)
def test_a_whole_message_reads_as_it_was_read_and_approved(
    name: str, code_name: str, on: str, instance: str, slot: Slot
) -> None:
    said = message(code_name, on, instance, slot)
    assert plain.letter(said.told) == (WHOLE / f"{name}.txt").read_text(encoding="utf-8")


def test_no_approved_message_is_left_unread() -> None:
    assert len(list(WHOLE.iterdir())) == 12
