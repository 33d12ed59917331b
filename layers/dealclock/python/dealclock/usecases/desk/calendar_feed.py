"""A person's calendar feed: asked for, its address changed, taken back. Off until asked for.

The feed is found by its address alone, so the address is told once, to the one who asked, and kept
nowhere. It works for FEED_LIVES at most, and shows a deal for as long as its holder may read it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from dealclock.access.links import fingerprint
from dealclock.access.people import Action, Person, may
from dealclock.errors import DeskError
from dealclock.store import Feed, PersonalLink, StoredDeal
from dealclock.store.errors import OvertakenError
from dealclock.store.table import TRIES
from dealclock.usecases.deliver.personal import new_secret
from dealclock.usecases.plan.digest import identity
from dealclock.usecases.services import Services

FEED_LIVES = timedelta(days=90)


class NoFeedError(DeskError):
    """A feed that cannot be made, or is not there; nothing was written."""


@dataclass(frozen=True, slots=True)
class FeedAddress:
    """A feed as it now is: its address, told this once, "" where the one its holder has goes on;
    the ids of its deals; when the address runs out.
    """

    url: str
    deals: tuple[str, ...]
    until: datetime


def make(
    person: Person,
    deals: Sequence[StoredDeal],
    services: Services,
    web: str,
    by: str,
    *,
    new_address: bool = False,
) -> FeedAddress:
    """Let the person's feed show these deals too; a new feed, or one that ran out, gets an address.

    With `new_address` it gets another in any case, and the old one ends at once. `web` is where
    personal links lead, ending with a slash. Audited under each deal. Raises NoFeedError for a
    person who may not read one of the deals, and where there is no `web`.
    """
    now = services.now()
    if not web:
        raise NoFeedError(
            "this stack has no address for calendars; deploy it with its function web."
        )
    for deal in deals:
        people = deal.at(now).team.access
        if not may(people.of_slack(person.slack), Action.READ, people):
            raise NoFeedError(f"{person.name} may not read {deal.team.code_name}. Ask its lead.")
        if deal.meta.closed:
            raise NoFeedError(f"{deal.team.code_name} is closed and has no dates ahead.")
    for _ in range(TRIES):
        before = services.store.links.feed(person.slack)
        there = before if before and _is_live(before, person, now) else None
        wanted = dict.fromkeys((*(there.deals if there else ()), *(d.meta.id for d in deals)))
        if not wanted:
            raise NoFeedError("that person has no feed; name a deal for one.")
        if there is None or new_address:
            feed, link, url = _renewed(person, tuple(wanted), web, now)
        else:
            feed, link, url = replace(there, deals=tuple(wanted)), None, ""
        for each in feed.deals:
            services.store.archive.audit(
                each, "made calendar" if url else "added to calendar", by, now, _ids(feed)
            )
        if services.store.links.put_feed(feed, before, link):
            return FeedAddress(url, feed.deals, feed.valid_until)
    raise OvertakenError("the feed kept changing; try again")


def rotate(person: Person, services: Services, web: str, by: str) -> FeedAddress:
    """Another address for the person's feed; the old one ends at once. Raises NoFeedError."""
    return make(person, (), services, web, by, new_address=True)


def revoke(person: Person, services: Services, by: str, deal: str = "") -> bool:
    """Take a deal out of the person's feed, or with "" all; False when nothing was in it."""
    now = services.now()
    for _ in range(TRIES):
        before = services.store.links.feed(person.slack)
        gone = [d for d in before.deals if deal in ("", d)] if before else []
        if before is None or not gone:
            return False
        for each in gone:
            services.store.archive.audit(each, "revoked calendar", by, now, _ids(before))
        left = tuple(d for d in before.deals if d not in gone)
        if services.store.links.put_feed(replace(before, deals=left), before):
            return True
    raise OvertakenError("the feed kept changing; try again")


def _is_live(feed: Feed, person: Person, now: datetime) -> bool:
    """Whether the feed still has an address, and was made for this very person."""
    return bool(feed.deals) and now < feed.valid_until and feed.identity == identity(person)


def _renewed(
    person: Person, deals: tuple[str, ...], web: str, now: datetime
) -> tuple[Feed, PersonalLink, str]:
    secret, until = new_secret(), now + FEED_LIVES
    link = PersonalLink(fingerprint(secret), "calendar", person.slack, until)
    feed = Feed(person.slack, identity(person), link.fingerprint, deals, until)
    return feed, link, f"{web}calendar/{secret}.ics"


def _ids(feed: Feed) -> dict[str, str | int]:
    return {"link": feed.fingerprint[:16], "holder": feed.holder}
