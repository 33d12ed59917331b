"""The archive, and the record of requests that may arrive twice."""

from datetime import timedelta

import pytest

from dealclock.errors import TryAgainError
from dealclock.store import Store
from dealclock.store.table import Table
from dealclock.store.write import Write
from tests.contract.cloudformation import named
from tests.contract.store.faults import failing
from tests.contract.store.samples import NOW, at_once, rows

HOUR = timedelta(hours=1)


def test_an_entry_says_who_did_what_when(store: Store) -> None:
    store.archive.audit("granite", "asked", "U01TOM", NOW, {"command": "status", "answers": 1})
    (entry,) = rows(store, "DEAL#granite")
    assert entry.text("SK") == "AUDIT#0000000001"
    assert (entry.text("what"), entry.text("who")) == ("asked", "U01TOM")
    assert entry.instant("at") == NOW
    assert entry.text("detail") == '{"answers": 1, "command": "status"}'


def test_entries_of_one_instant_are_all_stored(store: Store) -> None:
    for _ in range(3):
        store.archive.audit("granite", "asked", "U01TOM", NOW)
    assert len(rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")) == 3


def test_entries_without_a_deal_have_a_separate_archive(store: Store) -> None:
    store.archive.audit(None, "refused", "U0STRANGER", NOW)
    (entry,) = rows(store, "AUDIT")
    assert (entry.text("what"), entry.text("who")) == ("refused", "U0STRANGER")


def test_a_request_is_new_only_once(store: Store) -> None:
    assert store.responses.put_key("trigger-1", NOW, HOUR)
    assert not store.responses.put_key("trigger-1", NOW, HOUR)
    assert store.responses.put_key("trigger-2", NOW, HOUR)


def test_of_many_identical_requests_at_once_exactly_one_is_first(store: Store) -> None:
    answers = at_once(8, lambda _: store.responses.put_key("trigger-1", NOW, HOUR))
    assert sorted(map(str, answers)) == ["False"] * 7 + ["True"]


def test_an_expired_key_counts_as_gone_though_it_may_still_exist(store: Store) -> None:
    assert store.responses.put_key("trigger-1", NOW, HOUR)
    assert not store.responses.put_key("trigger-1", NOW + HOUR - timedelta(seconds=1), HOUR)
    assert store.responses.put_key("trigger-1", NOW + HOUR, HOUR)


def test_the_expiry_is_a_number_in_the_attribute_the_template_names(store: Store) -> None:
    store.responses.put_key("trigger-1", NOW, HOUR)
    (row,) = rows(store, "SEEN#trigger-1")
    # 2026-11-02T14:00:00Z in seconds since 1970: 20,759 days and 14 hours.
    assert row._item[named("Table")["TimeToLiveSpecification"]["AttributeName"]] == {
        "N": "1793628000"
    }


def test_a_key_is_found_while_remembered_and_may_be_dropped(table: Table) -> None:
    store = Store(table)
    assert not store.responses.has_key("file-1", NOW)
    assert store.responses.put_key("file-1", NOW, HOUR)
    assert store.responses.has_key("file-1", NOW)
    assert not store.responses.has_key("file-1", NOW + HOUR)
    store.responses.drop_key("file-1", NOW)
    assert not store.responses.has_key("file-1", NOW)
    assert store.responses.put_key("file-1", NOW, HOUR)


def test_a_retry_by_the_client_itself_still_counts_as_the_first_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """boto3 repeats a write whose answer was lost, and then meets its own item."""
    store, write = Store(table), table.write

    def twice(request: Write) -> None:
        write(request)
        write(request)

    monkeypatch.setattr(table, "write", twice)
    assert store.responses.put_key("trigger-1", NOW, HOUR)


def test_a_table_that_does_not_answer_is_reported(table: Table) -> None:
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 1)).archive.audit("granite", "asked", "U01TOM", NOW)
