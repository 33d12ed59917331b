"""A person's digest from planning to delivery: who gets it, when, once, and on which deals."""

import json
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial

import pytest

from dealclock.alerts.outcome import Refused, State
from dealclock.alerts.slots import instant
from dealclock.desk.rehearse import Stage, rehearse
from dealclock.jobs.deliver import send_digest
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.plan.digest import AFTER, plan_digests
from dealclock.people.acts import Act
from dealclock.store import Store
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.house import House
from tests.unit.jobs.mornings import DAY, Mornings
from tests.unit.jobs.playing import swept_in_house

FRIDAY = date(2004, 10, 15)

SECRETS = ("Infocrossing", "Lehman", "Wells Fargo", "$", "default")


def test_owner_and_backup_each_get_one_by_their_route_a_few_minutes_later(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    assert [(m.deal, m.delivery.split("-")[1]) for m in mornings.planned()] == [
        ("person:U01MARIA", "email"),
        ("person:U01TOM", "email"),
    ]
    assert mornings.house.queue.delays[-2:] == [AFTER] * 2
    for message in mornings.planned():
        mornings.deliver(message)
    assert [m.to for m in mornings.house.mailbox.mails] == [
        "maria.lopez@issuer.example",
        "tom.becker@issuer.example",
    ]
    assert not mornings.house.slack.posts
    assert shows(mornings.mail(), "10-28")


def test_in_slack_it_is_one_direct_message_each(store: Store) -> None:
    mornings = Mornings(store, by="slack")
    mornings.load("granite", "Granite")
    mornings.week()
    mornings.assess("granite")
    for message in mornings.planned():
        mornings.deliver(message)
    assert [p.channel for p in mornings.house.slack.posts] == ["U01MARIA", "U01TOM"]
    assert not mornings.house.mailbox.mails


def test_each_deal_uses_the_route_of_its_own_team(mornings: Mornings) -> None:
    mornings.by = "slack"
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")
    for message in mornings.planned():
        mornings.deliver(message)
    assert "Basalt" not in mornings.mail()
    posts = {p.channel: str(p.blocks) for p in mornings.house.slack.posts}
    assert set(posts) == {"U01MARIA", "U01TOM"}
    assert all("Basalt" in post and "Granite" not in post for post in posts.values())


def test_the_preview_names_the_only_deal_or_dealclock(store: Store) -> None:
    mornings = Mornings(store, by="slack")
    mornings.load("granite", "Granite")
    mornings.assess("granite")
    mornings.deliver(mornings.of("maria", "-dm-"))
    post = mornings.house.slack.posts[-1]
    one = wording("digest/morning", post.text)
    mornings.load("basalt", "Basalt")
    mornings.assess("basalt", FRIDAY)
    mornings.deliver(mornings.of("maria", "-dm-"))
    two = mornings.house.slack.posts[-1]
    wording("digest/morning", two.text, "second")
    for seen in (one, two.text, str(post.blocks[:2]), str(two.blocks[:2])):
        assert not [word for word in SECRETS if word in seen]


def test_it_is_planned_once_by_repeated_runs_and_covers_every_deal(
    mornings: Mornings,
) -> None:
    mornings.load("basalt", "Basalt")
    for deal in ("granite", "basalt", "granite"):
        mornings.assess(deal)
    assert [m.deal for m in mornings.planned()] == ["person:U01MARIA", "person:U01TOM"]
    message = mornings.of("maria")
    assert mornings.deliver(message) is State.SENT
    assert mornings.deliver(message) is State.SENT
    mornings.assess("basalt")
    assert mornings.deliver(message) is State.SENT
    assert len(mornings.house.mailbox.mails) == 1
    emails = mornings.mail()
    assert shows(wording("digest/morning", emails), "10-28")
    assert shows(emails, "10-28")


def test_the_earliest_date_of_any_reading_comes_from_the_comparison_of_the_morning(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    message = mornings.of("maria")
    kept = mornings.store.runs.summary("granite")
    assert kept is not None
    ends = [
        ["effectiveness", "2004-10-28", "2004-10-26"],
        ["effectiveness", "2004-10-27", "2004-10-19"],
    ]
    body = json.dumps({**json.loads(kept.body), "adverse": ends})
    mornings.store.runs.put_summary("granite", replace(kept, body=body), mornings.house.now)
    mornings.deliver(message)
    (line,) = [each for each in mornings.mail().splitlines() if "2(a)(ii)" in each]
    assert shows(line, "10-28")
    assert shows(wording("digest/morning", line), "10-26")


def test_a_quiet_morning_plans_nothing(mornings: Mornings) -> None:
    mornings.assess("granite", date(2004, 10, 13))
    assert not mornings.planned()


def test_the_deal_is_due_for_a_digest_even_without_an_alert(mornings: Mornings) -> None:
    mornings.assess("granite", date(2004, 10, 14))
    meta = mornings.store.deals.meta("granite")
    assert meta is not None
    assert meta.wake_on == date(2004, 10, 15)  # the next reminder is on Thu, Oct 21


def test_a_digest_with_nothing_left_when_its_turn_comes_is_withdrawn(store: Store) -> None:
    mornings = Mornings(store)
    store.deals.load(samples.live(), mornings.house.now, "tests")
    mornings.week(day=date(2004, 7, 12))
    mornings.assess("granite", date(2004, 7, 14))  # the filing is due on Thu, Jul 15
    message = mornings.of("maria", "-dm-")
    filed = samples.fact(on=date(2004, 7, 1), recorded_at=None)
    store.deals.load(samples.live(filed), mornings.house.now, "tests")
    assert mornings.deliver(message) is State.WITHDRAWN
    assert mornings.stored(message).cause == "superseded"


def test_the_digest_of_yesterday_is_not_sent_today(mornings: Mornings) -> None:
    mornings.assess("granite")
    message = mornings.of("maria")
    mornings.house.now = instant(FRIDAY, "morning")
    assert mornings.deliver(message) is State.WITHDRAWN
    assert not mornings.house.mailbox.mails


def test_a_later_run_plans_it_only_if_no_morning_ran(mornings: Mornings) -> None:
    mornings.store.runs.put_sweep(False, DAY, "morning", instant(DAY, "morning"))
    mornings.assess("granite", slot="midday")
    assert not mornings.planned()
    mornings.assess("granite", FRIDAY, "midday")
    assert len(mornings.planned()) == 2


def test_acknowledged_items_are_marked_and_the_digest_itself_quiets_nothing(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    later = instant(date(2004, 11, 1), "morning")
    assert not [
        s for s in mornings.store.outbox.sent_alerts("granite", later) if s.kind == "digest"
    ]
    assert mornings.store.responses.of_deal("granite") == ()
    mornings.house.now += timedelta(minutes=3)
    taken = Act(
        "acknowledged",
        "effectiveness",
        "0",
        "tom",
        mornings.house.now,
        due=date(2004, 10, 28),
        until=date(2004, 10, 18),
    )
    now = mornings.house.now
    mornings.store.responses.respond("granite", lambda _: (taken, False), now, "tests")
    mornings.deliver(mornings.of("maria"))
    (line,) = [each for each in mornings.mail().splitlines() if "2(a)(ii)" in each]
    assert shows(wording("digest/morning", line), "Tom Becker", "10-18")


def test_a_sent_digest_is_archived_under_each_of_its_deals(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")
    mornings.deliver(mornings.of("maria"))
    for deal in ("granite", "basalt"):
        messages = mornings.store.archive.messages(deal)
        kept = [t for t in messages if t.kind == "mail" and t.at.date() == DAY]
        assert [t.text for t in kept] == [mornings.mail()]
        assert not [t.wrong for t in kept if t.wrong]
        assert [(t.state, t.ended_at) for t in kept] == [(State.SENT, mornings.house.now)]


def test_the_outcome_of_a_digest_of_one_deal_is_reported_too(mornings: Mornings) -> None:
    mornings.assess("granite")
    message = mornings.of("maria")
    mornings.house.mailbox.outcomes.append(Refused("rejected"))
    assert mornings.deliver(message) is State.REFUSED
    (kept,) = [
        t
        for t in mornings.store.archive.messages("granite")
        if t.to.startswith("email:U01MARIA") and t.at.date() == DAY
    ]
    assert (kept.state, kept.cause, kept.wrong) == (State.REFUSED, "rejected", "")


def test_a_rehearsal_has_a_separate_marked_digest(store: Store) -> None:
    mornings = Mornings(store, by="slack")
    mornings.load("granite", "Granite")
    whole = samples.rehearsal(*samples.story())
    store.deals.load(whole, mornings.house.now, "tests")
    store.deals.rehearse_to("story", DAY, mornings.house.now, "tests")
    mornings.assess("granite")
    live = mornings.of("maria", "-dm-")
    mornings.assess("story")
    rehearsed = next(m for m in mornings.planned("-dm-u01maria") if m != live)
    assert mornings.stored(rehearsed).delivery.deals == ("story",)
    assert store.digests.deals("U01MARIA") == ("granite",)
    mornings.deliver(live)
    assert "Story" not in str(mornings.house.slack.posts[-1])
    mornings.house.now = datetime.fromisoformat("2026-11-20T12:00:00-05:00")
    assert mornings.deliver(rehearsed) is State.SENT
    wording("digest/morning", mornings.house.slack.posts[-1].text)


def test_two_deals_cannot_plan_it_twice_even_at_the_same_moment(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    first = len(mornings.planned())
    # The other deal looked before the first one wrote: only the write's condition is left.
    monkeypatch.setattr(mornings.store.outbox, "get", lambda _: None)
    mornings.assess("basalt")
    assert len(mornings.planned()) == first == 2


@pytest.mark.full
def test_rehearsed_mornings_send_their_digests_before_the_day_moves_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send_digest, "_alerted_instances", lambda *_: frozenset())
    house = House(store)
    store.deals.load(samples.rehearsal(*samples.story()), house.now, "tests")
    sweep = swept_in_house(house)
    house.assess = lambda message: assess_deal(  # type: ignore[method-assign]
        message,
        services(store, deliveries=house.queue, now=house.now),
        partial(plan_digests, message, services(store, deliveries=house.queue, now=house.now)),
    )
    stage = Stage(store, sweep, lambda: house.now, lambda _: None, "tests")
    played = list(rehearse(["story"], date(2004, 10, 27), date(2004, 11, 4), stage))
    assert len(played) == 7 * 4
    posts = [p for p in house.slack.posts if p.channel == "U01MARIA" and "Digest" in p.text]
    days = [values(wording("digest/morning", post.text, post.text)) for post in posts]
    # Due tomorrow; due today; missed, and a notice due on the next Business Day; that due today.
    # Then nothing is new but that it is done, and what accrues.
    assert days == [["10-27"], ["10-28"], ["10-29"], ["11-01"]]
    assert store.outbox.unfinished(True) == ()
