"""A recorded event is alerted at once: what it opens, moves, confirms or resolves."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache

import pytest

from dealclock.alerts.alert import MoveCause
from dealclock.desk.load import load
from dealclock.desk.record import record
from dealclock.files.source import parse
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.people.policy import Reason
from dealclock.people.team import ChosenReading
from dealclock.store import DeliveryKey, Store, StoredDelivery
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.services import services
from tests.unit.jobs.house import House

FILED = "- {id: F1, kind: registration-statement-filed, on: 2004-07-13}"
EFFECTIVE = "- {id: F2, kind: registration-statement-effective, on: 2004-10-01}"
SUSPENDED = """- id: F9
  kind: suspension-notice
  on: 2005-02-01
  given: [{to: holders, method: hand, on: 2005-02-01}]"""
CORRECTED = """- id: F10
  kind: suspension-notice
  corrects: F9
  on: 2005-01-28
  given: [{to: holders, method: hand, on: 2005-01-28}]"""


def wrote(house: House, *facts: str, deal: str = "Granite") -> None:
    """Facts recorded now, and all that they set going carried out."""
    source = parse("facts:\n" + "\n".join(facts), "news.yaml")
    record(source, deal, house.services, "tests")
    while house.queue.deals:
        house.assess(house.queue.deals.popleft())
    house.deliver_all()


def slack(house: House, instance: str, deal: str = "granite") -> list[StoredDelivery]:
    """What the channel was sent about an instance, in the order of the runs."""
    rows = house.store.table.query(f"DEAL#{deal}", "DELIVERY#", "DELIVERY#~")
    days = [row.text("SK").split("#", 2)[1:] for row in rows]
    keys = [DeliveryKey(deal, date.fromisoformat(day), id_) for day, id_ in days]
    found = [house.store.outbox.get(key) for key in keys]
    ours = [s for s in found if s and s.delivery.alert.instance == instance]
    items = [s for s in ours if s.delivery.route.kind == "slack"]
    return sorted(items, key=lambda s: s.delivery.known_at)


@pytest.fixture
def house(store: Store) -> House:
    return _effective().onto(store)


@cache
def _effective() -> House:
    """A live deal, effective in time, on Wed, Feb 2, 2005, 14:00 in New York."""
    store = Store(MemoryTable())
    made = House(store, now=datetime(2005, 2, 2, 19, tzinfo=UTC))
    load(samples.live(), services(store, now=made.now - timedelta(days=1)), "tests")
    wrote(made, FILED, EFFECTIVE)
    made.slack.posts.clear()
    made.wait(60)
    return made


def test_an_item_opened_by_an_event_is_alerted_within_the_minute(house: House) -> None:
    wrote(house, SUSPENDED)
    [result] = slack(house, "suspension/F9")
    assert result.delivery.alert.reasons == (Reason.OPENED,)
    assert (result.delivery.slot, result.delivery.known_at) == ("at once", house.now)
    assert result.delivery.alert.day == date(2005, 2, 2)
    assert len(house.slack.posts) == 1


def test_a_moved_date_is_alerted_with_the_old_date_the_new_one_and_the_event(
    house: House,
) -> None:
    wrote(house, SUSPENDED)
    house.wait(60)
    wrote(house, CORRECTED)
    alert = slack(house, "suspension/F9")[-1].delivery.alert
    assert alert.reasons == (Reason.MOVED,)
    assert (alert.moved_from, alert.due) == (date(2005, 3, 17), date(2005, 3, 13))
    assert alert.moved_by == (MoveCause("fact", "F10"),)
    moved = "Was Thu, Mar 17; suspension notice corrected"
    assert moved in repr(house.slack.posts[-1].blocks)


def test_an_item_ended_or_retracted_by_an_event_is_alerted_with_the_event(
    house: House,
) -> None:
    wrote(house, SUSPENDED)
    house.wait(60)
    wrote(house, "- {id: F12, kind: retraction, corrects: F9, on: 2005-02-02}")
    last = slack(house, "suspension/F9")[-1].delivery.alert
    assert last.reasons == (Reason.CLOSED,)
    assert last.moved_by == (MoveCause("fact", "F12"),)
    assert "no longer arises" in repr(house.slack.posts[-1].blocks)


def test_an_end_moved_by_a_correction_is_alerted_with_both_days_and_the_event(house: House) -> None:
    text = "- {id: %s, kind: trustee-notified, %son: %s, about: default-iii/F3, given: [%s]}"
    given = "{to: trustee, method: hand, on: %s}"
    wrote(house, "- {id: F3, kind: prospectus-unusable, on: 2005-01-10}")
    house.wait(60)
    wrote(house, text % ("F4", "", "2005-01-20", given % "2005-01-20"))
    house.wait(60)
    wrote(house, text % ("F5", "corrects: F4, ", "2005-01-25", given % "2005-01-25"))
    last = slack(house, "trustee-notice/default-iii/F3")[-1].delivery.alert
    assert (last.reasons, last.moved_by) == ((Reason.CONFIRMED,), (MoveCause("fact", "F5"),))
    assert (
        "Tue, Jan 25, not Thu, Jan 20 as reported before, by trustee notified Tue, Jan 25 "
        "(F5 corrects F4)" in repr(house.slack.posts[-1].blocks)
    )


def test_an_event_recorded_by_a_fast_clock_is_known_to_the_run_it_requests(house: House) -> None:
    """Recorded at 10 seconds past by a clock 5 seconds ahead; looked at by one 5 seconds behind."""
    ahead, behind = house.now + timedelta(seconds=5), house.now - timedelta(seconds=5)
    fact = samples.fact("F90", date(2004, 7, 13))
    house.store.deals.record_fact("granite", fact, ahead, "tests")
    reassess_now("granite", services(house.store, assess=house.queue, now=behind))
    assert house.queue.deals[-1].known_at == ahead
    far = house.now + timedelta(hours=1)
    house.store.deals.record_fact("granite", samples.fact("F91", date(2004, 7, 14)), far, "tests")
    reassess_now("granite", services(house.store, assess=house.queue, now=behind))
    assert house.queue.deals[-1].known_at == ahead, "an hour ahead is no clock within its limits"


def test_an_event_recorded_again_alerts_nothing_again(house: House) -> None:
    wrote(house, SUSPENDED)
    posts = len(house.slack.posts)
    house.wait(60)
    wrote(house, SUSPENDED)
    assert len(house.slack.posts) == posts


def test_a_run_that_ended_before_queueing_is_completed_by_recording_again(
    house: House,
) -> None:
    class Lost:
        def send(self, message: object) -> None:
            raise ConnectionError

    source = parse(f"facts:\n{SUSPENDED}", "news.yaml")
    with pytest.raises(ConnectionError):
        record(source, "Granite", services(house.store, assess=Lost(), now=house.now), "tests")
    assert slack(house, "suspension/F9") == []
    house.wait(60)
    wrote(house, SUSPENDED)
    assert len(slack(house, "suspension/F9")) == 1


def test_a_dry_run_triggers_nothing(house: House) -> None:
    source = parse(f"facts:\n{SUSPENDED}", "news.yaml")
    record(
        source,
        "Granite",
        house.services,
        "tests",
        dry_run=True,
    )
    assert not house.queue.deals


def test_on_a_closed_day_an_event_is_alerted_and_a_sweep_sends_nothing(house: House) -> None:
    house.now = datetime(2005, 2, 5, 15, tzinfo=UTC)  # a Saturday
    wrote(house, SUSPENDED)
    assert [s.delivery.alert.day for s in slack(house, "suspension/F9")] == [date(2005, 2, 5)]
    house.sweep(date(2005, 2, 21), rehearsal=False)  # Washington's Birthday
    posts = len(house.slack.posts)
    while house.queue.deals:
        house.assess(house.queue.deals.popleft())
    house.deliver_all()
    assert len(house.slack.posts) == posts


def test_in_a_rehearsal_it_is_alerted_on_its_own_day_after_its_last_run(house: House) -> None:
    story = samples.rehearsal(*samples.story()[:1])
    load(story, house.services, "tests")
    house.morning("2004-06-30")
    house.store.deals.rehearse_to("story", date(2004, 7, 13), house.now, "tests")
    house.sweep(date(2004, 7, 13))
    while house.queue.deals:
        house.assess(house.queue.deals.popleft())
    house.deliver_all()
    wrote(house, FILED, deal="Story")
    result = slack(house, "shelf-filing", "story")[-1].delivery
    assert result.alert.reasons == (Reason.CONFIRMED,)
    assert (result.slot, result.alert.day) == ("at once", date(2004, 7, 13))
    assert result.known_at > datetime(2004, 7, 13, 12, tzinfo=UTC)


def test_a_restarted_rehearsal_is_queued_again_for_an_earlier_instant(
    house: House,
) -> None:
    """The queue drops, for five minutes, what carries the same sweep."""
    load(samples.rehearsal(*samples.story()[:1]), house.services, "tests")
    house.queue.deals.clear()
    reassess_now("story", house.services)
    house.wait(60)
    reassess_now("story", house.services)
    first, again = house.queue.deals
    assert first.known_at == again.known_at
    assert first.sweep != again.sweep


def morning_of(house: House, day: date) -> None:
    house.now = datetime(day.year, day.month, day.day, 13, 1, tzinfo=UTC)
    house.sweep(day, rehearsal=False)
    while house.queue.deals:
        house.assess(house.queue.deals.popleft())
    house.deliver_all()


def test_a_changed_reading_is_named_as_the_cause_of_a_moved_date(house: House) -> None:
    wrote(house, SUSPENDED)
    bundle = samples.live()
    other = ChosenReading(choice="NOTICE-DAY-EXCLUDED", chosen_by="James Whitfield", why="A test.")
    readings = {**bundle.team.readings, "first-suspended-day": other}
    team = bundle.team.model_copy(update={"readings": readings})
    load(replace(bundle, team=team), house.services, "tests")
    morning_of(house, date(2005, 2, 3))
    alert = slack(house, "suspension/F9")[-1].delivery.alert
    assert alert.reasons == (Reason.MOVED,)
    assert alert.due == date(2005, 3, 18)
    assert alert.moved_by == (MoveCause("reading", "first-suspended-day"),)
    assert any(
        "the reading first-suspended-day, now NOTICE-DAY-EXCLUDED" in repr(post.blocks)
        for post in house.slack.posts
    )


def test_new_terms_are_named_as_the_cause_of_a_moved_date(house: House) -> None:
    wrote(house, SUSPENDED)
    bundle = samples.live()
    budget = next(p for p in bundle.terms.provisions if p.type == "day budget")
    shorter = budget.model_copy(update={"limit_days": budget.limit_days - 1})
    provisions = tuple(shorter if p is budget else p for p in bundle.terms.provisions)
    terms = bundle.terms.model_copy(update={"provisions": provisions})
    load(replace(bundle, terms=terms), house.services, "tests")
    morning_of(house, date(2005, 2, 3))
    alert = slack(house, "suspension/F9")[-1].delivery.alert
    assert (alert.moved_from, alert.due) == (date(2005, 3, 17), date(2005, 3, 16))
    assert alert.moved_by == (MoveCause("terms", "2"),)
