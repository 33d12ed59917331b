"""What makes an alert's email personal: its acknowledge link.

It is made when the email is about to be sent, and written with the words that are archived, in one
transaction, so that no link works whose email was never tried; the archive and the table do not
hold the secret. A mail that had to be repeated brings a second link, and each works once:
what they do is the same, and done twice it changes nothing.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from dealclock.access.links import BYTES, fingerprint, secret_of
from dealclock.access.people import Action, may
from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.delivery import Delivery
from dealclock.render import break_glass_notice, invitation, mail_note, ping, route_failure
from dealclock.render.reply_ways import ReplyWays
from dealclock.store import PersonalLink, StoredDeal

LINK_LIVES = timedelta(days=7)
# What nobody is asked to answer: a test, a word about a route, what somebody else wrote. A calendar
# is shared and copied, so no link that acts for a person goes on it.
_OF_NO_MATTER = frozenset(
    {ping.KIND, route_failure.KIND, mail_note.KIND, break_glass_notice.KIND, invitation.KIND}
)
# What may be read, but of which there is nothing to acknowledge.
_NOTHING_TO_DO = frozenset({"rate schedule", "undated duty"})


@dataclass(frozen=True, slots=True)
class Personal:
    """What goes into one person's mail, and the links to write before it is sent."""

    answering: ReplyWays | None = None
    links: tuple[PersonalLink, ...] = ()


def personal(delivery: Delivery, deal: StoredDeal, web: str, now: datetime) -> Personal:
    """The personal parts of a delivery; nothing for Slack, which has buttons.

    `web`, where links lead, ends with a slash; it is "" where there is none. Someone who may read
    alerts and not answer them has no link.
    """
    if delivery.route.in_slack or not web:
        return Personal()
    people, alert = deal.team.access, delivery.alert
    person = people.person(delivery.route.to)
    if alert.kind in _OF_NO_MATTER or not may(person, Action.HANDLE, people) or not _asks(alert):
        return Personal()
    secret, link = _made(delivery, now + LINK_LIVES)
    return Personal(ReplyWays(f"{web}a/{secret}", LINK_LIVES.days), (link,))


def new_secret() -> str:
    """A new secret of a personal link."""
    return secret_of(secrets.token_bytes(BYTES))


def _asks(alert: Alert) -> bool:
    """Whether the alert asks for something that can be acknowledged."""
    return alert.reason not in ENDINGS and alert.kind not in _NOTHING_TO_DO


def _made(delivery: Delivery, until: datetime) -> tuple[str, PersonalLink]:
    secret, alert = new_secret(), delivery.alert
    link = PersonalLink(
        fingerprint=fingerprint(secret),
        purpose="acknowledge",
        person=delivery.route.to,
        valid_until=until,
        deal=alert.deal,
        instance=alert.instance,
        revision=alert.revision,
        clause=alert.clause,
        due=alert.due,
    )
    return secret, link
