"""Writes and their conditions, as data. A `Table` carries them out.

A condition is checked on the current item; a missing item has no attributes. A comparison holds
only for an existing attribute of the same type. Text compares by its UTF-8 bytes, so days and
instants compare chronologically.
"""

from typing import TypeAlias

from dealclock.records import record
from dealclock.store import formats
from dealclock.store.item import Item, Value


@record
class Exists:
    """The item has the attribute; for its key, the item exists."""

    name: str = "PK"


@record
class Absent:
    """The item lacks the attribute; for its key, the item does not exist."""

    name: str = "PK"


@record
class Equals:
    """The attribute equals the value."""

    name: str
    value: Value


@record
class OneOf:
    """The attribute equals one of the values, at least one."""

    name: str
    values: tuple[Value, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise ValueError("give at least one value")


@record
class Less:
    """The attribute, a text, number, day or instant, is less than the value."""

    name: str
    value: Value


@record
class AtMost:
    """The attribute, a text, number, day or instant, is at most the value."""

    name: str
    value: Value


@record
class More:
    """The attribute, a text, number, day or instant, is more than the value."""

    name: str
    value: Value


@record
class All:
    """All of the conditions hold; always true if there are none."""

    of: "tuple[Condition, ...]"


@record
class AnyOf:
    """At least one of the conditions holds; at least one is required."""

    of: "tuple[Condition, ...]"

    def __post_init__(self) -> None:
        if not self.of:
            raise ValueError("give at least one condition")


Condition: TypeAlias = Exists | Absent | Equals | OneOf | Less | AtMost | More | All | AnyOf

ALWAYS = All(())
NEW = Absent()
PRESENT = Exists()


def always(condition: Condition) -> bool:
    """Whether the condition holds for any item."""
    match condition:
        case All(of):
            return all(map(always, of))
        case AnyOf(of):
            return any(map(always, of))
        case _:
            return False


def all_of(*conditions: Condition) -> All:
    """The condition that all of them hold."""
    return All(conditions)


def any_of(*conditions: Condition) -> AnyOf:
    """The condition that at least one of them holds."""
    return AnyOf(conditions)


@record
class Put:
    """Write a whole item, replacing any existing one."""

    item: Item
    when: Condition = ALWAYS

    @classmethod
    def at(cls, pk: str, sk: str, attributes: Item, when: Condition = ALWAYS) -> "Put":
        """The write of an item with these keys and attributes."""
        return cls({"PK": pk, "SK": sk, **attributes}, when)

    @property
    def pk(self) -> str:
        """The partition key."""
        return str(self.item["PK"])

    @property
    def sk(self) -> str:
        """The sort key."""
        return str(self.item["SK"])

    def marked(self) -> Item:
        """The item with its marks; `needs` in the item is the format its content needs."""
        needs = _needs(self.pk, self.sk, self.item, self.item.get("needs"))
        return {**self.item, "format": formats.FORMAT, "needs": needs}


@record
class Update:
    """Set attributes, or remove those set to None. A missing item is created.

    `needs` among the changes is the format that their content needs; see `marked`.
    """

    pk: str
    sk: str
    changes: Item
    when: Condition

    def marked(self) -> "ItemChange":
        """The changes with the item's marks; its `needs` never decreases."""
        sets = {name: value for name, value in self.changes.items() if value is not None}
        content = sets.pop("needs", None)
        removes = tuple(
            name for name, value in self.changes.items() if value is None and name != "needs"
        )
        needs = _needs(self.pk, self.sk, sets, content)
        sets["format"] = formats.FORMAT
        if needs > formats.FIRST:
            # The item may need more already, but never more than the other names of its kind. A
            # higher number would pause its deal in a release that can read it.
            kind = formats.kind_of(self.pk, self.sk)
            most = formats.FORMAT if content else max(needs, formats.most_besides(kind, sets))
            return ItemChange({**sets, "needs": most}, removes, {})
        return ItemChange(sets, removes, {"needs": formats.FIRST})


@record
class ItemChange:
    """The effect of an update: attributes to set, to remove, and to set only if missing."""

    sets: Item
    removes: tuple[str, ...]
    where_missing: Item


@record
class Delete:
    """Remove an item, if it exists."""

    pk: str
    sk: str
    when: Condition


@record
class ConditionCheck:
    """Change nothing, but fail the transaction unless the condition holds.

    Raises ValueError for a condition that always holds.
    """

    pk: str
    sk: str
    when: Condition

    def __post_init__(self) -> None:
        if always(self.when):
            raise ValueError("a check needs a condition on the item")


@record
class Append:
    """Add an audit entry to the chain of its partition: `OnTable` numbers and links it."""

    pk: str
    item: Item


Write: TypeAlias = Put | Update | Delete


def _needs(pk: str, sk: str, attributes: Item, content: Value | None) -> int:
    own = formats.needs_of_item(pk, sk, attributes)
    return max(own, content) if isinstance(content, int) else own
