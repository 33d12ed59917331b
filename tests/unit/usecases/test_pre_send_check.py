"""The last look before sending: what is no longer true, or was answered, is withdrawn."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.delivery import Route, State
from dealclock.alerts.policy import Reason
from dealclock.alerts.responses import AlertResponse
from dealclock.store import ResponseRecord, Store
from dealclock.usecases import deliver as use_case
from dealclock.usecases.messages import AssessDeal, Deliver
from tests.contract.store.samples import fact
from tests.unit.usecases.house import House
from tests.unit.usecases.scene import KNOWN, MARIA, SLACK, ended, key, only, planned, stored

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
def test_an_alert_whose_obligation_was_met_while_it_waited_is_withdrawn(
    house: House, route: str
) -> None:
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


def test_without_the_look_it_would_be_sent(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    message = only(house, SLACK)
    file(house)
    house.queue.deliveries.clear()
    house.queue.send(message)
    monkeypatch.setattr(use_case, "no_longer_true", lambda *_: {})
    assert house.deliver_next() is State.SENT


def test_a_fact_that_is_not_known_yet_withdraws_nothing(house: House) -> None:
    """A rehearsal's file holds facts to come; what it knows is what its last run knew."""
    message = only(house, SLACK)
    at = datetime.fromisoformat("2004-06-30T10:00:00-04:00")
    house.store.deals.record_fact("story", fact("F1", DAY, recorded_at=at), house.now, "tests")
    assert house.deliver_next() is State.SENT
    assert stored(house, message).state is State.SENT


@pytest.mark.parametrize("action", ["acknowledged", "snoozed"])
def test_an_alert_that_was_answered_while_it_waited_is_withdrawn(house: House, action: Any) -> None:
    message = only(house, MARIA)
    alert = stored(house, message).delivery.alert
    done = AlertResponse(
        alert.instance, alert.due, alert.revision, action, "maria", KNOWN, until=date(2004, 7, 2)
    )
    house.store.responses.respond(
        "story", lambda _: ResponseRecord(done, False), house.now, "tests"
    )
    assert house.deliver_next() is State.WITHDRAWN
    assert ended(house, message) == (State.WITHDRAWN, action)


def test_an_answer_that_was_only_seen_withdraws_nothing(house: House) -> None:
    message = only(house, MARIA)
    alert = stored(house, message).delivery.alert
    seen = AlertResponse(alert.instance, alert.due, alert.revision, "seen", "tom", KNOWN)
    house.store.responses.respond(
        "story", lambda _: ResponseRecord(seen, False), house.now, "tests"
    )
    assert house.deliver_next() is State.SENT


def test_a_reminder_that_asks_again_is_not_withdrawn_by_the_answer_that_ran_out(
    house: House,
) -> None:
    """Acknowledged on Monday until Wednesday; on Wednesday it asks again, and must be heard."""
    message = only(house, MARIA)
    alert = stored(house, message).delivery.alert
    earlier = KNOWN - timedelta(days=2)
    done = AlertResponse(
        alert.instance, alert.due, alert.revision, "acknowledged", "maria", earlier, until=DAY
    )
    house.store.responses.respond(
        "story", lambda _: ResponseRecord(done, False), house.now, "tests"
    )
    assert house.deliver_next() is State.SENT


def test_in_a_rehearsal_an_answer_stops_what_is_gravest_once_that_was_said(house: House) -> None:
    """The answer is of the rehearsal's own clock, and the message arrived by that on the wall."""
    maria = _due_today(house)
    done = AlertResponse("it", None, 0, "acknowledged", "maria", KNOWN, until=date(2004, 7, 2))
    due = stored(house, maria).delivery.alert
    done = replace(done, instance=due.instance, due=due.due, revision=due.revision)
    house.store.responses.respond(
        "story", lambda _: ResponseRecord(done, False), house.now, "tests"
    )
    assert house.deliver_next() is State.WITHDRAWN
    assert ended(house, maria) == (State.WITHDRAWN, "acknowledged")


def test_in_a_rehearsal_what_is_gravest_is_sent_though_nobody_answered(house: House) -> None:
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
