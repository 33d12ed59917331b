"""SES events: matched by id, recorded on the delivery; the first outcome counts."""

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Sent, State, Unknown
from dealclock.store import Claim, DeliveryKey, Rendition, Store, StoredDelivery
from tests.contract.store.samples import LEASE, NOW, at_once, delivery, rows

MAIL = Route("email", "maria")
WORDS = Rendition("what is said", terms_version=2, team_version=3, engine="0.1.0")


def begun(store: Store) -> Claim:
    """A mail about to be sent."""
    one = delivery(route=MAIL)
    assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    claim = store.outbox.claim(DeliveryKey.of(one), NOW, LEASE)
    assert isinstance(claim, Claim)
    store.outbox.keep_rendition(claim, WORDS, NOW)
    return claim


def stored(store: Store, claim: Claim) -> StoredDelivery:
    found = store.outbox.get(claim.key)
    assert found is not None
    return found


def test_the_id_of_an_email_leads_to_its_delivery_before_it_is_sent(store: Store) -> None:
    assert store.outbox.of_email("nobody-knows-it") is None
    claim = begun(store)
    assert store.outbox.of_email(claim.key.id) == claim.key
    (row,) = rows(store, f"MAIL#{claim.key.id}")
    assert row.number("expires_at") > NOW.timestamp()


def test_a_repeated_email_is_found_by_the_same_id(store: Store) -> None:
    first = begun(store)
    store.outbox.settle(first, Unknown("timeout"), NOW, until=NOW)
    second = store.outbox.claim(first.key, NOW, LEASE)
    assert isinstance(second, Claim)
    store.outbox.keep_rendition(second, WORDS, NOW, repeat=True)
    assert store.outbox.of_email(first.key.id) == first.key


def test_an_unknown_email_that_ses_sent_is_sent_and_out_of_the_outbox(store: Store) -> None:
    claim = begun(store)
    store.outbox.settle(claim, Unknown("timeout"), NOW, until=NOW)
    store.outbox.mark_email_accepted(claim.key, "ses-1", NOW)
    found = stored(store, claim)
    assert (found.state, found.provider_id, found.cause) == (State.SENT, "ses-1", None)
    assert store.outbox.unfinished(rehearsal=False) == ()


def test_an_email_still_held_keeps_its_worker_and_informs_the_next(store: Store) -> None:
    claim = begun(store)
    store.outbox.mark_email_accepted(claim.key, "ses-1", NOW, delivered=True)
    found = stored(store, claim)
    assert (found.state, found.accepted, found.delivered) == (State.CLAIMED, "ses-1", True)
    store.outbox.settle(claim, Sent("ses-1"), NOW)
    assert stored(store, claim).state is State.SENT


def test_a_sent_email_that_failed_is_refused_and_owed_to_other_routes(store: Store) -> None:
    claim = begun(store)
    store.outbox.settle(claim, Sent("ses-1"), NOW)
    assert store.outbox.mark_email_failed(claim.key, "bounced", rehearsal=False, now=NOW)
    found = stored(store, claim)
    assert (found.state, found.cause, found.to_hand_over) == (State.REFUSED, "bounced", True)
    assert store.outbox.unfinished(rehearsal=False) == (claim.key,)
    store.outbox.mark_handed_over(claim.key)
    store.outbox.mark_handed_over(claim.key)
    assert not stored(store, claim).to_hand_over
    assert store.outbox.unfinished(rehearsal=False) == ()


def test_of_many_that_report_a_failure_at_once_exactly_one_is_first(store: Store) -> None:
    claim = begun(store)
    store.outbox.settle(claim, Sent("ses-1"), NOW)
    answers = at_once(8, lambda _: store.outbox.mark_email_failed(claim.key, "bounced", False, NOW))
    assert sorted(map(str, answers)) == ["False"] * 7 + ["True"]


def test_a_failed_email_stays_failed(store: Store) -> None:
    claim = begun(store)
    store.outbox.settle(claim, Sent("ses-1"), NOW)
    store.outbox.mark_email_failed(claim.key, "bounced", rehearsal=False, now=NOW)
    store.outbox.mark_email_accepted(claim.key, "ses-1", NOW)
    assert not store.outbox.mark_email_failed(claim.key, "complained", rehearsal=False, now=NOW)
    assert (stored(store, claim).state, stored(store, claim).cause) == (State.REFUSED, "bounced")
