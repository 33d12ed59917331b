"""Notes in an alert's thread: each response once, from any route."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Refused, State, Unknown
from dealclock.desk.respond import ResponseRequest, respond
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.queues import Deliver
from dealclock.store import Store
from tests.contract.store.samples import rows
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import SLACK, change, only, planned

INSTANCE = "shelf-filing"


@pytest.fixture
def house(store: Store) -> House:
    made = planned(store, facts=())
    only(made, SLACK)
    made.deliver_next()
    return made


def act(house: House, what: str = "acknowledge", person: str = "maria") -> None:
    asked = ResponseRequest("story", INSTANCE, what, person)  # type: ignore[arg-type]
    respond(asked, house.services, "tests")


def run(house: House) -> None:
    while house.queue.deals:
        run_deal(
            house.queue.deals.popleft(),
            house.services,
        )


def notes(house: House) -> list[tuple[str, str]]:
    """The threads and the lines of the replies posted."""
    posts = [p for p in house.slack.posts if p.thread]
    return [(p.thread, str(p.blocks[-1]["text"]["text"])) for p in posts]


def test_an_acknowledgment_is_a_line_in_the_thread_of_its_alert(house: House) -> None:
    act(house)
    run(house)
    house.deliver_all()
    assert notes(house) == [("ts-0", "Maria Lopez acknowledged, Wed, Jun 30, 8:00 a.m. ET.")]
    (reply,) = [p for p in house.slack.posts if p.thread]
    assert values(wording("message/notes", reply.text)) == ["2(a)(i)", "2004-06-30"]


def test_a_persons_note_is_in_the_thread_with_the_name(house: House) -> None:
    asked = ResponseRequest("story", INSTANCE, "seen", "tom", note="Filed <!channel> at 4")
    for _ in range(2):
        respond(asked, house.services, "tests")
    run(house)
    house.deliver_all()
    [(_, line)] = notes(house)
    assert line.startswith("Tom Becker wrote: Filed &lt;!channel&gt; at 4, Wed, Jun 30")


def test_the_message_is_updated_by_the_same_run(house: House) -> None:
    act(house)
    run(house)
    house.deliver_all()
    ((_, post),) = house.slack.updates
    assert "by Maria Lopez" in str(post.blocks[1])
    (hands,) = [b for b in post.blocks if b["type"] == "actions"]
    names = [each["action_id"] for each in hands["elements"]]
    assert names == ["alert:why", "alert:more"], "nothing to acknowledge any more"


def test_each_response_is_noted_once_in_repeated_runs(house: House) -> None:
    act(house)
    act(house, person="tom")
    message = house.queue.deals[0]
    run(house)
    house.queue.deals.append(message)
    run(house)
    house.deliver_all()
    house.queue.deals.append(message)
    run(house)
    house.deliver_all()
    assert (
        sorted(line for _, line in notes(house))
        == [
            "Maria Lopez acknowledged, Wed, Jun 30, 8:00 a.m. ET.",
            "Tom Reed acknowledged, Wed, Jun 30, 8:00 a.m. ET.",
        ]
        or len(notes(house)) == 2
    )


def test_a_note_of_unknown_outcome_is_looked_up_in_its_thread(house: House) -> None:
    act(house)
    run(house)
    house.slack.outcomes.extend([Unknown("timeout")] * len(house.queue.deliveries))
    house.deliver_all()
    house.wait(60)
    house.deliver_all()
    assert "ts-0" in [a.thread for a in house.slack.asked]


def test_a_refused_note_takes_no_other_route(house: House) -> None:
    act(house)
    run(house)
    house.slack.outcomes.extend([Refused("is_archived")] * 2)
    states = house.deliver_all()
    assert State.REFUSED in states
    assert not house.mailbox.mails
    assert not house.queue.deliveries


def test_a_note_is_not_an_alert_that_could_be_withdrawn(house: House) -> None:
    act(house)
    run(house)
    known = datetime(2004, 7, 30, tzinfo=UTC)
    assert [s.instance for s in house.store.outbox.sent_alerts("story", known)].count(
        f"note/{INSTANCE}"
    ) == 1
    house.deliver_all()
    house.now += timedelta(days=1)
    house.morning("2004-07-01")
    said = [
        r.text("instance")
        for r in rows(house.store, "DEAL#story", "DELIVERY#2004-07-01", "DELIVERY#2004-07-01~")
    ]
    assert not [each for each in said if each.startswith("note/")]


def test_nothing_is_noted_when_nothing_was_sent(store: Store) -> None:
    house = planned(store, facts=())
    house.queue.deliveries.clear()
    act(house)
    run(house)
    assert not [m for m in house.queue.deliveries if "slack" in m.delivery]


NEW = {"id": "C0ZNEW", "name": "granite-new"}


def test_after_a_channel_change_no_old_note_is_posted_again(house: House) -> None:
    act(house)
    run(house)
    house.deliver_all()
    before = notes(house)
    change(house, channel=NEW)
    reassess_now("story", house.services)
    run(house)
    house.deliver_all()
    line = "Maria Lopez acknowledged, Wed, Jun 30, 8:00 a.m. ET."
    assert notes(house) == before == [("ts-0", line)]


def test_a_response_to_a_message_in_a_former_channel_is_not_noted_elsewhere(house: House) -> None:
    change(house, channel=NEW)
    act(house)
    run(house)
    assert house.deliver_all().count(State.REFUSED) == 0, "nor is a note tried where none may go"
    assert notes(house) == []


def test_a_response_noted_in_one_channel_is_not_noted_in_another(house: House) -> None:
    act(house, "seen")
    run(house)
    house.deliver_all()
    change(house, channel=NEW)
    # The same alert as the new channel has it when it was held up on its way to the old one.
    (items,) = [
        s
        for s in house.store.outbox.sent("story").posts()
        if s.delivery.alert.instance == INSTANCE and s.delivery.route == Route("slack", "C0STORY")
    ]
    again = replace(items.delivery, route=Route("slack", "C0ZNEW"))
    assert house.store.outbox.plan(again, True, house.now).new
    house.queue.send(Deliver(deal="story", day=again.alert.day, delivery=again.id))
    assert house.deliver_all() == [State.SENT]
    reassess_now("story", house.services)
    run(house)
    house.deliver_all()
    assert len(notes(house)) == 1
