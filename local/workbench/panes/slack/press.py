"""Where a press of a button, a choice or a day goes: the form that each element stands in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Element = Mapping[str, Any]


@dataclass(frozen=True)
class Press:
    """`to` is the address of the form, `fields` what it holds besides what is pressed.

    `at` begins every id of the page that belongs to it, so that no two elements share one.
    """

    to: str
    at: str
    fields: Mapping[str, str] = field(default_factory=dict)

    def id(self, block: Element, element: Element, *more: object) -> str:
        """An id of the page for one element, the same whenever the page is drawn."""
        return anchor(self.at, block.get("block_id", ""), element.get("action_id", ""), *more)

    def hidden(self, block: Element, element: Element) -> Mapping[str, str]:
        """The fields of its form that nobody sees."""
        named = {"block": block.get("block_id", ""), "action": element.get("action_id", "")}
        return {**self.fields, **named}


def anchor(*parts: object) -> str:
    """An id of the page made of these; what may not stand in one becomes a dash."""
    return "-".join(re.sub(r"[^A-Za-z0-9_]+", "-", str(part)) for part in parts if part != "")
