"""A person's digest from its planning to its reader: to whom, when, once, and of which deals."""

import json
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from dealclock.alerts.delivery import State
from dealclock.alerts.handling import Handled
from dealclock.alerts.slots import ZONE, Slot, instant
from dealclock.alerts.team import Team
from dealclock.channels import Mail, NotFound, Refused, Unknown
from dealclock.render.told import POSSIBLY_REPEATED
from dealclock.store import Bundle, DeliveryKey, Store, StoredDelivery
from dealclock.store.handling import Decided
from dealclock.usecases import telling_digests
from dealclock.usecases.assess_deal import assess_as_of, assess_deal
from dealclock.usecases.digest import AFTER, digests, digests_of_failed
from dealclock.usecases.messages import AssessDeal, Deliver
from dealclock.usecases.rehearse import Stage, rehearse
from tests.contract.store import samples
from tests.unit.usecases.house import House
from tests.unit.usecases.playing import swept_in_house

DAY = date(2004, 10, 18)  # a Monday: the target of Thu Oct 28 is eight Business Days ahead
QUIET = date(2004, 8, 10)
SECRETS = ("Infocrossing", "Lehman", "Wells Fargo", "$", "default")


class Mornings:
    """Mornings of live deals, and what reaches people."""

    def __init__(self, store: Store) -> None:
        self.house = House(store, now=instant(date(2004, 7, 14), "morning"))
        self.store = store

    def load(self, deal: str, code_name: str, **changes: Any) -> None:
        whole = samples.live(samples.fact(recorded_at=None), deal=deal, code_name=code_name)
        team = Team.model_validate({**whole.team.model_dump(), **changes})
        self.store.load(Bundle(deal, whole.terms, team, whole.facts), self.house.now, "tests")

    def assess(self, deal: str, day: date = DAY, slot: Slot = "morning") -> None:
        known = instant(day, slot)
        self.house.now = known
        message = AssessDeal(deal=deal, as_of=day, known_at=known, slot=slot, sweep="sweep-1")
        queue, now = self.house.queue, self.house.now
        assess_deal(message, self.store, queue, now, digests(message, self.store, queue, now))

    def planned(self, kind: str = "") -> list[Deliver]:
        """The messages of digests in the queue; of one kind of route, or of both."""
        of = [m for m in self.house.queue.deliveries if m.deal.startswith("person:")]
        return [m for m in of if kind in m.delivery]

    def deliver(self, message: Deliver) -> State:
        self.house.queue.deliveries.clear()
        self.house.queue.send(message)
        return self.house.deliver_next()

    def stored(self, message: Deliver) -> StoredDelivery:
        found = self.store.delivery(DeliveryKey(message.deal, message.day, message.delivery))
        assert found is not None
        return found

    def of(self, person: str, kind: str = "-email-") -> Deliver:
        return next(m for m in self.planned(kind) if m.deal == f"person:U01{person.upper()}")

    def mail(self) -> str:
        content = self.house.mailbox.mails[-1].content
        text = content.get_body(("plain",))
        assert text is not None
        return str(text.get_content())


@pytest.fixture
def mornings(store: Store) -> Mornings:
    made = Mornings(store)
    made.load("granite", "Granite")
    return made


def people(*left_out: str) -> list[dict[str, Any]]:
    return [p.model_dump() for p in samples.team().people if p.id not in left_out]


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
    assert "Thu Oct 28, 2004: Effectiveness Target Date" in mornings.mail()


def test_what_is_seen_before_it_is_opened_names_the_one_deal_or_the_house(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    mornings.deliver(mornings.of("maria", "-dm-"))
    post = mornings.house.slack.posts[-1]
    assert post.text == "Granite, Mon Oct 18, 2004"
    mornings.load("basalt", "Basalt")
    mornings.assess("basalt", date(2004, 10, 19))
    mornings.deliver(mornings.of("maria"))
    subject = mornings.house.mailbox.mails[-1].content["Subject"]
    assert subject == "Dealclock, Tue Oct 19, 2004"
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
    assert "Basalt: Thu Oct 28" in told
    assert "Granite: Thu Oct 28" in told


def test_a_deal_that_the_person_may_no_longer_read_is_left_out(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")
    message = mornings.of("tom")
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    assert mornings.deliver(message) is State.SENT
    assert "Basalt" not in mornings.mail()
    assert mornings.house.mailbox.mails[-1].content["Subject"] == "Granite, Mon Oct 18, 2004"


def _owners() -> dict[str, Any]:
    return {"company": {"owner": "maria", "backup": "ruth"}}


def test_a_person_on_none_of_the_deals_any_more_gets_nothing(mornings: Mornings) -> None:
    mornings.assess("granite")
    email, dm = mornings.of("tom"), mornings.of("tom", "-dm-")
    mornings.load("granite", "Granite", deny=("tom",), email=("maria",), owners=_owners())
    assert mornings.deliver(email) is State.REFUSED
    assert mornings.deliver(dm) is State.REFUSED
    assert mornings.stored(email).cause == "recipient_removed"
    assert not mornings.house.mailbox.mails
    assert not mornings.house.slack.posts
    assert not mornings.house.queue.deliveries  # and nobody is told in their place


def test_a_deal_denied_when_it_is_planned_is_not_even_listed(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    mornings.assess("granite")
    assert mornings.stored(mornings.of("tom")).delivery.deals == ("granite",)
    assert mornings.stored(mornings.of("maria")).delivery.deals == ("granite", "basalt")


def test_another_address_of_the_same_slack_user_gets_its_own_deals_only(
    mornings: Mornings,
) -> None:
    others = [
        {**p, "email": "maria@elsewhere.example"} if p["id"] == "maria" else p for p in people()
    ]
    mornings.load("basalt", "Basalt", people=others)
    mornings.assess("granite")
    mornings.assess("basalt")
    for message in mornings.planned("-email-u01maria"):
        mornings.deliver(message)
    sent = {m.to: m.content["Subject"] for m in mornings.house.mailbox.mails}
    assert sent == {
        "maria.lopez@issuer.example": "Granite, Mon Oct 18, 2004",
        "maria@elsewhere.example": "Basalt, Mon Oct 18, 2004",
    }


def test_a_deal_whose_team_gave_another_address_since_is_not_told_to_the_old_one(
    mornings: Mornings,
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    message = mornings.of("maria")
    others = [
        {**p, "email": "maria@elsewhere.example"} if p["id"] == "maria" else p for p in people()
    ]
    mornings.load("basalt", "Basalt", people=others)
    assert mornings.deliver(message) is State.SENT
    assert mornings.house.mailbox.mails[-1].to == "maria.lopez@issuer.example"
    assert "Basalt" not in mornings.mail()


def test_the_earliest_date_of_any_reading_is_taken_from_the_mornings_comparison(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    message = mornings.of("maria")
    kept = mornings.store.summary("granite")
    assert kept is not None
    ends = [
        ["effectiveness", "2004-10-28", "2004-10-26"],
        ["effectiveness", "2004-10-27", "2004-10-19"],
    ]
    body = json.dumps({**json.loads(kept.body), "adverse": ends})
    mornings.store.put_summary("granite", replace(kept, body=body), mornings.house.now)
    mornings.deliver(message)
    (line,) = [each for each in mornings.mail().splitlines() if "(effectiveness)" in each]
    assert "Thu Oct 28, 2004" in line
    assert "earliest under any reading Tue Oct 26, 2004" in line


def test_a_quiet_morning_plans_nothing_at_all(mornings: Mornings) -> None:
    mornings.assess("granite", QUIET)
    assert not mornings.planned()
    assert not samples.rows(mornings.store, "PERSON#U01MARIA")


def test_the_deal_wakes_for_a_digest_that_no_alert_would_wake_it_for(mornings: Mornings) -> None:
    mornings.assess("granite", date(2004, 10, 14))
    meta = mornings.store.meta("granite")
    assert meta is not None
    assert meta.wake_on == date(2004, 10, 15)  # the next reminder is on Thu Oct 21


def test_nothing_left_to_say_when_its_turn_comes_is_withdrawn(store: Store) -> None:
    mornings = Mornings(store)
    store.load(samples.live(), mornings.house.now, "tests")
    friday = date(2004, 7, 2)  # the filing is due on Wed Jul 14
    mornings.assess("granite", friday)
    message = mornings.of("maria")
    filed = samples.fact(on=date(2004, 7, 1), recorded_at=None)
    store.load(samples.live(filed), mornings.house.now, "tests")
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
    mornings.store.put_sweep(False, DAY, "morning", instant(DAY, "morning"))
    mornings.assess("granite", slot="midday")
    assert not mornings.planned()
    mornings.assess("granite", date(2004, 10, 19), "midday")
    assert len(mornings.planned()) == 4


def test_a_deal_that_cannot_be_assessed_is_named_and_hides_no_other(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")

    def poisoned(deal: Any, *given: Any, **more: Any) -> Any:
        if deal.meta.id == "basalt":
            raise ValueError("poison")
        return assess_as_of(deal, *given, **more)

    monkeypatch.setattr(telling_digests, "assess_as_of", poisoned)
    assert mornings.deliver(mornings.of("maria")) is State.SENT
    told = mornings.mail()
    assert "Not assessed today\n• Basalt" in told
    assert "Granite: Thu Oct 28" in told


def test_a_deal_that_cannot_be_read_is_named_to_its_own_people_only(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    message, other = mornings.of("maria"), mornings.of("tom")
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    read = mornings.store.deal

    def unreadable(deal: str, *given: Any) -> Any:
        if deal == "basalt":
            raise ValueError("poison")
        return read(deal, *given)

    monkeypatch.setattr(mornings.store, "deal", unreadable)
    mornings.deliver(message)
    assert "Basalt" in mornings.mail()
    mornings.deliver(other)
    assert "Basalt" not in mornings.mail()


def test_what_somebody_took_on_is_marked_and_the_digest_itself_quiets_nothing(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    later = instant(date(2004, 11, 1), "morning")
    assert not [s for s in mornings.store.ledger("granite", later) if s.kind == "digest"]
    assert mornings.store.handled("granite") == ()
    mornings.house.now += timedelta(minutes=3)
    taken = Handled(
        instance="effectiveness",
        due=date(2004, 10, 28),
        revision=0,
        action="acknowledged",
        by="tom",
        at=mornings.house.now,
        until=date(2004, 10, 20),
    )
    now = mornings.house.now
    mornings.store.handle("granite", lambda _: Decided(taken, already=False), now, "tests")
    mornings.deliver(mornings.of("maria"))
    (line,) = [each for each in mornings.mail().splitlines() if "(effectiveness)" in each]
    assert line.endswith(" - acknowledged by Tom Becker, until Wed Oct 20, 2004")


def test_an_unknown_outcome_is_looked_up_or_repeated_once_and_marked(mornings: Mornings) -> None:
    mornings.assess("granite")
    email, dm = mornings.of("maria"), mornings.of("maria", "-dm-")
    mornings.house.mailbox.outcomes.append(Unknown("lost"))
    assert mornings.deliver(email) is State.UNKNOWN
    assert mornings.deliver(email) is State.SENT
    assert POSSIBLY_REPEATED in mornings.mail()
    mornings.house.slack.outcomes.append(Unknown("lost"))
    mornings.house.slack.earlier = NotFound()
    assert mornings.deliver(dm) is State.UNKNOWN
    assert mornings.deliver(dm) is State.SENT
    assert [a.channel for a in mornings.house.slack.asked] == ["U01MARIA"]
    assert POSSIBLY_REPEATED not in str(mornings.house.slack.posts[-1].blocks)


def test_a_route_that_fails_is_told_to_the_lead_and_the_digest_to_nobody_else(
    mornings: Mornings,
) -> None:
    mornings.assess("granite")
    dm = mornings.of("tom", "-dm-")
    mornings.house.slack.outcomes.append(Refused("person_deactivated"))
    assert mornings.deliver(dm) is State.REFUSED
    (notice,) = mornings.house.queue.deliveries
    assert (notice.deal, notice.delivery[-12:]) == ("granite", "-email-maria")
    mornings.deliver(notice)
    assert "direct messages in Slack to Tom Becker" in mornings.mail()
    assert mornings.store.unfinished(False) != ()


def test_what_was_told_is_kept_where_each_of_its_deals_finds_it(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.deliver(mornings.of("maria"))
    for deal in ("granite", "basalt"):
        kept = [t for t in mornings.store.told(deal) if t.kind == "mail"]
        assert [t.text for t in kept] == [mornings.mail()]
        assert not [t.wrong for t in kept if t.wrong]
        assert [(t.state, t.ended_at) for t in kept] == [(State.SENT, mornings.house.now)]


def test_what_became_of_a_digest_of_one_deal_alone_is_told_too(mornings: Mornings) -> None:
    mornings.assess("granite")
    message = mornings.of("maria")
    mornings.house.mailbox.outcomes.append(Refused("rejected"))
    assert mornings.deliver(message) is State.REFUSED
    (kept,) = [t for t in mornings.store.told("granite") if t.to.startswith("email:U01MARIA")]
    assert (kept.state, kept.cause, kept.wrong) == (State.REFUSED, "rejected", "")


def test_a_rehearsal_has_a_digest_of_its_own_marked_so(store: Store) -> None:
    mornings = Mornings(store)
    mornings.load("granite", "Granite")
    whole = samples.rehearsal(*samples.story())
    store.load(whole, mornings.house.now, "tests")
    store.rehearse_to("story", DAY, mornings.house.now, "tests")
    mornings.assess("granite")
    live = mornings.of("maria")
    mornings.assess("story")
    rehearsed = next(m for m in mornings.planned("-email-u01maria") if m != live)
    assert mornings.stored(rehearsed).delivery.deals == ("story",)
    mornings.deliver(live)
    assert mornings.house.mailbox.mails[-1].content["Subject"] == "Granite, Mon Oct 18, 2004"
    mornings.house.now = datetime.fromisoformat("2026-11-20T12:00:00-05:00")
    assert mornings.deliver(rehearsed) is State.SENT
    subject = mornings.house.mailbox.mails[-1].content["Subject"]
    assert subject == "REHEARSAL Story, Mon Oct 18, 2004"


def test_two_deals_cannot_plan_it_twice_even_at_the_same_moment(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    first = len(mornings.planned())
    # The other deal looked before the first one wrote: only the write's condition is left.
    monkeypatch.setattr(mornings.store, "delivery", lambda _: None)
    mornings.assess("basalt")
    assert len(mornings.planned()) == first == 4


def test_rehearsed_mornings_bring_their_digests_before_the_day_moves_on(store: Store) -> None:
    house = House(store)
    store.load(samples.rehearsal(*samples.story()), house.now, "tests")
    sweep = swept_in_house(house)
    house.assess = lambda message: assess_deal(  # type: ignore[method-assign]
        message, store, house.queue, house.now, digests(message, store, house.queue, house.now)
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
    assert store.unfinished(True) == ()


def _text(mail: Mail) -> str:
    text = mail.content.get_body(("plain",))
    assert text is not None
    return str(text.get_content())


def at(hour: int, minute: int = 0, day: date = DAY) -> datetime:
    return datetime.combine(day, time(hour, minute), ZONE)


def test_people_whose_every_deal_fails_are_told_so_all_the_same(
    mornings: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue, store = mornings.house.queue, mornings.store
    assert digests_of_failed(store, queue, at(8, 29)) == 0
    assert digests_of_failed(store, queue, at(8, 30)) > 0
    assert set(queue.delays) == {AFTER}
    assert digests_of_failed(store, queue, at(8, 45)) == 0  # they are there

    def poisoned(*_: Any, **__: Any) -> None:
        raise ValueError("canary")

    monkeypatch.setattr(telling_digests, "assess_as_of", poisoned)
    mornings.house.now = at(8, 36)
    assert mornings.deliver(mornings.of("maria")) is State.SENT
    assert "Not assessed today\n• Granite" in mornings.mail()


def test_who_has_a_digest_from_another_deal_is_not_planned_a_second(mornings: Mornings) -> None:
    mornings.load("slate", "Slate")
    mornings.assess("granite")
    before = {m.deal for m in mornings.planned()}
    assert digests_of_failed(mornings.store, mornings.house.queue, at(8, 30)) > 0
    new = {m.deal for m in mornings.planned()} - before
    assert new
    assert not new & before


def test_a_morning_that_ended_well_plans_no_digest_of_failures(mornings: Mornings) -> None:
    mornings.assess("granite")
    assert digests_of_failed(mornings.store, mornings.house.queue, at(9)) == 0


def test_no_digest_of_failures_from_noon_on_nor_on_a_closed_day(mornings: Mornings) -> None:
    queue = mornings.house.queue
    assert digests_of_failed(mornings.store, queue, at(12)) == 0
    columbus_day = date(2004, 10, 11)
    assert digests_of_failed(mornings.store, queue, at(9, day=columbus_day)) == 0
    saturday = date(2004, 10, 16)
    assert digests_of_failed(mornings.store, queue, at(9, day=saturday)) == 0


def test_a_digest_that_was_never_queued_is_queued_once_its_minutes_are_over(
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
        message, mornings.store, queue, later, digests(message, mornings.store, queue, later)
    )
    assert len(mornings.planned()) == 2 * count
