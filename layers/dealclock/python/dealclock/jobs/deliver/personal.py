"""What makes an alert's email personal: the link to its page, and where a reply goes; and the code
that proves a mobile number.

It is made just before the email is sent, and written in one transaction with the archived text, so
that no link works whose email was never tried; the archive and the table do not hold the secret. An
email that had to be repeated has a second link, which does the same; using both changes nothing.
"""

import secrets
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import ENDINGS
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.response_options import AlertAct
from dealclock.messages import notices, words
from dealclock.messages.reply_ways import ReplyWays
from dealclock.people.away import absence
from dealclock.people.links import BYTES, fingerprint, secret_of
from dealclock.people.people import Action, Person, may
from dealclock.records import record
from dealclock.store import DeliveryKey, PersonalLink, StoredDeal

LINK_LIVES = timedelta(days=7)
CODE_LIVES = timedelta(hours=1)
# Alerts that may be read, but not acknowledged.
_NOTHING_TO_DO = frozenset({"rate schedule", "undated duty"})


@record
class Personal:
    """The personal parts of one person's email or SMS, and the links to store before it is sent."""

    reply_ways: ReplyWays | None = None
    links: tuple[PersonalLink, ...] = ()
    code: str = ""


def personalize(
    key: DeliveryKey,
    delivery: Delivery,
    deal: StoredDeal,
    web: str,
    now: datetime,
    acts: Sequence[AlertAct] = (),
    party: str = "company",
) -> Personal:
    """The personal parts of the delivery with `key`, as it is sent; empty for any but an email and
    the test of a mobile number.

    `party` owes what the alert is about: its backup is addressed as the backup.

    `web`, the base URL of links, ends with a slash; it is "" where there is none. A person who may
    read the alert but not answer it gets a link to a page that explains why. `acts` are what may be
    done with the message.
    """
    people, alert = deal.team.access, delivery.alert
    person = people.person(delivery.route.to)
    if delivery.route.kind == "sms" and alert.kind == notices.PING and person is not None:
        code = f"{secrets.randbelow(10**8):08}"
        mark, until = mark_of(deal.meta.id, person, code), now + CODE_LIVES
        return Personal(links=(PersonalLink(mark, "mobile", person.id, until),), code=code)
    if delivery.route.kind != "email":
        return Personal()
    replies_to = deal.team.replies_to(delivery.route.to)
    # A notice needs no answer. A calendar entry is shared and copied, so it must not hold a link
    # that acts for a person.
    plain = alert.kind in notices.NOTICES or alert.reason in ENDINGS
    role = "" if plain else _describe_backup(delivery, deal, party)
    if plain or not web or not may(person, Action.READ, people):
        return Personal(ReplyWays(replies_to, role=role))
    secret, link = _create_link(key, delivery, now + LINK_LIVES)
    answers = may(person, Action.HANDLE, people) and alert.kind not in _NOTHING_TO_DO
    concludes = "confirm" in acts and may(person, Action.CONCLUDE, people)
    ways = ReplyWays(replies_to, f"{web}a/{secret}", LINK_LIVES.days, answers, concludes, role)
    return Personal(ways, (link,))


def _describe_backup(delivery: Delivery, deal: StoredDeal, party: str) -> str:
    """That the reader is the backup, for whom, and until when that person is away."""
    owner, backup = deal.team.owner_of(party, delivery.alert.instance)
    if delivery.route.to != backup.id or owner.id == backup.id:
        return ""
    gone = absence(deal.team.away, owner.id, delivery.alert.day)
    away = f", who is away until {words.short_day(gone.last_day)}" if gone else ""
    return f"You are the backup for {owner.name}{away}."


def mark_of(deal: str, person: Person, code: str) -> str:
    """The stored form of a code: of no other deal, person or number."""
    return fingerprint(f"{deal} {person.id} {person.mobile} {code}")


def new_secret() -> str:
    """A new secret of a personal link."""
    return secret_of(secrets.token_bytes(BYTES))


def _create_link(key: DeliveryKey, delivery: Delivery, until: datetime) -> tuple[str, PersonalLink]:
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


@record
class ButtonRef:
    """A delivery, and the id of the alert that headed it when the button was shown.

    `alert` is "" on a button of an older release; it then means the delivery's own alert.
    """

    key: DeliveryKey
    alert: str = ""

    def __str__(self) -> str:
        """The reference, which holds no deal content."""
        key = self.key
        return f"{key.deal} {key.day.isoformat()} {key.id} {self.alert}".rstrip()


def read_button_ref(ref: str) -> ButtonRef | None:
    """Parse a reference; None if it is not one."""
    parts = ref.split(" ")
    if len(parts) not in (3, 4) or not all(parts):
        return None
    try:
        key = DeliveryKey(parts[0], date.fromisoformat(parts[1]), parts[2])
    except ValueError:
        return None
    return ButtonRef(key, *parts[3:])
