"""Writes and the conditions on them, as data."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from dealclock.store.item import Item, Value, encoded_value


@dataclass(frozen=True, slots=True)
class When:
    """A condition: `#name` stands for an attribute, `:name` for one of `values`."""

    expression: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def kwargs(self, more: "Mapping[str, Value] | None" = None, beside: str = "") -> dict[str, Any]:
        """The condition as arguments, its names and values joined with those of `beside`."""
        values = {**self.values, **(more or {})}
        names = re.findall(r"#(\w+)", f"{self.expression} {beside}")
        found: dict[str, Any] = {}
        if self.expression:
            found["ConditionExpression"] = self.expression
        if names:
            found["ExpressionAttributeNames"] = {f"#{name}": name for name in names}
        if values:
            found["ExpressionAttributeValues"] = {
                f":{name}": encoded_value(value) for name, value in values.items()
            }
        return found


ALWAYS = When("")
NEW = When("attribute_not_exists(PK)")


@dataclass(frozen=True, slots=True)
class Put:
    """Write a whole item."""

    item: Item
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class Update:
    """Set attributes, or remove those set to None."""

    pk: str
    sk: str
    changes: Item
    when: When


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove an item."""

    pk: str
    sk: str
    when: When


@dataclass(frozen=True, slots=True)
class ConditionCheck:
    """Change nothing, in a transaction that fails unless the item is as asked."""

    pk: str
    sk: str
    when: When


Write: TypeAlias = Put | Update | Delete
