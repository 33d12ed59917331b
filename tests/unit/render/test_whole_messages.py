"""Whole messages, word for word: `tests/golden/messages/alert` has each kind's.

Their dates and amounts are those of docs/expected-histories.md, and are given here. Read the file
after a change of wording as its reader would, on a phone at eight in the morning.
"""

import pytest

from dealclock.alerts.slots import Slot
from dealclock.render import plain
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.render.messages import message

STORY, NEVER = "Granite-Story", "Granite-Never"
NOTICE = "trustee-notice/default-ii"


@pytest.mark.parametrize(
    ("kind", "code_name", "on", "instance", "slot", "headline"),
    [
        (
            "alert/notice-triggered",
            *(STORY, "2004-10-29", NOTICE, "morning", ["2004-11-01", "1 Business Day"]),
        ),
        ("alert/notice-due-today", STORY, "2004-11-01", NOTICE, "morning", ["2004-11-01"]),
        ("alert/notice-missed", NEVER, "2004-11-02", NOTICE, "morning", ["2004-11-01"]),
        ("alert/default-computed", STORY, "2005-01-19", "default-iii/F5", "morning", []),
        ("alert/default-cured", STORY, "2004-12-07", "default-ii", "morning", ["2004-12-06"]),
        (
            "alert/sale-notice-opened",
            *(STORY, "2004-12-16", "sale-notice/F4", "morning", ["2004-12-20", "2 Business Days"]),
        ),
        (
            "alert/suspension-moved",
            *(STORY, "2005-02-03", "suspension/F9", "midday", ["03-17", "2005-03-13"]),
        ),
        (
            "alert/suspension-last-call",
            *(STORY, "2005-03-11", "suspension/F9", "afternoon"),
            ["16:00", "2005-03-11", "2005-03-13"],
        ),
        (
            "alert/cure-window-closing",
            *(STORY, "2005-01-13", "cure-window/F5", "morning", ["2005-01-18", "2 Business Days"]),
        ),
        ("alert/weekly-statement", NEVER, "2004-11-22", "default-ii", "morning", ["2004-11-22"]),
        (
            "alert/rate-step",
            *(NEVER, "2005-01-20", "rate/2005-01-27", "morning", ["1.00%", "2005-01-27"]),
        ),
        (
            "alert/payment",
            *(NEVER, "2005-01-10", "payment/2005-01-15", "payments"),
            ["2005-01-18", "5 Business Days"],
        ),
    ],
)
def test_a_whole_message_reads_as_it_was_approved(
    kind: str, code_name: str, on: str, instance: str, slot: Slot, headline: list[str]
) -> None:
    said = message(code_name, on, instance, slot)
    wording(kind, plain.letter(said.told))
    assert values(said.told.headline) == headline
