"""One call of one method, with everything its handler may read and change."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .errors import RequestRefusedError
from .rules import Method
from .store import Store
from .workspace import Workspace
from .world import Channel, World

Answer = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """A call whose token is good and whose arguments are typed."""

    method: Method
    arguments: dict[str, Any]
    workspace: Workspace

    @property
    def world(self) -> World:
        """The workspace as it is now."""
        return self.workspace.world

    @property
    def store(self) -> Store:
        """The messages and other records."""
        return self.workspace.store

    def conversation(self, argument: str = "channel") -> Channel:
        """The conversation with the id in that argument, if the bot may know of it.

        Slack hides a private channel from nonmembers: `channel_not_found`.
        """
        channel = self.workspace.channel(self.arguments[argument])
        if channel is None:
            raise RequestRefusedError("channel_not_found")
        self._need_scope_for(channel)
        if (channel.is_private or channel.kind == "im") and not self.is_in(channel):
            raise RequestRefusedError("channel_not_found")
        return channel

    def joined(self, channel: Channel) -> Channel:
        """The channel, if the bot is in it; else `not_in_channel`, or hidden if private."""
        if not self.is_in(channel):
            raise RequestRefusedError(
                "channel_not_found" if channel.is_private else "not_in_channel"
            )
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
        raise RequestRefusedError(
            "missing_scope", needed=",".join(any_of), provided=",".join(granted)
        )


Handler = Callable[[Call], Answer]
