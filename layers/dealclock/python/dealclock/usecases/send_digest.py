"""A person's digest when its turn has come: what is true then, of the deals still open to them.

Who may read is asked of each deal once more, and each deal is assessed anew. One that cannot be
assessed is named, and leaves the others alone.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime

from dealclock import __version__
from dealclock.access.people import Action, People, Person, may
from dealclock.alerts.adverse import with_adverse
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.digest import digest as digest_of
from dealclock.alerts.slots import ZONE
from dealclock.channels import Mail, Outcome, Post, Refused
from dealclock.engine.assessment import Assessment
from dealclock.render import digest, mail, plain, slack
from dealclock.render.message import Message
from dealclock.render.view import View
from dealclock.store import DirectoryEntry, Rendition, Store, StoredDeal
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.assess_deal import assess_as_of, closed_days
from dealclock.usecases.digest import identity
from dealclock.usecases.known_instant import known_now
from dealclock.usecases.pre_send_check import handled
from dealclock.usecases.record_outcome import WithdrawnOutcome
from dealclock.usecases.services import Services


@dataclass(slots=True)
class _DigestParts:
    """What a person may be told this morning: their deals' parts, and deals nobody could assess."""

    reader: Person | None = None
    deals: list[str] = field(default_factory=list)
    parts: list[digest.DigestPart] = field(default_factory=list)
    not_assessed: list[str] = field(default_factory=list)
    rehearsal: bool = False
    listed: dict[str, DirectoryEntry] | None = None


@dataclass(frozen=True, slots=True)
class DigestLetter:
    """A digest in its words, to whom it goes, and the deals it tells of."""

    told: Message
    reader: Person
    deals: tuple[str, ...]


def current_digest(
    delivery: Delivery, services: Services
) -> DigestLetter | Refused | WithdrawnOutcome:
    """The digest as it is now; or why it is not sent.

    Refused when the person is on none of its deals any more. Withdrawn when there is nothing left
    to say, or its day is over: the next morning tells what holds then.
    """
    now = services.now()
    found = _DigestParts()
    for deal in delivery.deals:
        _look(deal, delivery, services, found)
    if found.reader is None:
        return Refused("recipient_removed")
    if not found.rehearsal and now.astimezone(ZONE).date() > delivery.alert.day:
        return WithdrawnOutcome("superseded")
    if not found.parts and not found.not_assessed:
        return WithdrawnOutcome("superseded")
    told = digest.compose_digest(
        found.parts, found.not_assessed, delivery.alert.day, found.rehearsal
    )
    return DigestLetter(told, found.reader, tuple(found.deals))


def outgoing(
    delivery: Delivery, told: Message, reader: Person, services: Services
) -> Callable[[], Outcome]:
    """The post or the mail, made; what is left is to send it."""
    now = services.now()
    if delivery.route.in_slack:
        said = slack.message(told)
        people = People(people=(reader,))
        ready = Post(delivery.id, reader.slack, said.text, said.blocks, people)
        return lambda: services.outlets.slack.send(ready)
    envelope = mail.Envelope(delivery.id, services.outlets.sender, reader.email, now)
    content = mail.mail(told, envelope, delivery.alert, delivery.known_at)
    sent = Mail(delivery.id, services.outlets.sender, reader.email, content)
    return lambda: services.outlets.mail.send(sent)


def rendition(
    message: Message, deals: tuple[str, ...], delivery: Delivery, now: datetime
) -> Rendition:
    """The words, and the deals they tell of: several have no one version."""
    return Rendition(
        text=plain.as_mail_text(message),
        terms_version=0,
        team_version=0,
        engine=__version__,
        known_at=max(delivery.known_at, now) if len(deals) > 1 else None,
        deals=deals,
    )


def _look(deal: str, delivery: Delivery, services: Services, found: _DigestParts) -> None:
    """Add what one deal has to say, if the person may read it."""
    now = services.now()
    try:
        stored = services.store.deals.get(deal)
    except Exception:  # noqa: BLE001 - one deal must not keep the others from being told
        _unreadable(deal, delivery, services, found)
        return
    if stored is None:
        return
    stored = stored.at(now)
    reader = _reader(delivery, stored.team.access)
    if reader is None or stored.meta.closed or _is_past(stored, delivery.alert.day):
        return
    found.reader, found.rehearsal = reader, stored.meta.rehearsal
    try:
        part = _part(stored, reader, delivery, services)
    except Exception:  # noqa: BLE001 - as above
        if reader.digest != "none":
            found.deals.append(deal)
            found.not_assessed.append(stored.team.code_name)
        return
    if part.digest.speaks:
        found.deals.append(deal)
        found.parts.append(part)


def _unreadable(deal: str, delivery: Delivery, services: Services, found: _DigestParts) -> None:
    """A deal whose content cannot be read is named by the directory, if the person is on it."""
    now = services.now()
    if found.listed is None:
        found.listed = {each.id: each.at(now) for each in services.store.deals.directory()}
    listed = found.listed.get(deal)
    reader = _reader(delivery, listed.people) if listed else None
    if listed is None or reader is None:
        return
    found.reader, found.rehearsal = reader, listed.rehearsal
    if reader.digest != "none":
        found.deals.append(deal)
        found.not_assessed.append(listed.code_name)


def _reader(delivery: Delivery, people: People) -> Person | None:
    """The person the digest is for, if they may have this deal's messages, at that very address."""
    person = people.of_slack(delivery.route.to)
    if person is None or not may(person, Action.RECEIVE, people):
        return None
    return person if delivery.alert.instance.split("/")[1] == identity(person) else None


def _is_past(deal: StoredDeal, day: date) -> bool:
    """Whether a rehearsal has moved to another day since."""
    return deal.meta.day is not None and deal.meta.day != day


def _part(
    deal: StoredDeal, reader: Person, delivery: Delivery, services: Services
) -> digest.DigestPart:
    now = services.now()
    known = known_now(deal, delivery.known_at, now)
    seen = _with_adverse(
        assess_as_of(deal, delivery.alert.day, known, compare=False), deal, services.store
    )
    view = View(
        assessment=seen,
        terms=deal.terms,
        terms_version=deal.meta.terms_version,
        team=deal.team,
        log=deal.log,
        rehearsal=deal.meta.rehearsal,
        handled=handled(deal, known, services.store),
        approvals=approvals_of(deal, services.store),
    )
    return digest.DigestPart(view, digest_of(seen, deal.team, reader, closed_days(deal)))


def _with_adverse(seen: Assessment, deal: StoredDeal, store: Store) -> Assessment:
    """With the adverse dates that the deal's last run found, for the dates that are the same."""
    summary = store.runs.summary(deal.meta.id)
    kept = json.loads(summary.body).get("adverse", []) if summary else []
    day = date.fromisoformat
    return with_adverse(seen, {(name, day(due)): day(end) for name, due, end in kept})
