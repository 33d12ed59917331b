"""A digest when something fails: a deal, a route, an unknown outcome."""

from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

import pytest

from dealclock.alerts.outcome import Refused, State, Unknown
from dealclock.alerts.slots import ZONE, instant
from dealclock.channels import MissingAttempt
from dealclock.errors import TryAgainError
from dealclock.jobs.deliver import send_digest
from dealclock.jobs.plan.assess_deal import assess_as_of, assess_deal
from dealclock.jobs.plan.digest import AFTER, digests_of_failed, plan_digests
from dealclock.jobs.queues import AssessDeal
from dealclock.messages.message import POSSIBLY_REPEATED
from dealclock.store import DeliveryKey, Store, keys
from dealclock.store.write import PRESENT, Update
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.mornings import DAY, MONDAY, Mornings, _owners


def test_a_deal_that_cannot_be_assessed_is_named_without_affecting_others(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")

    def poisoned(deal: Any, *given: Any, **more: Any) -> Any:
        if deal.meta.id == "basalt":
            raise ValueError("poison")
        return assess_as_of(deal, *given, **more)

    monkeypatch.setattr(send_digest, "assess_as_of", poisoned)
    assert mornings.deliver(mornings.of("maria")) is State.SENT
    emails = mornings.mail()
    wording("digest/morning-failures", emails)
    assert shows(emails, "10-28")


def test_a_deal_that_cannot_be_read_is_named_only_to_its_own_people(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")
    message, other = mornings.of("maria"), mornings.of("tom")
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    read = mornings.store.deals.get

    def unreadable(deal: str, *given: Any) -> Any:
        if deal == "basalt":
            raise ValueError("poison")
        return read(deal, *given)

    monkeypatch.setattr(mornings.store.deals, "get", unreadable)
    mornings.deliver(message)
    assert "Basalt" in mornings.mail()
    mornings.deliver(other)
    assert "Basalt" not in mornings.mail()


@pytest.mark.parametrize("read", ["deals.get", "runs.summary"])
def test_an_unavailable_table_leaves_the_weekly_line_to_the_next_run(
    read: str, mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.sweep(MONDAY)
    mornings.assess("granite", MONDAY)
    email = mornings.of("maria")

    def unanswered(*_: Any) -> None:
        raise TryAgainError("no answer")

    with monkeypatch.context() as failing:
        rows, name = read.split(".")
        failing.setattr(getattr(mornings.store, rows), name, unanswered)
        with pytest.raises(TryAgainError, match="no answer"):
            mornings.deliver(email)
    assert mornings.house.mailbox.mails == []
    assert mornings.deliver(email) is State.SENT
    assert "checked, 1 deal," in mornings.mail()
    assert "Not assessed" not in mornings.mail()


def test_an_unreadable_directory_line_is_reported_without_affecting_others(
    mornings: Mornings,
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.load("slate", "Slate", deny=("tom",), email=("maria",), owners=_owners())
    mornings.assess("basalt")
    mornings.assess("slate")
    for deal in ("basalt", "slate"):
        odd = Update(keys.DEALS, deal, {"people": "nobody knows"}, PRESENT)
        mornings.store.table.write(odd)
    mornings.assess("granite")
    message, other = mornings.of("maria"), mornings.of("tom")
    assert mornings.deliver(message) is State.SENT
    assert all(name in mornings.mail() for name in ("(Granite)", "(Basalt)", "(Slate)"))
    mornings.deliver(other)
    assert "(Basalt)" in mornings.mail()
    assert "Slate" not in mornings.mail(), "Tom is denied it"


def test_an_unknown_outcome_of_an_email_is_repeated_once_and_marked(mornings: Mornings) -> None:
    mornings.assess("granite")
    email = mornings.of("maria")
    mornings.house.mailbox.outcomes.append(Unknown("lost"))
    assert mornings.deliver(email) is State.UNKNOWN
    mornings.house.wait(31)
    assert mornings.deliver(email) is State.SENT
    assert POSSIBLY_REPEATED in mornings.mail()


def test_an_unknown_outcome_of_a_direct_message_is_looked_up(store: Store) -> None:
    mornings = Mornings(store, by="slack")
    mornings.load("granite", "Granite")
    mornings.assess("granite")
    dm = mornings.of("maria", "-dm-")
    mornings.house.slack.outcomes.append(Unknown("lost"))
    mornings.house.slack.earlier = MissingAttempt()
    assert mornings.deliver(dm) is State.UNKNOWN
    mornings.house.wait(31)
    assert mornings.deliver(dm) is State.SENT
    assert [a.channel for a in mornings.house.slack.asked] == ["U01MARIA"]
    assert POSSIBLY_REPEATED not in str(mornings.house.slack.posts[-1].blocks)


def test_when_the_readers_route_fails_the_other_is_used_and_the_lead_is_notified(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    email = mornings.of("tom")
    mornings.house.mailbox.outcomes.append(Refused("rejected"))
    assert mornings.deliver(email) is State.REFUSED
    instead, notice = mornings.house.queue.deliveries
    assert (instead.deal, instead.delivery.split("-")[1:]) == ("person:U01TOM", ["dm", "u01tom"])
    assert (notice.deal, notice.delivery.split("-")[1:]) == ("granite", ["dm", "maria"])
    assert mornings.deliver(instead) is State.SENT
    (post,) = mornings.house.slack.posts
    assert post.channel == "U01TOM"
    assert "2(a)(ii)" in str(post.blocks)
    mornings.deliver(notice)
    said = wording("digest/morning-failures", mornings.house.slack.posts[-1].text)
    assert "Tom" not in said


def test_a_digest_that_fails_both_ways_is_reported_to_the_lead_and_takes_no_third_route(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    mornings.house.mailbox.outcomes.append(Refused("rejected"))
    mornings.deliver(mornings.of("tom"))
    instead = mornings.house.queue.deliveries[0]
    mornings.house.slack.outcomes.append(Refused("person_deactivated"))
    assert mornings.deliver(instead) is State.REFUSED
    (notice,) = mornings.house.queue.deliveries
    assert (notice.deal, notice.delivery[-12:]) == ("granite", "-email-maria")


def test_undelivered_items_come_the_next_morning(mornings: Mornings) -> None:
    mornings.assess("granite")
    email = mornings.of("tom")
    mornings.house.mailbox.outcomes.append(Refused("rejected"))
    mornings.deliver(email)
    mornings.house.slack.outcomes.append(Refused("person_deactivated"))
    mornings.deliver(mornings.house.queue.deliveries[0])
    mornings.house.queue.deliveries.clear()
    mornings.assess("granite", date(2004, 10, 15))
    assert mornings.deliver(mornings.of("tom")) is State.SENT


def test_a_bounce_counts_as_not_delivered(mornings: Mornings) -> None:
    mornings.assess("granite")
    email = mornings.of("tom")
    assert mornings.deliver(email) is State.SENT
    key = DeliveryKey(email.deal, email.day, email.delivery)
    mornings.store.outbox.mark_email_failed(key, "bounced", False, mornings.house.now)
    mornings.house.queue.deliveries.clear()
    mornings.assess("granite", date(2004, 10, 15))
    assert mornings.deliver(mornings.of("tom")) is State.SENT


def at(hour: int, minute: int = 0, day: date = DAY) -> datetime:
    return datetime.combine(day, time(hour, minute), ZONE)


def test_people_whose_deals_all_fail_are_still_notified(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue, store = mornings.house.queue, mornings.store
    assert digests_of_failed(services(store, deliveries=queue, now=at(8, 29))) == 0
    assert digests_of_failed(services(store, deliveries=queue, now=at(8, 30))) > 0
    assert set(queue.delays) == {AFTER}
    assert (
        digests_of_failed(services(store, deliveries=queue, now=at(8, 45))) == 0
    )  # they are there

    def poisoned(*_: Any, **__: Any) -> None:
        raise ValueError("canary")

    monkeypatch.setattr(send_digest, "assess_as_of", poisoned)
    mornings.house.now = at(8, 36)
    assert mornings.deliver(mornings.of("maria")) is State.SENT
    wording("digest/morning-failures", mornings.mail())


def test_a_person_with_a_digest_from_another_deal_gets_no_second_one(mornings: Mornings) -> None:
    mornings.load("slate", "Slate")
    mornings.assess("granite")
    before = {m.deal for m in mornings.planned()}
    assert (
        digests_of_failed(services(mornings.store, deliveries=mornings.house.queue, now=at(8, 30)))
        > 0
    )
    new = {m.deal for m in mornings.planned()} - before
    assert new
    assert not new & before


def test_a_successful_morning_plans_no_failure_digest(mornings: Mornings) -> None:
    mornings.assess("granite")
    assert (
        digests_of_failed(services(mornings.store, deliveries=mornings.house.queue, now=at(9))) == 0
    )


def test_no_failure_digest_from_noon_on_nor_on_a_closed_day(mornings: Mornings) -> None:
    queue = mornings.house.queue
    assert digests_of_failed(services(mornings.store, deliveries=queue, now=at(12))) == 0
    columbus_day = date(2004, 10, 11)
    assert (
        digests_of_failed(services(mornings.store, deliveries=queue, now=at(9, day=columbus_day)))
        == 0
    )
    saturday = date(2004, 10, 16)
    assert (
        digests_of_failed(services(mornings.store, deliveries=queue, now=at(9, day=saturday))) == 0
    )


def test_a_digest_that_was_never_queued_is_queued_once_after_its_delay(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    count = len(mornings.planned())
    mornings.assess("granite")
    assert len(mornings.planned()) == count
    message = AssessDeal(
        deal="granite", as_of=DAY, known_at=instant(DAY, "morning"), slot="morning", sweep="again"
    )
    queue, later = mornings.house.queue, mornings.house.now + timedelta(seconds=AFTER)
    assess_deal(
        message,
        services(mornings.store, deliveries=queue, now=later),
        partial(plan_digests, message, services(mornings.store, deliveries=queue, now=later)),
    )
    assert len(mornings.planned()) == 2 * count == 4
