"""Every kind of condition on a current item, in every table."""

from datetime import UTC, date, datetime

import pytest

from dealclock.store.item import Item
from dealclock.store.table import ConditionFailedError, Table
from dealclock.store.write import (
    ALWAYS,
    NEW,
    PRESENT,
    Absent,
    AtMost,
    Condition,
    ConditionCheck,
    Delete,
    Equals,
    Exists,
    Less,
    More,
    OneOf,
    Put,
    Update,
    all_of,
    any_of,
)

PK, SK = "DEAL#granite", "META"
NOON = datetime(2004, 7, 1, 12, tzinfo=UTC)
KEPT: Item = {
    "PK": PK,
    "SK": SK,
    "name": "Gruen",
    "count": 9,
    "open": True,
    "day": date(2004, 7, 1),
    "at": NOON,
    "words": frozenset({"b", "a"}),
    "list": ("b", "a"),
}


def named(conditions: list[Condition]) -> list[str]:
    return [f"{type(each).__name__}-{number}" for number, each in enumerate(conditions)]


HOLD: list[Condition] = [
    PRESENT,
    Exists("name"),
    Absent("none"),
    Equals("name", "Gruen"),
    Equals("count", 9),
    Equals("open", True),
    Equals("day", date(2004, 7, 1)),
    Equals("at", NOON),
    Equals("words", frozenset({"a", "b"})),
    Equals("list", ("b", "a")),
    OneOf("name", ("Rot", "Gruen")),
    OneOf("count", (9,)),
    Less("count", 10),  # as numbers: "10" comes before "9" as text
    Less("name", "Gs"),
    AtMost("count", 9),
    AtMost("at", NOON),
    More("count", 8),
    More("day", date(2004, 6, 30)),
    More("at", date(2004, 7, 1)),  # an instant of a day comes after the day, as text
    all_of(Exists("name"), Equals("count", 9), Absent("none")),
    any_of(Absent("name"), Equals("count", 9)),
    all_of(any_of(Absent("name"), Equals("count", 9)), any_of(Less("count", 0), PRESENT)),
    any_of(all_of(PRESENT, Absent("name")), all_of(PRESENT, all_of(Exists("name")))),
    all_of(all_of(PRESENT), ALWAYS),
]

FAIL: list[Condition] = [
    NEW,
    Exists("none"),
    Absent("name"),
    Equals("none", "Gruen"),
    Equals("name", "gruen"),
    Equals("count", "9"),  # of another type
    Equals("open", False),
    Equals("words", frozenset({"a"})),
    Equals("list", ("a", "b")),
    OneOf("name", ("Rot", "Blau")),
    OneOf("none", ("Gruen",)),
    OneOf("count", ("9",)),
    Less("count", 9),
    Less("none", 9),
    AtMost("count", 8),
    AtMost("none", "z"),
    More("count", 9),
    More("count", 10),
    More("none", ""),
    all_of(Exists("name"), Exists("none")),
    any_of(Absent("name"), Exists("none")),
]


def read(table: Table) -> tuple[str, int] | None:
    row = table.get(PK, SK)
    return (row.text("name"), row.number("count")) if row else None


@pytest.mark.full
@pytest.mark.parametrize("when", HOLD, ids=named(HOLD))
def test_a_true_condition_allows_every_kind_of_write(table: Table, when: Condition) -> None:
    table.write(Put(KEPT))
    table.write(Put({**KEPT, "more": 1}, when))
    table.transact([ConditionCheck(PK, SK, when), Put({"PK": PK, "SK": "OTHER"})])
    table.write(Update(PK, SK, {"more": 2}, when))
    row = table.get(PK, SK)
    assert row is not None
    assert row.number("more") == 2
    table.write(Delete(PK, SK, when))
    assert table.get(PK, SK) is None


@pytest.mark.parametrize("when", [ALWAYS, any_of(Absent("name"), ALWAYS)], ids=repr)
def test_a_write_may_have_no_condition(table: Table, when: Condition) -> None:
    table.write(Put(KEPT, when))
    table.transact([Update(PK, SK, {"count": 10}, when)])
    assert read(table) == ("Gruen", 10)
    table.write(Delete(PK, SK, when))
    assert read(table) is None


@pytest.mark.full
@pytest.mark.parametrize("when", FAIL, ids=named(FAIL))
def test_a_false_condition_stops_every_kind_of_write(table: Table, when: Condition) -> None:
    table.write(Put(KEPT))
    before = table.get(PK, SK)
    assert before is not None
    for write in (Put({"PK": PK, "SK": SK}, when), Update(PK, SK, {"count": 1}, when)):
        with pytest.raises(ConditionFailedError):
            table.write(write)
    with pytest.raises(ConditionFailedError):
        table.write(Delete(PK, SK, when))
    with pytest.raises(ConditionFailedError):
        table.transact([Put({"PK": PK, "SK": "OTHER"}), ConditionCheck(PK, SK, when)])
    assert read(table) == ("Gruen", 9)
    assert table.get(PK, "OTHER") is None


@pytest.mark.parametrize(
    ("when", "holds"),
    [(NEW, True), (Absent("name"), True), (PRESENT, False), (Equals("name", "x"), False)],
    ids=repr,
)
def test_a_missing_item_has_no_attribute(table: Table, when: Condition, holds: bool) -> None:
    update = Update(PK, SK, {"name": "made", "count": 1}, when)
    if holds:
        table.write(update)
        assert read(table) == ("made", 1)
    else:
        with pytest.raises(ConditionFailedError):
            table.write(update)
        assert read(table) is None


def test_text_is_compared_by_bytes(table: Table) -> None:
    # U+10000 comes after U+FFFF by bytes and code points, and before it in UTF-16.
    table.write(Put({"PK": PK, "SK": SK, "name": "\U00010000", "count": 1}))
    table.write(Update(PK, SK, {"count": 2}, More("name", "\uffff")))
    assert read(table) == ("\U00010000", 2)


@pytest.mark.parametrize("when", [Less("name", 9), More("name", 1), AtMost("count", "z")], ids=repr)
@pytest.mark.usefixtures("but_not_moto")
def test_values_of_two_types_are_not_comparable(table: Table, when: Condition) -> None:
    table.write(Put(KEPT))
    with pytest.raises(ConditionFailedError):
        table.write(Delete(PK, SK, when))


def test_an_accidentally_empty_condition_cannot_be_made() -> None:
    for wrong in (
        any_of,
        lambda: OneOf("name", ()),
        lambda: ConditionCheck(PK, SK, ALWAYS),
        lambda: ConditionCheck(PK, SK, all_of(ALWAYS, any_of(NEW, ALWAYS))),
    ):
        with pytest.raises(ValueError, match=r"at least one|needs a condition"):
            wrong()
