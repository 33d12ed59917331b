"""Where a click on a button, an option or a day goes: the form of each element."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Element = Mapping[str, Any]


@dataclass(frozen=True)
class Press:
    """`to` is the address of the form, `fields` its values besides the element clicked.

    `at` is the prefix of every id on the page that belongs to it, so that no two are the same.
    """

    to: str
    at: str
    fields: Mapping[str, str] = field(default_factory=dict)

    def id(self, block: Element, element: Element, *more: object) -> str:
        """An id of the page for one element, the same each time the page is drawn."""
        return anchor(self.at, block.get("block_id", ""), element.get("action_id", ""), *more)

    def hidden(self, block: Element, element: Element) -> Mapping[str, str]:
        """The hidden fields of its form."""
        named = {"block": block.get("block_id", ""), "action": element.get("action_id", "")}
        return {**self.fields, **named}


def anchor(*parts: object) -> str:
    """An id of the page made of these; characters not allowed in one become dashes."""
    return "-".join(re.sub(r"[^A-Za-z0-9_]+", "-", str(part)) for part in parts if part != "")
