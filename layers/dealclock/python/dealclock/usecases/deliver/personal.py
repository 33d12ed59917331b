"""What makes an alert's email personal: the link to its page, and where a reply goes.

It is made when the email is about to be sent, and written with the words that are archived, in one
transaction, so that no link works whose email was never tried; the archive and the table do not
hold the secret. A mail that had to be repeated brings a second link: what they do is the same, and
done twice it changes nothing.
"""

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from dealclock.access.links import BYTES, fingerprint, secret_of
from dealclock.access.people import Action, may
from dealclock.alerts.alert import ENDINGS
from dealclock.alerts.delivery import Delivery
from dealclock.media import invitation
from dealclock.messages import notices
from dealclock.messages.reply_ways import ReplyWays
from dealclock.store import DeliveryKey, PersonalLink, StoredDeal

LINK_LIVES = timedelta(days=7)
# What nobody is asked to answer: a test, a word about a route, what somebody else wrote. A calendar
# is shared and copied, so no link that acts for a person goes on it.
_OF_NO_MATTER = frozenset(
    {
        notices.PING,
        notices.ROUTE_FAILURE,
        notices.MAIL_NOTE,
        notices.EMERGENCY_ACCESS,
        invitation.KIND,
    }
)
# What may be read, but of which there is nothing to acknowledge.
_NOTHING_TO_DO = frozenset({"rate schedule", "undated duty"})


@dataclass(frozen=True, slots=True)
class Personal:
    """What goes into one person's mail, and the links to write before it is sent."""

    answering: ReplyWays | None = None
    links: tuple[PersonalLink, ...] = ()


def personal(
    key: DeliveryKey, delivery: Delivery, deal: StoredDeal, web: str, now: datetime
) -> Personal:
    """The personal parts of a delivery as it is sent, found at `key`; nothing for Slack's.

    `web`, where links lead, ends with a slash; it is "" where there is none. Someone who may read
    the alert and not answer it has a link that shows why.
    """
    if delivery.route.in_slack:
        return Personal()
    people, alert = deal.team.access, delivery.alert
    person = people.person(delivery.route.to)
    replies_to = deal.team.replies_to(delivery.route.to)
    plain = alert.kind in _OF_NO_MATTER or alert.reason in ENDINGS
    if plain or not web or not may(person, Action.READ, people):
        return Personal(ReplyWays(replies_to))
    secret, link = _made(key, delivery, now + LINK_LIVES)
    answers = may(person, Action.HANDLE, people) and alert.kind not in _NOTHING_TO_DO
    ways = ReplyWays(replies_to, f"{web}a/{secret}", LINK_LIVES.days, answers)
    return Personal(ways, (link,))


def new_secret() -> str:
    """A new secret of a personal link."""
    return secret_of(secrets.token_bytes(BYTES))


def _made(key: DeliveryKey, delivery: Delivery, until: datetime) -> tuple[str, PersonalLink]:
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
        ref=str(ButtonRef(key, alert.id)),
    )
    return secret, link


@dataclass(frozen=True, slots=True)
class ButtonRef:
    """A delivery, and the id of the alert that headed it when the button was shown.

    `alert` is "" on a button of a release that did not say: then the delivery's own.
    """

    key: DeliveryKey
    alert: str = ""

    def __str__(self) -> str:
        """The reference: no part of it says what the delivery tells."""
        key = self.key
        return f"{key.deal} {key.day.isoformat()} {key.id} {self.alert}".rstrip()


def read_button_ref(ref: str) -> ButtonRef | None:
    """What a reference names, None for what is no reference."""
    parts = ref.split(" ")
    if len(parts) not in (3, 4) or not all(parts):
        return None
    try:
        key = DeliveryKey(parts[0], date.fromisoformat(parts[1]), parts[2])
    except ValueError:
        return None
    return ButtonRef(key, *parts[3:])
