"""The workspace as it is: members, messages, and open triggers, forms and uploads."""

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from . import reference
from .errors import RequestRefusedError
from .store import Store
from .world import Channel, User, World


@dataclass
class Promise:
    """A trigger id or response URL handed out with a command: its owner and the uses left.

    `client` is the browser it was handed out to, "" for any; `until` is the last moment it may be
    used, on the clock of `time.monotonic`, itself included; `trigger` is that of the command whose
    response URL it is.
    """

    user: str
    channel: str
    until: float
    uses: int
    client: str = ""
    trigger: str = ""

    def spend(self) -> str | None:
        """Use it once; "expired" or "used" if it cannot be."""
        if time.monotonic() > self.until:
            return "expired"
        if self.uses < 1:
            return "used"
        self.uses -= 1
        return None


@dataclass
class Screen:
    """An open modal: its owner, the channel it was opened from ("" without one), its content.

    `client` is the only browser that shows it, "" for any, as a form opens where the click was.
    `errors` are those of its last submission, by the block id of the field.
    """

    user: str
    channel: str
    view: dict[str, Any]
    errors: dict[str, str] = field(default_factory=dict)
    client: str = ""


@dataclass
class Upload:
    """A place to upload a file: its announced name and length, and its bytes once they arrived."""

    id: str
    name: str
    length: int
    alt_text: str
    content: bytes | None = None
    shared: bool = False


@dataclass
class Workspace:
    """The world as it is now, its messages, and the promises still open."""

    world: World
    store: Store
    triggers: dict[str, Promise] = field(default_factory=dict)
    response_urls: dict[str, Promise] = field(default_factory=dict)
    uploads: dict[str, Upload] = field(default_factory=dict)
    address: str = ""  # where the stand-in answers, with a trailing slash
    views: dict[str, Screen] = field(default_factory=dict)

    def forget(self) -> None:
        """Delete everything that was said; the world stays as it is."""
        for promised in (self.triggers, self.response_urls, self.uploads, self.views):
            promised.clear()
        self.store.forget()

    def channel(self, channel_id: str) -> Channel | None:
        """The channel or opened direct message with this id."""
        return self.world.channel(channel_id) or self.store.conversations.get(channel_id)

    def channel_named(self, wanted: str) -> Channel:
        """The channel or direct message with this id or name; raises channel_not_found."""
        found = self.channel(wanted) or self.world.channel_named(wanted)
        if found is None:
            raise RequestRefusedError("channel_not_found")
        return found

    def user_named(self, wanted: str) -> User:
        """The user with this id or name; raises user_not_found."""
        found = next((u for u in self.world.users if wanted in (u.id, u.name)), None)
        if found is None:
            raise RequestRefusedError("user_not_found")
        return found

    def direct(self, user: User) -> tuple[Channel, bool]:
        """The app's direct message with a user, and whether it was already open."""
        channel = Channel(
            id=f"D{user.id[1:]}", kind="im", members=(user.id, self.world.app.bot_user)
        )
        known = channel.id in self.store.conversations
        if not known:
            self.store.open(channel)
        return channel, known

    def home_of(self, user: str) -> dict[str, Any] | None:
        """A user's Home tab as last published, None before."""
        homes = [each["view"] for each in self.store.of_kind("home") if each["user"] == user]
        return homes[-1] if homes else None

    def promise(self, user: str, channel: str, client: str = "") -> tuple[str, str]:
        """A new trigger id and the secret path of a new response URL, for one browser if named."""
        number = f"{secrets.randbelow(10**13):013d}"
        trigger = f"{number}.{self.world.team.id[1:]}.{secrets.token_hex(16)}"
        path = f"commands/{self.world.team.id}/{number}/{secrets.token_urlsafe(18)}"
        now = time.monotonic()
        self.triggers[trigger] = Promise(user, channel, now + reference.TRIGGER_SECONDS, 1, client)
        until = now + reference.RESPONSE_URL_SECONDS
        uses = reference.RESPONSE_URL_USES
        self.response_urls[path] = Promise(user, channel, until, uses, trigger=trigger)
        return trigger, path
