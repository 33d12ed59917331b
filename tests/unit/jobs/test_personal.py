"""How an email is personalized at sending: its link, its reply address, and what is archived."""

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import State, Unknown
from dealclock.channels import Mail
from dealclock.jobs.deliver.personal import LINK_LIVES, Personal, personalize
from dealclock.jobs.queues import Deliver
from dealclock.people.away import Away
from dealclock.people.links import fingerprint
from dealclock.people.people import Person
from dealclock.people.policy import Reason
from dealclock.store import DeliveryKey, Store, StoredDeal
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import items, wording
from tests.unit.jobs.house import NOW, House

WEB = "https://web.example/"
LINK = re.compile(r"https://web\.example/a/([a-z2-7]{52})")
VERA = Person.model_validate(
    {"id": "vera", "name": "Vera", "email": "v@a.example", "slack": "U01VERA", "role": "viewer"}
)


@pytest.fixture
def house(store: Store) -> House:
    """A morning on which Maria and Tom get a mail each: the story's first."""
    house = House(store)
    house.outlets = replace(house.outlets, web_url=WEB)
    house.load_rehearsals()
    return house


def text(mail: Mail, kind: str = "plain") -> str:
    body = mail.content.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def secret(mail: Mail) -> str:
    """The secret of the link in a mail."""
    found = LINK.search(text(mail))
    assert found
    return found.group(1)


def test_each_reader_gets_a_separate_link(house: House) -> None:
    house.morning("2004-06-30")
    secrets = [secret(mail) for mail in house.mailbox.mails]
    assert len(set(secrets)) == len(house.mailbox.mails) == 4
    for mail, own in zip(house.mailbox.mails, secrets, strict=True):
        link = house.store.links.get(fingerprint(own))
        assert link is not None
        assert mail.to.startswith(f"{link.person}.")
        assert (link.purpose, link.valid_until) == ("acknowledge", NOW + LINK_LIVES)
        assert mail.id in link.ref.split(" ")


def test_the_email_has_a_button_for_each_section_of_the_page(house: House) -> None:
    house.morning("2004-06-30")
    mail = house.mailbox.mails[0]
    page = text(mail, "html")
    link = f"{WEB}a/{secret(mail)}"
    assert re.findall(r'<a href="([^"]+)">([^<]+)</a>', page) == [
        (f"{link}#acknowledge", "Acknowledge"),
        (f"{link}#done", "It is done"),
        (f"{link}#snooze", "Snooze"),
        (f"{link}#why", "Why this date?"),
    ]
    assert shows(wording("page/personal", items(page, "7 days")), "7 days")


def test_a_reply_goes_to_a_lead_and_never_to_the_reader(house: House) -> None:
    """Maria leads; Tom is her backup."""
    house.morning("2004-06-30")
    replies = {mail.to.split(".")[0]: mail.content["Reply-To"] for mail in house.mailbox.mails}
    assert replies == {"maria": "tom.becker@issuer.example", "tom": "maria.lopez@issuer.example"}
    for mail in house.mailbox.mails:
        for kind in ("plain", "html"):
            assert mail.content["Reply-To"] in text(mail, kind)


def test_the_email_of_the_backup_says_so_first_and_in_its_subject(house: House) -> None:
    house.morning("2004-06-30")
    owners, backups = (
        [mail for mail in house.mailbox.mails if mail.to.startswith(who)]
        for who in ("maria", "tom")
    )
    for mail in backups:
        assert ", backup] " in mail.content["Subject"]
        for kind in ("plain", "html"):
            assert "You are the backup for Maria Lopez." in text(mail, kind)[:9000]
    for mail in owners:
        assert "backup" not in mail.content["Subject"]
        assert "You are the backup" not in text(mail)
    away = Away.model_validate(
        {"person": "maria", "first_day": "2004-10-11", "last_day": "2004-10-15", "delegate": "tom"}
    )
    found = made(house.store, route=Route("email", "tom"), away=(away,)).reply_ways
    assert found is not None
    assert shows(found.role, "10-15")


def test_the_archive_keeps_the_text_and_not_the_secrets(house: House) -> None:
    house.morning("2004-06-30")
    for deal in house.rehearsals():
        emails = [t for t in house.store.archive.messages(deal) if t.kind == "mail"]
        assert emails
        for each in emails:
            assert " [personal link, not kept]\n" in each.text
            assert not LINK.search(each.text)
            assert each.wrong == ""


def test_a_repeated_email_has_a_link_that_works_too(house: House) -> None:
    house.mailbox.outcomes.append(Unknown("connection_lost"))
    house.morning("2004-06-30")
    [key] = house.store.outbox.unfinished(rehearsal=True)
    house.wait(3600)
    house.queue.deliveries.clear()
    house.queue.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    assert house.deliver_next() is State.SENT
    again = house.mailbox.mails[-1]
    [first] = [mail for mail in house.mailbox.mails[:-1] if mail.id == again.id]
    assert again.content["X-Dealclock-Repeated"] == "possibly"
    assert secret(first) != secret(again)
    assert house.store.links.get(fingerprint(secret(first)))
    assert house.store.links.get(fingerprint(secret(again)))


def test_without_a_web_address_emails_have_no_link(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    house.morning("2004-06-30")
    assert house.mailbox.mails
    for mail in house.mailbox.mails:
        assert "Acknowledge" not in text(mail)
        assert mail.content["Reply-To"]


def made(store: Store, *, web: str = WEB, **changes: Any) -> Personal:
    """What is personal in a reminder to Maria, changed."""
    bundle = samples.live()
    away = changes.pop("away", ())
    people = (*bundle.team.people, VERA)
    team = bundle.team.model_copy(update={"people": people, "away": away})
    if store.deals.meta("granite") is None:
        store.deals.load(replace(bundle, team=team), NOW, "tests")
    deal = store.deals.get("granite")
    assert isinstance(deal, StoredDeal)
    one = samples.delivery(date(2004, 10, 14), Route("email", "maria"))
    route = changes.pop("route", one.route)
    assert isinstance(route, Route)
    alert: Alert = replace(one.alert, **changes)
    delivery: Delivery = replace(one, alert=alert, route=route)
    return personalize(DeliveryKey.of(delivery), delivery, deal, web, NOW)


def test_slack_needs_no_link(store: Store) -> None:
    assert made(store, route=Route("dm", "maria")) == Personal()
    assert made(store, route=Route("slack", "C01GRANITE")) == Personal()


def test_a_viewer_is_shown_why_and_is_not_asked_to_respond(store: Store) -> None:
    found = made(store, route=Route("email", "vera"))
    assert found.reply_ways is not None
    assert not found.reply_ways.answers
    assert [says for says, _ in found.reply_ways.buttons] == ["Why this date?"]


@pytest.mark.parametrize("kind", ["ping", "route", "note", "glass"])
def test_an_email_about_no_obligation_has_no_page(store: Store, kind: str) -> None:
    found = made(store, kind=kind)
    assert found.links == ()
    assert found.reply_ways is not None
    assert found.reply_ways.link == ""


@pytest.mark.parametrize(
    "changes",
    [{"reasons": (Reason.CONFIRMED,)}, {"reasons": (Reason.CLOSED,)}],
)
def test_an_alert_that_an_item_is_over_has_no_page(store: Store, changes: dict[str, Any]) -> None:
    assert made(store, **changes).links == ()


@pytest.mark.parametrize("kind", ["rate schedule", "undated duty"])
def test_an_alert_that_asks_for_nothing_offers_only_why(store: Store, kind: str) -> None:
    found = made(store, kind=kind)
    assert found.reply_ways is not None
    assert [says for says, _ in found.reply_ways.buttons] == ["Why this date?"]


def test_a_link_belongs_to_one_alert(store: Store) -> None:
    found = made(store, revision=3)
    [link] = found.links
    assert found.reply_ways is not None
    assert fingerprint(found.reply_ways.link.removeprefix(f"{WEB}a/")) == link.fingerprint
    assert link.purpose == "acknowledge"
    assert (link.deal, link.person, link.revision) == ("granite", "maria", 3)
    assert (link.instance, link.clause, link.due) == (
        "shelf-effective",
        "2(a)(ii)",
        date(2004, 10, 19),
    )


def test_a_link_expires() -> None:
    assert timedelta(days=1) <= LINK_LIVES <= timedelta(days=14)


def replies(**changes: Any) -> dict[str, str]:
    """Where replies go, by the person an email is to."""
    team = samples.team().model_copy(update=changes)
    return {p.id: team.replies_to(p.id) for p in team.people}


def test_replies_go_to_the_deals_mailbox_where_it_has_one() -> None:
    assert set(replies(mailbox="granite@issuer.example").values()) == {"granite@issuer.example"}


def test_a_mailbox_that_is_the_readers_own_is_skipped_for_that_reader() -> None:
    found = replies(mailbox="maria.lopez@issuer.example")
    assert found["maria"] == "tom.becker@issuer.example"
    assert found["tom"] == "maria.lopez@issuer.example"


def test_without_a_lead_replies_go_to_an_owner_and_without_that_to_no_one() -> None:
    people = tuple(
        p.model_copy(update={"role": "editor"}) if p.role == "lead" else p
        for p in samples.team().people
    )
    assert replies(people=people)["ruth"] == "maria.lopez@issuer.example"
    alone = tuple(p for p in people if p.id == "tom")
    assert replies(people=alone) == {"tom": ""}


def test_a_denied_person_gets_no_reply() -> None:
    assert replies(deny=("maria",))["ruth"] == "tom.becker@issuer.example"
