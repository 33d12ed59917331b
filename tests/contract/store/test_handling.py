"""Responses to alerts: stored once, in order, with audit entry; a deal never sleeps past one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.errors import NotFoundError, TryAgainError
from dealclock.people.acts import Act
from dealclock.store import Meta, Store
from dealclock.store.table import OvertakenError, Table
from tests.contract.store.faults import failing
from tests.contract.store.samples import NOW, at_once, fact, keys_of, live, rehearsal, rows

DUTY, NOTICE = "effectiveness", "trustee-notice/default-ii"
TUESDAY = date(2026, 11, 3)
ACK = Act("acknowledged", DUTY, "1", "maria", NOW, due=date(2026, 11, 5), until=date(2026, 11, 4))


def once(
    wanted: Act,
) -> Callable[[tuple[Act, ...]], tuple[Act, bool]]:
    """Keep it unless the same was done before."""

    def decide(before: tuple[Act, ...]) -> tuple[Act, bool]:
        return wanted, wanted in before

    return decide


def meta(store: Store, deal: str = "granite") -> Meta:
    stored = store.deals.meta(deal)
    assert stored is not None
    return stored


def test_a_response_reads_back_as_it_was_given_in_order(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    noted = Act("seen", NOTICE, "0", "ruth", NOW - timedelta(minutes=5))
    snoozed = Act("snoozed", DUTY, "2", "tom", NOW + timedelta(minutes=1), until=TUESDAY)
    for response in (ACK, snoozed, noted):
        assert store.responses.respond("granite", once(response), NOW, "desk") == (response, False)
    assert store.responses.of_deal("granite") == (noted, ACK, snoozed)
    assert store.responses.of_deal("other") == ()


def test_two_responses_at_one_instant_keep_the_order_written(store: Store) -> None:
    store.deals.load(rehearsal(), NOW, "maria")
    snoozed = replace(ACK, action="snoozed", until=TUESDAY)
    for response in (snoozed, ACK, replace(snoozed, by="tom")):
        store.responses.respond("story", once(response), NOW, "desk")
    assert [(h.action, h.by) for h in store.responses.of_deal("story")] == [
        ("snoozed", "maria"),
        ("acknowledged", "maria"),
        ("snoozed", "tom"),
    ]


def test_a_repeated_response_is_not_written_again(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    store.responses.respond("granite", once(ACK), NOW, "desk")
    before = keys_of(store, "granite")
    assert store.responses.respond("granite", once(ACK), NOW, "desk") == (ACK, True)
    assert keys_of(store, "granite") == before


def test_it_is_in_the_archive_with_the_requester_and_the_person(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    store.responses.respond("granite", once(ACK), NOW, "desk")
    entries = rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")
    (entry,) = [e for e in entries if e.text("what") == "acknowledged"]
    assert entry.text("who") == "desk"
    assert '"person": "maria"' in entry.text("detail")
    assert '"instance": "effectiveness"' in entry.text("detail")


def test_a_missing_deal_has_no_responses(store: Store) -> None:
    with pytest.raises(NotFoundError, match="there is no deal 'granite'"):
        store.responses.respond("granite", once(ACK), NOW, "desk")


def test_a_refused_response_writes_nothing(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    before = keys_of(store, "granite")

    def refuse(_: tuple[Act, ...]) -> tuple[Act, bool]:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.responses.respond("granite", refuse, NOW, "desk")
    assert keys_of(store, "granite") == before


def test_of_many_identical_responses_at_once_one_is_written(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    answers = at_once(4, lambda _: store.responses.respond("granite", once(ACK), NOW, "desk"))
    records = [a for a in answers if isinstance(a, tuple)]
    assert [already for _, already in records].count(False) == 1
    assert all(isinstance(a, tuple | OvertakenError) for a in answers)
    assert store.responses.of_deal("granite") == (ACK,)


def test_all_events_are_read_together_with_the_responses(store: Store) -> None:
    store.deals.load(live(fact("F1")), NOW, "maria")
    store.responses.respond("granite", once(ACK), NOW, "desk")
    store.deals.record_fact("granite", fact("F2"), NOW, "maria")
    stored = store.deals.get("granite")
    assert stored is not None
    assert [f.id for f in stored.log.facts] == ["F1", "F2"]
    assert stored.meta.handled == 1


def test_a_response_wakes_a_sleeping_deal(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    store.runs.set_wake(meta(store), TUESDAY)
    store.responses.respond("granite", once(ACK), NOW, "desk")
    assert store.runs.waking(False, date(2026, 11, 2)) == ("granite",)


@pytest.mark.parametrize("earlier", [0, 1])
def test_a_deal_does_not_sleep_past_a_response_given_during_assessment(
    store: Store, earlier: int
) -> None:
    store.deals.load(live(), NOW, "maria")
    for n in range(earlier):
        store.responses.respond("granite", once(replace(ACK, content=str(n + 5))), NOW, "desk")
    assessed = meta(store)
    store.responses.respond("granite", once(ACK), NOW, "desk")
    assert not store.runs.set_wake(assessed, TUESDAY)
    assert store.runs.waking(False, date(2026, 11, 2)) == ("granite",)
    assert store.runs.set_wake(meta(store), TUESDAY)


def test_a_response_lost_on_the_way_back_is_found_to_be_stored(table: Table, store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    losing = Store(failing(table, 1, answer_lost=True))
    with pytest.raises(TryAgainError, match="did not answer"):
        losing.responses.respond("granite", once(ACK), NOW, "desk")
    assert store.responses.respond("granite", once(ACK), NOW, "desk")[1]
    assert store.responses.of_deal("granite") == (ACK,)


NINE = datetime(2026, 11, 2, 14, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_a_deal_is_found_from_the_instant_of_its_next_escalation_on(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    assert store.responses.set_escalation("granite", False, NINE, NOW)
    assert store.responses.to_escalate(False, NINE - MINUTE) == ()
    assert store.responses.to_escalate(False, NINE) == (("granite", NINE),)
    assert store.responses.to_escalate(True, NINE) == ()
    assert store.runs.waking(False, date(2026, 11, 2)) == (
        "granite",
    )  # the wake index is not disturbed


def test_those_waiting_longest_come_first(store: Store) -> None:
    for name, at in (("alpha", NINE), ("beta", NINE - MINUTE)):
        store.responses.set_escalation(name, False, at, NOW)
    assert [deal for deal, _ in store.responses.to_escalate(False, NINE)] == ["beta", "alpha"]


def test_with_nothing_more_to_escalate_it_is_not_found(store: Store) -> None:
    store.responses.set_escalation("granite", False, NINE, NOW)
    assert store.responses.set_escalation("granite", False, None, NOW + MINUTE)
    assert store.responses.to_escalate(False, NINE) == ()


def test_an_old_run_repeated_does_not_undo_a_later_one(store: Store) -> None:
    store.responses.set_escalation("granite", False, NINE, NOW)
    assert not store.responses.set_escalation("granite", False, None, NOW - MINUTE)
    assert store.responses.to_escalate(False, NINE) != ()
    assert store.responses.set_escalation(
        "granite", False, NINE + MINUTE, NOW
    )  # the same run again
    assert store.responses.to_escalate(False, NINE) == ()


def test_a_rehearsal_may_go_back(store: Store) -> None:
    store.responses.set_escalation("story", True, NINE, NOW)
    assert store.responses.set_escalation("story", True, None, NOW - MINUTE)
    assert store.responses.to_escalate(True, NINE) == ()
