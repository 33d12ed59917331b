"""What a digest is compared with, and in whose digests a deal is."""

from dataclasses import replace
from datetime import date, timedelta

from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.digest import DigestPrint, SentDigest
from dealclock.alerts.outcome import Refused, Sent, Withdrawn
from dealclock.store import Claim, DeliveryKey, Rendition, Store
from dealclock.store.digests import IN_ALERTS
from tests.contract.store import samples
from tests.contract.store.samples import NOW

DAY = date(2004, 10, 28)
INSTANCE = "digest/reader"
SAID = SentDigest({"granite": DigestPrint("items", "ahead")}, date(2004, 10, 25))
OTHER = SentDigest({"granite": DigestPrint("other")})


def claimed(store: Store, day: date, digest: SentDigest, kind: str = "dm") -> Claim:
    """A digest of a day, about to be sent."""
    one = samples.delivery(day, Route(kind, "U01MARIA"))
    alert = replace(one.alert, deal="person:U01MARIA", instance=INSTANCE, kind="digest")
    delivery: Delivery = replace(one, alert=alert, deals=("granite",))
    store.outbox.plan(delivery, False, NOW)
    claim = store.outbox.claim(DeliveryKey.of(delivery), NOW, samples.LEASE)
    assert isinstance(claim, Claim)
    store.outbox.keep_rendition(claim, Rendition("Digest", 0, 0, "0.1.0", digest=digest), NOW)
    return claim


def last(store: Store, day: date = DAY, instance: str = INSTANCE) -> SentDigest | None:
    return store.digests.last_sent("U01MARIA", instance, day)


def test_the_last_digest_sent_counts_and_none_planned_or_refused(store: Store) -> None:
    assert last(store) is None
    sent = claimed(store, date(2004, 10, 25), SAID)
    assert last(store) is None, "no one has it yet"
    store.outbox.settle(sent, Sent("1.1"), NOW)
    assert last(store) == SAID
    refused = claimed(store, date(2004, 10, 26), OTHER)
    store.outbox.settle(refused, Refused("person_deactivated"), NOW, hand_over=True)
    claimed(store, date(2004, 10, 27), SentDigest())
    assert last(store) == SAID
    instead = claimed(store, date(2004, 10, 26), OTHER, "email")
    store.outbox.settle(instead, Sent("mail-1"), NOW)
    assert last(store) == OTHER


def test_a_digest_replaced_by_alerts_counts_and_no_other_withdrawn_one(
    store: Store,
) -> None:
    covered = claimed(store, date(2004, 10, 25), OTHER)
    store.outbox.settle(covered, Withdrawn(IN_ALERTS, digest=SAID), NOW)
    assert last(store) == SAID
    past = claimed(store, date(2004, 10, 26), OTHER)
    store.outbox.settle(past, Withdrawn("superseded"), NOW)
    assert last(store) == SAID


def test_a_bounced_email_was_not_sent(store: Store) -> None:
    sent = claimed(store, date(2004, 10, 26), SAID, "email")
    store.outbox.settle(sent, Sent("mail-1"), NOW)
    assert last(store) == SAID
    store.outbox.mark_email_failed(sent.key, "bounced", False, NOW)
    assert last(store) is None


def test_only_earlier_days_of_the_last_five_weeks_and_the_same_reader_count(store: Store) -> None:
    for day in (DAY, DAY - timedelta(days=35), DAY - timedelta(days=36)):
        store.outbox.settle(claimed(store, day, SentDigest(line_on=day)), Sent("1.1"), NOW)
    assert last(store) == SentDigest(line_on=date(2004, 9, 23))
    assert last(store, DAY - timedelta(days=35)) == SentDigest(line_on=date(2004, 9, 22))
    assert last(store, date(2004, 9, 22)) is None
    assert last(store, instance="digest/other") is None


def test_a_reader_is_remembered_by_deal_once(store: Store) -> None:
    assert store.digests.deals("U01MARIA") == ()
    for deal in ("granite", "basalt", "granite"):
        store.digests.add_deal("U01MARIA", deal)
    store.digests.add_deal("U01TOM", "slate")
    assert store.digests.deals("U01MARIA") == ("basalt", "granite")


def test_lines_of_the_directory_are_found_by_deal(store: Store) -> None:
    for name in ("Granite", "Basalt", "Slate"):
        store.deals.load(samples.live(deal=name.lower(), code_name=name), NOW, "tests")
    result = store.deals.listed(("granite", "slate", "granite", "none"))
    assert {entry.code_name for entry in result} == {"Granite", "Slate"}


def test_completed_mornings_are_found_by_their_days(store: Store) -> None:
    for day in (25, 26, 27, 28):
        store.runs.put_sweep(False, date(2004, 10, day), "morning", NOW)
    store.runs.put_sweep(False, date(2004, 10, 29), "midday", NOW)
    store.runs.put_sweep(True, date(2004, 10, 30), "morning", NOW)
    result = store.runs.swept_mornings(date(2004, 10, 26), date(2004, 10, 30))
    assert result == {date(2004, 10, 26), date(2004, 10, 27), date(2004, 10, 28)}
