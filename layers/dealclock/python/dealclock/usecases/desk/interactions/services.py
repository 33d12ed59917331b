"""Where what people do is looked up, kept, queued and shown."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from dealclock import __version__
from dealclock.access.people import Action, Person
from dealclock.errors import DeskError
from dealclock.media import plain
from dealclock.messages.message import Message
from dealclock.store import ArchiveEntry, DirectoryEntry, Rendition, Store
from dealclock.usecases.desk.verb import Desk
from dealclock.usecases.gate import asker
from dealclock.usecases.services import Services

Json = Mapping[str, Any]


class Screen(Protocol):
    """What one person sees. Every method says why it failed, "" when it did not."""

    def open(self, trigger: str, view: Json) -> str:
        """Open a form for the user of the trigger."""

    def update(self, view_id: str, view_hash: str, view: Json) -> str:
        """Let an open form show something else, unless it has changed meanwhile."""

    def publish(self, user: str, view: Json) -> str:
        """Let a person's Home tab show this."""

    def answer(self, url: str, said: Json) -> str:
        """Answer a click where it was made, for the person alone."""


@dataclass(frozen=True, slots=True)
class DeskServices:
    """The desk, and the screen of the person who acts."""

    desk: Desk
    screen: Screen

    @property
    def store(self) -> Store:
        """The table."""
        return self.desk.services.store

    def services(self, now: datetime) -> Services:
        """What use cases work with, at one instant."""
        return self.desk.services.at(now)


def archive_shown(
    message: Message, deal: str, user: str, hands: DeskServices, now: datetime, *, about: str = ""
) -> None:
    """Archive it under the deal before it is shown; when this raises, nothing must be shown."""
    meta = hands.store.deals.meta(deal)
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
    hands.store.archive.add_message(ArchiveEntry("answer", user, (deal,), rendition, about), now)


NOT_YOURS = "You have no access to this item."
"""The one answer about a deal that is not there and about one the person may not see."""


class NotAuthorizedError(DeskError):
    """It is not for this person: the words are what they are told, the refusal is archived."""


def authorize(
    deal: str, user: str, action: Action, what: str, hands: DeskServices, now: datetime
) -> tuple[DirectoryEntry, Person]:
    """The deal with that id and who the user is on it, if they may do `action`; else
    NotAuthorizedError.

    `what` is what they wanted, for the archive.
    """
    who = asker(user, hands.services(now), hands.desk.members)
    line = hands.store.deals.line(deal)
    listed = line.at(now) if line else None
    person = listed.people.of_slack(user) if listed else None
    if listed is None or person is None or not who.may(Action.READ, listed):
        hands.store.archive.audit(listed.id if listed else None, f"refused {what}", user, now)
        raise NotAuthorizedError(NOT_YOURS)
    if not who.may(action, listed):
        hands.store.archive.audit(listed.id, f"refused {what}", user, now)
        raise NotAuthorizedError(
            f"Your role on {listed.code_name} does not allow that. Ask the deal's lead."
        )
    return listed, person


def authorized_deals(
    user: str, action: Action, hands: DeskServices, now: datetime
) -> list[DirectoryEntry]:
    """Every deal on which the user may do that today, by code name."""
    who = asker(user, hands.services(now), hands.desk.members)
    found = (each.at(now) for each in hands.store.deals.directory())
    return sorted((d for d in found if who.may(action, d)), key=lambda d: d.code_name)


_SEEN_FOR = timedelta(
    hours=24
)  # Slack repeats an event within an hour, and takes no older signature


def first_time(body: Mapping[str, Any], store: Store, now: datetime) -> bool:
    """Whether this is the first time; exactly one of many at once is told so.

    A request is known by its trigger id, an event by its own. What carries neither is no request
    that does anything.
    """
    key = body.get("event_id") or body.get("trigger_id")
    if not isinstance(key, str) or not key:
        return True
    digest = hashlib.sha256(key.encode()).hexdigest()[:32]
    return store.responses.put_key(f"slack-{digest}", now, _SEEN_FOR)
