"""Who may read a digest: asked of each of its deals, when it is planned and when it is sent."""

from typing import Any

from dealclock.alerts.delivery import State
from tests.contract.store import samples
from tests.golden.values import values
from tests.unit.usecases.mornings import Mornings, _owners


def people(*left_out: str) -> list[dict[str, Any]]:
    return [p.model_dump() for p in samples.team().people if p.id not in left_out]


def test_a_deal_that_the_person_may_no_longer_read_is_left_out(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")
    message = mornings.of("tom")
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    assert mornings.deliver(message) is State.SENT
    assert "Basalt" not in mornings.mail()
    assert values(mornings.house.mailbox.mails[-1].content["Subject"]) == ["2004-10-18"]


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
