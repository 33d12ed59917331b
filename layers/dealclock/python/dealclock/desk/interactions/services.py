"""The services behind buttons and forms: store, queues, screen and access checks."""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

from dealclock import __version__
from dealclock.desk.actor import Actor
from dealclock.desk.verb import Desk
from dealclock.errors import NotFoundError
from dealclock.jobs.gate import asker
from dealclock.jobs.services import Services
from dealclock.messages import plain, words
from dealclock.messages.message import Message
from dealclock.people.people import Action, Person, who_may
from dealclock.records import record
from dealclock.store import ArchiveEntry, DirectoryEntry, Rendition, Store

Json = Mapping[str, Any]


class Screen(Protocol):
    """The screen of one person. Each method returns why it failed, "" on success."""

    def open(self, trigger: str, view: Json) -> str:
        """Open a form for the user of the trigger."""

    def update(self, view_id: str, view_hash: str, view: Json) -> str:
        """Replace the contents of an open form, unless it has changed since `view_hash`."""

    def publish(self, user: str, view: Json) -> str:
        """Publish a person's Home tab."""

    def answer(self, url: str, reply: Json) -> str:
        """Answer a click where it was made, visible to the person only."""

    def answer_in_tables(self, url: str, reply: Json) -> bool:
        """Whether an answer with young blocks is shown; if not, answer with older ones."""


@record
class DeskServices:
    """The desk, and the screen of the person acting."""

    desk: Desk
    screen: Screen

    @property
    def store(self) -> Store:
        """The table."""
        return self.desk.services.store

    def at(self, now: datetime) -> Services:
        """The services of the use cases, with the clock fixed at `now`."""
        return self.desk.services.at(now)


def archive_shown(
    message: Message,
    deal: str,
    user: str,
    services: DeskServices,
    now: datetime,
    *,
    about: str = "",
) -> None:
    """Archive the message under the deal before it is shown; if this raises, show nothing."""
    meta = services.store.deals.meta(deal)
    if meta is None:
        return
    rendition = Rendition(
        text=plain.as_text(message),
        terms_version=meta.terms_version,
        team_version=meta.team_version,
        engine=__version__,
        as_of=meta.day or now.date(),
        known_at=now,
    )
    services.store.archive.add_message(ArchiveEntry("answer", user, (deal,), rendition, about), now)


NOT_YOURS = "You have no access to this item."
"""The same answer for a deal that does not exist and for one the person may not see."""


def authorize(
    deal: str, user: str, action: Action, requested: str, services: DeskServices, now: datetime
) -> tuple[DirectoryEntry, Person]:
    """The deal with that id and the user's person on it; NotFoundError without `action`.

    `requested` names the request in the archive.
    """
    visitor = asker(user, services.at(now), services.desk.members)
    line = services.store.deals.line(deal)
    listed = line.at(now) if line else None
    person = listed.people.of_slack(user) if listed else None
    if listed is None or person is None or not visitor.may(Action.READ, listed):
        services.store.archive.audit(
            listed.id if listed else None, f"refused {requested}", user, now
        )
        raise NotFoundError(NOT_YOURS)
    if not visitor.may(action, listed):
        services.store.archive.audit(listed.id, f"refused {requested}", user, now)
        able = words.either(p.name for p in who_may(action, listed.people)) or "no one at present"
        raise NotFoundError(
            f"Your role on {listed.code_name} does not allow that. These people can: {able}."
        )
    return listed, person


def actor_on(
    deal: str, user: str, action: Action, requested: str, services: DeskServices, now: datetime
) -> Actor:
    """The user on the deal with that id, closed or not; NotFoundError without `action`."""
    listed, person = authorize(deal, user, action, requested, services, now)
    stored = services.store.deals.get(listed.id)
    if stored is None:
        raise NotFoundError(NOT_YOURS)
    return Actor(stored, person.id, services.at(now), user)


def authorized_deals(
    user: str, action: Action, services: DeskServices, now: datetime
) -> list[DirectoryEntry]:
    """The deals on which the user may do `action` today, sorted by code name."""
    visitor = asker(user, services.at(now), services.desk.members)
    entries = (entry.at(now) for entry in services.store.deals.of_person(user, now))
    return sorted((d for d in entries if visitor.may(action, d)), key=lambda d: d.code_name)


_KEY_LIFETIME = timedelta(
    hours=24
)  # Slack repeats an event within an hour, and takes no older signature


def first_time(body: Mapping[str, Any], store: Store, now: datetime) -> bool:
    """Whether the request is new; of concurrent copies, exactly one gets True.

    A request is identified by its trigger id, an event by its event id. A request with neither
    has no effect and always counts as new.
    """
    key = body.get("event_id") or body.get("trigger_id")
    if not isinstance(key, str) or not key:
        return True
    digest = hashlib.sha256(key.encode()).hexdigest()[:32]
    return store.responses.put_key(f"slack-{digest}", now, _KEY_LIFETIME)
