"""Messages in Slack that need an update: marked, taken by one worker, shown in order."""

from datetime import timedelta

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Lost, Sent, State
from dealclock.errors import LostError
from dealclock.store import Claim, DeliveryKey, NotNow, Refresh, Rendition, Store
from tests.contract.store.samples import LEASE, NOW, at_once, delivery, planned, rows

SOON = NOW + timedelta(seconds=5)
LATER = NOW + LEASE + timedelta(seconds=1)
WORDS = Rendition("what it says now", terms_version=2, team_version=3, engine="0.1.0")


def claimed(store: Store) -> Claim:
    claim = store.outbox.claim(planned(store), NOW, LEASE)
    assert isinstance(claim, Claim)
    return claim


def outdated(store: Store) -> DeliveryKey:
    """A message in Slack whose text is out of date."""
    claim = claimed(store)
    store.outbox.settle(claim, Sent("1.1"), NOW)
    assert store.outbox.mark_outdated(claim.key, rehearsal=False, now=NOW)
    return claim.key


def taken(store: Store, key: DeliveryKey) -> Refresh:
    refresh = store.outbox.claim_refresh(key, SOON, LEASE)
    assert isinstance(refresh, Refresh)
    return refresh


def test_a_message_in_slack_is_found_by_its_instance(store: Store) -> None:
    for instance in ("shelf-effective", "shelf-filing"):
        for route in (Route("slack", "C01GRANITE"), Route("dm", "maria"), Route("email", "maria")):
            one = delivery(route=route, instance=instance)
            store.outbox.plan(one, False, NOW)
            claim = store.outbox.claim(DeliveryKey.of(one), NOW, LEASE)
            assert isinstance(claim, Claim)
            store.outbox.settle(claim, Sent("1.1"), NOW)
    store.outbox.plan(delivery(instance="planned-only"), False, NOW)
    found = [
        (s.delivery.alert.instance, s.delivery.route.kind)
        for s in store.outbox.sent("granite").posts()
    ]
    assert sorted(found) == sorted(
        (i, k) for i in ("shelf-effective", "shelf-filing") for k in ("slack", "dm")
    )


def test_a_marked_message_is_in_the_outbox_until_it_is_updated(store: Store) -> None:
    key = outdated(store)
    assert store.outbox.unfinished(rehearsal=False) == (key,)
    assert store.outbox.mark_refreshed(taken(store, key), "Met on ...")
    found = store.outbox.get(key)
    assert found is not None
    assert (found.state, found.shown, found.stale_since) == (State.SENT, "Met on ...", None)
    assert store.outbox.unfinished(rehearsal=False) == ()
    assert store.outbox.claim_refresh(key, SOON, LEASE) is None


def test_a_message_never_sent_cannot_be_outdated(store: Store) -> None:
    assert not store.outbox.mark_outdated(planned(store), rehearsal=False, now=NOW)


def test_a_message_given_up_as_unknown_is_not_marked_and_leaves_the_outbox_for_good(
    store: Store,
) -> None:
    claim = claimed(store)
    assert store.outbox.mark_outdated(claim.key, rehearsal=False, now=NOW)  # it may still arrive
    store.outbox.settle(claim, Lost("channel_not_found"), NOW, hand_over=True)
    store.outbox.mark_handed_over(claim.key)
    assert not store.outbox.mark_outdated(claim.key, rehearsal=False, now=SOON)
    assert store.outbox.unfinished(rehearsal=False) == ()


def test_of_many_that_take_an_update_at_once_exactly_one_gets_it(store: Store) -> None:
    key = outdated(store)
    answers = at_once(8, lambda _: store.outbox.claim_refresh(key, SOON, LEASE))
    assert len([answer for answer in answers if isinstance(answer, Refresh)]) == 1
    assert len([answer for answer in answers if isinstance(answer, NotNow)]) == 7


def test_a_worker_held_up_past_its_lease_updates_nothing(store: Store) -> None:
    key = outdated(store)
    late = taken(store, key)
    with pytest.raises(LostError, match="no longer belongs"):
        store.outbox.keep_update(late, WORDS, SOON + LEASE + LEASE)
    again = store.outbox.claim_refresh(key, SOON + LEASE, LEASE)
    assert isinstance(again, Refresh)
    with pytest.raises(LostError, match="no longer belongs"):
        store.outbox.keep_update(late, WORDS, SOON)
    assert not store.outbox.mark_refreshed(late, "what it once saw")
    store.outbox.keep_update(again, WORDS, SOON + LEASE)
    assert store.outbox.mark_refreshed(again, "Met on ...")


def test_an_update_is_archived_word_for_word_before_it_is_shown(store: Store) -> None:
    key = outdated(store)
    store.outbox.keep_update(taken(store, key), WORDS, SOON)
    (archived,) = rows(store, "DEAL#granite", "RENDITION#", "RENDITION#~")
    assert (archived.text("text"), archived.text("kind")) == ("what it says now", "update")
    (message,) = store.archive.messages("granite")
    assert (message.kind, message.wrong) == ("update", "")


def test_a_mark_made_during_an_update_is_not_removed(store: Store) -> None:
    key = outdated(store)
    refresh = taken(store, key)
    store.outbox.mark_outdated(key, rehearsal=False, now=SOON)
    assert not store.outbox.mark_refreshed(refresh, "Acknowledged by ...")
    assert store.outbox.unfinished(rehearsal=False) == (key,)
    again = store.outbox.claim_refresh(key, SOON, LEASE)
    assert isinstance(again, Refresh), "and no one waits for the lease to end"
    assert again.stored.shown == "Acknowledged by ..."


def test_an_update_told_to_wait_is_not_taken_early(store: Store) -> None:
    key = outdated(store)
    store.outbox.retry_refresh_at(taken(store, key), LATER)
    assert store.outbox.claim_refresh(key, SOON, LEASE) == NotNow(LATER, held=True)
    assert isinstance(store.outbox.claim_refresh(key, LATER, LEASE), Refresh)


def test_a_message_marked_in_transit_stays_in_the_outbox_when_it_arrives(store: Store) -> None:
    claim = claimed(store)
    assert store.outbox.mark_outdated(claim.key, rehearsal=False, now=SOON)
    assert store.outbox.claim_refresh(claim.key, SOON, LEASE) is None, "it is not posted yet"
    store.outbox.settle(claim, Sent("1.1"), SOON)
    assert store.outbox.unfinished(rehearsal=False) == (claim.key,)
    assert isinstance(store.outbox.claim_refresh(claim.key, SOON, LEASE), Refresh)
