"""Deliveries: planned once by any number of runs, read back as alert history and outbox."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.alerts.alert import SentAlert, sent_alert
from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Sent, State, Withdrawn
from dealclock.alerts.slots import instant
from dealclock.store import Claim, DeliveryKey, PlannedDelivery, Store, outbox
from dealclock.store.write import ALWAYS, Delete
from tests.contract.store.samples import NOW, at_once, delivery, planned, rows

SLACK = Route("slack", "C01GRANITE")
EMAIL = Route("email", "maria")


def test_a_delivery_reads_back_as_it_was_planned(store: Store) -> None:
    one = delivery()
    assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    stored = store.outbox.get(DeliveryKey.of(one))
    assert stored is not None
    assert stored.delivery == one
    assert (stored.state, stored.planned_at, stored.failures) == (State.PLANNED, NOW, 0)
    assert (stored.not_before, stored.provider_id, stored.cause) == (None, None, None)
    assert stored.key == DeliveryKey.of(one)


def test_a_delivery_that_was_never_planned_is_absent(store: Store) -> None:
    assert store.outbox.get(DeliveryKey.of(delivery())) is None


def test_a_delivery_is_planned_once(store: Store) -> None:
    key = DeliveryKey.of(delivery())
    assert store.outbox.plan(delivery(), rehearsal=False, now=NOW) == PlannedDelivery(key, ())
    again = store.outbox.plan(delivery(), rehearsal=False, now=NOW + timedelta(hours=1))
    assert again == PlannedDelivery(None, (key,))
    stored = store.outbox.get(DeliveryKey.of(delivery()))
    assert stored is not None
    assert stored.planned_at == NOW


def test_of_many_that_plan_one_delivery_at_once_exactly_one_wins(store: Store) -> None:
    answers = at_once(8, lambda _: store.outbox.plan(delivery(), False, NOW).new is not None)
    assert sorted(map(str, answers)) == ["False"] * 7 + ["True"]


def test_without_the_condition_every_one_of_them_would_win(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: what the tests above would see if nothing held planners apart."""
    monkeypatch.setattr(outbox, "FIRST_TO_PLAN", ALWAYS)
    answers = at_once(8, lambda _: store.outbox.plan(delivery(), False, NOW).new is not None)
    assert answers == [True] * 8


def test_each_route_of_an_alert_has_its_own_delivery(store: Store) -> None:
    assert store.outbox.plan(delivery(route=SLACK), False, NOW).new
    assert store.outbox.plan(delivery(route=EMAIL), False, NOW).new


def test_a_removed_delivery_can_be_planned_again(store: Store) -> None:
    key = DeliveryKey.of(delivery())
    store.outbox.plan(delivery(), False, NOW)
    store.table.write(Delete("DEAL#granite", f"DELIVERY#2004-10-29#{key.id}", ALWAYS))
    assert store.outbox.plan(delivery(), False, NOW).new


def test_the_alert_history_has_what_earlier_runs_sent_once_for_each_alert(store: Store) -> None:
    for day in (date(2004, 10, 28), date(2004, 10, 29), date(2004, 11, 1)):
        for route in (SLACK, EMAIL):
            store.outbox.plan(delivery(day, route), False, NOW)
    store.outbox.plan(delivery(date(2004, 10, 28), deal="other"), False, NOW)
    thursday, friday = date(2004, 10, 28), date(2004, 10, 29)

    def recorded(day: date) -> SentAlert:
        known_at = instant(day, "morning")
        return replace(sent_alert(delivery(day).alert, known_at), terms_version=2, team_version=3)

    assert store.outbox.sent_alerts("granite", instant(date(2004, 11, 1), "morning")) == (
        recorded(thursday),
        recorded(friday),
    )
    assert len(store.outbox.sent_alerts("granite", instant(friday, "afternoon"))) == 2
    assert len(store.outbox.sent_alerts("granite", instant(friday, "morning"))) == 1
    assert store.outbox.sent_alerts("granite", instant(thursday, "morning")) == ()


def test_an_alert_history_of_more_than_a_page_is_read_to_its_end(store: Store) -> None:
    """A page of DynamoDB is 1 MB; these are 12 deliveries of 100 kB."""
    days = [date(2004, 7, 1) + timedelta(days=i) for i in range(12)]
    for day in days:
        store.outbox.plan(delivery(day, title="x" * 100_000), False, NOW)
    assert [
        each.day
        for each in store.outbox.sent_alerts("granite", instant(date(2005, 1, 3), "morning"))
    ] == days


def test_the_outbox_lists_unfinished_deliveries_longest_planned_first(store: Store) -> None:
    early, late = delivery(route=EMAIL), delivery(route=SLACK)
    store.outbox.plan(late, False, NOW + timedelta(seconds=1))
    store.outbox.plan(early, False, NOW)
    keys = (DeliveryKey.of(early), DeliveryKey.of(late))
    assert store.outbox.unfinished(rehearsal=False) == keys
    assert store.outbox.unfinished(rehearsal=False, limit=1) == keys[:1]


def test_the_outbox_of_live_deals_holds_no_rehearsals(store: Store) -> None:
    store.outbox.plan(delivery(deal="story"), rehearsal=True, now=NOW)
    assert store.outbox.unfinished(rehearsal=False) == ()
    assert store.outbox.unfinished(rehearsal=True) == (DeliveryKey.of(delivery(deal="story")),)


def test_sent_deliveries_do_not_slow_reading_the_alert_history(store: Store) -> None:
    """Renditions stand under keys of their own, so that a morning reads little."""
    store.outbox.plan(delivery(), False, NOW)
    assert len(rows(store, "DEAL#granite", "DELIVERY#", "DELIVERY#~")) == 1


def test_the_deliveries_of_a_deal_are_listed_by_day_from_any_day_on(store: Store) -> None:
    first, second = date(2004, 10, 28), date(2004, 10, 29)
    for one in (
        delivery(second),
        delivery(first, route=EMAIL, instance="cure-window"),
        delivery(first),
        delivery(first, deal="basalt"),
    ):
        assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    every = store.outbox.of_deal("granite")
    assert [each.delivery.alert.day for each in every] == [first, first, second]
    assert [e.delivery for e in store.outbox.of_deal("granite", second)] == [delivery(second)]
    assert store.outbox.of_deal("granite", date(2004, 10, 30)) == ()


def test_the_alert_history_knows_what_was_withdrawn_on_some_route(store: Store) -> None:
    first, second = delivery(route=SLACK), delivery(route=EMAIL)
    later = instant(first.alert.day, "afternoon")
    for each in (first, second):
        store.outbox.plan(each, False, NOW)
    assert [s.taken_back for s in store.outbox.sent_alerts("granite", later)] == [False]
    claim = store.outbox.claim(DeliveryKey.of(second), NOW, timedelta(seconds=90))
    assert isinstance(claim, Claim)
    store.outbox.settle(claim, Withdrawn("superseded"), NOW)
    assert [s.taken_back for s in store.outbox.sent_alerts("granite", later)] == [True]


@pytest.mark.parametrize("cause", ["acknowledged", "snoozed", "past"])
def test_an_acknowledged_or_past_alert_was_not_withdrawn(store: Store, cause: str) -> None:
    key = planned(store)
    claim = store.outbox.claim(key, NOW, timedelta(seconds=90))
    assert isinstance(claim, Claim)
    store.outbox.settle(claim, Withdrawn(cause), NOW)
    [sent] = store.outbox.sent_alerts("granite", instant(key.day, "afternoon"))
    assert not sent.taken_back


def test_an_alert_counts_as_sent_when_it_first_arrived_on_any_route(store: Store) -> None:
    first, second = delivery(route=SLACK), delivery(route=EMAIL)
    for each in (first, second):
        store.outbox.plan(each, False, NOW)
    assert store.outbox.sent_at("granite", first.alert) is None
    for seconds, each in ((5, second), (9, first)):
        at = NOW + timedelta(seconds=seconds)
        claim = store.outbox.claim(DeliveryKey.of(each), at, timedelta(seconds=90))
        assert isinstance(claim, Claim)
        store.outbox.settle(claim, Sent("1.2"), at)
        assert store.outbox.sent_at("granite", first.alert) == NOW + timedelta(seconds=5)
    assert store.outbox.sent_at("granite", delivery(date(2004, 10, 28)).alert) is None
