"""The buttons under an alert: Acknowledge, the draft if there is one, *Why this date?*, Confirm and
Dispute under a possible default, and an overflow menu with the rest.

To confirm is a position others may ask for: it is neither the first nor the primary button, and
never next to Acknowledge. In a row that is full they are in the menu.

They hold nothing about the deal: `ref` identifies the delivery, and what a click may do is looked
up and checked again when it arrives.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from dealclock.alerts.response_options import AlertAct

Block = dict[str, Any]

BLOCK = "alert"
ACKNOWLEDGE, MORE, WHY = "alert:acknowledge", "alert:more", "alert:why"
DRAFT, CONFIRM, DISPUTE = "alert:draft", "alert:confirm", "alert:dispute"
BUTTONS: Mapping[str, tuple[AlertAct, str]] = {
    ACKNOWLEDGE: ("acknowledge", "Acknowledge"),
    DRAFT: ("draft", "Draft"),
    WHY: ("explain", "Why this date?"),
    CONFIRM: ("confirm", "Confirm"),
    DISPUTE: ("dispute", "Dispute"),
}
"""For each button id, its act and its label."""
OPTIONS: Mapping[str, tuple[AlertAct, str]] = {
    "snooze": ("snooze", "Snooze to the next Business Day"),
    "snooze-until": ("snooze", "Snooze until a day..."),
    "done": ("done", "It is done"),
    "decline": ("decline", "Not mine..."),
    "approve": ("approve", "Approve..."),
}
"""The options of the menu: for each value, its act and its label."""


_ROW_MOST = 5
_MENU_MOST = 5  # Slack's limit


def render_buttons(acts: Sequence[AlertAct], ref: str) -> list[Block]:
    """The block of buttons for these actions; none without actions."""
    shown = [name for name, (act, _) in BUTTONS.items() if act in acts]
    if len(shown) >= _ROW_MOST:  # with the menu, more than one row on a phone
        shown = [name for name in shown if name not in (CONFIRM, DISPUTE)]
    elements: list[Block] = [
        {
            "type": "button",
            "action_id": name,
            "value": BUTTONS[name][0],
            "text": _plain(BUTTONS[name][1]),
            **({"style": "primary"} if name == ACKNOWLEDGE else {}),
        }
        for name in shown
    ]
    more: dict[str, tuple[AlertAct, str]] = {
        act: (act, words) for name, (act, words) in BUTTONS.items() if name not in shown
    }
    options = [
        {"text": _plain(words), "value": value}
        for value, (act, words) in (*OPTIONS.items(), *more.items())
        if act in acts
    ]
    if len(options) > _MENU_MOST:  # the form that snoozes has that day too, and Home approves
        options = [each for each in options if each["value"] not in ("snooze", "approve")]
    if options:
        elements.append({"type": "overflow", "action_id": MORE, "options": options})
    return [{"type": "actions", "block_id": f"{BLOCK} {ref}", "elements": elements}] * bool(
        elements
    )


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}
