"""A deal is loaded whole or not at all: loads cut short, and simultaneous loads."""

from collections.abc import Callable
from datetime import date

import pytest

from dealclock.errors import ConflictError, TryAgainError
from dealclock.store import Bundle, LoadChanges, Store, loading
from dealclock.store.table import OvertakenError, Table
from tests.contract.store.faults import failing
from tests.contract.store.samples import NOW, at_once, fact, facts_of, live, team, terms


@pytest.mark.full
@pytest.mark.parametrize("answer_lost", [False, True])
@pytest.mark.parametrize("facts", [3, 25])
def test_a_load_cut_short_at_any_write_leaves_nothing_visible(
    table: Table,
    facts: int,
    answer_lost: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loading, "MAX_BATCH", 10)
    store = Store(table)
    history = [fact(f"F{i}") for i in range(facts)]
    # STAGING, the facts by nine, and the commit: the last write alone makes the deal visible.
    writes = 2 + {3: 1, 25: 3}[facts]
    for at in range(1, writes + 1):
        broken = Store(failing(table, at, answer_lost=answer_lost))
        with pytest.raises(TryAgainError, match="did not answer"):
            broken.deals.load(live(*history), NOW, "maria")
        if answer_lost and at == writes:
            break
        assert store.deals.get("granite") is None
        assert store.deals.directory() == ()
        assert store.deals.of_channel("C0GRANITE") is None
        assert store.runs.waking(False, date(2026, 11, 2)) == ()
    store.deals.load(live(*history), NOW, "maria")
    assert facts_of(store, "granite") == [f"F{i}" for i in range(facts)]


@pytest.mark.full
def test_events_of_a_load_cut_short_are_hidden_from_an_existing_deal(table: Table) -> None:
    store = Store(table)
    store.deals.load(live(fact("F1")), NOW, "maria")
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 3)).deals.load(live(fact("F2"), fact("F3")), NOW, "maria")
    assert facts_of(store, "granite") == ["F1"]
    # They do not block the same event with other content either.
    assert store.deals.record_fact("granite", fact("F3", on=date(2004, 7, 15)), NOW, "tom")
    assert facts_of(store, "granite") == ["F1", "F3"]


@pytest.mark.full
def test_two_simultaneous_loads_of_one_deal_leave_it_whole(store: Store) -> None:
    history = [fact(f"F{i}") for i in range(120)]
    answers = at_once(2, lambda _: store.deals.load(live(*history), NOW, "maria"))
    assert all(isinstance(answer, LoadChanges | OvertakenError) for answer in answers), answers
    store.deals.load(live(*history), NOW, "maria")
    assert facts_of(store, "granite") == [f"F{i}" for i in range(120)]
    meta = store.deals.meta("granite")
    assert meta is not None
    assert (meta.terms_version, meta.fact_sequence) == (1, 120)


def once_staged(store: Store, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Run an action after a load is staged and before it commits."""
    stage = store.deals._stage

    def overtaken(*args: object) -> None:
        stage(*args)  # type: ignore[arg-type]
        act()

    monkeypatch.setattr(store.deals, "_stage", overtaken)


def test_a_load_overtaken_by_another_changes_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = Store(table), Store(table)
    once_staged(
        store, monkeypatch, lambda: other.deals.load(live(fact("F1"), fact("F2")), NOW, "tom")
    )
    with pytest.raises(OvertakenError):
        store.deals.load(live(fact("F1"), fact("F3")), NOW, "maria")
    assert facts_of(store, "granite") == ["F1", "F2"]


def test_pending_events_are_not_overwritten_once_their_load_has_committed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The other load stages, we look and see its facts wait, it commits, and only then we stage.
    store, other = Store(table), Store(table)
    transact = other.table.transact
    mine = store.deals._plan(live(fact("F1"), fact("F2")))

    def look_between(writes: object) -> None:
        nonlocal mine
        mine = store.deals._plan(live(fact("F1"), fact("F2")))
        transact(writes)  # type: ignore[arg-type]

    monkeypatch.setattr(other.table, "transact", look_between)
    other.deals.load(live(fact("F1"), fact("F2")), NOW, "tom")
    monkeypatch.undo()  # both write through one table
    monkeypatch.setattr(store.deals, "_plan", lambda _: mine)
    with pytest.raises(OvertakenError):
        store.deals.load(live(fact("F1"), fact("F2")), NOW, "maria")
    assert facts_of(Store(table), "granite") == ["F1", "F2"]


def test_an_event_recorded_during_a_load_is_neither_lost_nor_counted_twice(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = Store(table), Store(table)
    store.deals.load(live(fact("F1")), NOW, "maria")
    once_staged(
        store, monkeypatch, lambda: other.deals.record_fact("granite", fact("F3"), NOW, "tom")
    )
    with pytest.raises(OvertakenError):
        store.deals.load(live(fact("F2")), NOW, "maria")
    assert facts_of(other, "granite") == ["F1", "F3"]
    other.deals.load(live(fact("F2")), NOW, "maria")
    assert facts_of(other, "granite") == ["F1", "F3", "F2"]


def test_a_load_whose_events_are_being_overwritten_by_another_does_not_show_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one has staged and not yet committed: only STAGING tells the first of it."""
    store, other = Store(table), Store(table)
    once_staged(
        store,
        monkeypatch,
        lambda: other.deals._stage(other.deals._plan(live(fact("F1"))), "another-load", NOW, "tom"),
    )
    with pytest.raises(OvertakenError):
        store.deals.load(live(fact("F1")), NOW, "maria")
    assert other.deals.get("granite") is None
    other.deals.load(live(fact("F1")), NOW, "tom")
    assert facts_of(other, "granite") == ["F1"]


def test_of_two_deals_with_one_code_name_exactly_one_gets_it(store: Store) -> None:
    bundles = [Bundle(f"deal-{i}", terms(), team("Granite", f"C0DEAL{i}"), ()) for i in range(2)]
    answers = at_once(2, lambda i: store.deals.load(bundles[i], NOW, "maria"))
    loaded = [answer for answer in answers if isinstance(answer, LoadChanges)]
    refused = [answer for answer in answers if isinstance(answer, ConflictError | OvertakenError)]
    assert (len(loaded), len(refused)) == (1, 1)
    assert [answer.id for answer in store.deals.directory()] == [loaded[0].id]
