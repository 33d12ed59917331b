"""A route that fails for good: its alert takes another route, and the lead is notified."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Later, Outcome, Refused, State, Unknown
from dealclock.errors import TryAgainError
from dealclock.jobs.deliver.fail_over import TOO_SLOW
from dealclock.jobs.queues import Deliver
from dealclock.people.policy import Reason
from dealclock.store import Store
from dealclock.store.outbox import Outbox
from dealclock.store.write import ALWAYS, Delete
from tests.golden.wording import wording
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import (
    MARIA,
    MORNING,
    SLACK,
    TOM,
    change,
    dm,
    ended,
    key,
    only,
    planned,
    routes_of,
    stored,
)

NEXT = date(2004, 7, 1)
# Maria leads the deal and owns what the company owes; Tom gets its mail as well.


@pytest.fixture
def house(store: Store) -> House:
    return planned(store)


def mail_text(house: House, number: int) -> str:
    body = house.mailbox.mails[number].content.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_alerts_of_a_failed_channel_are_emailed_to_those_without_email(house: House) -> None:
    # Nobody's mail is on the team's list but Tom's, so the owner has nothing of her own yet.
    change(house, email=("tom",))
    message = only(house, SLACK)
    gone = Delete("DEAL#story", sort_key(house, message, "maria"), ALWAYS)
    house.store.table.write(gone)
    house.slack.outcomes.append(Refused("channel_shared_outside"))
    assert house.deliver_next() is State.REFUSED
    assert ended(house, message) == (State.REFUSED, "channel_shared_outside")
    first, second = list(house.queue.deliveries)
    assert house.deliver_all() == [State.SENT, State.SENT]
    alert, notice = stored(house, first).delivery, stored(house, second).delivery
    assert (str(alert.route), alert.stands_in_for) == (MARIA, SLACK)
    assert alert.alert == stored(house, message).delivery.alert
    assert str(notice.route) == MARIA
    assert "Registration" in mail_text(house, 0)
    wording("message/taking-over", mail_text(house, 1))


def test_a_person_mentioned_in_a_failed_post_gets_it_by_email(house: House) -> None:
    # Tom, the backup, receives no mail of the deal; the post carries the step that asks him.
    change(house, email=("maria",))
    message = only(house, SLACK)
    before = stored(house, message).delivery
    alert = replace(before.alert, reasons=(Reason.DUE_TODAY,), revision=1)
    step = replace(alert, reasons=(Reason.ESCALATED, Reason.DUE_TODAY), step="backup")
    both = replace(before, alert=alert, others=(step,))
    assert house.store.outbox.plan(both, True, house.now).new
    house.queue.deliveries.clear()
    house.queue.send(Deliver(deal="story", day=message.day, delivery=both.id))
    house.slack.outcomes.append(Refused("is_archived"))
    assert house.deliver_next() is State.REFUSED
    instead = [stored(house, m).delivery for m in house.queue.deliveries]
    assert {str(d.route) for d in instead if d.alert == alert} == {MARIA, TOM}


def sort_key(house: House, message: Any, person: str) -> str:
    alert = stored(house, message).delivery.alert
    return f"DELIVERY#{message.day}#{alert.id}-email-{person}"


def test_a_person_with_the_alert_by_email_does_not_get_it_twice(house: House) -> None:
    mail = only(house, MARIA)
    house.deliver_next()
    message = only_again(house, SLACK, mail)
    house.slack.outcomes.append(Refused("is_archived"))
    house.deliver_next()
    (notice,) = house.queue.deliveries
    assert stored(house, notice).delivery.alert.kind == "route"
    assert ended(house, message) == (State.REFUSED, "is_archived")


def only_again(house: House, route: str, like: Any) -> Any:
    """The message of another route of the same alert."""
    kind, _, to = route.partition(":")
    alert = stored(house, like).delivery.alert
    message = like.model_copy(update={"delivery": f"{alert.id}-{kind}-{to.lower()}"})
    house.queue.send(message)
    return message


def test_the_notice_names_only_code_name_route_and_cause_and_nothing_of_the_alert(
    house: House,
) -> None:
    only(house, SLACK)
    house.slack.outcomes.append(Refused("members_not_on_the_list: 2"))
    house.deliver_next()
    house.queue.deliveries.reverse()
    while house.queue.deliveries:
        house.deliver_next()
    text = next(
        t
        for t in (mail_text(house, n) for n in range(len(house.mailbox.mails)))
        if "could not be delivered" in t
    )
    assert "REHEARSAL" in text
    assert "Story" in text
    wording("message/taking-over", text)
    assert "members_not_on_the_list" in text
    for item in ("Registration", "2(a)", "Jul", "$"):
        assert item not in text.replace("Wed, Jun 30, 2004", "")


def test_the_lead_is_notified_of_a_route_and_cause_once_a_day(
    house: House,
) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.append(Refused("is_archived"))
    house.deliver_next()
    notices = [m for m in house.queue.deliveries if stored(house, m).delivery.alert.kind == "route"]
    assert len(notices) == 1
    first = stored(house, message).delivery
    second = replace(first, alert=replace(first.alert, revision=first.alert.revision + 1))
    house.store.outbox.plan(second, True, house.now)
    house.queue.deliveries.clear()
    house.queue.send(message.model_copy(update={"delivery": second.id}))
    house.slack.outcomes.append(Refused("is_archived"))
    house.deliver_next()
    assert notices[0].delivery in {m.delivery for m in house.queue.deliveries}
    # It is the very same delivery: sent once, however often it is queued.
    house.deliver_all()
    house.queue.deliveries.extend(notices)
    sent = len(house.mailbox.mails)
    house.deliver_all()
    assert len(house.mailbox.mails) == sent


def test_a_failed_email_goes_as_a_direct_message_to_its_reader_the_owner_and_the_lead(
    house: House,
) -> None:
    message = only(house, TOM)
    house.mailbox.outcomes.append(Refused("smtp_550"))
    house.deliver_next()
    found = routes_of(house, message)
    assert set(found) == {"dm:tom", "dm:maria"}
    house.deliver_all()
    assert {p.channel for p in house.slack.posts} == {"U01TOM", "U01MARIA"}
    texts = [p.text for p in house.slack.posts]
    assert len(texts) == 2, "Maria has the alert by mail, so hers is the notice alone"


def test_a_failed_direct_message_goes_by_email(house: House) -> None:
    mail = only(house, MARIA)
    change(house, email=("tom",))
    message = dm(house, "ruth", mail)
    house.queue.deliveries.clear()
    house.queue.send(message)
    house.slack.outcomes.append(Refused("person_deactivated"))
    assert house.deliver_next() is State.REFUSED
    found = [str(stored(house, m).delivery.route) for m in house.queue.deliveries]
    assert "email:ruth" in found
    house.deliver_all()
    assert {m.to for m in house.mailbox.mails} >= {"ruth.adler@issuer.example"}
    assert not house.slack.posts[1:], "never by the route that failed"


def test_a_failed_notice_goes_no_further(house: House) -> None:
    only(house, TOM)
    house.mailbox.outcomes.append(Refused("smtp_550"))
    house.deliver_next()
    house.slack.outcomes.extend([Refused("token_revoked")] * 9)
    house.mailbox.outcomes.extend([Refused("smtp_550")] * 9)
    for _ in range(20):
        if not house.queue.deliveries:
            break
        house.deliver_next()
    assert not house.queue.deliveries
    found = map(house.store.outbox.get, house.store.outbox.unfinished(True))
    assert not [each for each in found if each and each.to_hand_over]


def test_a_channel_replaced_by_the_team_gets_the_alert_in_the_new_one(house: House) -> None:
    message = only(house, SLACK)
    change(house, channel={"id": "C0NEWSTORY", "name": "story"})
    assert house.deliver_next() is State.REFUSED
    assert "slack:C0NEWSTORY" in routes_of(house, message)
    house.deliver_all()
    assert [p.channel for p in house.slack.posts] == ["C0NEWSTORY"]
    sent = [mail_text(house, n) for n in range(len(house.mailbox.mails))]
    assert not [text for text in sent if "could not be delivered" in text], "nothing failed"


def test_a_person_removed_from_the_team_is_not_replaced(house: House) -> None:
    message = only(house, TOM)
    change(house, deny=("tom",), email=("maria",))
    assert house.deliver_next() is State.REFUSED
    assert routes_of(house, message) == {}
    assert key(message) not in house.store.outbox.unfinished(True)


@pytest.mark.parametrize("where", ["plan", "get", "mark_handed_over"])
def test_a_worker_that_dies_during_failover_is_made_good(
    house: House, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    message = only(house, TOM)
    house.mailbox.outcomes.append(Refused("smtp_550"))

    def dies(*_: object, **__: object) -> Outcome:
        raise TryAgainError("the table did not answer; try again")

    with monkeypatch.context() as killed:
        killed.setattr(Outbox, where, dies)
        with pytest.raises(TryAgainError, match="did not answer"):
            house.deliver_next()
    assert stored(house, message).state is State.REFUSED
    assert key(message) in house.store.outbox.unfinished(True), "it is owed until it is done"
    house.queue.deliveries.clear()  # whatever it queued is lost as well
    house.sweep(NEXT)
    for _ in range(12):
        if house.queue.deliveries:
            house.deliver_next()
    assert sorted(p.channel for p in house.slack.posts if p.channel != "C0STORY") == [
        "U01MARIA",
        "U01TOM",
    ]
    assert not stored(house, message).to_hand_over
    assert key(message) not in house.store.outbox.unfinished(True)


def test_failing_over_twice_notifies_no_one_twice(house: House) -> None:
    message = only(house, TOM)
    house.mailbox.outcomes.append(Refused("smtp_550"))
    house.deliver_next()
    house.queue.deliveries.extend([message, message])
    for _ in range(12):
        if house.queue.deliveries:
            house.deliver_next()
    assert sorted(p.channel for p in house.slack.posts) == ["U01MARIA", "U01TOM"]


def test_a_direct_message_route_is_parsed() -> None:
    assert Route.parse("dm:maria") == Route("dm", "maria")
    assert Route("dm", "maria").in_slack
    assert not Route("email", "maria").in_slack


LAST_DAY = date(2004, 10, 28)  # of the effectiveness: its alert must be answered


@pytest.mark.parametrize(
    ("day", "waits", "end"),
    [
        pytest.param(MORNING, [7200], State.PLANNED, id="a reminder waits for hours"),
        pytest.param(LAST_DAY, [500], State.PLANNED, id="due today, some minutes"),
        pytest.param(LAST_DAY, [7200], State.REFUSED, id="due today, hours"),
        pytest.param(LAST_DAY, [500, 500, 500], State.PLANNED, id="due today, 25 minutes in all"),
        pytest.param(LAST_DAY, [500, 500, 500, 500], State.REFUSED, id="due today, 33 minutes"),
    ],
)
def test_a_critical_alert_takes_another_route_when_slack_asks_to_wait_for_long(
    day: date, waits: list[float], end: State, store: Store
) -> None:
    house = planned(store, on=day)
    change(house, email=("tom",))
    message = only(house, SLACK)
    states = []
    for wait in waits:
        house.slack.outcomes.append(Later(wait))
        states.append(house.deliver_next())
        house.wait(int(wait))
    assert states[-1] is end
    if end is State.REFUSED:
        assert ended(house, message) == (State.REFUSED, TOO_SLOW)
        assert MARIA in {str(stored(house, m).delivery.route) for m in house.queue.deliveries}
        house.deliver_all()
        wording(
            "message/taking-over", mail_text(house, len(house.mailbox.mails) - 1), str(waits[0])
        )
        # Slack answers again, and a message that was left comes: nothing is said a second time.
        posts = len(house.slack.posts)
        house.queue.send(message)
        house.deliver_all()
        assert len(house.slack.posts) == posts


def test_a_critical_alert_does_not_wait_for_a_route_that_another_alert_found_throttled(
    store: Store,
) -> None:
    house = planned(store, on=LAST_DAY)
    message = only(house, SLACK)
    house.store.outbox.pause_route("story", SLACK, house.now + timedelta(hours=2))
    assert house.deliver_next() is State.REFUSED
    assert ended(house, message) == (State.REFUSED, TOO_SLOW)
    assert not house.slack.posts


def test_a_post_that_may_have_arrived_is_given_up_as_unknown_and_never_repeated(
    store: Store,
) -> None:
    house = planned(store, on=LAST_DAY)
    message = only(house, SLACK)
    house.slack.outcomes.append(Unknown("timeout"))
    assert house.deliver_next() is State.UNKNOWN
    house.wait(60)
    house.slack.earlier = Later(7200, "1.0")
    assert house.deliver_next() is State.UNKNOWN
    assert stored(house, message).settled
    assert any(str(stored(house, m).delivery.route) == MARIA for m in house.queue.deliveries)
    house.wait(7200)
    house.queue.send(message)
    house.deliver_all()
    assert len(house.slack.posts) == 1


def test_a_lead_mentioned_in_a_slow_thread_gets_an_email_at_once(store: Store) -> None:
    house = planned(store, on=LAST_DAY)
    before = stored(house, only(house, SLACK)).delivery
    step = replace(before.alert, reasons=(Reason.ESCALATED, Reason.DUE_TODAY), step="lead")
    mention = replace(before, alert=step, others=(), route=Route("mention", "maria"))
    assert house.store.outbox.plan(mention, True, house.now).new
    house.queue.deliveries.clear()
    house.queue.send(Deliver(deal="story", day=LAST_DAY, delivery=mention.id))
    house.store.outbox.pause_route("story", "mention:maria", house.now + timedelta(hours=2))
    assert house.deliver_next() is State.REFUSED
    assert [str(stored(house, m).delivery.route) for m in house.queue.deliveries] == [MARIA]
