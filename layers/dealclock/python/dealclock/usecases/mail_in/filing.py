"""A reply to an alert: filed with the deal and told to its owner; else answered once, or kept.

    from the person of its address, proved by SPF, DKIM and DMARC   filed, the owner is told
    that person, but from elsewhere, unproved, empty or too long    answered, at their own address
    to an address that takes none, from a proved sender             answered
    a machine's, spam, not proved, or answered within the hour      kept, and whoever runs it looks

An answer goes only to the address the deal's team has, or to a sender that is proved, so nobody can
have us write to a stranger. It quotes nothing, and machines are never answered. Every mail stays in
its bucket for a while whatever becomes of it; the archive has an entry of each.
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from dealclock.access.links import LENGTH, fingerprint
from dealclock.access.people import Action, Person, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.policy import Reason
from dealclock.channels import Mail, Mailer, Sent
from dealclock.render import note as words
from dealclock.store import Link, Note, Store, StoredDeal
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.handle import owed_by
from dealclock.usecases.mail_in.letter import LARGEST, LONGEST_TEXT, Letter, read
from dealclock.usecases.mail_in.notification import Arrived
from dealclock.usecases.messages import DeliveryQueue
from dealclock.usecases.own_day import known_by, own_day
from dealclock.usecases.planning import plan_and_queue

BY = "mail"
Became = Literal["filed", "answered", "kept", "automatic", "ignored"]
_TO_US = re.compile(rf"reply\+([a-z2-7]{{{LENGTH}}})@(.+)", re.IGNORECASE)
_ONE_ANSWER = timedelta(hours=1)  # to one address for one cause
_REMEMBERED = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Office:
    """What filing works with: where answers leave, from which address, for which domain."""

    store: Store
    queue: DeliveryQueue
    mailer: Mailer
    sender: str
    domain: str


@dataclass(frozen=True, slots=True)
class _Addressed:
    """What the address of a reply stands for: the link, its deal, its person; all or nothing."""

    link: Link
    deal: StoredDeal
    person: Person


def file(arrived: Arrived, raw: bytes, office: Office, now: datetime) -> Became:
    """What became of the mail. Safe to repeat: filed once, its owner told once, answered once."""
    letter = read(raw[:LARGEST], arrived.mail.source)
    if letter is not None and letter.automatic:
        return _kept(arrived, "automatic", None, office, now)
    found = _addressed(arrived, office, now)
    if found is None:
        return _to_nobody(arrived, letter, office, now)
    if letter is None or arrived.is_harmful:
        return _kept(arrived, "kept", found, office, now)
    cause = _why_not(arrived, raw, letter, found)
    if cause is not None:
        return _answer(cause, found.person.email, arrived, letter, found, office, now)
    note = _note(arrived, letter, found, now)
    office.store.file_note(found.deal.meta.id, note, BY, now)
    _tell_owner(note, found, office, now)
    if letter.attachments:
        _answer("filed", found.person.email, arrived, letter, found, office, now)
    return "filed"


def _addressed(arrived: Arrived, office: Office, now: datetime) -> _Addressed | None:
    """What one of its addresses stands for, while it does and the person may answer alerts."""
    for recipient in arrived.receipt.recipients:
        match = _TO_US.fullmatch(recipient.strip("<> "))
        if match is None or match.group(2).lower() != office.domain.lower():
            continue
        link = office.store.link(fingerprint(match.group(1).lower()))
        if link is None or link.purpose != "reply" or now >= link.valid_until:
            continue
        stored = office.store.deal(link.deal)
        deal = stored.at(now) if stored else None
        person = deal.team.access.person(link.person) if deal else None
        if deal and person and may(person, Action.HANDLE, deal.team.access):
            return _Addressed(link, deal, person)
    return None


def _why_not(arrived: Arrived, raw: bytes, letter: Letter, found: _Addressed) -> words.Cause | None:
    """Why a reply to a good address is not filed; None when it is."""
    if letter.sender != found.person.email.lower():
        return "another sender"
    if not arrived.is_verified:
        return "not verified"
    if len(raw) > LARGEST:
        return "too long"
    return None if words.kept_text(letter.text, LONGEST_TEXT) else "nothing to file"


def _to_nobody(arrived: Arrived, letter: Letter | None, office: Office, now: datetime) -> Became:
    """A mail to an address that takes none: a proved sender is told so, anybody else is not."""
    known = letter is not None and letter.sender and arrived.is_verified
    ours = letter is not None and letter.sender.partition("@")[2] == office.domain.lower()
    if letter is None or not known or ours or arrived.is_harmful:
        return _kept(arrived, "ignored", None, office, now)
    if letter.sender == office.sender.lower():
        return _kept(arrived, "ignored", None, office, now)
    return _answer("unknown", letter.sender, arrived, letter, None, office, now)


def _note(arrived: Arrived, letter: Letter, found: _Addressed, now: datetime) -> Note:
    return Note(
        id=arrived.id,
        instance=found.link.instance,
        clause=found.link.clause,
        person=found.person.id,
        at=now,
        text=words.kept_text(letter.text, LONGEST_TEXT),
        attachments=letter.attachments,
    )


def _tell_owner(note: Note, found: _Addressed, office: Office, now: datetime) -> None:
    """The owner of what the note is about gets it in Slack; of their own note, the backup."""
    deal = found.deal
    zone = deal.terms.agreement.time_zone
    day, known = own_day(deal.meta.day, zone, now), known_by(deal.meta.day, zone, now)
    assessment = assess_as_of(deal, day, known, compare=False)
    owner, backup = deal.team.owner_of(owed_by(note.instance, assessment))
    alert = Alert(
        deal=deal.meta.id,
        instance=f"{words.KIND}/{note.id}",
        kind=words.KIND,
        clause=note.clause,
        title="",
        reasons=(Reason.REPLIED,),
        day=day,
        due=None,
    )
    delivery = Delivery(
        alert=alert,
        route=Route("dm", backup.id if found.person == owner else owner.id),
        slot="at once",
        known_at=known,
        terms_version=deal.meta.terms_version,
        team_version=deal.meta.team_version,
    )
    plan_and_queue([delivery], deal.meta.rehearsal, SERVICES_GONE)


def _answer(
    cause: words.Cause,
    to: str,
    arrived: Arrived,
    letter: Letter,
    found: _Addressed | None,
    office: Office,
    now: datetime,
) -> Became:
    """Say once what to do; kept where no answer may go, or none went."""
    deal = found.deal.meta.id if found else None
    about: dict[str, str | int] = {"mail": arrived.id, "cause": cause}
    office.store.audit(deal, "answered mail", BY, now, about)
    if letter.unanswered or not _first(to, cause, arrived, office, now):
        return _kept(arrived, "kept", found, office, now)
    mail_id = f"answer-{arrived.id}"
    content = words.answer(cause, office.sender, to, letter.message_id, now, mail_id)
    outcome = office.mailer.send(Mail(mail_id, office.sender, to, content))
    return "answered" if isinstance(outcome, Sent) else _kept(arrived, "kept", found, office, now)


def _first(to: str, cause: str, arrived: Arrived, office: Office, now: datetime) -> bool:
    """Whether this mail was not answered before, nor its sender for this within the hour."""
    whom = hashlib.sha256(f"{to.lower()}\n{cause}".encode()).hexdigest()[:32]
    once = office.store.first_time(f"answered-mail-{arrived.id}", now, _REMEMBERED)
    return once and office.store.first_time(f"answered-{whom}", now, _ONE_ANSWER)


def _kept(
    arrived: Arrived, what: Became, found: _Addressed | None, office: Office, now: datetime
) -> Became:
    """Nothing is done with it; it stays in its bucket, and the archive says so."""
    deal = found.deal.meta.id if found else None
    office.store.audit(deal, f"{what} mail", BY, now, {"mail": arrived.id})
    return what
