"""Writes and the conditions on them, as data. A `Table` carries them out.

A condition is asked of the item as it stands, and a missing item has no attribute. A comparison
holds only with an attribute that is there and of the same type. Text compares by its UTF-8 bytes,
so days and instants compare in time.
"""

from dataclasses import dataclass
from typing import TypeAlias

from dealclock.store import formats
from dealclock.store.item import Item, Value


@dataclass(frozen=True, slots=True)
class Exists:
    """The item has the attribute; of its key, the item is there."""

    name: str = "PK"


@dataclass(frozen=True, slots=True)
class Absent:
    """The item does not have the attribute; of its key, there is no such item."""

    name: str = "PK"


@dataclass(frozen=True, slots=True)
class Equals:
    """The attribute is that value."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class OneOf:
    """The attribute is one of those values, of which there is at least one."""

    name: str
    values: tuple[Value, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise ValueError("give at least one value")


@dataclass(frozen=True, slots=True)
class Less:
    """The attribute, a text, number, day or instant, comes before the value."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class AtMost:
    """The attribute, a text, number, day or instant, is the value or comes before it."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class More:
    """The attribute, a text, number, day or instant, comes after the value."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class All:
    """Every one of the conditions holds; of none, always."""

    of: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the conditions holds; there is at least one."""

    of: "tuple[Condition, ...]"

    def __post_init__(self) -> None:
        if not self.of:
            raise ValueError("give at least one condition")


Condition: TypeAlias = Exists | Absent | Equals | OneOf | Less | AtMost | More | All | AnyOf

ALWAYS = All(())
NEW = Absent()
THERE = Exists()


def always(condition: Condition) -> bool:
    """Whether the condition asks for nothing, so that it holds of any item."""
    match condition:
        case All(of):
            return all(map(always, of))
        case AnyOf(of):
            return any(map(always, of))
        case _:
            return False


def all_of(*conditions: Condition) -> All:
    """Every one of them."""
    return All(conditions)


def any_of(*conditions: Condition) -> AnyOf:
    """At least one of them."""
    return AnyOf(conditions)


@dataclass(frozen=True, slots=True)
class Put:
    """Write a whole item, in place of the one that is there."""

    item: Item
    when: Condition = ALWAYS

    @property
    def pk(self) -> str:
        """The partition key."""
        return str(self.item["PK"])

    @property
    def sk(self) -> str:
        """The sort key."""
        return str(self.item["SK"])

    def marked(self) -> Item:
        """The item with its marks; one whose content needs more says so in `needs`."""
        needs = _needs(self.pk, self.sk, self.item, self.item.get("needs"))
        return {**self.item, "format": formats.FORMAT, "needs": needs}


@dataclass(frozen=True, slots=True)
class Update:
    """Set attributes, or remove those set to None. A missing item is made.

    `needs` among the changes is what their content needs; see `marked`.
    """

    pk: str
    sk: str
    changes: Item
    when: Condition

    def marked(self) -> "ItemChange":
        """The changes with the item's marks: it needs at least what it did."""
        sets = {name: value for name, value in self.changes.items() if value is not None}
        content = sets.pop("needs", None)
        removes = tuple(
            name for name, value in self.changes.items() if value is None and name != "needs"
        )
        needs = _needs(self.pk, self.sk, sets, content)
        sets["format"] = formats.FORMAT
        if needs > formats.FIRST:
            # An item may need more already; a reader that knows FORMAT knows all of it.
            return ItemChange({**sets, "needs": formats.FORMAT}, removes, {})
        return ItemChange(sets, removes, {"needs": formats.FIRST})


@dataclass(frozen=True, slots=True)
class ItemChange:
    """What an update does to an item: sets, removes, and sets only where it is missing."""

    sets: Item
    removes: tuple[str, ...]
    where_missing: Item


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove an item; one that is not there is no error."""

    pk: str
    sk: str
    when: Condition


@dataclass(frozen=True, slots=True)
class ConditionCheck:
    """Change nothing, in a transaction that fails unless the item is as asked.

    Raises ValueError for a condition that always holds.
    """

    pk: str
    sk: str
    when: Condition

    def __post_init__(self) -> None:
        if always(self.when):
            raise ValueError("a check needs a condition on the item")


Write: TypeAlias = Put | Update | Delete


def _needs(pk: str, sk: str, attributes: Item, content: Value | None) -> int:
    own = formats.needs_of_item(pk, sk, attributes)
    return max(own, content) if isinstance(content, int) else own
