"""Entries of the archive are linked, so that one removed, replaced or added later is shown."""

from collections.abc import Callable

import pytest

from dealclock.store import ArchiveEntry, Store
from dealclock.store.archive import seal, text_hash
from dealclock.store.item import Encoded
from dealclock.store.table import Table
from dealclock.store.write import Write
from tests.contract.store.samples import NOW, at_once, fact, live, rows
from tests.contract.store.tables import items_in, put_back
from tests.contract.store.test_renditions import ASKED
from tests.memory_table import MemoryTable

DEAL, AT = "DEAL#granite", "2026-11-02T13:00:00.000000Z"


def kept(store: Store) -> Store:
    """Five entries: two questions, each with its answer, and one of no deal between them."""
    for number in range(2):
        store.archive.audit("granite", "asked", "U01TOM", NOW, {"number": number})
        store.archive.add_message(ArchiveEntry("answer", "U01TOM", ("granite",), ASKED), NOW)
        store.archive.audit(None, "refused", "U0STRANGER", NOW)
    return store


Items = list[Encoded]


def without(sk: str) -> Callable[[Items], Items]:
    return lambda items: [item for item in items if not item["SK"]["S"].startswith(sk)]


def changed(sk: str, **texts: str) -> Callable[[Items], Items]:
    """As a role that may put items could do: one replaced, its own hashes right."""

    def change(items: Items) -> Items:
        for item in (each for each in items if each["SK"]["S"].startswith(sk)):
            item |= {name: {"S": text} for name, text in texts.items()}
            if "sha256" in item:
                item["sha256"] = {"S": text_hash(item["text"]["S"])}
                given = {name: _plain(value) for name, value in item.items()}
                item["seal"] = {"S": seal(given)}
        return items

    return change


def _plain(value: dict[str, object]) -> object:
    [(tag, raw)] = value.items()
    if tag == "N":
        return int(str(raw))
    return tuple(each["S"] for each in raw) if isinstance(raw, list) else raw


def added(items: Items) -> Items:
    [message, *_] = [item for item in items if item["SK"]["S"].startswith("RENDITION#")]
    return [*items, {**message, "SK": {"S": "RENDITION#2026-11-02#answer#x"}}]


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (lambda items: items, []),
        (without("AUDIT#0000000003"), [f"entry 3 between {AT} and {AT}: removed"]),
        (
            changed("AUDIT#0000000001", who="U0OTHER"),
            [f"entry 1, {AT}: replaced, since entry 2 is linked to another"],
        ),
        (
            changed("AUDIT#0000000001", detail="nonsense"),
            ["AUDIT#0000000001, after the beginning", "entry 1"],
        ),
        (without("RENDITION#"), [f", {AT}: removed"] * 2),
        (changed("RENDITION#", text="Granite: forged.\n"), [f", {AT}: replaced"] * 2),
        (added, [f"message RENDITION#2026-11-02#answer#x, {AT}: added without an entry"]),
        # The last entry, or all from one on, only by what was noted before.
        (changed("AUDIT#0000000004", who="U0OTHER"), [f"entry 4, {AT}: replaced"]),
        (without("AUDIT#0000000004"), [f"entries 4 to 4 after {AT}: removed", "without an entry"]),
    ],
)
def test_what_was_altered_is_shown_by_its_number_and_time(
    change: Callable[[Items], Items], shown: list[str]
) -> None:
    table = MemoryTable()
    store = kept(Store(table))
    before = store.archive.check("granite")
    assert (before.count, before.wrong) == (4, ())
    table.restore(change(table.items()))
    found = Store(table).archive.check("granite", (before.count, before.head)).wrong
    assert len(found) == len(shown), found
    assert all(part in each for part, each in zip(shown, found, strict=True)), found


def test_writers_at_one_moment_make_one_chain_and_lose_no_entry(store: Store) -> None:
    def write(number: int) -> None:
        own = Store(store.table).archive
        own.audit("granite", "asked", "U01TOM", NOW, {"number": number})
        own.add_message(ArchiveEntry("answer", "U01TOM", ("granite",), ASKED), NOW)

    assert at_once(8, write) == [None] * 8
    checked = store.archive.check("granite")
    assert (checked.count, checked.wrong) == (16, ())
    assert len(rows(store, DEAL, "AUDIT#", "AUDIT#~")) == 8
    assert len(store.archive.messages("granite")) == 8


def test_a_change_that_is_overtaken_leaves_no_entry(store: Store) -> None:
    store.deals.load(live(fact()), NOW, "maria")
    at_once(4, lambda n: store.deals.record_fact("granite", fact("F9"), NOW, f"person {n}"))
    what = [row.text("what") for row in rows(store, DEAL, "AUDIT#", "AUDIT#~")]
    assert (what, store.archive.check("granite").wrong) == (["loaded", "fact recorded"], ())


def test_an_entry_whose_write_the_client_repeats_is_there_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, write = Store(table), table.write

    def twice(request: Write) -> None:
        write(request)
        write(request)

    monkeypatch.setattr(table, "write", twice)
    store.archive.audit("granite", "asked", "U01TOM", NOW)
    assert store.archive.check("granite").count == 1


def test_what_an_earlier_release_archived_is_read_with_what_this_one_does(table: Table) -> None:
    """In DynamoDB the one is in the table of deals, and the other in the archive's own."""
    store = kept(Store(table))
    of_now = {item["SK"]["S"]: item for item in items_in(table)}
    (old, *_) = [item for sk, item in of_now.items() if sk.startswith("RENDITION#")]
    earlier = {**old, "SK": {"S": "RENDITION#2026-10-01#answer#y"}, "format": {"N": "2"}}
    entry = {**of_now["AUDIT#0000000001"], "SK": {"S": "AUDIT#2026-10-01T13:00:00.000000Z#y"}}
    put_back(table, [{**earlier, "seal": old["seal"]}, entry])
    assert len(store.archive.messages("granite")) == 3
    assert store.archive.check("granite").wrong == ()
    sorted_keys = [row.text("SK") for row in rows(store, DEAL)]
    assert sorted_keys == sorted(sorted_keys)
    assert len(sorted_keys) == 2 + 1 + 3
    backwards = [row.text("SK") for row in table.query(DEAL, "0", "~", backwards=True, limit=4)]
    assert backwards == sorted(sorted_keys, reverse=True)[:4]
