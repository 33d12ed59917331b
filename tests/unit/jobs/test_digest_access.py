"""Who may read a digest: checked for each of its deals, at planning and at sending."""

from typing import Any

from dealclock.alerts.outcome import State
from tests.contract.store import samples
from tests.unit.jobs.mornings import Mornings, _owners


def people(**maria: str) -> list[dict[str, Any]]:
    """The sample's people, whose digests come by email; with changes to one of them."""
    whole = [{**p.model_dump(), "digest_by": "email"} for p in samples.team().people]
    return [{**p, **maria} if p["id"] == "maria" else p for p in whole]


def test_a_deal_the_person_may_no_longer_read_is_left_out(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")
    message = mornings.of("tom")
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    assert mornings.deliver(message) is State.SENT
    assert "Basalt" not in mornings.mail()
    assert "[Granite]" in str(mornings.house.mailbox.mails[-1].content["Subject"])


def test_a_person_removed_from_all_deals_gets_nothing(mornings: Mornings) -> None:
    mornings.assess("granite")
    email = mornings.of("tom")
    mornings.load("granite", "Granite", deny=("tom",), email=("maria",), owners=_owners())
    assert mornings.deliver(email) is State.REFUSED
    assert mornings.stored(email).cause == "recipient_removed"
    assert not mornings.house.mailbox.mails
    assert not mornings.house.slack.posts
    assert not mornings.house.queue.deliveries  # and nobody is told in their place


def test_a_deal_denied_at_planning_is_not_even_listed(mornings: Mornings) -> None:
    mornings.load("basalt", "Basalt", deny=("tom",), email=("maria",), owners=_owners())
    mornings.assess("granite")
    mornings.assess("basalt")
    assert mornings.store.digests.deals("U01TOM") == ("granite",)
    assert mornings.store.digests.deals("U01MARIA") == ("basalt", "granite")


def test_another_address_of_the_same_slack_user_gets_only_its_own_deals(
    mornings: Mornings,
) -> None:
    others = people(email="maria@elsewhere.example")
    mornings.load("basalt", "Basalt", people=others)
    mornings.assess("granite")
    mornings.assess("basalt")
    for message in mornings.planned("-email-u01maria"):
        mornings.deliver(message)
    sent = {m.to: str(m.content["Subject"]).partition(" ")[0] for m in mornings.house.mailbox.mails}
    assert sent == {
        "maria.lopez@issuer.example": "[Granite]",
        "maria@elsewhere.example": "[Basalt]",
    }


def test_a_deal_whose_team_changed_the_address_is_not_sent_to_the_old_one(
    mornings: Mornings,
) -> None:
    mornings.load("basalt", "Basalt")
    mornings.assess("granite")
    mornings.assess("basalt")
    message = mornings.of("maria")
    others = people(email="maria@elsewhere.example")
    mornings.load("basalt", "Basalt", people=others)
    assert mornings.deliver(message) is State.SENT
    assert mornings.house.mailbox.mails[-1].to == "maria.lopez@issuer.example"
    assert "Basalt" not in mornings.mail()
