"""Messages in Slack show the current status: satisfied, moved, acknowledged; crashes too."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import Later, Refused, State, Unknown
from dealclock.channels import Post
from dealclock.desk.approve import approve
from dealclock.errors import LostError
from dealclock.jobs.deliver import refresh_messages
from dealclock.jobs.queues import AssessDeal
from dealclock.people.acts import Act
from dealclock.store import Refresh, Rendition, Store
from dealclock.store.outbox import UPDATES, Outbox
from tests.contract.store.samples import fact
from tests.golden.values import values
from tests.services import acting
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import KNOWN, SLACK, key, only, planned, stored

FILED_ON = date(2004, 7, 2)
INSTANCE = "shelf-filing"


@pytest.fixture
def house(store: Store) -> House:
    return planned(store, facts=())


def file(house: House) -> None:
    """The registration statement is filed, and the rehearsal has come to that day."""
    filed = fact("F1", FILED_ON, recorded_at=datetime.fromisoformat("2004-07-02T10:00:00-04:00"))
    house.store.deals.record_fact("story", filed, house.now, "tests")
    at(house, FILED_ON)


def at(house: House, day: date) -> None:
    """The rehearsal comes to a day, and its afternoon run is done."""
    house.store.deals.rehearse_to("story", day, house.now, "tests")
    known = KNOWN.replace(year=day.year, month=day.month, day=day.day, hour=16)
    house.assess(AssessDeal(deal="story", as_of=day, known_at=known, slot="afternoon", sweep="s-2"))


def top(post: Post) -> str:
    return str(post.blocks[1].get("text", {}).get("text", ""))


def test_a_message_that_says_unverified_is_updated_after_a_second_approval(house: House) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    assert "awaiting review" in str(house.slack.posts[0].blocks)
    approve(acting("story", "james", house.services), {"subject": "terms:1"})
    house.queue.deliveries.clear()
    assert house.refresh("story") == 1
    house.deliver_all()
    ((_, post),) = house.slack.updates
    assert "awaiting review" not in str(post.blocks)
    assert post.text == house.slack.posts[0].text
    assert stored(house, message).approved == 1
    assert house.refresh("story") == 0, "told once"


def test_a_satisfied_message_folds_to_a_line(house: House) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    assert house.refresh("story") == 0, "it stands as it was told"
    file(house)
    house.queue.deliveries.clear()
    assert stored(house, message).stale_since is not None
    house.queue.send(message)
    assert house.deliver_next() is State.SENT
    ((ts, post),) = house.slack.updates
    assert ts == stored(house, message).provider_id
    assert values(top(post)) == ["07-02", "2(a)(i)"]
    assert post.text == house.slack.posts[0].text
    assert [b["type"] for b in post.blocks] == ["context", "section"], "folded, without a button"
    assert len(house.slack.posts) == 1
    found = stored(house, message)
    assert (found.stale_since, found.shown) == (
        None,
        "Resale shelf filing satisfied Fri, Jul 2. Section 2(a)(i)",
    )
    assert key(message) not in house.store.outbox.unfinished(True)
    assert house.refresh("story") == 0, "it reads as things stand"


def test_a_correction_removes_the_line(house: House) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    house.store.outbox.mark_outdated(key(message), True, house.now)
    refresh = house.store.outbox.claim_refresh(key(message), house.now, timedelta(seconds=90))
    assert isinstance(refresh, Refresh)
    assert house.store.outbox.mark_refreshed(
        refresh, "Resale shelf filing satisfied Fri, Jul 2. Section 2(a)(i)"
    )
    assert house.refresh("story", INSTANCE) == 1
    house.deliver_all()
    assert "Satisfied" not in str(house.slack.updates[-1][1].blocks)
    assert stored(house, message).shown == ""


def test_an_acknowledgment_is_shown_with_who_and_when(house: House) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    alert = stored(house, message).delivery.alert
    done = Act(
        "acknowledged",
        alert.instance,
        str(alert.revision),
        "maria",
        KNOWN,
        due=alert.due,
        until=date(2004, 7, 2),
    )
    house.store.responses.respond("story", lambda _: (done, False), house.now, "tests")
    assert house.refresh("story", "another/instance") == 0
    assert house.refresh("story", INSTANCE) == 1
    house.deliver_all()
    assert "acknowledged by Maria Lopez" in top(house.slack.updates[0][1])


@pytest.mark.parametrize("gone", ["message_not_found", "channel_not_found", "is_archived"])
def test_a_deleted_message_is_no_error_and_causes_no_notice(house: House, gone: str) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    house.store.outbox.mark_outdated(key(message), True, house.now)
    house.queue.send(message)
    house.slack.outcomes.append(Refused(gone))
    assert house.deliver_next() is State.SENT
    assert not house.queue.deliveries
    assert stored(house, message).stale_since is None


@pytest.mark.parametrize(("outcome", "wait"), [(Later(40), 40), (Unknown("timeout"), 30)])
def test_a_failed_update_is_repeated(house: House, outcome: Any, wait: int) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    house.store.outbox.mark_outdated(key(message), True, house.now)
    house.queue.send(message)
    house.slack.outcomes.append(outcome)
    house.deliver_next()
    assert house.queue.delays[-1] == wait
    assert stored(house, message).stale_since is not None
    house.wait(wait)
    house.deliver_next()
    assert len(house.slack.updates) == 2
    assert stored(house, message).stale_since is None


def test_a_message_outdated_in_transit_is_updated_on_arrival(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fact comes between the last look and the answer of Slack."""
    message = only(house, SLACK)
    send = house.slack.send

    def slowly(post: Post) -> Any:
        answer = send(post)
        house.store.outbox.mark_outdated(key(message), True, house.now)
        return answer

    monkeypatch.setattr(house.slack, "send", slowly)
    assert house.deliver_next() is State.SENT
    assert key(message) in house.store.outbox.unfinished(True)
    house.deliver_all()
    assert len(house.slack.updates) == 1
    assert key(message) not in house.store.outbox.unfinished(True)


def test_a_change_marked_during_an_update_causes_another_update(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    house.store.outbox.mark_outdated(key(message), True, house.now)
    house.queue.send(message)
    update, marks = house.slack.update, iter([True])

    def slowly(post: Post, ts: str) -> Any:
        if next(marks, False):
            house.store.outbox.mark_outdated(key(message), True, house.now + timedelta(seconds=1))
        return update(post, ts)

    monkeypatch.setattr(house.slack, "update", slowly)
    house.deliver_next()
    assert stored(house, message).stale_since is not None, "the later mark stands"
    house.wait(1)
    house.deliver_all()
    assert len(house.slack.updates) == 2
    assert stored(house, message).stale_since is None


def test_throttled_updates_hold_no_post_and_throttled_posts_hold_no_update(house: House) -> None:
    second = timedelta(seconds=1)
    house.outlets = replace(house.outlets, slack_gap=second)
    message = only(house, SLACK)
    house.deliver_next()
    house.store.outbox.mark_outdated(key(message), True, house.now)
    house.slack.outcomes.append(Later(3600))
    house.queue.send(message)
    house.deliver_next()
    house.queue.deliveries.clear()
    free_at = house.store.outbox.route_free_at
    assert free_at("story", SLACK) == house.now + second
    assert free_at("story", SLACK + UPDATES) == house.now + timedelta(hours=1)
    house.store.outbox.pause_route("story", SLACK, house.now + timedelta(hours=9))
    house.wait(3601)
    house.queue.send(message)
    house.deliver_next()
    assert len(house.slack.updates) == 2
    assert stored(house, message).stale_since is None


def test_of_two_workers_one_updates_and_the_other_retries_later(house: House) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    house.store.outbox.mark_outdated(key(message), True, house.now)
    first = house.store.outbox.claim_refresh(key(message), house.now, refresh_messages.LEASE)
    assert isinstance(first, Refresh)
    house.queue.send(message)
    house.deliver_next()
    assert house.slack.updates == []
    assert house.queue.delays[-1] == 90
    house.wait(91)
    house.deliver_next()
    assert len(house.slack.updates) == 1
    # The first, held up past its lease, may not show what it once saw.
    with pytest.raises(LostError, match="no longer belongs"):
        house.store.outbox.keep_update(first, Rendition("x", 1, 1, "0"), house.now)


def test_a_worker_that_dies_before_or_after_updating_is_made_good(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    house.store.outbox.mark_outdated(key(message), True, house.now)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(house.slack, "update", dies)
        house.queue.send(message)
        with pytest.raises(KeyboardInterrupt):
            house.deliver_next()
    with monkeypatch.context() as killed:
        killed.setattr(Outbox, "mark_refreshed", dies)
        house.wait(91)
        house.queue.send(message)
        with pytest.raises(KeyboardInterrupt):
            house.deliver_next()
    assert len(house.slack.updates) == 1
    house.wait(91)
    house.sweep(date(2004, 7, 1))  # the outbox still lists it
    house.deliver_all()
    assert len(house.slack.updates) == 2
    assert key(message) not in house.store.outbox.unfinished(True)
