"""A morning from sweep to Slack and mail: nothing lost, nothing twice."""

from datetime import date, timedelta

import pytest

from dealclock.alerts.outcome import Later, Refused, State, Unknown
from dealclock.channels import ArrivedAttempt
from dealclock.errors import NotFoundError
from dealclock.jobs.queues import AssessDeal
from dealclock.store import Store
from tests.unit.jobs.house import House

FIRST = "2004-06-30"
# Two rehearsals, one alert each, to one channel and two people.
SLACK, MAILS = 2, 4


@pytest.fixture
def house(store: Store) -> House:
    made = House(store)
    made.load_rehearsals()
    return made


def test_the_first_morning_sends_to_both_channels_and_emails_everyone(house: House) -> None:
    done = house.morning(FIRST)
    assert [(d.planned, d.already) for d in done] == [(3, 0), (3, 0)]
    assert {p.channel for p in house.slack.posts} == {"C02STORY", "C03NEVER"}
    assert len(house.mailbox.mails) == MAILS


def test_a_repeated_morning_sends_nothing(house: House) -> None:
    house.morning(FIRST)
    done = house.morning(FIRST)
    assert [(d.planned, d.already) for d in done] == [(0, 3), (0, 3)]
    assert len(house.slack.posts) == SLACK
    assert len(house.mailbox.mails) == MAILS


def test_messages_duplicated_by_the_queue_are_sent_once(house: House) -> None:
    for deal in house.rehearsals():
        house.store.deals.rehearse_to(deal, date(2004, 6, 30), house.now, "tests")
    house.sweep(date(2004, 6, 30))
    for message in list(house.queue.deals):
        house.assess(message)
        house.assess(message)
    house.queue.deliveries.extend(list(house.queue.deliveries))
    house.deliver_all()
    house.deliver_all()
    assert len(house.slack.posts) == SLACK
    assert len(house.mailbox.mails) == MAILS


def test_a_run_that_ended_before_queueing_is_completed_by_the_next_run(house: House) -> None:
    for deal in house.rehearsals():
        house.store.deals.rehearse_to(deal, date(2004, 6, 30), house.now, "tests")
    house.sweep(date(2004, 6, 30))
    message = house.queue.deals.popleft()
    house.assess(message)
    house.queue.deliveries.clear()
    assert house.assess(message).already == 3
    house.deliver_all()
    assert len(house.slack.posts) == 1


def test_a_channel_that_asks_to_wait_gets_the_alert_later_and_once(house: House) -> None:
    house.slack.outcomes.append(Later(30))
    house.morning(FIRST)
    assert 30 in house.queue.delays
    assert len(house.slack.posts) == SLACK
    assert house.deliver_all() == [State.PLANNED]  # too early: asked to wait again
    house.wait(31)
    assert house.deliver_all() == [State.SENT]
    assert len(house.slack.posts) == SLACK + 1


def test_a_refusal_is_final_and_the_emails_are_still_sent(house: House) -> None:
    house.slack.outcomes.append(Refused("is_archived"))
    house.morning(FIRST)
    house.deliver_all()  # the lead hears of the channel by mail
    house.sweep(date(2004, 7, 1))
    assert not house.queue.deliveries
    assert len(house.mailbox.mails) == MAILS + 1


def test_an_unknown_outcome_is_looked_up_and_not_sent_again_when_it_arrived(house: House) -> None:
    house.slack.outcomes.append(Unknown("timeout"))
    house.morning(FIRST)
    house.slack.earlier = ArrivedAttempt("ts-9")
    house.wait(3600)
    house.queue.deliveries.clear()  # its own message is lost; the next sweep makes that good
    house.sweep(date(2004, 7, 1))
    assert house.deliver_all() == [State.SENT]
    assert len(house.slack.posts) == SLACK


def test_an_unknown_outcome_that_did_not_arrive_is_sent_again(house: House) -> None:
    house.slack.outcomes.append(Unknown("timeout"))
    house.morning(FIRST)
    house.wait(31)
    assert house.deliver_all() == [State.SENT]
    assert len(house.slack.posts) == SLACK + 1


def test_a_holiday_sends_nothing_and_the_next_business_day_does(house: House) -> None:
    house.morning(FIRST)
    assert [(d.planned, d.already) for d in house.morning("2004-07-05")] in ([], [(0, 0), (0, 0)])
    house.morning("2004-07-08")
    assert len(house.slack.posts) == 2 * SLACK


def test_a_rehearsal_that_moved_on_ignores_a_message_of_another_day(house: House) -> None:
    house.sweep(date(2004, 6, 30))
    message = house.queue.deals.popleft()
    house.store.deals.rehearse_to(message.deal, date(2004, 7, 8), house.now, "tests")
    assert house.assess(message).planned == 0


def test_a_message_without_a_deal_is_an_error_for_the_dead_letters(house: House) -> None:
    message = AssessDeal(
        deal="nowhere",
        as_of=date(2004, 6, 30),
        known_at=house.now - timedelta(days=1),
        slot="morning",
        sweep="s",
    )
    with pytest.raises(NotFoundError, match="is not in the table"):
        house.assess(message)
    assert not house.slack.posts


def test_a_missed_morning_is_caught_up_the_same_afternoon(house: House) -> None:
    done = house.morning("2004-07-08", slot="afternoon")
    assert [(d.planned, d.already) for d in done] == [(3, 0), (3, 0)]
    assert len(house.slack.posts) == SLACK


def test_an_afternoon_does_not_repeat_its_morning(house: House) -> None:
    house.morning("2004-07-08")
    house.morning("2004-07-08", slot="afternoon")
    assert len(house.slack.posts) == SLACK


def test_a_missed_morning_of_the_last_day_alerts_once_in_the_afternoon(house: House) -> None:
    # Oct 28, 2004: the deadline is due today, and two conditions with it: one post to a channel and
    # two people; the last call would say the same of the deadline again in the same minute.
    done = house.morning("2004-10-28", slot="afternoon")
    assert [(d.planned, d.already) for d in done] == [(3, 0), (3, 0)]
