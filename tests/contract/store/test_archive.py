"""The archive, and the memory of requests that arrive twice."""

from datetime import timedelta

import pytest

from dealclock.store import Store
from dealclock.store.errors import Unavailable
from dealclock.store.table import Table
from dealclock.store.write import Write
from tests.contract.cloudformation import named
from tests.contract.store.faults import failing
from tests.contract.store.samples import NOW, at_once, rows

HOUR = timedelta(hours=1)


def test_an_entry_says_who_did_what_when(store: Store) -> None:
    store.audit("granite", "asked", "U01TOM", NOW, {"command": "status", "answers": 1})
    (entry,) = rows(store, "DEAL#granite")
    assert entry.text("SK").startswith("AUDIT#2026-11-02T13:00:00.000000Z#")
    assert (entry.text("what"), entry.text("who")) == ("asked", "U01TOM")
    assert entry.instant("at") == NOW
    assert entry.text("detail") == '{"answers": 1, "command": "status"}'


def test_entries_of_one_moment_all_stay(store: Store) -> None:
    for _ in range(3):
        store.audit("granite", "asked", "U01TOM", NOW)
    assert len(rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")) == 3


def test_what_concerns_no_deal_has_an_archive_of_its_own(store: Store) -> None:
    store.audit(None, "refused", "U0STRANGER", NOW)
    (entry,) = rows(store, "AUDIT")
    assert (entry.text("what"), entry.text("who")) == ("refused", "U0STRANGER")


def test_a_request_is_met_for_the_first_time_once(store: Store) -> None:
    assert store.first_time("trigger-1", NOW, HOUR)
    assert not store.first_time("trigger-1", NOW, HOUR)
    assert store.first_time("trigger-2", NOW, HOUR)


def test_of_many_that_meet_it_at_once_exactly_one_is_first(store: Store) -> None:
    answers = at_once(8, lambda _: store.first_time("trigger-1", NOW, HOUR))
    assert sorted(map(str, answers)) == ["False"] * 7 + ["True"]


def test_an_expired_one_counts_as_gone_though_it_may_still_be_there(store: Store) -> None:
    assert store.first_time("trigger-1", NOW, HOUR)
    assert not store.first_time("trigger-1", NOW + HOUR - timedelta(seconds=1), HOUR)
    assert store.first_time("trigger-1", NOW + HOUR, HOUR)


def test_the_moment_it_expires_is_a_number_where_the_template_looks_for_it(store: Store) -> None:
    store.first_time("trigger-1", NOW, HOUR)
    (row,) = rows(store, "SEEN#trigger-1")
    # 2026-11-02T14:00:00Z in seconds since 1970: 20,759 days and 14 hours.
    assert row._item[named("Table")["TimeToLiveSpecification"]["AttributeName"]] == {
        "N": "1793628000"
    }


def test_a_key_is_met_while_it_is_remembered_and_may_be_forgotten(table: Table) -> None:
    store = Store(table)
    assert not store.met("file-1", NOW)
    assert store.first_time("file-1", NOW, HOUR)
    assert store.met("file-1", NOW)
    assert not store.met("file-1", NOW + HOUR)
    store.forget("file-1", NOW)
    assert not store.met("file-1", NOW)
    assert store.first_time("file-1", NOW, HOUR)


def test_a_repetition_by_the_client_itself_is_still_the_first_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """boto3 repeats a write whose answer was lost, and then meets its own item."""
    store, write = Store(table), table.write

    def twice(given: Write) -> None:
        write(given)
        write(given)

    monkeypatch.setattr(table, "write", twice)
    assert store.first_time("trigger-1", NOW, HOUR)


def test_a_table_that_does_not_answer_says_so(table: Table) -> None:
    with pytest.raises(Unavailable, match="did not answer"):
        Store(failing(table, 1)).audit("granite", "asked", "U01TOM", NOW)
