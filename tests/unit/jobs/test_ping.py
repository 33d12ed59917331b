"""A test of every route: it reveals nothing of the deal, and each result is reported."""

from collections import deque
from datetime import timedelta

import pytest

from dealclock.alerts.outcome import Later, Refused, State
from dealclock.cli.ping import outcome as ping_words
from dealclock.jobs.operate.ping import list_routes, outcomes, ping
from dealclock.messages.notices import PING
from dealclock.store import Store, StoredDeal, StoredDelivery
from tests.contract.store.samples import rows
from tests.golden.wording import wording
from tests.unit.jobs.house import House

SECRETS = ("Infocrossing", "60,000,000", "default", "Default", "Notes", "Registration")


@pytest.fixture
def house(store: Store) -> House:
    house = House(store)
    house.load_rehearsals()
    return house


def story(house: House) -> StoredDeal:
    deal = house.store.deals.get("granite-story")
    assert deal
    return deal


def pinged(house: House) -> dict[str, StoredDelivery]:
    """Every route tested, and how each ended, by route."""
    tests = ping(story(house), house.services, "maria")
    house.deliver_all()

    def pause(seconds: float) -> None:
        house.now += timedelta(seconds=seconds)

    found = outcomes(tests, house.services, pause)
    return {str(route): stored for route, stored in found if stored}


def test_each_route_is_tested_once_and_each_result_is_reported(house: House) -> None:
    found = pinged(house)
    assert set(found) == {str(route) for route in list_routes(story(house).team)}
    assert {"slack:C02STORY", "email:maria", "email:tom"} <= set(found)
    assert all(each.state is State.SENT for each in found.values())


def test_an_email_is_accepted_and_counts_as_arrived_only_when_the_readers_server_says_so(
    house: House,
) -> None:
    found = pinged(house)
    mail, post = found["email:maria"], found["slack:C02STORY"]
    assert (mail.state, mail.arrived) == (State.SENT, False)
    assert (post.state, post.arrived) == (State.SENT, True)
    wording("message/ping", ping_words(mail))
    assert ping_words(post) == "arrived"
    house.store.outbox.mark_email_accepted(mail.key, "ses-1", house.now)
    assert not again(house, mail).arrived
    house.store.outbox.mark_email_accepted(mail.key, "ses-1", house.now, delivered=True)
    assert again(house, mail).arrived
    assert ping_words(again(house, mail)) == "arrived"


def again(house: House, test: StoredDelivery) -> StoredDelivery:
    """The same test, as it stands now."""
    stored = house.store.outbox.get(test.key)
    assert stored
    return stored


def test_a_test_has_only_the_code_name_of_the_deal(house: House) -> None:
    pinged(house)
    messages = house.store.archive.messages("granite-story")
    assert len(messages) == len(list_routes(story(house).team))
    for each in messages:
        assert each.text.startswith("[Granite-Story, rehearsal] Test, ")
        assert "REHEARSAL: TEST: Granite-Story can reach you by this route" in each.text
        assert "Asked by: maria" in each.text
        assert not [word for word in SECRETS if word in each.text]
        assert not each.wrong


def test_a_route_that_refuses_is_reported_with_its_cause(house: House) -> None:
    house.slack.outcomes = deque([Refused("is_archived")])
    found = pinged(house)
    stored = found["slack:C02STORY"]
    assert (stored.state, stored.cause) == (State.REFUSED, "is_archived")
    assert found["email:maria"].state is State.SENT
    # A failed test is reported to the person who requested it, and to no one else.
    assert not stored.to_hand_over
    assert len(house.store.archive.messages("granite-story")) == len(found)
    assert house.store.outbox.unfinished(rehearsal=True) == ()


def test_a_deferred_route_is_not_awaited_forever(house: House) -> None:
    house.slack.outcomes = deque([Later(3600)])
    found = pinged(house)
    assert found["slack:C02STORY"].state is State.PLANNED


def test_the_requester_is_in_the_archive_before_anything_is_sent(house: House) -> None:
    ping(story(house), house.services, "maria")
    audit = rows(house.store, "DEAL#granite-story", "AUDIT#", "AUDIT#~")
    (entry,) = [row for row in audit if row.text("what") == "pinged"]
    assert entry.text("who") == "maria"


def test_two_tests_are_separate_and_change_no_later_alert(
    house: House,
) -> None:
    pinged(house)
    assert all(each.state is State.SENT for each in pinged(house).values())
    # The sample's closing has one thing to say, by three routes; a test is nothing said before.
    house.morning("2004-06-30")
    found = rows(house.store, "DEAL#granite-story", "DELIVERY#", "DELIVERY#~")
    alerts = [row.text("instance") for row in found if row.text("kind") != PING]
    assert len(alerts) == 3
