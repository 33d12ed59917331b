"""The states of a delivery: who may send it, and whose report about it counts."""

import hashlib
from datetime import datetime, timedelta

import pytest

from dealclock.alerts.outcome import Later, Lost, Refused, Sent, State, Unknown, Withdrawn
from dealclock.errors import LostError, NotFoundError, TryAgainError
from dealclock.store import Claim, DeliveryKey, FinishedDelivery, NotNow, Rendition, Store
from dealclock.store.delivery import StoredDelivery
from dealclock.store.table import Table
from tests.contract.store.faults import failing
from tests.contract.store.samples import LEASE, NOW, at_once, delivery, planned, rows

SOON, EXPIRED = NOW + timedelta(seconds=5), NOW + LEASE + timedelta(seconds=1)
TEXT = Rendition("what is said", terms_version=2, team_version=3, engine="0.1.0")


def test_a_claim_is_a_lease_on_a_delivery_certainly_never_sent(store: Store) -> None:
    key = planned(store)
    claim = _claimed(store, key)
    assert claim.key == key
    assert claim.delivery == delivery()
    assert claim.until == NOW + LEASE
    assert claim.uncertain_since is None
    assert _stored(store, key).state is State.CLAIMED


def test_of_many_claims_at_once_exactly_one_succeeds(store: Store) -> None:
    key = planned(store)
    answers = at_once(8, lambda _: store.outbox.claim(key, NOW, LEASE))
    assert len([answer for answer in answers if isinstance(answer, Claim)]) == 1
    assert answers.count(NotNow(NOW + LEASE, held=True)) == 7


def test_of_many_claims_on_an_expired_one_exactly_one_succeeds(store: Store) -> None:
    key = planned(store)
    _claimed(store, key)
    answers = at_once(8, lambda _: store.outbox.claim(key, EXPIRED, LEASE))
    assert len([answer for answer in answers if isinstance(answer, Claim)]) == 1
    assert answers.count(NotNow(EXPIRED + LEASE, held=True)) == 7
    assert _stored(store, key).failures == 1


def test_a_removed_delivery_cannot_be_claimed(store: Store) -> None:
    with pytest.raises(NotFoundError, match="there is no delivery"):
        store.outbox.claim(DeliveryKey.of(delivery()), NOW, LEASE)


def test_a_claim_whose_answer_was_lost_is_held_and_then_uncertain(
    table: Table, store: Store
) -> None:
    key = planned(store)
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 1, answer_lost=True)).outbox.claim(key, NOW, LEASE)
    assert store.outbox.claim(key, SOON, LEASE) == NotNow(NOW + LEASE, held=True)
    assert _claimed(store, key, EXPIRED).uncertain_since == NOW


def test_an_expired_claim_becomes_unknown_and_never_planned(store: Store) -> None:
    key = planned(store)
    _claimed(store, key)
    again = _claimed(store, key, EXPIRED)
    assert again.uncertain_since == NOW
    assert again.stored.cause == "lease expired"
    assert again.stored.failures == 1


def test_a_sent_delivery_is_out_of_the_outbox_and_settled(store: Store) -> None:
    key = planned(store)
    store.outbox.settle(_claimed(store, key), Sent("1099051200.000100"), SOON)
    stored = _stored(store, key)
    assert (stored.state, stored.provider_id) == (State.SENT, "1099051200.000100")
    assert store.outbox.unfinished(rehearsal=False) == ()
    assert store.outbox.claim(key, EXPIRED, LEASE) == FinishedDelivery(State.SENT)


def test_a_refused_delivery_is_out_of_the_outbox_with_its_cause(store: Store) -> None:
    key = planned(store)
    store.outbox.settle(_claimed(store, key), Refused("is_archived"), SOON)
    stored = _stored(store, key)
    assert (stored.state, stored.cause) == (State.REFUSED, "is_archived")
    assert store.outbox.unfinished(rehearsal=False) == ()
    assert store.outbox.claim(key, EXPIRED, LEASE) == FinishedDelivery(State.REFUSED)


def test_a_delivery_told_to_wait_is_planned_again_and_not_failed(store: Store) -> None:
    key, wait = planned(store), NOW + timedelta(seconds=30)
    store.outbox.settle(_claimed(store, key), Later(1), SOON, until=wait)
    stored = _stored(store, key)
    assert (stored.state, stored.not_before, stored.failures) == (State.PLANNED, wait, 0)
    assert store.outbox.claim(key, SOON, LEASE) == NotNow(wait, held=False)
    assert store.outbox.unfinished(rehearsal=False) == (key,)
    again = _claimed(store, key, wait)
    assert again.uncertain_since is None


def test_an_unknown_outcome_stays_in_the_outbox_and_makes_the_next_claim_uncertain(
    store: Store,
) -> None:
    key = planned(store)
    store.outbox.settle(_claimed(store, key), Unknown("timeout"), SOON, until=SOON)
    stored = _stored(store, key)
    assert (stored.state, stored.cause, stored.failures) == (State.UNKNOWN, "timeout", 1)
    assert store.outbox.unfinished(rehearsal=False) == (key,)
    assert _claimed(store, key, SOON).uncertain_since == NOW


def test_an_unknown_outcome_is_left_alone_by_every_worker_until_it_can_be_looked_up(
    store: Store,
) -> None:
    """The wait stands with the delivery: a second message for it finds it as well."""
    key, rested = planned(store), SOON + timedelta(seconds=30)
    store.outbox.settle(_claimed(store, key), Unknown("timeout"), SOON, until=rested)
    assert _stored(store, key).not_before == rested
    assert store.outbox.claim(key, rested - timedelta(seconds=1), LEASE) == NotNow(
        rested, held=False
    )
    assert _claimed(store, key, rested).uncertain_since == NOW


def test_an_uncertain_delivery_told_to_wait_stays_uncertain(store: Store) -> None:
    key, wait = planned(store), NOW + timedelta(seconds=30)
    store.outbox.settle(_claimed(store, key), Unknown("timeout"), SOON, until=SOON)
    store.outbox.settle(_claimed(store, key, SOON), Later(1), SOON, until=wait)
    assert _stored(store, key).state is State.UNKNOWN
    assert store.outbox.claim(key, SOON, LEASE) == NotNow(wait, held=False)
    assert _claimed(store, key, wait).uncertain_since == NOW


@pytest.mark.parametrize("word", ["sent", "refused", "later", "unknown", "keep_rendition"])
def test_a_worker_whose_claim_was_taken_over_can_report_nothing(store: Store, word: str) -> None:
    key = planned(store)
    late = _claimed(store, key)
    _claimed(store, key, EXPIRED)
    before = rows(store, "DEAL#granite")
    with pytest.raises(LostError, match="no longer belongs"):
        _say(store, word, late, EXPIRED)
    assert _items(store) == [row._item for row in before]


@pytest.mark.parametrize("word", ["later", "unknown", "keep_rendition"])
def test_a_worker_cannot_undo_a_settled_outcome(store: Store, word: str) -> None:
    key = planned(store)
    claim = _claimed(store, key)
    store.outbox.settle(claim, Sent("1.1"), SOON)
    with pytest.raises(LostError, match="no longer belongs"):
        _say(store, word, claim, SOON)
    assert _stored(store, key).state is State.SENT


def test_a_worker_late_but_not_yet_replaced_is_accepted(store: Store, table: Table) -> None:
    """Its claim expired and was marked unknown, and the worker that marked it stopped there."""
    key = planned(store)
    late = _claimed(store, key)
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 2)).outbox.claim(key, EXPIRED, LEASE)
    assert _stored(store, key).state is State.UNKNOWN
    store.outbox.settle(late, Sent("1.1"), EXPIRED)
    assert _stored(store, key).state is State.SENT
    assert store.outbox.unfinished(rehearsal=False) == ()


def test_nothing_is_sent_after_the_lease(store: Store) -> None:
    claim = _claimed(store, planned(store))
    with pytest.raises(LostError, match="no longer belongs"):
        store.outbox.keep_rendition(claim, TEXT, EXPIRED)
    assert rows(store, "DEAL#granite", "RENDITION#", "RENDITION#~") == []


def test_a_message_about_to_be_sent_is_archived_word_for_word(store: Store) -> None:
    claim = _claimed(store, planned(store))
    store.outbox.keep_rendition(claim, TEXT, SOON)
    (archived,) = rows(store, "DEAL#granite", "RENDITION#", "RENDITION#~")
    assert archived.text("text") == "what is said"
    assert archived.text("sha256") == hashlib.sha256(b"what is said").hexdigest()
    assert (archived.number("terms_version"), archived.number("team_version")) == (2, 3)
    assert archived.text("engine") == "0.1.0"


def test_each_attempt_keeps_its_own_rendition(store: Store) -> None:
    key = planned(store)
    first = _claimed(store, key)
    store.outbox.keep_rendition(first, TEXT, SOON)
    store.outbox.settle(first, Unknown("timeout"), SOON, until=SOON)
    second = _claimed(store, key, SOON)
    store.outbox.keep_rendition(second, TEXT, SOON)
    assert len(rows(store, "DEAL#granite", "RENDITION#", "RENDITION#~")) == 2


def test_the_same_report_twice_counts_once(store: Store, table: Table) -> None:
    key = planned(store)
    claim = _claimed(store, key)
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 1, answer_lost=True)).outbox.settle(claim, Sent("1.1"), SOON)
    store.outbox.settle(claim, Sent("1.1"), SOON)
    assert _stored(store, key).state is State.SENT


def test_an_alert_no_longer_true_is_withdrawn_permanently(store: Store) -> None:
    key = planned(store)
    store.outbox.settle(_claimed(store, key), Withdrawn("met"), SOON)
    stored = _stored(store, key)
    assert (stored.state, stored.cause) == (State.WITHDRAWN, "met")
    assert store.outbox.unfinished(rehearsal=False) == ()
    assert store.outbox.claim(key, EXPIRED, LEASE) == FinishedDelivery(State.WITHDRAWN)


def test_a_failed_delivery_stays_in_the_outbox_until_other_routes_took_over(store: Store) -> None:
    key = planned(store)
    store.outbox.settle(_claimed(store, key), Refused("is_archived"), SOON, hand_over=True)
    settled = store.outbox.claim(key, EXPIRED, LEASE)
    assert isinstance(settled, FinishedDelivery)
    assert settled.stored is not None
    assert settled.stored.to_hand_over
    assert store.outbox.unfinished(rehearsal=False) == (key,)
    store.outbox.mark_handed_over(key)
    assert store.outbox.unfinished(rehearsal=False) == ()


def test_a_delivery_given_up_as_unknown_is_settled_and_not_claimed_again(store: Store) -> None:
    key = planned(store)
    store.outbox.settle(_claimed(store, key), Lost("cannot_look_up"), SOON, hand_over=True)
    assert store.outbox.claim(key, EXPIRED, LEASE) == FinishedDelivery(State.UNKNOWN)
    assert store.outbox.unfinished(rehearsal=False) == (key,)
    store.outbox.mark_handed_over(key)
    assert store.outbox.unfinished(rehearsal=False) == ()


def test_a_marked_repeat_is_begun_once(store: Store) -> None:
    key = planned(store)
    store.outbox.settle(_claimed(store, key), Unknown("timeout"), SOON, until=SOON)
    first = _claimed(store, key, SOON)
    store.outbox.keep_rendition(first, TEXT, SOON, repeat=True)
    assert _stored(store, key).repeated
    store.outbox.settle(first, Unknown("timeout"), SOON, until=SOON)
    second = _claimed(store, key, SOON)
    with pytest.raises(LostError, match="no longer belongs"):
        store.outbox.keep_rendition(second, TEXT, SOON, repeat=True)
    store.outbox.keep_rendition(second, TEXT, SOON)


def test_a_delivery_that_may_have_been_sent_is_looked_up_from_the_start_of_its_lease_to_the_end(
    store: Store,
) -> None:
    key = planned(store)
    first = _claimed(store, key)
    store.outbox.keep_rendition(first, TEXT, SOON)
    store.outbox.settle(first, Unknown("timeout"), SOON, until=SOON)
    second = _claimed(store, key, SOON)
    store.outbox.settle(second, Later(1, "1099051200.000100"), SOON, until=EXPIRED)
    third = _claimed(store, key, EXPIRED)
    assert (third.uncertain_since, third.uncertain_until) == (NOW, NOW + LEASE)
    assert third.stored.looked_to == "1099051200.000100"


def _claimed(store: Store, key: DeliveryKey, now: datetime = NOW) -> Claim:
    claim = store.outbox.claim(key, now, LEASE)
    assert isinstance(claim, Claim), claim
    return claim


def _stored(store: Store, key: DeliveryKey) -> StoredDelivery:
    stored = store.outbox.get(key)
    assert stored is not None
    return stored


def _say(store: Store, word: str, claim: Claim, now: datetime) -> None:
    match word:
        case "sent":
            store.outbox.settle(claim, Sent("1.1"), now)
        case "refused":
            store.outbox.settle(claim, Refused("is_archived"), now)
        case "later":
            store.outbox.settle(claim, Later(1), now, until=now + LEASE)
        case "unknown":
            store.outbox.settle(claim, Unknown("timeout"), now, until=now)
        case _:
            store.outbox.keep_rendition(claim, TEXT, now)


def _items(store: Store) -> list[object]:
    return [row._item for row in rows(store, "DEAL#granite")]
