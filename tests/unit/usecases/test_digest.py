"""A person's digest from its planning to its reader: to whom, when, once, and of which deals."""

import json
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from dealclock.alerts.delivery import State
from dealclock.alerts.responses import AlertResponse
from dealclock.alerts.slots import instant
from dealclock.channels import Mail, Refused
from dealclock.store import Store
from dealclock.store.responses import ResponseRecord
from dealclock.usecases.assess_deal import assess_deal
from dealclock.usecases.digest import AFTER, digests
from dealclock.usecases.rehearse import Stage, rehearse
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.usecases.house import House
from tests.unit.usecases.mornings import DAY, Mornings
from tests.unit.usecases.playing import swept_in_house

QUIET = date(2004, 8, 10)


SECRETS = ("Infocrossing", "Lehman", "Wells Fargo", "$", "default")


def test_the_owner_and_the_backup_get_one_each_way_some_minutes_later(mornings: Mornings) -> None:
    mornings.assess("granite")
    assert [(m.deal, m.delivery.split("-")[1]) for m in mornings.planned()] == [
        ("person:U01MARIA", "email"),
        ("person:U01MARIA", "dm"),
        ("person:U01TOM", "email"),
        ("person:U01TOM", "dm"),
    ]
    assert mornings.house.queue.delays[-4:] == [AFTER] * 4
    for message in mornings.planned():
        mornings.deliver(message)
    assert [m.to for m in mornings.house.mailbox.mails] == [
        "maria.lopez@issuer.example",
        "tom.becker@issuer.example",
    ]
    assert [p.channel for p in mornings.house.slack.posts] == ["U01MARIA", "U01TOM"]
    assert shows(mornings.mail(), "2004-10-28")


def test_what_is_seen_before_it_is_opened_names_the_one_deal_or_the_house(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    mornings.deliver(mornings.of("maria", "-dm-"))
    post = mornings.house.slack.posts[-1]
    assert values(post.text) == ["2004-10-18"]
    mornings.load("basalt", "Basalt")
    mornings.assess("basalt", date(2004, 10, 19))
    mornings.deliver(mornings.of("maria"))
    subject = mornings.house.mailbox.mails[-1].content["Subject"]
    assert values(subject) == ["2004-10-19"]
    for seen in (post.text, str(post.blocks[:2]), subject):
        assert not [word for word in SECRETS if word in seen]


def test_it_is_planned_once_whatever_runs_twice_and_tells_of_every_deal(
    mornings: Mornings,
) -> None:
    mornings.load("basalt", "Basalt")
    for deal in ("granite", "basalt", "granite"):
        mornings.assess(deal)
    assert len(mornings.planned()) == 4
    message = mornings.of("maria")
    assert mornings.deliver(message) is State.SENT
    assert mornings.deliver(message) is State.SENT
    mornings.assess("basalt")
    assert mornings.deliver(message) is State.SENT
    assert len(mornings.house.mailbox.mails) == 1
    told = mornings.mail()
    assert shows(wording("digest/morning", told), "10-28")
    assert shows(told, "10-28")


def test_the_earliest_date_of_any_reading_is_taken_from_the_mornings_comparison(
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
    (line,) = [each for each in mornings.mail().splitlines() if "(effectiveness)" in each]
    assert shows(line, "2004-10-28")
    assert shows(wording("digest/morning", line), "2004-10-26")


def test_a_quiet_morning_plans_nothing_at_all(mornings: Mornings) -> None:
    mornings.assess("granite", QUIET)
    assert not mornings.planned()
    assert not samples.rows(mornings.store, "PERSON#U01MARIA")


def test_the_deal_wakes_for_a_digest_that_no_alert_would_wake_it_for(mornings: Mornings) -> None:
    mornings.assess("granite", date(2004, 10, 14))
    meta = mornings.store.deals.meta("granite")
    assert meta is not None
    assert meta.wake_on == date(2004, 10, 15)  # the next reminder is on Thu Oct 21


def test_nothing_left_to_say_when_its_turn_comes_is_withdrawn(store: Store) -> None:
    mornings = Mornings(store)
    store.deals.load(samples.live(), mornings.house.now, "tests")
    friday = date(2004, 7, 2)  # the filing is due on Wed Jul 14
    mornings.assess("granite", friday)
    message = mornings.of("maria")
    filed = samples.fact(on=date(2004, 7, 1), recorded_at=None)
    store.deals.load(samples.live(filed), mornings.house.now, "tests")
    assert mornings.deliver(message) is State.WITHDRAWN
    assert mornings.stored(message).cause == "superseded"
    assert not mornings.house.mailbox.mails


def test_yesterdays_is_not_sent_today(mornings: Mornings) -> None:
    mornings.assess("granite")
    message = mornings.of("maria")
    mornings.house.now = instant(date(2004, 10, 19), "morning")
    assert mornings.deliver(message) is State.WITHDRAWN
    assert not mornings.house.mailbox.mails


def test_a_later_run_plans_it_only_where_no_morning_was_swept(mornings: Mornings) -> None:
    mornings.store.runs.put_sweep(False, DAY, "morning", instant(DAY, "morning"))
    mornings.assess("granite", slot="midday")
    assert not mornings.planned()
    mornings.assess("granite", date(2004, 10, 19), "midday")
    assert len(mornings.planned()) == 4


def test_what_somebody_took_on_is_marked_and_the_digest_itself_quiets_nothing(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    later = instant(date(2004, 11, 1), "morning")
    assert not [
        s for s in mornings.store.outbox.sent_alerts("granite", later) if s.kind == "digest"
    ]
    assert mornings.store.responses.of_deal("granite") == ()
    mornings.house.now += timedelta(minutes=3)
    taken = AlertResponse(
        instance="effectiveness",
        due=date(2004, 10, 28),
        revision=0,
        action="acknowledged",
        by="tom",
        at=mornings.house.now,
        until=date(2004, 10, 20),
    )
    now = mornings.house.now
    mornings.store.responses.respond(
        "granite", lambda _: ResponseRecord(taken, already=False), now, "tests"
    )
    mornings.deliver(mornings.of("maria"))
    (line,) = [each for each in mornings.mail().splitlines() if "(effectiveness)" in each]
    assert shows(wording("digest/morning", line), "Tom Becker", "2004-10-20")


def test_what_was_told_is_kept_where_each_of_its_deals_finds_it(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.deliver(mornings.of("maria"))
    for deal in ("granite", "basalt"):
        kept = [t for t in mornings.store.archive.messages(deal) if t.kind == "mail"]
        assert [t.text for t in kept] == [mornings.mail()]
        assert not [t.wrong for t in kept if t.wrong]
        assert [(t.state, t.ended_at) for t in kept] == [(State.SENT, mornings.house.now)]


def test_what_became_of_a_digest_of_one_deal_alone_is_told_too(mornings: Mornings) -> None:
    mornings.assess("granite")
    message = mornings.of("maria")
    mornings.house.mailbox.outcomes.append(Refused("rejected"))
    assert mornings.deliver(message) is State.REFUSED
    (kept,) = [
        t for t in mornings.store.archive.messages("granite") if t.to.startswith("email:U01MARIA")
    ]
    assert (kept.state, kept.cause, kept.wrong) == (State.REFUSED, "rejected", "")


def test_a_rehearsal_has_a_digest_of_its_own_marked_so(store: Store) -> None:
    mornings = Mornings(store)
    mornings.load("granite", "Granite")
    whole = samples.rehearsal(*samples.story())
    store.deals.load(whole, mornings.house.now, "tests")
    store.deals.rehearse_to("story", DAY, mornings.house.now, "tests")
    mornings.assess("granite")
    live = mornings.of("maria")
    mornings.assess("story")
    rehearsed = next(m for m in mornings.planned("-email-u01maria") if m != live)
    assert mornings.stored(rehearsed).delivery.deals == ("story",)
    mornings.deliver(live)
    assert values(mornings.house.mailbox.mails[-1].content["Subject"]) == ["2004-10-18"]
    mornings.house.now = datetime.fromisoformat("2026-11-20T12:00:00-05:00")
    assert mornings.deliver(rehearsed) is State.SENT
    subject = mornings.house.mailbox.mails[-1].content["Subject"]
    assert values(wording("digest/morning", subject)) == ["2004-10-18"]


def test_two_deals_cannot_plan_it_twice_even_at_the_same_moment(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    first = len(mornings.planned())
    # The other deal looked before the first one wrote: only the write's condition is left.
    monkeypatch.setattr(mornings.store.outbox, "get", lambda _: None)
    mornings.assess("basalt")
    assert len(mornings.planned()) == first == 4


def test_rehearsed_mornings_bring_their_digests_before_the_day_moves_on(store: Store) -> None:
    house = House(store)
    store.deals.load(samples.rehearsal(*samples.story()), house.now, "tests")
    sweep = swept_in_house(house)
    house.assess = lambda message: assess_deal(  # type: ignore[method-assign]
        message,
        services(store, deliveries=house.queue, now=house.now),
        digests(message, services(store, deliveries=house.queue, now=house.now)),
    )
    stage = Stage(store, sweep, lambda: house.now, lambda _: None, "tests")
    played = list(rehearse(["story"], date(2004, 10, 28), date(2004, 11, 1), stage))
    assert len(played) == 3 * 4
    mails = [m.content["Subject"] for m in house.mailbox.mails if "digest" in _text(m)]
    # Maria's and Tom's of Thursday, Friday and Monday.
    assert mails == [
        f"REHEARSAL Story, {day}, 2004"
        for day in ("Thu Oct 28", "Fri Oct 29", "Mon Nov 1")
        for _ in range(2)
    ]
    assert store.outbox.unfinished(True) == ()


def _text(mail: Mail) -> str:
    text = mail.content.get_body(("plain",))
    assert text is not None
    return str(text.get_content())
