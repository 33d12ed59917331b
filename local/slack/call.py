"""One call of one method, with all its handler may look at and change."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from local.slack import reference
from local.slack.errors import Refused
from local.slack.rules import Method
from local.slack.store import Store
from local.slack.world import Channel, User, World

if TYPE_CHECKING:
    from local.slack.files import Upload

Answer = dict[str, Any]


@dataclass
class Promise:
    """A trigger id or response URL handed out with a command: whose it is and what is left of it.

    `until` is the last moment it may be used, on the clock of `time.monotonic`, itself included.
    """

    user: str
    channel: str
    until: float
    uses: int

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
    """An open modal: whose it is, the channel it was opened from ("" without one), how it reads.

    `errors` is what was wrong when it was last handed in, by the block id of its field.
    """

    user: str
    channel: str
    view: dict[str, Any]
    errors: dict[str, str] = field(default_factory=dict)


@dataclass
class Workspace:
    """The world as it is now, what was said in it, and the promises still open."""

    world: World
    store: Store
    triggers: dict[str, Promise] = field(default_factory=dict)
    response_urls: dict[str, Promise] = field(default_factory=dict)
    uploads: "dict[str, Upload]" = field(default_factory=dict)
    address: str = ""  # where the stand-in answers, with a slash at its end
    views: dict[str, Screen] = field(default_factory=dict)

    def forget(self) -> None:
        """Let nothing have been said yet; the world stays as it is."""
        for promised in (self.triggers, self.response_urls, self.uploads, self.views):
            promised.clear()
        self.store.forget()

    def channel(self, channel_id: str) -> Channel | None:
        """The channel or opened direct message with this id."""
        return self.world.channel(channel_id) or self.store.conversations.get(channel_id)

    def direct(self, user: User) -> tuple[Channel, bool]:
        """The app's direct message with a user, and whether it was already open."""
        channel = Channel(
            id=f"D{user.id[1:]}", kind="im", members=(user.id, self.world.app.bot_user)
        )
        known = channel.id in self.store.conversations
        if not known:
            self.store.open(channel)
        return channel, known

    def promise(self, user: str, channel: str) -> tuple[str, str]:
        """A new trigger id and the secret path of a new response URL."""
        number = f"{secrets.randbelow(10**13):013d}"
        trigger = f"{number}.{self.world.team.id[1:]}.{secrets.token_hex(16)}"
        path = f"commands/{self.world.team.id}/{number}/{secrets.token_urlsafe(18)}"
        now = time.monotonic()
        self.triggers[trigger] = Promise(user, channel, now + reference.TRIGGER_SECONDS, 1)
        until = now + reference.RESPONSE_URL_SECONDS
        self.response_urls[path] = Promise(user, channel, until, reference.RESPONSE_URL_USES)
        return trigger, path


@dataclass(frozen=True)
class Call:
    """A call whose token is good and whose arguments are typed."""

    method: Method
    arguments: dict[str, Any]
    workspace: Workspace

    @property
    def world(self) -> World:
        """The world as it is now."""
        return self.workspace.world

    @property
    def store(self) -> Store:
        """What was said."""
        return self.workspace.store

    def conversation(self, argument: str = "channel") -> Channel:
        """The conversation whose id that argument is, as far as the bot may know of it.

        Slack hides a private channel from who is not in it: `channel_not_found`.
        """
        channel = self.workspace.channel(self.arguments[argument])
        if channel is None:
            raise Refused("channel_not_found")
        self._need_scope_for(channel)
        if (channel.is_private or channel.kind == "im") and not self.is_in(channel):
            raise Refused("channel_not_found")
        return channel

    def joined(self, channel: Channel) -> Channel:
        """The channel, if the bot is in it; else `not_in_channel`, or hidden if private."""
        if not self.is_in(channel):
            raise Refused("channel_not_found" if channel.is_private else "not_in_channel")
        return channel

    def is_in(self, channel: Channel) -> bool:
        """Whether the bot is a member."""
        return self.world.app.bot_user in channel.members

    def _need_scope_for(self, channel: Channel) -> None:
        for scope in self.method.scopes:
            need_scope(self.world, scope.format(kind=channel.scope_kind))


def need_scope(world: World, *any_of: str) -> None:
    """Refuse with missing_scope unless one of these scopes was granted."""
    granted = world.app.scopes
    if not set(any_of) & set(granted):
        raise Refused("missing_scope", needed=",".join(any_of), provided=",".join(granted))


Handler = Callable[[Call], Answer]
