"""Writes and transactions: what they leave, what is refused, and races."""

import threading
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.errors import DealclockError, RefusedError
from dealclock.store import formats
from dealclock.store.item import Item, Value
from dealclock.store.table import MAX_BATCH, ConditionFailedError, OvertakenError, Table
from dealclock.store.write import (
    ALWAYS,
    NEW,
    PRESENT,
    ConditionCheck,
    Delete,
    Equals,
    Put,
    Update,
    Write,
)
from tests.contract.store.samples import at_once
from tests.contract.store.tables import items_in
from tests.memory_table import MemoryTable

PK, SK = "DEAL#granite", "META"
NOON = datetime(2004, 7, 1, 12, tzinfo=UTC)
KB = 1024


def item(sk: str = SK, **more: Value | None) -> Item:
    return {"PK": PK, "SK": sk, **more}


def number(table: Table, sk: str = SK) -> int | None:
    row = table.get(PK, sk)
    return row.number("n") if row else None


def test_every_type_of_value_comes_back_as_written(table: Table) -> None:
    table.write(
        Put(
            item(
                text="Grün",
                empty="",
                number=-(10**30),
                flag=False,
                day=date(2004, 7, 1),
                at=NOON,
                words=frozenset({"b", "a"}),
                list=("b", "a", "b"),
                nothing=None,
            )
        )
    )
    assert items_in(table) == [
        {
            "PK": {"S": PK},
            "SK": {"S": SK},
            "text": {"S": "Grün"},
            "empty": {"S": ""},
            "number": {"N": "-1000000000000000000000000000000"},
            "flag": {"BOOL": False},
            "day": {"S": "2004-07-01"},
            "at": {"S": "2004-07-01T12:00:00.000000Z"},
            "words": {"SS": ["a", "b"]},
            "list": {"L": [{"S": "b"}, {"S": "a"}, {"S": "b"}]},
            "format": {"N": str(formats.FORMAT)},
            "needs": {"N": "1"},
        }
    ]


def test_changing_a_value_after_writing_it_changes_nothing_stored(table: Table) -> None:
    attributes = dict(item(n=1))
    changes: dict[str, Value | None] = {"n": 2}
    table.write(Put(attributes))
    attributes["n"] = 7
    assert number(table) == 1
    table.write(Update(PK, SK, changes, ALWAYS))
    changes["n"] = 7
    items_in(table)[0]["n"]["N"] = "7"
    assert number(table) == 2


def test_an_update_sets_removes_and_leaves_the_rest(table: Table) -> None:
    table.write(Put(item(n=1, gone="x", stays="y")))
    table.write(Update(PK, SK, {"n": 2, "gone": None, "never": None}, PRESENT))
    row = table.get(PK, SK)
    assert row is not None
    assert (row.number("n"), row.text("stays"), "gone" in row, "never" in row) == (
        2,
        "y",
        False,
        False,
    )


def test_a_put_replaces_the_whole_item(table: Table) -> None:
    table.write(Put(item(n=1, gone="x")))
    table.write(Put(item(n=2)))
    row = table.get(PK, SK)
    assert row is not None
    assert (row.number("n"), "gone" in row) == (2, False)


def test_removing_a_missing_item_is_no_error(table: Table) -> None:
    table.write(Delete(PK, SK, ALWAYS))
    assert table.get(PK, SK) is None


def test_the_marks_of_an_item_rise_and_never_fall(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "SINCE", {"META.held": 2})
    monkeypatch.setattr(formats, "FORMAT", 2)

    def marks() -> tuple[str, str]:
        (stored,) = items_in(table)
        return stored["format"]["N"], stored["needs"]["N"]

    table.write(Update(PK, SK, {"n": 1}, ALWAYS))
    assert marks() == ("2", "1")
    table.write(Update(PK, SK, {"held": True}, ALWAYS))
    assert marks() == ("2", "2")
    table.transact([Update(PK, SK, {"n": 2, "needs": 1}, ALWAYS)])
    assert marks() == ("2", "2")
    table.write(Put(item(n=1)))
    assert marks() == ("2", "1")
    table.write(Put(item(n=1, needs=2)))
    assert marks() == ("2", "2")


def test_of_two_writers_of_one_item_exactly_one_wins(table: Table) -> None:
    table.write(Put(item(n=0)))

    def write(by: int) -> str:
        try:
            table.write(Update(PK, SK, {"n": 1 + by}, Equals("n", 0)))
        except ConditionFailedError:
            return "late"
        return "won"

    assert sorted(map(str, at_once(8, write))) == ["late"] * 7 + ["won"]


def test_in_memory_a_write_ends_before_the_next_begins() -> None:
    """Another writer starts in the middle of a write, when the lag is read."""
    ended: list[str] = []
    others: list[threading.Thread] = []

    def write(n: int) -> None:
        try:
            table.write(Put({**item(n=n), "GSI1PK": "WAKE#LIVE", "GSI1SK": str(n)}, NEW))
        except ConditionFailedError:
            ended.append(f"{n} late")
        else:
            ended.append(f"{n} won")

    def lag() -> tuple[datetime, timedelta]:
        if not others:
            others.append(threading.Thread(target=write, args=(2,)))
            others[0].start()
            others[0].join(0.2)
        return NOON, timedelta(0)

    table = MemoryTable(lag)
    write(1)
    others[0].join()
    assert ended in (["1 won", "2 late"], ["2 late", "1 won"])


def test_of_two_transactions_on_the_same_items_exactly_one_wins(table: Table) -> None:
    def write(by: int) -> str:
        try:
            table.transact([Put(item(f"N#{n}", n=by), NEW) for n in range(5)])
        except (ConditionFailedError, OvertakenError):
            return "late"
        return "won"

    answers = list(map(str, at_once(8, write)))
    # All may conflict with each other, and then each must try again.
    assert answers.count("won") <= 1
    if "won" not in answers:
        assert write(9) == "won"
    assert len({number(table, f"N#{n}") for n in range(5)}) == 1


def test_a_transaction_is_all_or_nothing(table: Table) -> None:
    table.write(Put(item("A", n=1)))
    table.write(Put(item("B", n=1)))
    writes: list[Write] = [
        Put(item("NEW", n=2)),
        Update(PK, "A", {"n": 2}, PRESENT),
        Delete(PK, "B", PRESENT),
    ]
    with pytest.raises(ConditionFailedError):
        table.transact([*writes, ConditionCheck(PK, "C", PRESENT)])
    assert [number(table, sk) for sk in ("NEW", "A", "B", "C")] == [None, 1, 1, None]
    table.transact([*writes, ConditionCheck(PK, "C", NEW)])
    assert [number(table, sk) for sk in ("NEW", "A", "B", "C")] == [2, 2, None, None]


def test_a_transaction_checks_conditions_against_the_table_before_it(table: Table) -> None:
    with pytest.raises(ConditionFailedError):
        table.transact([Put(item("A", n=1)), ConditionCheck(PK, "B", PRESENT), Put(item("C"))])
    assert items_in(table) == []


def test_a_transaction_holds_at_most_a_hundred_writes(table: Table) -> None:
    writes: list[Write] = [Put(item(f"N#{n:03d}", n=n), NEW) for n in range(MAX_BATCH + 1)]
    with pytest.raises(DealclockError, match=r"1 to 100 items|refused TransactWriteItems"):
        table.transact(writes)
    assert items_in(table) == []
    table.transact(writes[:MAX_BATCH])
    assert len(items_in(table)) == 100


def test_an_empty_transaction_is_refused(table: Table) -> None:
    with pytest.raises(DealclockError, match=r"1 to 100 items|could not be reached"):
        table.transact([])


@pytest.mark.parametrize("second", [Put(item(n=2)), Update(PK, SK, {"n": 2}, ALWAYS)], ids=repr)
def test_a_transaction_writes_an_item_once(table: Table, second: Write) -> None:
    with pytest.raises(DealclockError, match=r"one item twice|refused TransactWriteItems"):
        table.transact([Put(item(n=1)), second])
    assert items_in(table) == []


@pytest.mark.usefixtures("but_not_moto")
def test_a_transaction_of_more_than_four_megabytes_is_refused(table: Table) -> None:
    writes = [Put(item(f"N#{n}", text="x" * (390 * KB))) for n in range(12)]
    with pytest.raises(DealclockError, match=r"writes more than|refused TransactWriteItems"):
        table.transact(writes)
    assert items_in(table) == []
    table.transact(writes[:10])
    assert len(items_in(table)) == 10


def test_an_item_holds_four_hundred_kilobytes(table: Table) -> None:
    table.write(Put(item(text="x" * (390 * KB))))
    too_large = Put(item("BIG", text="x" * (401 * KB)))
    with pytest.raises(RefusedError, match=r"bytes, more than|larger than"):
        table.write(too_large)
    with pytest.raises(RefusedError, match=r"bytes, more than|larger than"):
        table.transact([Put(item("OTHER")), too_large])
    assert len(items_in(table)) == 1


@pytest.mark.usefixtures("but_not_moto")
def test_an_item_does_not_grow_past_four_hundred_kilobytes(table: Table) -> None:
    table.write(Put(item(text="x" * (390 * KB))))
    for update in (
        Update(PK, SK, {"more": "x" * (15 * KB)}, PRESENT),
        Update(PK, "BIG", {"more": "x" * (401 * KB)}, NEW),
    ):
        with pytest.raises(RefusedError, match=r"bytes, more than|larger than"):
            table.write(update)
        with pytest.raises(RefusedError, match=r"bytes, more than|larger than"):
            table.transact([Put(item("OTHER")), update])
    (stored,) = items_in(table)
    assert "more" not in stored


@pytest.mark.parametrize(
    "wrong",
    [
        {"PK": "", "SK": "x"},
        {"PK": "x", "SK": ""},
        {"PK": "x" * 2049, "SK": "x"},
        {"PK": "x", "SK": "x" * 1025},
        {"PK": "x", "SK": "x", "GSI1PK": "", "GSI1SK": "x"},
        {"PK": "x", "SK": "x", "words": frozenset[str]()},
    ],
    ids=lambda wrong: "-".join(f"{k}{str(v)[:4]}" for k, v in wrong.items()),
)
def test_a_value_no_table_accepts_is_refused(table: Table, wrong: Item) -> None:
    with pytest.raises(
        DealclockError, match=r"must be non-empty|a key of an item|cannot be empty|refused PutItem"
    ):
        table.write(Put(wrong))
    assert items_in(table) == []


def test_the_key_of_an_item_cannot_be_changed(table: Table) -> None:
    table.write(Put(item(n=1)))
    with pytest.raises(DealclockError, match=r"cannot be changed|refused UpdateItem"):
        table.write(Update(PK, SK, {"SK": "OTHER"}, PRESENT))
    assert number(table) == 1


@pytest.mark.usefixtures("but_not_moto")
def test_the_key_of_an_index_is_a_text(table: Table) -> None:
    with pytest.raises(DealclockError, match=r"must be non-empty|refused PutItem"):
        table.write(Put({"PK": PK, "SK": SK, "GSI1PK": 1, "GSI1SK": "x"}))
