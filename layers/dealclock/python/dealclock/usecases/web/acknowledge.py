"""The acknowledge link of a mail: opened it asks, confirmed it acknowledges, and that works once.

Scanners and previews open links and confirm nothing. Whatever does not work is answered the same,
and every request is in the archive before it is answered: under its deal, by ids, or under none.
"""

from datetime import datetime

from dealclock import __version__
from dealclock.access.links import fingerprint
from dealclock.access.people import Action, may
from dealclock.alerts.responses import InvalidSnoozeError
from dealclock.render import pages
from dealclock.store import ArchiveEntry, PersonalLink, Rendition
from dealclock.store.errors import DealClosed, NoSuchDeal
from dealclock.store.links import Purpose
from dealclock.usecases.deal_day import own_day
from dealclock.usecases.respond import ResponseRefusedError, ResponseRequest, respond
from dealclock.usecases.services import Services
from dealclock.usecases.web.response import WebResponse

BY = "web"
WHAT: Purpose = "acknowledge"
GONE = 404


def opened(secret: str, services: Services) -> WebResponse:
    """The page that asks to confirm; it reads who may, and says nothing of it."""
    now = services.now()
    link = _usable(secret, services)
    if link is None:
        return gone(WHAT)
    services.store.archive.audit(link.deal, "opened link", BY, now, _ids(link))
    return WebResponse(200, pages.confirm(), "WebAnswered", WHAT)


def confirmed(secret: str, services: Services) -> WebResponse:
    """Acknowledge as the person of the link, then use the link up.

    In this order a try that ends between the two loses nothing: the next acknowledges what is
    acknowledged already, which changes nothing, and ends the link.
    """
    now = services.now()
    link = _usable(secret, services)
    if link is None:
        return gone(WHAT)
    asked = ResponseRequest(
        link.deal, link.instance, "acknowledge", link.person, revision=link.revision
    )
    try:
        acted = respond(asked, services, BY)
    except (ResponseRefusedError, InvalidSnoozeError, NoSuchDeal, DealClosed):
        return gone(WHAT)  # the refusal is in the archive
    if not services.store.links.use(link, BY, now):
        return gone(WHAT)
    done = acted.handled
    page = pages.done(acted.code_name, link.clause, done.due, done, acted.rehearsal)
    _keep(page, link, acted.person.slack, services)
    return WebResponse(200, page.html(), "WebAcknowledged", WHAT)


def _keep(page: pages.WebPage, link: PersonalLink, user: str, services: Services) -> None:
    """The page in the archive. One that cannot be kept is not shown; the acknowledgement stands."""
    now = services.now()
    deal = services.store.deals.get(link.deal)
    if deal is None:
        raise NoSuchDeal("the deal of this link left the table meanwhile; restore it.")
    rendition = Rendition(
        text=page.words,
        terms_version=deal.meta.terms_version,
        team_version=deal.meta.team_version,
        engine=__version__,
        as_of=own_day(deal.meta.day, deal.terms.agreement.time_zone, now),
        known_at=now,
    )
    services.store.archive.add_message(
        ArchiveEntry("answer", user, (link.deal,), rendition, link.instance), now
    )


def gone(what: str) -> WebResponse:
    """The one answer for every link that does not work."""
    return WebResponse(GONE, pages.gone(), "WebRefused", what)


def _usable(secret: str, services: Services) -> PersonalLink | None:
    """What the link stands for while it works; if it does not, that is audited."""
    now = services.now()
    found = fingerprint(secret)
    link = services.store.links.get(found)
    if link is None or link.purpose != WHAT:
        services.store.archive.audit(
            None, "refused link", BY, now, {"link": found[:16], "cause": "unknown"}
        )
        return None
    cause = _ended(link, now) or _revoked(link, services)
    if cause:
        services.store.archive.audit(
            link.deal, "refused link", BY, now, {**_ids(link), "cause": cause}
        )
        return None
    return link


def _ended(link: PersonalLink, now: datetime) -> str:
    if link.used:
        return "used"
    return "expired" if now >= link.valid_until else ""


def _revoked(link: PersonalLink, services: Services) -> str:
    now = services.now()
    deal = services.store.deals.get(link.deal)
    people = deal.at(now).team.access if deal else None
    if people is None or not may(people.person(link.person), Action.HANDLE, people):
        return "revoked"
    return ""


def _ids(link: PersonalLink) -> dict[str, str | int]:
    return {
        "link": link.fingerprint[:16],
        "person": link.person,
        "instance": link.instance,
        "revision": link.revision,
    }
