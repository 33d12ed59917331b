"""The buttons under an alert: Acknowledge, the draft if there is one, *Why this date?*, and an
overflow menu with the rest.

They hold nothing about the deal: `ref` identifies the delivery, and what a click may do is looked
up and checked again when it arrives.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from dealclock.alerts.response_options import Act

Block = dict[str, Any]

BLOCK = "alert"
ACKNOWLEDGE, MORE, WHY = "alert:acknowledge", "alert:more", "alert:why"
DRAFT = "alert:draft"
BUTTONS: Mapping[str, tuple[Act, str]] = {
    ACKNOWLEDGE: ("acknowledge", "Acknowledge"),
    DRAFT: ("draft", "Draft"),
    WHY: ("explain", "Why this date?"),
}
"""For each button id, its act and its label."""
OPTIONS: Mapping[str, tuple[Act, str]] = {
    "snooze": ("snooze", "Snooze to the next Business Day"),
    "snooze-until": ("snooze", "Snooze until a day..."),
    "done": ("done", "It is done"),
}
"""The options of the menu: for each value, its act and its label."""


def render_buttons(acts: Sequence[Act], ref: str) -> list[Block]:
    """The block of buttons for these actions; none without actions."""
    elements: list[Block] = [
        {
            "type": "button",
            "action_id": name,
            "value": act,
            "text": _plain(words),
            **({"style": "primary"} if act == "acknowledge" else {}),
        }
        for name, (act, words) in BUTTONS.items()
        if act in acts
    ]
    options = [
        {"text": _plain(words), "value": value}
        for value, (act, words) in OPTIONS.items()
        if act in acts
    ]
    if options:
        elements.append({"type": "overflow", "action_id": MORE, "options": options})
    return [{"type": "actions", "block_id": f"{BLOCK} {ref}", "elements": elements}] * bool(
        elements
    )


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}
