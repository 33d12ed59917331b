"""The check before sending: an alert no longer true, or already answered, is withdrawn."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import State
from dealclock.alerts.slots import Slot
from dealclock.facts.fact import Fact
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.people.acts import Act
from dealclock.people.policy import Reason
from dealclock.store import Store, StoredDelivery
from tests.contract.store import samples
from tests.contract.store.samples import fact
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import KNOWN, MARIA, SLACK, ended, key, only, planned, stored

DAY = date(2004, 6, 30)


@pytest.fixture
def house(store: Store) -> House:
    return planned(store, facts=())


def file(house: House) -> None:
    """The filing is recorded at ten, and the rehearsal's afternoon run is done."""
    at = datetime.fromisoformat("2004-06-30T10:00:00-04:00")
    house.store.deals.record_fact("story", fact("F1", DAY, recorded_at=at), house.now, "tests")
    run = AssessDeal(
        deal="story", as_of=DAY, known_at=KNOWN.replace(hour=16), slot="afternoon", sweep="s-2"
    )
    house.assess(run)


@pytest.mark.parametrize("route", [SLACK, MARIA])
def test_an_alert_satisfied_while_it_waited_is_withdrawn(house: House, route: str) -> None:
    message = only(house, route)
    file(house)
    house.queue.deliveries.clear()
    house.queue.send(message)
    assert house.deliver_next() is State.WITHDRAWN
    assert ended(house, message) == (State.WITHDRAWN, "met")
    assert (house.slack.posts, house.mailbox.mails) == ([], [])
    assert key(message) not in house.store.outbox.unfinished(True)
    house.queue.send(message)
    assert house.deliver_next() is State.WITHDRAWN, "and it stays so"


def test_an_event_not_yet_known_withdraws_nothing(house: House) -> None:
    """A rehearsal's file holds facts to come; what it knows is what its last run knew."""
    message = only(house, SLACK)
    at = datetime.fromisoformat("2004-06-30T10:00:00-04:00")
    house.store.deals.record_fact("story", fact("F1", DAY, recorded_at=at), house.now, "tests")
    assert house.deliver_next() is State.SENT
    assert stored(house, message).state is State.SENT


@pytest.mark.parametrize("action", ["acknowledged", "snoozed"])
def test_an_alert_acknowledged_while_it_waited_is_withdrawn(house: House, action: Any) -> None:
    message = only(house, MARIA)
    alert = stored(house, message).delivery.alert
    done = Act(
        action,
        alert.instance,
        str(alert.revision),
        "maria",
        KNOWN,
        due=alert.due,
        until=date(2004, 7, 2),
    )
    house.store.responses.respond("story", lambda _: (done, False), house.now, "tests")
    assert house.deliver_next() is State.WITHDRAWN
    assert ended(house, message) == (State.WITHDRAWN, action)


def test_seen_by_others_withdraws_nothing(house: House) -> None:
    message = only(house, MARIA)
    alert = stored(house, message).delivery.alert
    seen = Act("seen", alert.instance, str(alert.revision), "tom", KNOWN, due=alert.due)
    house.store.responses.respond("story", lambda _: (seen, False), house.now, "tests")
    assert house.deliver_next() is State.SENT


def test_a_reminder_that_asks_again_is_not_withdrawn_by_the_expired_acknowledgment(
    house: House,
) -> None:
    """Acknowledged on Monday until Wednesday; on Wednesday it asks again, and must be heard."""
    message = only(house, MARIA)
    alert = stored(house, message).delivery.alert
    earlier = KNOWN - timedelta(days=2)
    done = Act(
        "acknowledged",
        alert.instance,
        str(alert.revision),
        "maria",
        earlier,
        due=alert.due,
        until=DAY,
    )
    house.store.responses.respond("story", lambda _: (done, False), house.now, "tests")
    assert house.deliver_next() is State.SENT


def test_in_a_rehearsal_a_response_stops_a_serious_alert_once_it_was_sent(house: House) -> None:
    """The answer is of the rehearsal's own clock, and the message arrived by that on the wall."""
    maria = _due_today(house)
    done = Act("acknowledged", "it", "0", "maria", KNOWN, until=date(2004, 7, 2))
    due = stored(house, maria).delivery.alert
    done = replace(done, subject=due.instance, due=due.due, content=str(due.revision))
    house.store.responses.respond("story", lambda _: (done, False), house.now, "tests")
    assert house.deliver_next() is State.WITHDRAWN
    assert ended(house, maria) == (State.WITHDRAWN, "acknowledged")


def test_in_a_rehearsal_a_serious_alert_is_sent_without_a_response(house: House) -> None:
    _due_today(house)
    assert house.deliver_next() is State.SENT


def _due_today(house: House) -> Deliver:
    """The alert as one of what is due today, said in the channel; its mail, about to be sent."""
    mail = stored(house, only(house, MARIA)).delivery
    alert = replace(mail.alert, reasons=(Reason.DUE_TODAY,))
    for route in (Route.parse(SLACK), mail.route):
        each = replace(mail, alert=alert, route=route)
        assert house.store.outbox.plan(each, True, house.now).new
        house.queue.deliveries.clear()
        house.queue.send(Deliver(deal="story", day=DAY, delivery=each.id))
        if route.in_slack:
            assert house.deliver_next() is State.SENT
    return house.queue.deliveries[0]


# Of several alerts in one post


DUE = date(2004, 10, 28)
EIGHT = datetime.fromisoformat("2004-10-28T08:00:00-04:00")
CUSIP, QUALIFIED, SHELF = "cusip-numbers", "indenture-qualification", "effectiveness"


class DueToday:
    """Granite, live, on the day on which three things fall due: one post, not yet sent."""

    def __init__(self, store: Store) -> None:
        self.house = House(store, now=EIGHT)
        self.store = store
        store.deals.load(samples.live(fact()), EIGHT - timedelta(days=90), "tests")
        self.run("morning", EIGHT)
        queue = self.house.queue.deliveries
        self.message = next(m for m in queue if self.of(m).delivery.route.kind == "slack")

    def run(self, slot: Slot, at: datetime) -> None:
        self.house.assess(
            AssessDeal(deal="granite", as_of=DUE, known_at=at, slot=slot, sweep=f"s-{slot}")
        )

    def of(self, message: Deliver) -> StoredDelivery:
        return stored(self.house, message)

    def record(self, number: int, kind: str, minutes: int, **more: object) -> None:
        data = {"id": f"F{number}", "kind": kind, "on": DUE, **more}
        at = EIGHT + timedelta(minutes=minutes)
        self.store.deals.record_fact("granite", Fact.model_validate(data), at, "tests")

    def send(self, minutes: int) -> State:
        self.house.now = EIGHT + timedelta(minutes=minutes)
        self.house.queue.deliveries.clear()
        self.house.queue.send(self.message)
        return self.house.deliver_next()

    def left_out(self) -> dict[str, str]:
        """Why an alert was left out, by its instance."""
        found = self.of(self.message)
        names = {each.id: each.instance for each in found.delivery.alerts}
        return {names[each.alert]: each.cause for each in found.left_out}


@pytest.fixture
def due(store: Store) -> DueToday:
    return DueToday(store)


def test_a_line_no_longer_true_is_left_out_and_the_rest_is_sent(due: DueToday) -> None:
    assert {a.instance for a in due.of(due.message).alerts} == {CUSIP, QUALIFIED, SHELF}
    due.record(2, "cusip-numbers-provided", 1)
    assert due.send(2) is State.SENT
    assert due.left_out() == {CUSIP: "met"}
    said = str(due.house.slack.posts[-1].blocks)
    assert ("CUSIP" in said, "Indenture qualification" in said) == (False, True)


def test_when_the_headline_is_no_longer_true_the_next_alert_takes_its_place(due: DueToday) -> None:
    head = due.of(due.message).delivery.alert.instance
    kind = {
        CUSIP: "cusip-numbers-provided",
        QUALIFIED: "indenture-qualified",
        SHELF: "registration-statement-effective",
    }[head]
    due.record(2, kind, 1)
    assert due.send(2) is State.SENT
    assert due.left_out() == {head: "met"}
    assert head not in {each.instance for each in due.of(due.message).alerts}


def test_a_post_is_withdrawn_only_when_no_line_is_left(due: DueToday) -> None:
    due.record(2, "cusip-numbers-provided", 1)
    due.record(3, "indenture-qualified", 1)
    due.record(4, "registration-statement-effective", 1)
    assert due.send(2) is State.WITHDRAWN
    assert not due.house.slack.posts


def test_a_line_left_out_is_planned_again_when_it_is_true_again(due: DueToday) -> None:
    due.record(2, "cusip-numbers-provided", 1)
    due.send(2)
    due.record(3, "retraction", 3, corrects="F2")
    due.run("at once", EIGHT + timedelta(minutes=4))
    planned_again = [
        each.delivery.alert
        for each in due.store.outbox.of_deal("granite")
        if each.delivery.route.kind == "slack" and each.delivery.alert.revision == 1
    ]
    assert [(a.instance, Reason.DUE_TODAY in a.reasons) for a in planned_again] == [(CUSIP, True)]
    assert due.house.deliver_all()
    assert "CUSIP" in str(due.house.slack.posts[-1].blocks)


def test_lines_already_sent_are_not_planned_again(due: DueToday) -> None:
    due.send(1)
    due.run("at once", EIGHT + timedelta(minutes=4))
    assert {e.delivery.alert.revision for e in due.store.outbox.of_deal("granite")} == {0}
