"""What makes an alert's mail personal: its acknowledge link, and the address a reply goes to.

Both are made anew whenever the mail is about to be sent. They are written with the words that are
archived, in one transaction, so that no link works whose mail was never tried; the archive and the
table hold neither secret. A mail that had to be repeated brings a second link, and each works once:
what they do is the same, and done twice it changes nothing.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from dealclock.access.links import BYTES, fingerprint, secret_of
from dealclock.access.people import Action, may
from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.delivery import Delivery
from dealclock.render import glass, note, ping, trouble
from dealclock.render.answering import Answering
from dealclock.store import Link, StoredDeal
from dealclock.store.links import Purpose

LINK_LIVES = timedelta(days=7)
REPLY_LIVES = timedelta(days=90)
# What nobody is asked to answer: a test, a word about a route, what somebody else wrote.
_OF_NO_MATTER = frozenset({ping.KIND, trouble.KIND, note.KIND, glass.KIND})
# What may be read and replied to, but of which there is nothing to acknowledge.
_NOTHING_TO_DO = frozenset({"rate schedule", "undated duty"})


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the personal addresses lead: `web` ends with a slash; `reply_domain` takes mail.

    Either is "" where there is none.
    """

    web: str = ""
    reply_domain: str = ""


@dataclass(frozen=True, slots=True)
class Personal:
    """What goes into one person's mail, and the links to write before it is sent."""

    answering: Answering | None = None
    reply_to: str = ""
    links: tuple[Link, ...] = ()


def personal(delivery: Delivery, deal: StoredDeal, to: Addresses, now: datetime) -> Personal:
    """The personal parts of a delivery; nothing for Slack, which has buttons and threads.

    Someone who may read alerts and not answer them has neither link nor reply, and a reply of
    theirs is answered with what to do instead.
    """
    if delivery.route.in_slack:
        return Personal()
    bare = f"reply@{to.reply_domain}" if to.reply_domain else ""
    people, alert = deal.team.access, delivery.alert
    person = people.person(delivery.route.to)
    if alert.kind in _OF_NO_MATTER or not may(person, Action.HANDLE, people):
        return Personal(reply_to=bare)
    url, reply_to, links = "", bare, []
    if to.web and _asks(alert):
        secret, link = _made("acknowledge", delivery, now + LINK_LIVES)
        url = f"{to.web}a/{secret}"
        links.append(link)
    if to.reply_domain:
        secret, link = _made("reply", delivery, now + REPLY_LIVES)
        reply_to = f"reply+{secret}@{to.reply_domain}"
        links.append(link)
    if not links:
        return Personal()
    answering = Answering(url, LINK_LIVES.days, bool(to.reply_domain))
    return Personal(answering, reply_to, tuple(links))


def new_secret() -> str:
    """A new secret of a personal link."""
    return secret_of(secrets.token_bytes(BYTES))


def _asks(alert: Alert) -> bool:
    """Whether the alert asks for something that can be acknowledged."""
    return alert.reason not in ENDINGS and alert.kind not in _NOTHING_TO_DO


def _made(purpose: Purpose, delivery: Delivery, until: datetime) -> tuple[str, Link]:
    secret, alert = new_secret(), delivery.alert
    link = Link(
        fingerprint=fingerprint(secret),
        purpose=purpose,
        person=delivery.route.to,
        valid_until=until,
        deal=alert.deal,
        instance=alert.instance,
        revision=alert.revision,
        clause=alert.clause,
        due=alert.due,
    )
    return secret, link
