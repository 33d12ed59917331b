"""Alerts that share a post: each planned once on a route, in any post."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import OmittedAlert, Sent, State, Withdrawn
from dealclock.alerts.slots import instant
from dealclock.store import Claim, DeliveryKey, FinishedDelivery, Rendition, Store, outbox
from dealclock.store.write import ALWAYS
from tests.contract.store.samples import NOW, at_once, delivery

EMAIL = Route("email", "maria")
LEASE = timedelta(seconds=90)
RENDITION = Rendition("Said", 1, 1, "0.1.0")
NAMES = ("default-ii", "shelf-effective", "trustee-notice")
EVENING = instant(date(2004, 10, 29), "afternoon")


def post(*instances: str, route: Route | None = None) -> Delivery:
    """Alerts of one cause in one delivery, the first of them its headline."""
    one, *rest = (delivery(instance=name) for name in instances or NAMES)
    others = tuple(each.alert for each in rest)
    return replace(one, others=others, root_cause="shelf-effective", route=route or one.route)


def of(alert: Alert, route: Route | None = None) -> DeliveryKey:
    return DeliveryKey.of_alert(alert, route or post().route)


def test_a_post_reads_back_with_its_alerts(store: Store) -> None:
    key = store.outbox.plan(post(), False, NOW).new
    assert key == DeliveryKey.of(post())
    stored = store.outbox.get(key)
    assert stored is not None
    assert stored.delivery == post()
    assert stored.state is State.PLANNED


def test_an_included_alert_is_found_under_its_own_key_and_leads_to_its_post(
    store: Store,
) -> None:
    store.outbox.plan(post(), False, NOW)
    for alert in post().others:
        stored = store.outbox.get(of(alert))
        assert stored is not None
        assert (stored.state, stored.delivery.alert) == (State.CARRIED, alert)
        assert stored.delivery.carried_by == post().id
        assert stored.carrier == DeliveryKey.of(post())


def test_an_included_alert_is_not_sent_separately(store: Store) -> None:
    store.outbox.plan(post(), False, NOW)
    assert store.outbox.unfinished(rehearsal=False) == (DeliveryKey.of(post()),)
    assert store.outbox.unsent("granite") == (DeliveryKey.of(post()),)
    assert [each.delivery for each in store.outbox.of_deal("granite")] == [post()]
    claim = store.outbox.claim(of(post().others[0]), NOW, LEASE)
    assert isinstance(claim, FinishedDelivery)
    assert claim.state is State.CARRIED


def test_a_post_planned_again_is_complete(store: Store) -> None:
    store.outbox.plan(post(), False, NOW)
    again = store.outbox.plan(post(), False, NOW)
    assert (again.new, again.there) == (None, (DeliveryKey.of(post()),))


def test_only_unplanned_alerts_make_a_post(store: Store) -> None:
    first, second, third = NAMES
    store.outbox.plan(post(first, second), False, NOW)
    planned = store.outbox.plan(post(second, third), False, NOW)
    assert planned.there == (DeliveryKey.of(post(first, second)),)
    assert planned.new is not None
    stored = store.outbox.get(planned.new)
    assert stored is not None
    assert [each.instance for each in stored.delivery.alerts] == [third]


def test_an_alert_planned_separately_is_included_nowhere_else(store: Store) -> None:
    first, second, _ = NAMES
    store.outbox.plan(post(second), False, NOW)
    planned = store.outbox.plan(post(first, second), False, NOW)
    assert planned.there == (DeliveryKey.of(post(second)),)
    stored = store.outbox.get(DeliveryKey.of(post(first)))
    assert stored is not None
    assert stored.delivery.others == ()


def test_each_route_has_its_own_post(store: Store) -> None:
    assert store.outbox.plan(post(), False, NOW).new
    assert store.outbox.plan(post(route=EMAIL), False, NOW).new


def test_of_overlapping_posts_planned_at_once_each_alert_is_in_exactly_one(store: Store) -> None:
    first, second, third = NAMES
    drafts = [post(first, second), post(second, third), post(third, first), post(second, first)]
    at_once(8, lambda n: store.outbox.plan(drafts[n % 4], False, NOW))
    assert _carried(store) == dict.fromkeys(NAMES, 1)


def test_without_the_condition_an_alert_would_be_in_several(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    monkeypatch.setattr(outbox, "FIRST_TO_PLAN", ALWAYS)
    first, second, third = NAMES
    for each in (post(first, second), post(third, second)):
        store.outbox.plan(each, False, NOW)
    assert _carried(store)[second] == 2


def _carried(store: Store) -> dict[str, int]:
    """The number of posts with each alert."""
    posts = store.outbox.of_deal("granite")
    return dict(Counter(alert.instance for e in posts for alert in e.delivery.alerts))


def test_the_alert_history_has_each_alert_of_a_post_once_over_all_routes(store: Store) -> None:
    for route in (post().route, EMAIL):
        store.outbox.plan(post(route=route), False, NOW)
    sent = store.outbox.sent_alerts("granite", EVENING)
    assert sorted(each.instance for each in sent) == sorted(NAMES)


def _sent(store: Store, *left_out: OmittedAlert) -> None:
    """The post is sent without some of its alerts."""
    claim = store.outbox.claim(DeliveryKey.of(post()), NOW, LEASE)
    assert isinstance(claim, Claim)
    store.outbox.keep_rendition(claim, RENDITION, NOW, left_out=left_out)
    store.outbox.settle(claim, Sent("1.2"), NOW)


def test_an_alert_left_out_of_a_post_was_not_sent_and_is_withdrawn(store: Store) -> None:
    store.outbox.plan(post(), False, NOW)
    first, gone, other = post().alerts
    _sent(store, OmittedAlert(gone.id, "met"))
    back = {e.instance: e.taken_back for e in store.outbox.sent_alerts("granite", EVENING)}
    assert back == {first.instance: False, gone.instance: True, other.instance: False}
    sent = [store.outbox.sent_at("granite", each) for each in (first, gone, other)]
    assert sent == [NOW, None, NOW]
    stored = store.outbox.get(DeliveryKey.of(post()))
    assert stored is not None
    assert stored.alerts == (first, other)


def test_a_headline_left_out_was_not_sent_though_its_delivery_was(
    store: Store,
) -> None:
    store.outbox.plan(post(), False, NOW)
    first, second, _ = post().alerts
    _sent(store, OmittedAlert(first.id, "met"))
    assert store.outbox.sent_at("granite", first) is None
    assert store.outbox.sent_at("granite", second) == NOW
    back = {e.instance: e.taken_back for e in store.outbox.sent_alerts("granite", EVENING)}
    assert (back[first.instance], back[second.instance]) == (True, False)


def test_each_alert_of_a_withdrawn_post_has_its_own_cause(store: Store) -> None:
    store.outbox.plan(post(), False, NOW)
    first, answered, other = post().alerts
    claim = store.outbox.claim(DeliveryKey.of(post()), NOW, LEASE)
    assert isinstance(claim, Claim)
    store.outbox.settle(claim, Withdrawn("met", (OmittedAlert(answered.id, "acknowledged"),)), NOW)
    back = {e.instance: e.taken_back for e in store.outbox.sent_alerts("granite", EVENING)}
    assert back == {first.instance: True, answered.instance: False, other.instance: True}
