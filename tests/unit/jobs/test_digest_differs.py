"""When a digest is sent: when it differs from the last one, and the weekly line."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dealclock.alerts.alert import AlertHistory
from dealclock.alerts.delivery import Route
from dealclock.alerts.digest import ClosedDaysAhead, Digest, compose_digest
from dealclock.alerts.outcome import Refused, State
from dealclock.alerts.slots import ZONE
from dealclock.jobs.deliver import send_digest
from dealclock.jobs.plan import digest as planning
from dealclock.jobs.plan.assess_deal import assess_as_of, next_look
from dealclock.jobs.plan.digest import digests_of_failed
from dealclock.jobs.queues import Deliver
from dealclock.people.policy import Reason
from dealclock.store import Store, StoredDelivery
from tests.contract.store import samples
from tests.contract.store.counting import CountingTable
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.memory_table import MemoryTable
from tests.services import services
from tests.unit.jobs.mornings import DAY, MONDAY, Mornings, _owners

FRIDAY = date(2004, 10, 15)
OTHERS = {"company": {"owner": "tom", "backup": "maria"}}
WEDNESDAY, THURSDAY = date(2004, 10, 27), date(2004, 10, 28)


def told(mornings: Mornings, day: date, *deals: str, who: str = "maria") -> State | None:
    """A morning of the deals, and what became of the person's digest; None without one."""
    mornings.sweep(day)
    for deal in deals or ("granite",):
        mornings.assess(deal, day)
    planned = mornings.planned()
    mornings.house.queue.deliveries.clear()
    own = [m for m in planned if m.deal == f"person:U01{who.upper()}"]
    states = [mornings.deliver(m) for m in own]
    mornings.house.queue.deliveries.clear()
    return states[0] if states else None


def lines(mornings: Mornings) -> list[str]:
    """The items of the last digest."""
    return [line for line in mornings.mail().splitlines() if line.startswith("•")]


def test_an_unchanged_digest_is_not_planned_again_though_fewer_days_are_left(
    mornings: Mornings,
) -> None:
    assert told(mornings, DAY) is State.SENT
    assert told(mornings, FRIDAY) is None


def test_a_digest_unchanged_when_its_turn_comes_is_not_sent(mornings: Mornings) -> None:
    told(mornings, DAY)
    before = len(mornings.house.mailbox.mails)
    mornings.load("granite", "Granite", owners=OTHERS)
    mornings.assess("granite", FRIDAY)
    message = mornings.of("maria")
    mornings.load("granite", "Granite")
    assert mornings.deliver(message) is State.WITHDRAWN
    assert mornings.stored(message).cause == "unchanged"
    assert len(mornings.house.mailbox.mails) == before


def test_items_due_tomorrow_today_or_since_yesterday_are_sent_each_time(
    mornings: Mornings,
) -> None:
    told(mornings, DAY)
    told(mornings, date(2004, 10, 25))
    assert told(mornings, date(2004, 10, 26)) is None
    assert told(mornings, WEDNESDAY) is State.SENT
    assert told(mornings, THURSDAY) is State.SENT
    assert all(shows(line, "10-28") for line in lines(mornings))
    assert told(mornings, date(2004, 10, 29)) is State.SENT


def with_alerts(mornings: Mornings, day: date) -> Deliver:
    """A morning whose alerts have all arrived; the person's digest, still to be sent."""
    mornings.sweep(day)
    mornings.assess("granite", day)
    message = mornings.of("maria")
    alerts = [m for m in mornings.house.queue.deliveries if not m.deal.startswith("person:")]
    for each in alerts:
        mornings.deliver(each)
    return message


def test_items_alerted_the_same_morning_are_not_repeated_then_or_later(
    mornings: Mornings,
) -> None:
    told(mornings, DAY)
    told(mornings, WEDNESDAY)
    message = with_alerts(mornings, THURSDAY)
    assert mornings.deliver(message) is State.WITHDRAWN
    assert mornings.stored(message).cause == "in_alerts"
    # The next morning it is compared with what the alerts said: nothing else is new either.
    instance = mornings.stored(message).delivery.alert.instance
    said = mornings.store.digests.last_sent("U01MARIA", instance, date(2004, 10, 29))
    assert said == mornings.stored(message).digest


def test_a_digest_waits_for_the_alerts_of_its_morning_and_repeats_nothing(
    mornings: Mornings,
) -> None:
    """The queue may hand it out before them; who is told first is then no accident."""
    told(mornings, DAY)
    told(mornings, WEDNESDAY)
    mornings.sweep(THURSDAY)
    mornings.assess("granite", THURSDAY)
    queue = mornings.house.queue
    (digest,) = (m for m in mornings.planned() if m.deal == "person:U01MARIA")
    alerts = [m for m in queue.deliveries if not m.deal.startswith("person:")]
    queue.deliveries.clear()
    queue.deliveries.append(digest)
    assert mornings.house.deliver_next() is State.PLANNED
    assert mornings.stored(digest).not_before is not None
    for each in alerts:
        queue.deliveries.clear()
        queue.deliveries.append(each)
        mornings.house.deliver_next()
    mornings.house.now += send_digest.LOOK_AGAIN
    queue.deliveries.clear()
    queue.deliveries.append(digest)
    assert mornings.house.deliver_next() is State.WITHDRAWN


def test_one_item_without_an_alert_is_enough_for_a_digest(mornings: Mornings) -> None:
    for day in (DAY, date(2004, 10, 21), date(2004, 10, 25)):
        told(mornings, day)
    # Tomorrow's deadline has its reminder; the two conditions due with it have none that day.
    message = with_alerts(mornings, WEDNESDAY)
    assert mornings.deliver(message) is State.SENT
    assert len(lines(mornings)) == 3


def test_only_alerts_that_reached_the_reader_that_day_count_as_sent(mornings: Mornings) -> None:
    told(mornings, DAY)
    told(mornings, WEDNESDAY)
    with_alerts(mornings, THURSDAY)
    outbox, day = mornings.store.outbox, THURSDAY
    seen = SimpleNamespace(assessment=SimpleNamespace(deal="granite"), team=samples.team())
    part = SimpleNamespace(view=seen, reader="maria")
    post = next(s for s in outbox.of_deal("granite", day) if s.delivery.route.kind == "slack")
    due = frozenset(alert.instance for alert in post.alerts)

    def said(*stored: StoredDelivery) -> frozenset[str]:
        found = SimpleNamespace(outbox=SimpleNamespace(of_deal=lambda *_: stored))
        return send_digest._alerted_instances(cast("Any", part), day, cast("Any", found))

    def by(route: str, reason: Reason = Reason.DUE_TODAY) -> StoredDelivery:
        alerts = [replace(alert, reasons=(reason,)) for alert in post.delivery.alerts]
        first, others = alerts[0], tuple(alerts[1:])
        way = Route.parse(route)
        return replace(post, delivery=replace(post.delivery, alert=first, others=others, route=way))

    channel = str(post.delivery.route)
    assert said(by(channel)) == said(by("email:maria")) == said(by("dm:maria")) == due
    assert said(by("email:tom")) == said(by("mention:tom")) == frozenset()
    assert said(replace(by(channel), state=State.REFUSED)) == frozenset()
    # A reply is shown in the channel where it must be answered; else only whom it mentions sees it.
    assert said(replace(by(channel), reply_to="1.1")) == due
    assert said(replace(by(channel, Reason.REMINDER), reply_to="1.1")) == frozenset()
    assert said(by(channel, Reason.REMINDER)) == due
    before = replace(post.delivery, alert=replace(post.delivery.alert, day=WEDNESDAY))
    assert said(replace(post, delivery=before)) == frozenset()


def test_another_owner_is_a_difference(mornings: Mornings) -> None:
    told(mornings, DAY)
    mornings.load("granite", "Granite", owners=OTHERS)
    assert told(mornings, FRIDAY) is State.SENT
    assert all(shows(line, "Tom Becker") for line in lines(mornings))


def test_a_difference_in_another_deal_sends_all_of_the_digest(mornings: Mornings) -> None:
    told(mornings, DAY)
    mornings.load("basalt", "Basalt")
    assert told(mornings, FRIDAY, "granite", "basalt") is State.SENT
    assert len([line for line in lines(mornings) if line.endswith("(Granite)")]) == 3
    assert len([line for line in lines(mornings) if line.endswith("(Basalt)")]) == 3


def test_the_weekly_line_is_sent_without_differences_and_repeats_no_item(
    mornings: Mornings,
) -> None:
    mornings.sweep(date(2004, 10, 13))
    told(mornings, DAY)
    told(mornings, FRIDAY)
    assert told(mornings, MONDAY) is State.SENT
    # Since the line of Tue, Oct 12: the 13th, 14th, 15th and 18th. Three items are due on the 28th.
    line = mornings.mail().split("\n\n")[2]
    assert values(wording("digest/morning", line)) == ["4", "4", "1", "3"]
    assert "2(a)(ii)" not in mornings.mail()
    assert told(mornings, date(2004, 10, 19)) is None


def test_a_reader_of_quiet_deals_is_notified_weekly_that_nothing_is_due(store: Store) -> None:
    mornings = Mornings(store)
    mornings.load("granite", "Granite")
    mornings.load("basalt", "Basalt")
    first = date(2004, 8, 2)  # a Monday; the next date is Thu, Oct 28
    assert told(mornings, first, "granite", "basalt") is State.SENT
    mornings.sweep(*(first + timedelta(days=n) for n in range(1, 5)))
    meta = store.deals.meta("granite")
    assert meta is not None
    assert meta.wake_on == date(2004, 8, 9)
    assert told(mornings, date(2004, 8, 9), "granite", "basalt") is State.SENT
    line = mornings.mail().split("\n\n")[2]
    assert values(wording("digest/morning", line)) == ["5", "5", "2"]
    assert told(mornings, date(2004, 8, 10), "granite", "basalt") is None


def test_the_weekly_line_names_the_morning_that_was_not_checked(store: Store) -> None:
    mornings = Mornings(store)
    mornings.load("granite", "Granite")
    told(mornings, date(2004, 8, 2))
    mornings.sweep(date(2004, 8, 3), date(2004, 8, 5), date(2004, 8, 6))
    told(mornings, date(2004, 8, 9))
    line = mornings.mail().split("\n\n")[2]
    assert values(wording("digest/morning", line)) == ["4", "5", "1", "08-04"]


def test_a_digest_of_the_same_morning_includes_the_weekly_line(mornings: Mornings) -> None:
    mornings.sweep(date(2004, 10, 13))
    told(mornings, DAY)
    told(mornings, FRIDAY)
    mornings.load("granite", "Granite", owners=OTHERS)
    before = len(mornings.house.mailbox.mails)
    assert told(mornings, MONDAY) is State.SENT
    assert len(mornings.house.mailbox.mails) == before + 1
    wording("digest/morning", mornings.mail())
    assert len(lines(mornings)) == 3


def test_a_weekly_line_that_reached_no_one_comes_with_the_next_digest_of_the_week(
    mornings: Mornings,
) -> None:
    told(mornings, DAY)
    mornings.house.mailbox.outcomes.append(Refused("rejected"))
    assert told(mornings, MONDAY) is State.REFUSED
    assert told(mornings, date(2004, 10, 19)) is State.SENT
    assert "checked" in mornings.mail()


def test_a_week_whose_first_morning_was_missed_reports_on_the_next(store: Store) -> None:
    mornings = Mornings(store)
    mornings.load("granite", "Granite")
    told(mornings, date(2004, 8, 2))
    mornings.sweep(*(date(2004, 8, n) for n in range(3, 7)))
    assert told(mornings, date(2004, 8, 10)) is State.SENT  # no sweep on Mon, Aug 9
    assert shows(mornings.mail().split("\n\n")[2], "08-09")


def test_the_weekly_line_counts_only_the_readers_own_deals(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt")
    told(mornings, DAY, "granite", "basalt")
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    assert told(mornings, MONDAY, "granite", "basalt", who="tom") is State.SENT
    assert values(mornings.mail().split("\n\n")[2])[2] == "1"
    assert "Basalt" not in mornings.mail()


def test_a_person_without_responsibilities_has_no_weekly_line(mornings: Mornings) -> None:
    told(mornings, MONDAY)
    mornings.assess("granite", date(2004, 10, 25))
    assert {m.deal for m in mornings.planned()} == {"person:U01MARIA", "person:U01TOM"}


def test_a_person_without_a_weekly_line_gets_none_from_the_watchdog_either(
    mornings: Mornings,
) -> None:
    mornings.house.now = datetime.combine(MONDAY, time(8, 45), ZONE)
    assert planned_by_the_watchdog(mornings, mornings.house.now) == 4
    assert mornings.deliver(mornings.of("ruth")) is State.WITHDRAWN


def test_a_deal_that_cannot_be_assessed_is_reported_every_morning_and_then_shown_again(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def poisoned(*_: Any, **__: Any) -> None:
        raise ValueError("canary")

    told(mornings, DAY)
    with monkeypatch.context() as patched:
        patched.setattr(send_digest, "assess_as_of", poisoned)
        for day in (FRIDAY, MONDAY, date(2004, 10, 19)):
            at = datetime.combine(day, time(8, 45), ZONE)
            mornings.house.now = at
            assert planned_by_the_watchdog(mornings, at) > 0
            assert mornings.deliver(mornings.of("maria")) is State.SENT
            mornings.house.queue.deliveries.clear()
    assert told(mornings, date(2004, 10, 20)) is State.SENT
    assert len(lines(mornings)) == 3


def planned_by_the_watchdog(mornings: Mornings, at: datetime) -> int:
    queue = mornings.house.queue
    return digests_of_failed(services(mornings.store, deliveries=queue, now=at))


def test_changes_after_planning_are_included_in_the_next_comparison(
    mornings: Mornings,
) -> None:
    """Compared is what was sent, not what was planned: both are of the moment of sending."""
    mornings.sweep(DAY)
    mornings.assess("granite", DAY)
    message = mornings.of("maria")
    mornings.load("granite", "Granite", owners=OTHERS)
    assert mornings.deliver(message) is State.SENT
    assert told(mornings, FRIDAY) is None


def test_items_that_cannot_wait_for_closed_days_are_sent_without_differences(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one way to give a notice that ends before its day: the day is as it was."""
    told(mornings, DAY)

    def before_closed_days(*given: Any) -> Digest:
        found = compose_digest(*given)
        return replace(found, closing=ClosedDaysAhead(FRIDAY, FRIDAY, found.due[:1], ()))

    monkeypatch.setattr(planning, "compose_digest", before_closed_days)
    monkeypatch.setattr(send_digest, "digest_of", before_closed_days)
    assert told(mornings, FRIDAY) is State.SENT


class Watched(CountingTable):
    """With the partitions that were read, in order."""

    def __init__(self, table: MemoryTable) -> None:
        super().__init__(table)
        self.read: list[str] = []

    def query(self, pk: str, *given: Any, **more: Any) -> Any:
        self.read.append(pk)
        return super().query(pk, *given, **more)


def of_many(count: int) -> tuple[Watched, Mornings]:
    """A number of deals, of which one was assessed this morning."""
    table = Watched(MemoryTable())
    mornings = Mornings(Store(table))
    for n in range(count):
        mornings.load(f"deal-{n}", f"Deal{n}")
    table.calls.clear()
    table.read.clear()
    mornings.assess("deal-0")
    return table, mornings


def test_planning_cost_does_not_grow_with_the_number_of_deals_and_reads_no_directory() -> None:
    (few, _), (many, _) = of_many(2), of_many(12)
    assert few.calls == many.calls
    assert "DEALS" not in many.read


def test_sending_reads_no_directory_and_nothing_of_other_peoples_deals() -> None:
    table, mornings = of_many(12)
    mornings.assess("deal-1")
    message = mornings.of("maria")
    table.calls.clear()
    table.read.clear()
    assert mornings.deliver(message) is State.SENT
    assert "DEALS" not in table.read
    read = {pk for pk in table.read if pk.startswith("DEAL#")}
    assert read == {"DEAL#deal-0", "DEAL#deal-1"}


def test_the_watchdog_reads_only_the_lines_of_the_failed_deals() -> None:
    table = Watched(MemoryTable())
    mornings = Mornings(Store(table))
    for n in range(5):
        mornings.load(f"deal-{n}", f"Deal{n}")
    table.read.clear()
    at = datetime.combine(DAY, time(8, 45), ZONE)
    planned = planned_by_the_watchdog(mornings, at)
    assert planned == 4  # everyone who may receive it, once for all five deals
    assert "DEALS" not in table.read


def test_an_event_recorded_before_the_first_check_of_a_week_does_not_delay_its_line(
    mornings: Mornings,
) -> None:
    """Mon, Aug 30, 2004, 7 a.m.: the day's own check, at 8, is still to come."""
    deal = mornings.store.deals.get("granite")
    assert deal is not None
    monday = date(2004, 8, 30)
    times = [datetime.combine(monday, time(hour), ZONE) for hour in (7, 17)]
    found = [
        next_look(assess_as_of(deal, monday, at), at, deal, AlertHistory(())).day for at in times
    ]
    assert found[0] == monday < found[1]
