"""Recording events: once, in order, with their audit entry."""

from datetime import UTC, date, datetime

import pytest

from dealclock.errors import ConflictError, NotFoundError, TryAgainError
from dealclock.facts.fact import Fact
from dealclock.store import Store
from dealclock.store.table import OvertakenError, Table
from tests.contract.store.faults import failing
from tests.contract.store.samples import NOW, at_once, fact, live, rehearsal, rows


@pytest.fixture
def granite(store: Store) -> Store:
    """A store with a live deal that has one fact, F1."""
    store.deals.load(live(fact("F1")), NOW, "maria")
    return store


def test_an_event_is_appended_after_earlier_ones(granite: Store) -> None:
    assert granite.deals.record_fact("granite", fact("F0", on=date(2004, 7, 1)), NOW, "tom")
    assert [each.id for each in _facts(granite)] == ["F1", "F0"]
    meta = granite.deals.meta("granite")
    assert meta is not None
    assert meta.fact_sequence == 2


def test_the_same_event_again_is_not_a_second_one(granite: Store) -> None:
    later = datetime(2026, 11, 3, 9, 0, tzinfo=UTC)
    assert granite.deals.record_fact("granite", fact("F2"), NOW, "tom")
    assert not granite.deals.record_fact("granite", fact("F2"), later, "maria")
    assert not granite.deals.record_fact("granite", fact("F1"), later, "maria")
    assert [each.id for each in _facts(granite)] == ["F1", "F2"]
    assert len(rows(granite, "DEAL#granite", "AUDIT#", "AUDIT#~")) == 2  # loaded, recorded


def test_an_id_never_has_two_meanings(granite: Store) -> None:
    with pytest.raises(ConflictError, match="Give this one another id, with `corrects: F1`"):
        granite.deals.record_fact("granite", fact("F1", on=date(2004, 7, 14)), NOW, "tom")
    assert _facts(granite)[0].on == date(2004, 7, 13)


def test_a_correction_names_an_event_of_the_deal_and_keeps_its_kind(granite: Store) -> None:
    with pytest.raises(
        ConflictError, match="event F2: corrects: give the id of an event recorded before"
    ):
        granite.deals.record_fact("granite", fact("F2", corrects="F9"), NOW, "tom")
    other = fact("F2", kind="registration-statement-effective", corrects="F1")
    with pytest.raises(ConflictError, match="a correction keeps its kind"):
        granite.deals.record_fact("granite", other, NOW, "tom")
    assert granite.deals.record_fact("granite", fact("F2", corrects="F1"), NOW, "tom")
    with pytest.raises(ConflictError, match="F2 already corrects it"):
        granite.deals.record_fact("granite", fact("F3", corrects="F1"), NOW, "tom")


def test_an_unknown_kind_is_refused_with_the_known_kinds(granite: Store) -> None:
    with pytest.raises(ConflictError, match="registration-statement-filed"):
        granite.deals.record_fact(
            "granite", fact("F2", kind="registration-statement-filled"), NOW, "tom"
        )


def test_an_event_of_no_deal_is_refused(granite: Store) -> None:
    with pytest.raises(NotFoundError, match="'basalt'"):
        granite.deals.record_fact("basalt", fact("F2"), NOW, "tom")


def test_an_event_of_a_live_deal_is_known_from_when_it_was_recorded(granite: Store) -> None:
    granite.deals.record_fact("granite", fact("F2"), NOW, "tom")
    recorded = datetime(2004, 7, 13, 22, 0, tzinfo=UTC)
    granite.deals.record_fact(
        "granite", fact("F3", recorded_at=recorded, recorded_by="Ruth"), NOW, "tom"
    )
    _, second, third = _facts(granite)
    assert (second.recorded_at, second.recorded_by) == (NOW, "tom")
    assert (third.recorded_at, third.recorded_by) == (recorded, "Ruth")


def test_an_event_of_a_rehearsal_is_known_by_the_end_of_its_day(store: Store) -> None:
    store.deals.load(rehearsal(), NOW, "maria")
    store.deals.record_fact("story", fact("F1"), NOW, "tom")
    deal = store.deals.get("story")
    assert deal is not None
    assert deal.log.facts == (fact("F1"),)


def test_the_audit_entry_is_written_with_the_event(granite: Store) -> None:
    granite.deals.record_fact("granite", fact("F2"), NOW, "tom")
    entry = next(
        row
        for row in rows(granite, "DEAL#granite", "AUDIT#", "AUDIT#~")
        if row.text("what") == "fact recorded"
    )
    assert (entry.text("who"), entry.text("detail")) == ("tom", '{"fact": "F2"}')


def test_an_event_that_could_not_be_written_leaves_no_audit_entry(
    table: Table, granite: Store
) -> None:
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 1)).deals.record_fact("granite", fact("F2"), NOW, "tom")
    assert len(rows(granite, "DEAL#granite", "AUDIT#", "AUDIT#~")) == 1  # the load's
    assert [each.id for each in _facts(granite)] == ["F1"]


def test_an_event_whose_answer_was_lost_is_there_once_after_a_repetition(
    table: Table, granite: Store
) -> None:
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 1, answer_lost=True)).deals.record_fact(
            "granite", fact("F2"), NOW, "tom"
        )
    assert not granite.deals.record_fact("granite", fact("F2"), NOW, "tom")
    assert [each.id for each in _facts(granite)] == ["F1", "F2"]


def test_of_one_event_recorded_by_many_at_once_exactly_one_is_stored(granite: Store) -> None:
    answers = at_once(6, lambda _: granite.deals.record_fact("granite", fact("F2"), NOW, "tom"))
    assert sorted(map(str, answers)) == ["False"] * 5 + ["True"]
    assert [each.id for each in _facts(granite)] == ["F1", "F2"]


def test_events_recorded_by_many_at_once_are_all_stored_one_after_the_other(granite: Store) -> None:
    answers = at_once(
        4, lambda i: granite.deals.record_fact("granite", fact(f"F{i + 2}"), NOW, "tom")
    )
    late = [i for i, each in enumerate(answers) if isinstance(each, OvertakenError)]
    assert all(each is True for i, each in enumerate(answers) if i not in late), answers
    meta, facts = granite.deals.meta("granite"), _facts(granite)
    assert meta is not None
    assert meta.fact_sequence == len(facts) == 5 - len(late)
    sequence = [row.number("sequence") for row in rows(granite, "DEAL#granite", "FACT#", "FACT#~")]
    assert sorted(sequence) == list(range(1, len(facts) + 1))


def test_an_event_read_without_the_status_that_counts_it_is_read_again(
    granite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, torn = granite.table.query, iter([True, False])

    def query(*args: str) -> list[object]:
        items = list(whole(*args))
        if next(torn, False):  # the query passed F1's place before F1 was written
            items = items[1:]
        return items  # type: ignore[return-value]

    monkeypatch.setattr(granite.table, "query", query)
    assert [each.id for each in _facts(granite)] == ["F1"]


def _facts(store: Store) -> tuple[Fact, ...]:
    deal = store.deals.get("granite")
    assert deal is not None
    return deal.log.facts
