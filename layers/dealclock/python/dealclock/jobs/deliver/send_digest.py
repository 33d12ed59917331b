"""Composing a digest when it is sent: what is true then, for the deals its reader may see.

Access is checked again for each deal, and each deal is assessed again. One that cannot be assessed
is named, without affecting the others. The digest is sent if it has something that is neither in
the last one nor in an alert of the same morning, or if its weekly line is due.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import partial

from dealclock import __version__
from dealclock.alerts.adverse import with_adverse
from dealclock.alerts.alert import OF_NO_MATTER
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.digest import (
    DigestPrint,
    SentDigest,
    compute_fingerprint,
    gets_weekly_part,
    list_news,
)
from dealclock.alerts.digest import compose_digest as digest_of
from dealclock.alerts.outcome import Later, Outcome, Refused, State, Withdrawn
from dealclock.alerts.slots import ZONE
from dealclock.answers.deals import describe_deal, gravest_deals_first
from dealclock.answers.next_dates import Ahead
from dealclock.channels import Post
from dealclock.engine.assessment import Assessment
from dealclock.errors import TryAgainError
from dealclock.jobs.deal_day import approvals_of, handled, known_now, own_day
from dealclock.jobs.deliver.render_delivery import email
from dealclock.jobs.plan.assess_deal import assess_as_of, closed_days, deal_view
from dealclock.jobs.plan.checked_mornings import checked_mornings
from dealclock.jobs.plan.digest import of_rehearsal, reader_id
from dealclock.jobs.plan.stored_dates import stored_dates
from dealclock.jobs.services import Services
from dealclock.messages import digest, mail, plain, slack
from dealclock.messages.message import Message
from dealclock.people.people import Action, People, Person, may
from dealclock.records import record
from dealclock.store import DirectoryEntry, Rendition, Store, StoredDeal
from dealclock.store.digests import IN_ALERTS

WEEK = timedelta(days=7)
ALERTS_WITHIN, LOOK_AGAIN = timedelta(seconds=20), timedelta(seconds=2)


@dataclass(slots=True)
class _DigestParts:
    """The reader's deals this morning: a part of each that could be assessed, by id, and the code
    names of those that could not. `has_week`: whether one of them has the weekly line.
    """

    reader: Person | None = None
    has_week: bool = False
    parts: dict[str, digest.DigestPart] = field(default_factory=dict)
    deals: list[StoredDeal] = field(default_factory=list)
    not_assessed: dict[str, str] = field(default_factory=dict)

    @property
    def deal_ids(self) -> tuple[str, ...]:
        """The ids of the reader's deals."""
        return (*self.parts, *self.not_assessed)


@record
class DigestLetter:
    """A message to one person: its text, its reader, the deals it covers; for a digest, what the
    next one is compared with."""

    message: Message
    reader: Person
    deals: tuple[str, ...]
    sent: SentDigest | None = None


def current_digest(
    delivery: Delivery, planned_at: datetime, services: Services
) -> DigestLetter | Refused | Withdrawn | Later:
    """The digest as it is now; or why it is not sent.

    It waits for alerts of that morning that are on their way, at most ALERTS_WITHIN. Refused if the
    person is on none of its deals any more. Withdrawn if there is nothing to report, or nothing
    new; if alerts of that morning covered all that is new, which then counts as sent; or if its day
    is over: the next morning's digest covers what is true then.
    """
    rehearsal, day = of_rehearsal(delivery), delivery.alert.day
    collected = _collect_parts(delivery, rehearsal, services)
    if collected.reader is None:
        return Refused("recipient_removed")
    if not rehearsal and services.now().astimezone(ZONE).date() > day:
        return Withdrawn("superseded")
    last = services.store.digests.last_sent(delivery.route.to, delivery.alert.instance, day)
    last = last or SentDigest()
    now = {deal: _fingerprint(part) for deal, part in collected.parts.items()}
    new = {deal: _new_items(part, last.of(deal)) for deal, part in collected.parts.items()}
    fresh = any(
        not instances <= _alerted_instances(collected.parts[deal], day, services.store)
        for deal, instances in new.items()
        if instances
    )
    within = services.now() < planned_at + ALERTS_WITHIN
    if (
        fresh
        and within
        and any(_has_pending_alerts(deal, day, services.store) for deal in collected.parts)
    ):
        return Later(LOOK_AGAIN.total_seconds(), route=False)
    week = None
    if not rehearsal and collected.has_week and not last.had_line(day):
        week = _weekly_line(collected, last, day, services)
    prints = {
        d: replace(fingerprint, outlook=fingerprint.outlook or last.of(d).outlook)
        for d, fingerprint in now.items()
    }
    sent = SentDigest(prints, day if week else last.line_on)
    if not (fresh or collected.not_assessed or week):
        if any(new.values()):
            return Withdrawn(IN_ALERTS, digest=sent)
        quiet = not any(part.digest.speaks for part in collected.parts.values())
        return Withdrawn("superseded" if quiet else "unchanged")
    shown = _parts_to_show(collected, now, last) if fresh or collected.not_assessed else {}
    message = digest.compose_digest(
        tuple(shown.values()),
        tuple(collected.not_assessed.values()),
        day,
        rehearsal,
        week,
        list(_describe_deals(collected, services)) if week else (),
    )
    deals = collected.deal_ids if week else (*shown, *collected.not_assessed)
    return DigestLetter(message, collected.reader, deals, sent)


def _fingerprint(part: digest.DigestPart) -> DigestPrint:
    view = part.view
    return compute_fingerprint(part.digest, view.assessment, view.team, view.calendar)


def _new_items(part: digest.DigestPart, last: DigestPrint) -> frozenset[str]:
    view = part.view
    return list_news(part.digest, view.assessment, view.team, view.calendar, last)


def _alerted_instances(part: digest.DigestPart, day: date, store: Store) -> frozenset[str]:
    """The instances of that day's alerts to the reader, in the channel or personally."""
    deliveries = store.outbox.of_deal(part.view.assessment.deal, day)
    sent = [s for s in deliveries if s.state is State.SENT and s.delivery.alert.day == day]
    critical_of = part.view.team.escalation.critical_of
    instances: set[str] = set()
    for stored in sent:
        # A reply that the channel does not show reaches only the people it mentions.
        shown = not stored.reply_to or any(critical_of(a.reasons, a.kind) for a in stored.alerts)
        in_channel = stored.delivery.route.kind == "slack" and shown
        if in_channel or stored.delivery.route.to == part.reader:
            instances |= {a.instance for a in stored.alerts if not OF_NO_MATTER & {*a.reasons}}
    return frozenset(instances)


def _has_pending_alerts(deal: str, day: date, store: Store) -> bool:
    """Whether an alert of that day is still to be sent, or being sent."""
    pending = (State.PLANNED, State.CLAIMED)
    deliveries = store.outbox.of_deal(deal, day)
    return any(s.state in pending and s.delivery.alert.day == day for s in deliveries)


def _parts_to_show(
    collected: _DigestParts, now: Mapping[str, DigestPrint], last: SentDigest
) -> dict[str, digest.DigestPart]:
    """The parts with content; an outlook only if it differs from the last one."""
    shown = {
        deal: part.without_outlook() if now[deal].outlook == last.of(deal).outlook else part
        for deal, part in collected.parts.items()
    }
    return {deal: part for deal, part in shown.items() if part.digest.speaks}


def _weekly_line(
    collected: _DigestParts, last: SentDigest, day: date, services: Services
) -> digest.WeeklyLine:
    """The weekly line, on the mornings since the last one, or of one week."""
    since = last.line_on or day - WEEK
    mornings = checked_mornings(collected.deals, since, day, services.store)
    names = (
        *(part.view.team.code_name for part in collected.parts.values()),
        *collected.not_assessed.values(),
    )
    items = sum(part.digest.open for part in collected.parts.values())
    return digest.WeeklyLine(mornings, names, items)


def _describe_deals(collected: _DigestParts, services: Services) -> Iterator[str]:
    """A line a deal, the gravest first, from their stored summaries; none for a single deal."""
    now, found = services.now(), services.store.runs.summaries(list(collected.deal_ids))
    deals = []
    for meta, summary in found.values():
        brief, stale = stored_dates(meta, summary, now)
        if brief is not None:
            deals.append(Ahead(brief, own_day(meta.day, brief.zone, now), None, stale))
    if len(deals) > 1:
        yield from (describe_deal(each, {}) for each in gravest_deals_first(deals))


def prepare_send(
    delivery: Delivery, message: Message, reader: Person, services: Services
) -> Callable[[], Outcome]:
    """Make the post or the email; return what sends it."""
    if delivery.route.in_slack:
        layout = slack.render_message(message)
        people = People(people=(reader,))
        post = Post(delivery.id, reader.slack, layout.text, layout.blocks, people)
        return partial(services.outlets.slack.send, post)
    render = partial(mail.render_email, message, alert=delivery.alert, known_at=delivery.known_at)
    return email(delivery.id, reader.email, services, render)


def make_rendition(
    letter: DigestLetter, text: Message, delivery: Delivery, now: datetime
) -> Rendition:
    """The text as sent, and the deals it covers; several deals have no single version."""
    return Rendition(
        text=plain.as_mail_text(text),
        terms_version=0,
        team_version=0,
        engine=__version__,
        known_at=max(delivery.known_at, now) if len(letter.deals) > 1 else None,
        deals=letter.deals,
        digest=letter.sent,
    )


def _collect_parts(delivery: Delivery, rehearsal: bool, services: Services) -> _DigestParts:
    """The part of each of the reader's deals; for a rehearsal's digest, of that rehearsal."""
    deals = delivery.deals
    if not rehearsal:
        deals = (*deals, *services.store.digests.deals(delivery.route.to))
    lines = {entry.id: entry.at(services.now()) for entry in services.store.deals.listed(deals)}
    collected = _DigestParts()
    for deal in dict.fromkeys(deals):
        line = lines.get(deal)
        # A line that cannot be read excludes no deal: the deal's own list is read.
        if line is None or (not line.closed and _reader(delivery, line.people)):
            _add_deal(deal, line, delivery, services, collected)
    return collected


def _add_deal(
    deal: str,
    line: DirectoryEntry | None,
    delivery: Delivery,
    services: Services,
    collected: _DigestParts,
) -> None:
    """Add the part of one deal, if the person may read it.

    A deal whose content cannot be read is named from its directory entry. Raises TryAgainError if
    the table did not answer: then neither the deal's state nor whether the weekly line is due is
    known.
    """
    stored = part = reader = None
    name = line.code_name if line else ""
    try:
        stored = services.store.deals.get(deal)
        if stored is None:
            return
        stored = stored.at(services.now())
        name, reader = stored.team.code_name, _reader(delivery, stored.team.access)
        if reader is None or stored.meta.closed or _is_past(stored, delivery.alert.day):
            return
        if not services.store.deals.pausing_item(stored.meta):
            part = _part(stored, reader, delivery, services)
    except TryAgainError:
        raise
    except Exception:  # noqa: BLE001 - one deal must not stop the others
        reader = reader or (_reader(delivery, line.people) if line else None)
    if reader is None:
        return
    collected.reader = reader
    if reader.digest != "none":
        if part is None:
            collected.not_assessed[deal] = name
        else:
            collected.parts[deal] = part
        if stored is not None:
            collected.deals.append(stored)
            collected.has_week |= gets_weekly_part(reader, stored.team, delivery.alert.day)


def _reader(delivery: Delivery, people: People) -> Person | None:
    """The person the digest is for, if they may have this deal's messages, at the same address
    and by that route."""
    person = people.of_slack(delivery.route.to)
    if person is None or not may(person, Action.RECEIVE, people):
        return None
    return person if delivery.alert.instance.split("/")[1] == reader_id(person) else None


def _is_past(deal: StoredDeal, day: date) -> bool:
    """Whether the rehearsal has moved to another day since."""
    return deal.meta.day is not None and deal.meta.day != day


def _part(
    deal: StoredDeal, reader: Person, delivery: Delivery, services: Services
) -> digest.DigestPart:
    now = services.now()
    known = known_now(deal, delivery.known_at, now)
    assessment = _with_last_adverse(
        assess_as_of(deal, delivery.alert.day, known, compare=False), deal, services.store
    )
    view = deal_view(
        deal,
        assessment,
        handled=handled(deal, known, services.store),
        approvals=approvals_of(deal, services.store),
    )
    content = digest_of(assessment, deal.team, reader, closed_days(deal))
    return digest.DigestPart(view, content, reader.id)


def _with_last_adverse(assessment: Assessment, deal: StoredDeal, store: Store) -> Assessment:
    """With the adverse dates from the deal's last run, for dates that have not moved."""
    summary = store.runs.summary(deal.meta.id)
    adverse = json.loads(summary.body).get("adverse", []) if summary else []
    day = date.fromisoformat
    return with_adverse(assessment, {(name, day(due)): day(end) for name, due, end in adverse})
