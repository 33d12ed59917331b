"""One delivery at a time: who may still get it, what is archived, and every outcome."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import routes
from dealclock.alerts.outcome import Later, Outcome, State, Unknown
from dealclock.channels import ArrivedAttempt, MissingAttempt
from dealclock.errors import DealclockError, TryAgainError
from dealclock.jobs.deliver import kinds as use_case
from dealclock.jobs.deliver.deliver import LEASE
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.messages.view import View
from dealclock.people.people import Action, may
from dealclock.people.team import ChosenReading, Team
from dealclock.store import Bundle, DeliveryKey, Store, StoredDelivery
from dealclock.store.deals import Deals
from dealclock.store.outbox import Outbox
from tests.contract.store import samples
from tests.unit.jobs.house import House

MORNING = date(2004, 6, 30)
SLACK, MARIA, TOM = "slack:C0STORY", "email:maria", "email:tom"


@pytest.fixture
def house(store: Store) -> House:
    """One rehearsal whose first alert is planned and queued three times: a post and two mails."""
    made = House(store)
    store.deals.load(samples.rehearsal(*samples.story()), made.now, "tests")
    store.deals.rehearse_to("story", MORNING, made.now, "tests")
    known = made.now.replace(year=2004, month=6, day=30, hour=12)
    made.assess(
        AssessDeal(deal="story", as_of=MORNING, known_at=known, slot="morning", sweep="sweep-1")
    )
    return made


def only(house: House, route: str) -> Deliver:
    """The message of one route; the queue is emptied of the others."""
    ((message,),) = [
        [m for m in house.queue.deliveries if str(stored(house, m).delivery.route) == route]
    ]
    house.queue.deliveries.clear()
    house.queue.delays.clear()
    house.queue.send(message)
    return message


def stored(house: House, message: Deliver) -> StoredDelivery:
    found = house.store.outbox.get(DeliveryKey(message.deal, message.day, message.delivery))
    assert found is not None
    return found


def change(house: House, **changes: Any) -> None:
    """Load the rehearsal's team with some changes."""
    whole = samples.rehearsal()
    team = Team.model_validate({**whole.team.model_dump(), **changes})
    house.store.deals.load(Bundle("story", whole.terms, team, (), whole.day), house.now, "tests")


def ended(house: House, message: Deliver) -> tuple[State, str | None]:
    found = stored(house, message)
    return found.state, found.cause


@pytest.mark.parametrize("how", ["denied", "left"])
def test_a_person_removed_since_planning_is_sent_nothing(house: House, how: str) -> None:
    message = only(house, TOM)
    if how == "denied":
        change(house, deny=("tom",), email=("maria",))
    else:
        left = [p.model_dump() for p in samples.team().people if p.id != "tom"]
        owners = {
            "company": {"owner": "maria", "backup": "ruth"},
            "holder": {"owner": "ruth", "backup": "maria"},
        }
        change(house, people=left, owners=owners, email=("maria",))
    assert house.deliver_next() is State.REFUSED
    assert ended(house, message) == (State.REFUSED, "recipient_removed")
    assert house.mailbox.mails == []


def entry(**dated: str) -> list[dict[str, Any]]:
    """The sample's people, Tom's entry dated."""
    people = [p.model_dump() for p in samples.team().people]
    return [{**p, **dated} if p["id"] == "tom" else p for p in people]


@pytest.mark.parametrize(
    ("last_day", "end"), [("2026-11-19", State.REFUSED), ("2026-11-20", State.SENT)]
)
def test_a_list_entry_ends_on_the_readers_day_even_in_a_rehearsal(
    house: House, last_day: str, end: State
) -> None:
    # It is November 20, 2026, and the rehearsal stands on June 30, 2004.
    only(house, TOM)
    change(house, people=entry(last_day=last_day))
    assert house.deliver_next() is end


@pytest.mark.parametrize(("first_day", "there"), [("2026-11-20", True), ("2026-11-21", False)])
def test_a_person_added_later_gets_alerts_and_may_be_in_the_channel_from_then(
    house: House, first_day: str, there: bool
) -> None:
    change(house, people=entry(first_day=first_day))
    only(house, SLACK)
    house.deliver_next()
    people = house.slack.posts[0].people
    assert may(people.person("tom"), Action.RECEIVE, people) is there
    deal = house.store.deals.get("story")
    assert deal is not None
    assert (TOM in [str(route) for route in routes(deal.at(house.now).team)]) is there


def test_a_person_whose_email_ended_is_sent_none(house: House) -> None:
    message = only(house, TOM)
    change(house, email=("maria",))
    house.deliver_next()
    assert ended(house, message) == (State.REFUSED, "route_removed")
    assert house.mailbox.mails == []


def test_a_channel_replaced_since_planning_is_sent_nothing(house: House) -> None:
    message = only(house, SLACK)
    change(house, channel={"id": "C0NEWSTORY", "name": "story"})
    house.deliver_next()
    assert ended(house, message) == (State.REFUSED, "route_removed")
    assert house.slack.posts == []


def test_remaining_people_are_sent_what_was_planned_under_the_readings_of_then(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(house, MARIA)
    reading = ChosenReading(choice="NEXT-DAY", chosen_by="James Whitfield", why="As counsel says.")
    change(house, readings={"default-occurs": reading.model_dump()}, code_name="Slate")
    seen: list[View] = []

    def told(alert: Alert, view: View, others: Sequence[Alert]) -> Message:
        seen.append(view)
        return render_alert(alert, view, others)

    monkeypatch.setattr(use_case, "render_alert", told)
    assert house.deliver_next() is State.SENT
    assert seen[0].assessment.readings["default-occurs"] == "LAPSE"
    assert seen[0].team.code_name == "Slate"


def test_a_message_is_archived_word_for_word_before_it_is_sent(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, MARIA)
    happened: list[str] = []
    keep, send = Outbox.keep_rendition, house.mailbox.send

    def kept(self: Outbox, *args: Any, **more: Any) -> None:
        keep(self, *args, **more)
        happened.append("kept")

    def sent(mail: Any) -> Outcome:
        happened.append("sent")
        return send(mail)

    monkeypatch.setattr(Outbox, "keep_rendition", kept)
    monkeypatch.setattr(house.mailbox, "send", sent)
    house.deliver_next()
    assert happened == ["kept", "sent"]
    (row,) = samples.rows(house.store, "DEAL#story", "RENDITION#", "RENDITION#~")
    assert message.delivery in row.text("SK")
    plain = house.mailbox.mails[0].content.get_body(("plain",))
    assert plain is not None
    assert row.text("text").split() == plain.get_content().split()


def test_a_message_that_cannot_be_archived_is_held_and_sent_once_it_can(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, MARIA)
    with monkeypatch.context() as broken:
        broken.setattr(Outbox, "keep_rendition", _unavailable)
        with pytest.raises(TryAgainError, match="did not answer"):
            house.deliver_next()
    assert house.mailbox.mails == []
    # It certainly did not go out, so the queue's next try sends it without a lookup.
    assert ended(house, message) == (State.PLANNED, None)
    house.queue.send(message)
    assert house.deliver_next() is State.SENT
    assert len(house.mailbox.mails) == 1


def test_a_message_that_cannot_be_rendered_fails_and_stays_planned(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, MARIA)

    def nothing(*_: object) -> None:
        raise DealclockError("not in the assessment")

    monkeypatch.setattr(use_case, "render_alert", nothing)
    with pytest.raises(DealclockError, match="not in the assessment"):
        house.deliver_next()
    assert ended(house, message) == (State.PLANNED, None)


def test_an_uncertain_post_is_looked_up_in_its_channel_first(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.append(Unknown("timeout"))
    assert house.deliver_next() is State.UNKNOWN
    # Even the channel's removal does not make an arrived post one that never will.
    change(house, channel={"id": "C0NEWSTORY", "name": "story"})
    house.slack.earlier = ArrivedAttempt("ts-earlier")
    house.wait(31)  # the far side may show it only now
    house.queue.send(message)
    assert house.deliver_next() is State.SENT
    assert stored(house, message).provider_id == "ts-earlier"
    assert len(house.slack.posts) == 1


def test_a_worker_that_stopped_while_sending_leaves_the_outcome_to_be_looked_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, SLACK)

    def dies(post: object) -> Outcome:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(house.slack, "send", dies)
        with pytest.raises(KeyboardInterrupt):
            house.deliver_next()
    assert ended(house, message)[0] is State.CLAIMED
    house.queue.send(message)
    # While the claim lasts nobody else sends; the message waits as long as the claim does.
    assert house.deliver_next() is State.PLANNED
    assert house.queue.delays[-1] == LEASE.seconds
    house.wait(LEASE.seconds + 1)
    house.slack.earlier = MissingAttempt()
    assert house.deliver_next() is State.SENT
    assert len(house.slack.posts) == 1
    assert stored(house, message).failures == 1


def test_a_deferred_delivery_waits_without_counting_as_a_failure(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.extend([Later(30), Later(45)])
    assert house.deliver_next() is State.PLANNED
    assert house.queue.delays[-1] == 30
    found = stored(house, message)
    assert (found.state, found.failures) == (State.PLANNED, 0)
    assert found.not_before == house.now + timedelta(seconds=30)
    house.wait(31)
    house.deliver_next()
    assert house.queue.delays[-1] == 45
    house.wait(46)
    assert house.deliver_next() is State.SENT
    assert stored(house, message).failures == 0


def test_a_sent_delivery_is_not_rendered_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    monkeypatch.setattr(Deals, "get", _unavailable)
    house.queue.send(message)
    assert house.deliver_next() is State.SENT
    assert len(house.slack.posts) == 1


def _unavailable(*_: object, **__: object) -> None:
    raise TryAgainError("the table did not answer; try again")
