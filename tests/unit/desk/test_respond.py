"""A response to an alert: who may give it, what is refused, and repeats count once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.desk.respond import ResponseRequest, ResponseResult, respond
from dealclock.errors import NotFoundError, RefusedError
from dealclock.people.people import Person
from dealclock.store import Bundle, Store
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.house import House, Queue

# Thu, Oct 28, 2004, 10:00 in New York: effectiveness is due today. Filed on July 13, as required.
NOW = datetime(2004, 10, 28, 14, tzinfo=UTC)
FILED = samples.fact()
DUTY = "effectiveness"
VERA = Person.model_validate(
    {"id": "vera", "name": "Vera", "email": "v@a.example", "slack": "U01VERA", "role": "viewer"}
)

Act = Callable[..., ResponseResult]


def deal(**changes: Any) -> Bundle:
    """Granite, live: Maria owns what the company owes, Tom is her backup."""
    bundle = samples.live(FILED)
    people = (*bundle.team.people, VERA)
    return replace(bundle, team=bundle.team.model_copy(update={"people": people, **changes}))


@pytest.fixture
def act(store: Store) -> Act:
    store.deals.load(deal(), NOW - timedelta(days=90), "tests")
    return acting(store)


def acting(store: Store) -> Act:
    def do(what: Any, person: str = "maria", instance: str = DUTY, **more: Any) -> ResponseResult:
        now = more.pop("now", NOW)
        queue = more.pop("queue", Queue())
        asked = ResponseRequest("granite", instance, what, person, **more)
        return respond(asked, services(store, assess=queue, now=now), "desk")

    return do


def audited(store: Store) -> list[str]:
    """What the archive tells, the loading left out."""
    entries = rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")
    return [e.text("what") for e in entries if e.text("what") != "loaded"]


def test_a_repeated_acknowledgment_changes_nothing(store: Store, act: Act) -> None:
    first, again = act("acknowledge"), act("acknowledge", now=NOW + timedelta(minutes=5))
    assert (first.already, again.already) == (False, True)
    assert again.handled == first.handled
    assert store.responses.of_deal("granite") == (first.handled,)
    assert audited(store) == ["acknowledged"]


@pytest.mark.parametrize("what", ["seen", "snooze", "done"])
def test_any_other_repeated_response_changes_nothing(store: Store, act: Act, what: str) -> None:
    now = NOW - timedelta(days=10)
    assert not act(what, now=now).already
    assert act(what, now=now + timedelta(minutes=1)).already
    assert len(store.responses.of_deal("granite")) == 1


def test_the_same_response_to_a_later_alert_is_a_separate_response(store: Store, act: Act) -> None:
    first = act("acknowledge")
    again = NOW + timedelta(minutes=5)
    one = samples.delivery(date(2004, 10, 28), instance=DUTY)
    alert = replace(one.alert, revision=0, due=date(2004, 10, 28))
    said = replace(one, alert=alert, known_at=NOW + timedelta(minutes=1))
    store.outbox.plan(said, rehearsal=False, now=NOW)
    second = act("acknowledge", now=again)
    assert (second.already, second.handled) == (False, replace(first.handled, at=again))
    assert act("acknowledge", now=again + timedelta(minutes=1)).already


def test_a_snooze_past_the_due_date_is_refused(store: Store, act: Act) -> None:
    with pytest.raises(RefusedError, match="no Business Day is left: acknowledge it instead"):
        act("snooze")
    with pytest.raises(RefusedError, match="give a day up to Thu, Oct 28, 2004"):
        act("snooze", now=NOW - timedelta(days=10), until=date(2004, 10, 29))
    assert store.responses.of_deal("granite") == ()


def test_a_person_outside_is_refused_with_the_nearest_name(store: Store, act: Act) -> None:
    with pytest.raises(RefusedError, match="'mario' is not on the team of Granite") as refused:
        act("acknowledge", "mario")
    wording("refusal/handle", str(refused.value))
    assert store.responses.of_deal("granite") == ()
    assert audited(store) == ["refused acknowledge"]


def test_a_denied_person_counts_as_outside(store: Store) -> None:
    store.deals.load(deal(deny=("ruth",)), NOW - timedelta(days=90), "tests")
    with pytest.raises(RefusedError, match="'ruth' is not on the team of Granite"):
        acting(store)("acknowledge", "ruth")


def test_an_unknown_deal_is_refused(store: Store) -> None:
    with pytest.raises(NotFoundError, match="there is no deal 'granite'"):
        acting(store)("acknowledge")


def test_each_response_causes_a_run_and_a_refusal_does_not(act: Act) -> None:
    queue = Queue()
    act("acknowledge", queue=queue)
    act("acknowledge", queue=queue)  # the first try's run may have been lost
    with pytest.raises(RefusedError, match="'nobody' is not on the team of Granite"):
        act("acknowledge", "nobody", queue=queue)
    first, again = queue.deals
    assert (first.deal, first.slot, first.as_of) == ("granite", "escalation", date(2004, 10, 28))
    assert NOW < first.known_at < NOW + timedelta(seconds=1)
    assert again.known_at == first.known_at


def test_a_response_is_to_the_date_last_alerted(store: Store) -> None:
    # Moved once before: the answer is for the second announcement.
    store.deals.load(deal(), NOW - timedelta(days=90), "tests")
    one = samples.delivery(date(2004, 10, 27), instance=DUTY)
    alert = replace(one.alert, due=date(2004, 10, 28))
    store.outbox.plan(replace(one, alert=alert), rehearsal=False, now=NOW)
    done = acting(store)("acknowledge")
    assert (done.handled.content, done.handled.due) == ("1", date(2004, 10, 28))


def test_in_a_rehearsal_a_response_is_at_the_instant_of_the_last_run(store: Store) -> None:
    house = House(store)
    never = house.load_rehearsals()[1]
    asked = ResponseRequest("granite-never", DUTY, "acknowledge", "maria")
    house.morning("2004-10-14")
    at_eight = respond(asked, services(store, assess=house.queue, now=house.now), "desk").handled
    assert at_eight.at == datetime(2004, 10, 14, 12, tzinfo=UTC)
    assert at_eight.until == date(2004, 10, 18)
    assert store.responses.of_deal(never) == (at_eight,)


def test_in_a_rehearsal_an_item_moved_by_a_new_event_can_be_acknowledged(store: Store) -> None:
    # Its run is of an instant of its own, after the morning's.
    house = House(store)
    never = house.load_rehearsals()[1]
    house.morning("2004-10-14")
    one = samples.delivery(date(2004, 10, 14), instance=DUTY, deal=never)
    alert = replace(one.alert, due=date(2004, 10, 28))
    at = datetime(2004, 10, 14, 15, tzinfo=UTC)
    store.outbox.plan(replace(one, alert=alert, known_at=at), rehearsal=True, now=house.now)
    store.deals.rehearse_until(never, date(2004, 10, 14), at)
    asked = ResponseRequest(never, DUTY, "acknowledge", "maria", revision=1)
    done = respond(asked, services(store, assess=house.queue, now=house.now), "desk").handled
    assert (done.at, done.content) == (at, "1")
