"""A response to an alert: who may give it, what is refused, and repeats count once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.desk.respond import ResponseRequest, ResponseResult, respond
from dealclock.errors import ConflictError, NotFoundError, RefusedError
from dealclock.people.away import Away
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


@pytest.mark.parametrize("person", ["maria", "tom"])
def test_owner_and_backup_acknowledge_for_two_business_days(act: Act, person: str) -> None:
    done = act("acknowledge", person)
    assert (done.handled.action, done.handled.by) == ("acknowledged", person)
    assert done.handled.until == date(2004, 11, 1)  # Friday, Monday
    assert (done.handled.subject, done.handled.due) == (DUTY, date(2004, 10, 28))
    assert done.handled.at == NOW
    assert [p.id for p in done.answering] == ["maria", "tom"]


def test_anyone_else_is_recorded_as_having_seen_it(act: Act) -> None:
    done = act("acknowledge", "ruth")
    assert (done.handled.action, done.handled.until) == ("seen", None)


def test_counsel_may_respond(act: Act) -> None:
    assert act("acknowledge", "james").handled.action == "seen"
    done = act("done", "james")
    assert (done.handled.action, done.handled.until) == ("done", None)


def test_done_by_a_responsible_person_lasts_until_the_next_morning_and_asks_for_the_event(
    act: Act,
) -> None:
    done = act("done", "tom")
    assert (done.handled.action, done.handled.until) == ("done", date(2004, 10, 29))
    assert done.met_by == "registration-statement-effective"


def test_the_delegate_of_an_owner_who_is_away_responds_in_her_place(store: Store) -> None:
    gone = Away(
        person="maria",
        first_day=date(2004, 10, 28),
        last_day=date(2004, 10, 28),
        delegate="ruth",
    )
    store.deals.load(deal(away=(gone,)), NOW - timedelta(days=90), "tests")
    act = acting(store)
    assert act("acknowledge", "ruth").handled.action == "acknowledged"
    tomorrow = NOW + timedelta(days=1)
    assert act("acknowledge", "ruth", now=tomorrow).handled.action == "seen"


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


def test_a_later_acknowledgment_lasts_longer(store: Store, act: Act) -> None:
    early = NOW - timedelta(days=10)  # Mon, Oct 18
    act("acknowledge", now=early)
    later = act("acknowledge", now=early + timedelta(days=1))
    assert (later.already, later.handled.until) == (False, date(2004, 10, 21))
    assert len(store.responses.of_deal("granite")) == 2


def test_an_owner_may_acknowledge_although_the_backup_did(act: Act) -> None:
    act("acknowledge", "tom")
    assert not act("acknowledge", "maria").already


def test_a_snooze_ends_on_the_next_business_day_or_the_chosen_day(act: Act) -> None:
    monday = NOW - timedelta(days=10)  # Mon, Oct 18, 2004
    assert act("snooze", now=monday).handled.until == date(2004, 10, 19)
    done = act("snooze", now=monday, until=date(2004, 10, 23))
    assert done.handled.until == date(2004, 10, 25)  # a Saturday becomes Monday


def test_a_snooze_past_the_due_date_is_refused(store: Store, act: Act) -> None:
    with pytest.raises(RefusedError, match="no Business Day is left: acknowledge it instead"):
        act("snooze")
    with pytest.raises(RefusedError, match="give a day up to Thu, Oct 28, 2004"):
        act("snooze", now=NOW - timedelta(days=10), until=date(2004, 10, 29))
    assert store.responses.of_deal("granite") == ()


def test_only_responsible_people_may_snooze(act: Act) -> None:
    with pytest.raises(RefusedError, match="Only Maria Lopez, Tom Becker or their delegate"):
        act("snooze", "ruth", now=NOW - timedelta(days=10))


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


def test_a_viewer_may_read_but_not_respond(act: Act) -> None:
    with pytest.raises(RefusedError, match="Vera is a viewer of Granite"):
        act("seen", "vera")


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("effectivness", "Did you mean 'effectiveness'?"),
        ("nothing-like-it", "there is no 'nothing-like-it' as of Thu, Oct 28, 2004; open are"),
    ],
)
def test_an_unknown_instance_is_refused_with_the_nearest(act: Act, word: str, says: str) -> None:
    with pytest.raises(ConflictError) as refused:
        act("acknowledge", instance=word)
    assert says in str(refused.value)


def test_a_provision_id_names_its_one_open_instance(act: Act) -> None:
    tomorrow = NOW + timedelta(days=1)
    done = act("acknowledge", instance="trustee-notice", now=tomorrow)
    assert done.handled.subject == "trustee-notice/default-ii"


def test_an_item_that_is_not_open_is_refused_with_the_reason(act: Act) -> None:
    with pytest.raises(ConflictError, match="shelf-filing was satisfied on Tue, Jul 13, 2004"):
        act("acknowledge", instance="shelf-filing")


def test_a_default_can_be_acknowledged_and_snoozed_for_at_most_a_week(act: Act) -> None:
    tomorrow = NOW + timedelta(days=1)  # Fri, Oct 29
    done = act("acknowledge", instance="default-ii", now=tomorrow)
    assert (done.handled.action, done.handled.due) == ("acknowledged", None)
    week = act("snooze", instance="default-ii", now=tomorrow, until=date(2004, 11, 5))
    assert week.handled.until == date(2004, 11, 5)
    with pytest.raises(RefusedError, match="at most 5 Business Days"):
        act("snooze", instance="default-ii", now=tomorrow, until=date(2004, 11, 8))


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
