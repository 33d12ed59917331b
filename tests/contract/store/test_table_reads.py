"""Reads: one item, many, a range in order, page after page, and what an index shows."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from dealclock.errors import DealclockError
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import Table
from dealclock.store.write import ALWAYS, PRESENT, Delete, Put, Update
from tests.memory_table import MemoryTable

PK = "DEAL#granite"
LARGE = "x" * (300 * 1024)  # four of them are more than a page


def fill(table: Table, sort_keys: Sequence[str], **more: str) -> None:
    for sk in sort_keys:
        table.write(Put({"PK": PK, "SK": sk, **more}))


def keys(rows: Iterator[StoredItem]) -> list[str]:
    return [row.text("SK") for row in rows]


def waiting(sk: str, at: str, name: str = "OUTBOX#LIVE") -> Item:
    return {"PK": PK, "SK": sk, "GSI2PK": name, "GSI2SK": at, "title": "Trustee notice"}


def test_a_missing_item_is_none(table: Table) -> None:
    assert table.get(PK, "META") is None


def test_a_read_sees_the_latest_write(table: Table) -> None:
    for n in range(5):
        table.write(Put({"PK": PK, "SK": "META", "n": n}))
        row = table.get(PK, "META")
        assert row is not None
        assert row.number("n") == n
        assert [row.number("n") for row in table.query(PK, "0", "~")] == [n]
        assert [row.number("n") for row in table.get_many([(PK, "META")])] == [n]


def test_of_many_keys_the_existing_ones_are_returned(table: Table) -> None:
    fill(table, [f"N#{n:03d}" for n in range(0, 250, 2)])
    wanted = [(PK, f"N#{n:03d}") for n in range(250)]
    assert sorted(keys(table.get_many(wanted))) == [f"N#{n:03d}" for n in range(0, 250, 2)]
    assert list(table.get_many([])) == []


def test_many_large_items_are_returned_whole(table: Table) -> None:
    """DynamoDB leaves unread what is over 16 MB in one answer."""
    fill(table, [f"N#{n}" for n in range(60)], text=LARGE)
    rows = list(table.get_many([(PK, f"N#{n}") for n in range(60)]))
    assert len(rows) == 60
    assert {len(row.text("text")) for row in rows} == {len(LARGE)}


def test_a_key_asked_for_twice_is_refused(table: Table) -> None:
    with pytest.raises(DealclockError, match=r"appears twice|refused BatchGetItem"):
        list(table.get_many([(PK, "META"), (PK, "META")]))


def test_a_range_is_in_order_and_includes_both_ends(table: Table) -> None:
    fill(table, ["C", "A", "B#2", "B", "D", "b", "B#10"])
    table.write(Put({"PK": "DEAL#other", "SK": "B"}))
    assert keys(table.query(PK, "A", "C")) == ["A", "B", "B#10", "B#2", "C"]
    assert keys(table.query(PK, "B", "B")) == ["B"]
    assert keys(table.query(PK, "A", "C", backwards=True)) == ["C", "B#2", "B#10", "B", "A"]
    assert keys(table.query(PK, "X", "Z")) == []


def test_sort_keys_sort_by_their_bytes(table: Table) -> None:
    sort_keys = ["\U00010000", "\uffff", "\u00e9", "z", "Z", "~"]
    fill(table, sort_keys)
    assert keys(table.query(PK, "0", "\U0010ffff")) == [
        "Z",
        "z",
        "~",
        "\u00e9",
        "\uffff",
        "\U00010000",
    ]


def test_a_limit_counts_items_and_keeps_the_order(table: Table) -> None:
    fill(table, list("ABCDE"))
    assert keys(table.query(PK, "A", "E", limit=2)) == ["A", "B"]
    assert keys(table.query(PK, "A", "E", limit=2, backwards=True)) == ["E", "D"]
    assert keys(table.query(PK, "A", "E", limit=9)) == list("ABCDE")


def test_only_the_attributes_asked_for_are_read_with_keys_and_marks(table: Table) -> None:
    table.write(Put({"PK": PK, "SK": "META", "name": "Granite", "other": "x"}))
    (row,) = table.query(PK, "A", "Z", only=("name", "none"))
    assert set(row._item) == {"PK", "SK", "format", "needs", "name"}
    assert row.text("name") == "Granite"
    (whole,) = table.query(PK, "A", "Z")
    assert whole.text("other") == "x"


@pytest.mark.parametrize("only", [(), ("n",)])
def test_a_range_continues_past_pages_of_one_megabyte(table: Table, only: tuple[str, ...]) -> None:
    sort_keys = [f"N#{n}" for n in range(9)]
    fill(table, sort_keys, text=LARGE)
    assert keys(table.query(PK, "N#0", "N#8", only=only)) == sort_keys
    assert keys(table.query(PK, "N#0", "N#8", only=only, backwards=True)) == sort_keys[::-1]
    assert keys(table.query(PK, "N#1", "N#7", only=only, limit=6)) == sort_keys[1:7]


def test_a_write_between_two_pages_is_seen_by_the_second(table: Table) -> None:
    fill(table, [f"N#{n}" for n in range(9)], text=LARGE)
    rows = table.query(PK, "N#0", "N#8")
    assert next(rows).text("SK") == "N#0"
    table.write(Update(PK, "N#1", {"text": "later"}, PRESENT))
    table.write(Delete(PK, "N#8", ALWAYS))
    rest = {row.text("SK"): row.text("text") for row in rows}
    assert rest["N#1"] == LARGE  # of the page that was read
    assert "N#8" not in rest


@pytest.mark.usefixtures("but_not_moto")
def test_a_range_that_ends_before_it_begins_is_refused(table: Table) -> None:
    with pytest.raises(DealclockError, match=r"a range needs|refused Query"):
        list(table.query(PK, "B", "A"))


def test_a_range_of_no_partition_is_refused(table: Table) -> None:
    with pytest.raises(DealclockError, match=r"a range needs|refused Query"):
        list(table.query("", "A", "B"))


def test_a_missing_index_is_refused(table: Table) -> None:
    with pytest.raises(DealclockError, match=r"no such index|refused Query"):
        list(table.query(PK, "A", "B", index="GSI9"))


def test_an_index_has_the_keys_of_items_with_its_attributes(table: Table) -> None:
    table.write(Put(waiting("D#2", "2004-07-01#2")))
    table.write(Put(waiting("D#1", "2004-07-02#1")))
    table.write(Put(waiting("D#3", "2004-07-03#3", "OUTBOX#REHEARSAL")))
    table.write(Put({"PK": PK, "SK": "D#4", "GSI2PK": "OUTBOX#LIVE"}))
    rows = list(table.query("OUTBOX#LIVE", "0", "~", index="GSI2"))
    assert keys(iter(rows)) == ["D#2", "D#1"]
    assert set(rows[0]._item) == {"PK", "SK", "GSI2PK", "GSI2SK"}
    page = table.query("OUTBOX#LIVE", "0", "~", index="GSI2", backwards=True, limit=1)
    assert keys(page) == ["D#1"]


def test_an_index_follows_changes_and_removals(table: Table) -> None:
    for n in range(4):
        table.write(Put(waiting(f"D#{n}", f"2004-07-0{n + 1}")))
    table.write(Update(PK, "D#0", {"GSI2PK": None, "GSI2SK": None}, PRESENT))
    table.write(Update(PK, "D#1", {"GSI2SK": "2004-07-09"}, PRESENT))
    table.write(Delete(PK, "D#2", PRESENT))
    assert keys(table.query("OUTBOX#LIVE", "0", "~", index="GSI2")) == ["D#3", "D#1"]


@pytest.mark.usefixtures("but_not_moto")
def test_an_index_returns_no_attribute_it_does_not_hold(table: Table) -> None:
    with pytest.raises(DealclockError, match=r"the index lacks|refused Query"):
        list(table.query("OUTBOX#LIVE", "0", "~", index="GSI2", only=("title",)))


def test_an_index_of_items_with_one_key_has_them_all(table: Table) -> None:
    for n in range(5):
        table.write(Put(waiting(f"D#{n}", "2004-07-01")))
    names = keys(table.query("OUTBOX#LIVE", "0", "~", index="GSI2"))
    assert sorted(names) == [f"D#{n}" for n in range(5)]


def test_an_index_in_memory_may_lag_and_then_shows_writes_in_their_order() -> None:
    """As DynamoDB may, whose lag cannot be made to happen in a test."""
    now = datetime(2004, 7, 1, tzinfo=UTC)
    second = timedelta(seconds=1)
    lags = iter([3 * second, second])  # the later write is not shown before the earlier
    table = MemoryTable(lambda: (now, next(lags, 0 * second)))

    def shown() -> list[str]:
        return keys(table.query("OUTBOX#LIVE", "0", "~", index="GSI2"))

    table.write(Put(waiting("D#1", "2004-07-01")))
    table.write(Update(PK, "D#1", {"GSI2SK": "2004-07-02"}, PRESENT))
    assert shown() == []
    row = table.get(PK, "D#1")
    assert row is not None
    assert row.text("GSI2SK") == "2004-07-02"
    now += 2 * second
    assert shown() == []
    now += second
    (row,) = table.query("OUTBOX#LIVE", "0", "~", index="GSI2")
    assert row.text("GSI2SK") == "2004-07-02"


def test_an_index_that_lags_may_name_a_removed_item() -> None:
    now = datetime(2004, 7, 1, tzinfo=UTC)
    lag = timedelta()
    table = MemoryTable(lambda: (now, lag))
    table.write(Put(waiting("D#1", "2004-07-01")))
    lag = timedelta(seconds=1)
    table.write(Delete(PK, "D#1", PRESENT))
    assert keys(table.query("OUTBOX#LIVE", "0", "~", index="GSI2")) == ["D#1"]
    assert table.get(PK, "D#1") is None
    now += lag
    assert keys(table.query("OUTBOX#LIVE", "0", "~", index="GSI2")) == []
