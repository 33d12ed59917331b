"""A calendar feed, read: the dates of every deal its holder may still read, and nothing else.

Access is asked of each deal at every read. What changed since a calendar was last told is noted
first, so that every reader sees the same sequence.
"""

import hashlib
from collections.abc import Iterator, Mapping

from dealclock.alerts.calendar_dates import CalendarEntry, select_for_feed
from dealclock.desk.actor import PAGES
from dealclock.desk.web.response import CALENDAR, WebResponse, link_not_found
from dealclock.errors import TooNewError
from dealclock.jobs.deal_day import own_day
from dealclock.jobs.plan.digest import identity
from dealclock.jobs.plan.invitations import note_dates
from dealclock.jobs.services import Services
from dealclock.messages import ics
from dealclock.people.links import fingerprint
from dealclock.people.people import Action, People, may
from dealclock.records import record
from dealclock.store import Feed, StoredDeal
from dealclock.store.table import OvertakenError

PURPOSE = "calendar"
LARGEST = 2_000_000  # bytes of a feed; a Function URL answers with six million at most


def serve_feed(secret: str, headers: Mapping[str, str], services: Services) -> WebResponse:
    """The feed, or that it has not changed since it was last read (304)."""
    feed = _live(secret, services)
    deals = [] if feed is None else list(_visible_deals(feed, services))
    if feed is None or not deals:
        return link_not_found(PURPOSE)
    body = _written(deals, services)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    sent_headers = {"cache-control": "private, no-cache", "etag": tag}
    if tag in (etag.strip().removeprefix("W/") for etag in _etags(headers)):
        return WebResponse(304, "", PURPOSE, CALENDAR, sent_headers)
    return WebResponse(200, body.decode(), PURPOSE, CALENDAR, sent_headers)


def _etags(headers: Mapping[str, str]) -> list[str]:
    return headers.get("if-none-match", "").split(",")


def _live(secret: str, services: Services) -> Feed | None:
    """The feed of the link while it is the feed's own and has not run out; else it is audited."""
    now = services.now()
    link_fingerprint = fingerprint(secret)
    link = services.store.links.get(link_fingerprint)
    feed = services.store.links.feed(link.person) if link and link.purpose == "calendar" else None
    if (
        feed is not None
        and feed.fingerprint == link_fingerprint
        and now < feed.valid_until
        and feed.deals
    ):
        return feed
    cause = "unknown" if feed is None else "revoked" if now < feed.valid_until else "expired"
    known = {"link": link_fingerprint[:16]} if feed else {}
    services.store.archive.audit_daily(
        None, "refused calendar", feed.holder if feed else PAGES, now, {**known, "cause": cause}
    )
    return None


@record
class _FeedDeal:
    """A deal in a feed; without `content` where this release must not read it."""

    id: str
    code_name: str
    rehearsal: bool
    people: People
    zone: str
    content: StoredDeal | None = None


def _deal(deal: str, services: Services) -> _FeedDeal | None:
    """The deal; of one that only a newer release may read, what the directory says of it."""
    now = services.now()
    try:
        content = services.store.deals.get(deal)
    except TooNewError:
        line = services.store.deals.line(deal)
        if line is None:
            return None
        listed = line.at(now)
        return _FeedDeal(deal, listed.code_name, listed.rehearsal, listed.people, listed.zone)
    if content is None:
        return None
    team, zone = content.at(now).team, content.terms.agreement.time_zone
    return _FeedDeal(deal, team.code_name, content.meta.rehearsal, team.access, zone, content)


def _visible_deals(feed: Feed, services: Services) -> Iterator[_FeedDeal]:
    """The deals its holder may read, that very person at that very address; each audited."""
    now = services.now()
    about = {"link": feed.fingerprint[:16]}
    for deal_id in feed.deals:
        deal = _deal(deal_id, services)
        if deal is None:
            continue
        people = deal.people
        person = people.of_slack(feed.holder)
        allowed = may(person, Action.READ, people)
        if person is None or not allowed or identity(person) != feed.identity:
            services.store.archive.audit_daily(
                deal_id, "refused calendar", feed.holder, now, {**about, "cause": "revoked"}
            )
            continue
        services.store.archive.audit(deal_id, "read calendar", feed.holder, now, about)
        yield deal


def _written(deals: list[_FeedDeal], services: Services) -> bytes:
    """The feed; where it would be too large, the deals' dates that are farthest are left out."""
    now = services.now()
    dates = [dated for deal in deals for dated in _dates(deal, services)]
    dates.sort(key=lambda d: (d.due, d.uid))
    body = ics.render_feed(dates)
    while len(body) > LARGEST:
        today = now.date()
        dates.sort(key=lambda d: abs(d.due - today))
        dates = sorted(dates[: len(dates) // 2], key=lambda d: (d.due, d.uid))
        body = ics.render_feed(dates)
    return body


def _dates(deal: _FeedDeal, services: Services) -> Iterator[ics.CalendarEvent]:
    now = services.now()
    content = deal.content
    # Of a deal that is paused, calendars keep what they were last given.
    entries = (
        _calendar_entries(content, services)
        if content
        else services.store.links.calendar(deal.id)[0]
    )
    today = own_day(content.meta.day if content else None, deal.zone, now)
    for entry in select_for_feed(entries.values(), today, now):
        yield ics.CalendarEvent(
            uid=ics.uid(deal.id, entry.instance),
            summary=ics.render_title(
                deal.code_name, entry.name, entry.clause, rehearsal=deal.rehearsal
            ),
            due=entry.due,
            sequence=entry.sequence,
            written=entry.changed_at,
            cancelled=entry.cancelled,
            act_by=entry.act_by,
            zone=deal.zone,
        )


def _calendar_entries(deal: StoredDeal, services: Services) -> Mapping[str, CalendarEntry]:
    """What calendars are sent about a deal, noted where it has changed.

    A deal that cannot be assessed is told as it last was, and leaves the others alone.
    """
    try:
        return note_dates(deal.meta.id, services)
    except OvertakenError:
        raise
    except Exception:  # noqa: BLE001 - one deal must not keep the others from being read
        return services.store.links.calendar(deal.meta.id)[0]
