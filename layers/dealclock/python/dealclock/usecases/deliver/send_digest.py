"""A digest when its turn has come: what is true then, of the deals still open to its reader.

Who may read is asked of each deal once more, and each deal is assessed again. One that cannot be
assessed is named, and leaves the others alone. It is sent if it says something that neither the
last one did nor an alert of the same morning, or with the line that is due once a week.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from dealclock import __version__
from dealclock.access.people import Action, People, Person, may
from dealclock.alerts.adverse import with_adverse
from dealclock.alerts.alert import OF_NO_MATTER
from dealclock.alerts.delivery import Delivery, State
from dealclock.alerts.digest import (
    DigestPrint,
    SentDigest,
    compute_fingerprint,
    gets_weekly_part,
    list_news,
)
from dealclock.alerts.digest import compose_digest as digest_of
from dealclock.alerts.slots import ZONE
from dealclock.channels import Mail, Outcome, Post, Refused
from dealclock.engine.assessment import Assessment
from dealclock.media import mail, plain, slack
from dealclock.messages import digest
from dealclock.messages.message import Message
from dealclock.store import DirectoryEntry, Rendition, Store, StoredDeal
from dealclock.store.digests import IN_ALERTS
from dealclock.store.errors import TryAgain
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.deal_day import known_now
from dealclock.usecases.deliver.look_up_outcome import Wait
from dealclock.usecases.deliver.pre_send_check import handled
from dealclock.usecases.deliver.record_outcome import WithdrawnOutcome
from dealclock.usecases.plan.assess_deal import assess_as_of, closed_days, deal_view
from dealclock.usecases.plan.checked_mornings import checked_mornings
from dealclock.usecases.plan.digest import of_rehearsal, reader_id
from dealclock.usecases.services import Services

WEEK = timedelta(days=7)
ALERTS_WITHIN, LOOK_AGAIN = timedelta(seconds=20), timedelta(seconds=2)


@dataclass(slots=True)
class _DigestParts:
    """What is true of the reader's deals this morning: a part of each that could be assessed, by
    id, and the code names of those that could not. `has_week`: whether one gives the weekly line.
    """

    reader: Person | None = None
    has_week: bool = False
    parts: dict[str, digest.DigestPart] = field(default_factory=dict)
    deals: list[StoredDeal] = field(default_factory=list)
    not_assessed: dict[str, str] = field(default_factory=dict)

    @property
    def every(self) -> tuple[str, ...]:
        """The ids of the reader's deals."""
        return (*self.parts, *self.not_assessed)


@dataclass(frozen=True, slots=True)
class DigestLetter:
    """A message of a person's own in its words, to whom it goes, the deals it covers; of a digest,
    what the next one is compared with."""

    told: Message
    reader: Person
    deals: tuple[str, ...]
    sent: SentDigest | None = None


def current_digest(
    delivery: Delivery, planned_at: datetime, services: Services
) -> DigestLetter | Refused | WithdrawnOutcome | Wait:
    """The digest as it is now; or why it is not sent.

    What is new waits for alerts of that morning that are on their way, at most ALERTS_WITHIN.
    Refused when the person is on none of its deals any more. Withdrawn when there is nothing to
    say, or nothing new; when alerts of that morning said all that is new, which then counts as
    said; or when its day is over: the next morning tells what holds then.
    """
    rehearsal, day = of_rehearsal(delivery), delivery.alert.day
    found = _found(delivery, rehearsal, services)
    if found.reader is None:
        return Refused("recipient_removed")
    if not rehearsal and services.now().astimezone(ZONE).date() > day:
        return WithdrawnOutcome("superseded")
    last = services.store.digests.last_sent(delivery.route.to, delivery.alert.instance, day)
    last = last or SentDigest()
    now = {deal: _print(part) for deal, part in found.parts.items()}
    new = {deal: _news(part, last.of(deal)) for deal, part in found.parts.items()}
    fresh = any(
        not instances <= _alerted(found.parts[deal], day, services.store)
        for deal, instances in new.items()
        if instances
    )
    within = services.now() < planned_at + ALERTS_WITHIN
    if fresh and within and any(_on_their_way(deal, day, services.store) for deal in found.parts):
        return Wait(services.now() + LOOK_AGAIN)
    week = None
    if not rehearsal and found.has_week and not last.had_line(day):
        week = _week(found, last, day, services)
    kept = {d: replace(each, outlook=each.outlook or last.of(d).outlook) for d, each in now.items()}
    sent = SentDigest(kept, day if week else last.line_on)
    if not (fresh or found.not_assessed or week):
        if any(new.values()):
            return WithdrawnOutcome(IN_ALERTS, digest=sent)
        quiet = not any(part.digest.speaks for part in found.parts.values())
        return WithdrawnOutcome("superseded" if quiet else "unchanged")
    parts = _shown(found, now, last) if fresh or found.not_assessed else {}
    told = digest.compose_digest(
        tuple(parts.values()), tuple(found.not_assessed.values()), day, rehearsal, week
    )
    deals = found.every if week else (*parts, *found.not_assessed)
    return DigestLetter(told, found.reader, deals, sent)


def _print(part: digest.DigestPart) -> DigestPrint:
    view = part.view
    return compute_fingerprint(part.digest, view.assessment, view.team, view.calendar)


def _news(part: digest.DigestPart, last: DigestPrint) -> frozenset[str]:
    view = part.view
    return list_news(part.digest, view.assessment, view.team, view.calendar, last)


def _alerted(part: digest.DigestPart, day: date, store: Store) -> frozenset[str]:
    """The instances that alerts of that day told the reader of: in the channel, or personally."""
    found = store.outbox.of_deal(part.view.assessment.deal, day)
    own = [s for s in found if s.state is State.SENT and s.delivery.alert.day == day]
    critical_of = part.view.team.escalation.critical_of
    told: set[str] = set()
    for stored in own:
        # A reply that the channel does not show reaches only those whom it mentions.
        shown = not stored.reply_to or any(critical_of(a.reasons, a.kind) for a in stored.alerts)
        in_channel = stored.delivery.route.kind == "slack" and shown
        if in_channel or stored.delivery.route.to == part.reader:
            told |= {a.instance for a in stored.alerts if not OF_NO_MATTER & {*a.reasons}}
    return frozenset(told)


def _on_their_way(deal: str, day: date, store: Store) -> bool:
    """Whether an alert of that day is still to be sent, or being sent."""
    going = (State.PLANNED, State.CLAIMED)
    found = store.outbox.of_deal(deal, day)
    return any(s.state in going and s.delivery.alert.day == day for s in found)


def _shown(
    found: _DigestParts, now: Mapping[str, DigestPrint], last: SentDigest
) -> dict[str, digest.DigestPart]:
    """The parts with something to say; an outlook only where it is another than the last."""
    parts = {
        deal: part.without_outlook() if now[deal].outlook == last.of(deal).outlook else part
        for deal, part in found.parts.items()
    }
    return {deal: part for deal, part in parts.items() if part.digest.speaks}


def _week(
    found: _DigestParts, last: SentDigest, day: date, services: Services
) -> digest.WeeklyLine:
    """The line that is due once a week, on the mornings since the last one, or of one week."""
    since = last.line_on or day - WEEK
    mornings = checked_mornings(found.deals, since, day, services.store)
    names = (
        *(part.view.team.code_name for part in found.parts.values()),
        *found.not_assessed.values(),
    )
    items = sum(part.digest.open for part in found.parts.values())
    return digest.WeeklyLine(mornings, names, items)


def outgoing(
    delivery: Delivery, told: Message, reader: Person, services: Services
) -> Callable[[], Outcome]:
    """The post or the mail, made; what is left is to send it."""
    now = services.now()
    if delivery.route.in_slack:
        said = slack.render_message(told)
        people = People(people=(reader,))
        ready = Post(delivery.id, reader.slack, said.text, said.blocks, people)
        return lambda: services.outlets.slack.send(ready)
    envelope = mail.Envelope(delivery.id, services.outlets.sender, reader.email, now)
    content = mail.render_email(told, envelope, delivery.alert, delivery.known_at)
    sent = Mail(delivery.id, services.outlets.sender, reader.email, content)
    return lambda: services.outlets.mail.send(sent)


def rendition(letter: DigestLetter, text: Message, delivery: Delivery, now: datetime) -> Rendition:
    """The words as sent, and the deals they cover: several have no one version."""
    return Rendition(
        text=plain.as_mail_text(text),
        terms_version=0,
        team_version=0,
        engine=__version__,
        known_at=max(delivery.known_at, now) if len(letter.deals) > 1 else None,
        deals=letter.deals,
        digest=letter.sent,
    )


def _found(delivery: Delivery, rehearsal: bool, services: Services) -> _DigestParts:
    """What each deal of the reader has to say; of a rehearsal's digest, that rehearsal."""
    deals = delivery.deals
    if not rehearsal:
        deals = (*deals, *services.store.digests.deals(delivery.route.to))
    lines = {each.id: each.at(services.now()) for each in services.store.deals.listed(deals)}
    found = _DigestParts()
    for deal in dict.fromkeys(deals):
        line = lines.get(deal)
        # A line that cannot be read keeps no deal out: its own list is asked.
        if line is None or (not line.closed and _reader(delivery, line.people)):
            _look(deal, line, delivery, services, found)
    return found


def _look(
    deal: str,
    line: DirectoryEntry | None,
    delivery: Delivery,
    services: Services,
    found: _DigestParts,
) -> None:
    """Add what one deal has to say, if the person may read it.

    A deal whose content cannot be read is named by its line of the directory. Raises TryAgain where
    the table did not answer: that says nothing of the deal, and whether its reader is owed the
    weekly line is not known either.
    """
    now = services.now()
    try:
        stored = services.store.deals.get(deal)
    except TryAgain:
        raise
    except Exception:  # noqa: BLE001 - one deal must not keep the others from being told
        reader = _reader(delivery, line.people) if line else None
        if line is not None and reader is not None:
            _not_assessed(deal, line.code_name, reader, found)
        return
    if stored is None:
        return
    stored = stored.at(now)
    reader = _reader(delivery, stored.team.access)
    if reader is None or stored.meta.closed or _is_past(stored, delivery.alert.day):
        return
    try:
        part = _part(stored, reader, delivery, services)
    except TryAgain:
        raise
    except Exception:  # noqa: BLE001 - as above
        _not_assessed(deal, stored.team.code_name, reader, found)
    else:
        found.reader = reader
        if reader.digest != "none":
            found.parts[deal] = part
    if deal in found.every:
        found.deals.append(stored)
        found.has_week |= gets_weekly_part(reader, stored.team, delivery.alert.day)


def _not_assessed(deal: str, name: str, reader: Person, found: _DigestParts) -> None:
    found.reader = reader
    if reader.digest != "none":
        found.not_assessed[deal] = name


def _reader(delivery: Delivery, people: People) -> Person | None:
    """The person the digest is for, if they may have this deal's messages, at that very address
    and by that route."""
    person = people.of_slack(delivery.route.to)
    if person is None or not may(person, Action.RECEIVE, people):
        return None
    return person if delivery.alert.instance.split("/")[1] == reader_id(person) else None


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
    view = deal_view(
        deal,
        seen,
        handled=handled(deal, known, services.store),
        approvals=approvals_of(deal, services.store),
    )
    found = digest_of(seen, deal.team, reader, closed_days(deal))
    return digest.DigestPart(view, found, reader.id)


def _with_adverse(seen: Assessment, deal: StoredDeal, store: Store) -> Assessment:
    """With the adverse dates that the deal's last run found, for the dates that are the same."""
    summary = store.runs.summary(deal.meta.id)
    kept = json.loads(summary.body).get("adverse", []) if summary else []
    day = date.fromisoformat
    return with_adverse(seen, {(name, day(due)): day(end) for name, due, end in kept})
