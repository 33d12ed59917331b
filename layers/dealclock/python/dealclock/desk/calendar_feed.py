"""A person's calendar feed: create it, change its address, revoke it. Off by default.

The address alone gives access, so it is shown once, to the person who requested it, and not stored.
It is valid for FEED_LIVES at most, and shows a deal while its holder may read it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from dealclock.errors import NotFoundError
from dealclock.jobs.deliver.personal import new_secret
from dealclock.jobs.plan.digest import identity
from dealclock.jobs.services import Services
from dealclock.people.links import fingerprint
from dealclock.people.people import Action, Person, may
from dealclock.store import Feed, PersonalLink, StoredDeal
from dealclock.store.table import TRIES, OvertakenError

FEED_LIVES = timedelta(days=90)


def make(
    person: Person,
    deals: Sequence[StoredDeal],
    services: Services,
    web: str,
    by: str,
    *,
    new_address: bool = False,
) -> tuple[str, Feed]:
    """Add the deals to the person's feed; a new or expired feed gets an address.

    Returns the address, shown once, "" if the holder's address stays valid; and the feed.

    `new_address` replaces the address and ends the old one immediately. `web` is the base URL of
    personal links, ending with a slash. Audited under each deal. Raises NotFoundError if the person
    may not read one of the deals, or `web` is empty.
    """
    now = services.now()
    if not web:
        raise NotFoundError(
            "this stack has no address for calendars; deploy it with its function web."
        )
    for deal in deals:
        people = deal.at(now).team.access
        if not may(people.of_slack(person.slack), Action.READ, people):
            raise NotFoundError(f"{person.name} may not read {deal.team.code_name}. Ask its lead.")
        if deal.meta.closed:
            raise NotFoundError(f"{deal.team.code_name} is closed and has no dates ahead.")
    for _ in range(TRIES):
        before = services.store.links.feed(person.slack)
        current = before if before and _is_live(before, person, now) else None
        wanted = dict.fromkeys((*(current.deals if current else ()), *(d.meta.id for d in deals)))
        if not wanted:
            raise NotFoundError("that person has no feed; name a deal for one.")
        if current is None or new_address:
            feed, link, url = _renewed(person, tuple(wanted), web, now)
        else:
            feed, link, url = replace(current, deals=tuple(wanted)), None, ""
        for deal_id in feed.deals:
            services.store.archive.audit(
                deal_id, "made calendar" if url else "added to calendar", by, now, _ids(feed)
            )
        if services.store.links.put_feed(feed, before, link):
            return url, feed
    raise OvertakenError("the feed kept changing; try again")


def rotate(person: Person, services: Services, web: str, by: str) -> tuple[str, Feed]:
    """Replace the address of the person's feed; the old one ends. Raises NotFoundError."""
    return make(person, (), services, web, by, new_address=True)


def revoke(person: Person, services: Services, by: str, deal: str = "") -> bool:
    """Remove a deal from the person's feed, or all with ""; False if nothing was removed."""
    now = services.now()
    for _ in range(TRIES):
        before = services.store.links.feed(person.slack)
        removed = [d for d in before.deals if deal in ("", d)] if before else []
        if before is None or not removed:
            return False
        for deal_id in removed:
            services.store.archive.audit(deal_id, "revoked calendar", by, now, _ids(before))
        remaining = tuple(d for d in before.deals if d not in removed)
        if services.store.links.put_feed(replace(before, deals=remaining), before):
            return True
    raise OvertakenError("the feed kept changing; try again")


def _is_live(feed: Feed, person: Person, now: datetime) -> bool:
    """Whether the feed has a valid address and belongs to the same person."""
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
