"""The workspace the stand-in plays: its team, app, people and channels.

Given as a JSON file and changed at run time by a merge patch; nothing here happens by itself.
"""

import json
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from .errors import WorldError


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Team(_Part):
    """The workspace; `refused_blocks` are types of block that Slack does not give it yet."""

    id: str = Field(pattern=r"^T[A-Z0-9]+$")
    name: str
    domain: str
    refused_blocks: tuple[str, ...] = ()


class AppInstall(_Part):
    """The one app, installed with one bot token and the scopes it was granted.

    `revoked` is its token taken back, `inactive` the app removed from the workspace; `internal` an
    app of the workspace's own, which may read history faster than one that is distributed.
    """

    id: str = Field(pattern=r"^A[A-Z0-9]+$")
    token: str = Field(pattern=r"^xoxb-.+$")
    bot_id: str = Field(pattern=r"^B[A-Z0-9]+$")
    bot_user: str = Field(pattern=r"^U[A-Z0-9]+$")
    scopes: tuple[str, ...]
    revoked: bool = False
    inactive: bool = False
    internal: bool = True


class User(_Part):
    """A person or bot. A guest is `is_restricted` (several channels) or `is_ultra_restricted`."""

    id: str = Field(pattern=r"^[UW][A-Z0-9]+$")
    name: str
    real_name: str = ""
    email: str = ""
    team_id: str = ""
    is_bot: bool = False
    is_restricted: bool = False
    is_ultra_restricted: bool = False
    is_stranger: bool = False
    deleted: bool = False
    tz: str = "America/New_York"


class Channel(_Part):
    """A conversation; `kind` im is a direct message between the bot and its one other member."""

    id: str = Field(pattern=r"^[CGD][A-Z0-9]+$")
    name: str = ""
    kind: Literal["channel", "im"] = "channel"
    is_private: bool = False
    is_archived: bool = False
    is_shared: bool = False
    is_ext_shared: bool = False
    is_org_shared: bool = False
    is_pending_ext_shared: bool = False
    members: tuple[str, ...] = ()

    @property
    def scope_kind(self) -> str:
        """The value of `{kind}` in a scope: channels, groups or im."""
        if self.kind == "im":
            return "im"
        return "groups" if self.is_private else "channels"


class World(_Part):
    """The whole workspace. With `rate_limits` enforced, calls beyond a method's tier get a 429;
    with off, none do.
    """

    team: Team
    app: AppInstall
    users: tuple[User, ...]
    channels: tuple[Channel, ...]
    rate_limits: Literal["off", "enforced"] = "off"

    @model_validator(mode="after")
    def _all_known(self) -> "World":
        people = [each.id for each in self.users]
        rooms = [each.id for each in self.channels]
        for ids in (people, rooms):
            twice = sorted({each for each in ids if ids.count(each) > 1})
            if twice:
                raise ValueError(f"given twice: {', '.join(twice)}")
        unknown = {each for room in self.channels for each in room.members} - set(people)
        if unknown | ({self.app.bot_user} - set(people)):
            named = sorted(unknown | ({self.app.bot_user} - set(people)))
            raise ValueError(f"not among the users: {', '.join(named)}")
        return self

    def user(self, user_id: str) -> User | None:
        """The user with this id."""
        return next((each for each in self.users if each.id == user_id), None)

    def channel(self, channel_id: str) -> Channel | None:
        """The channel with this id."""
        return next((each for each in self.channels if each.id == channel_id), None)

    def channel_named(self, name: str) -> Channel | None:
        """The channel with this name, with or without its `#`."""
        bare = name.removeprefix("#")
        return next((each for each in self.channels if bare and each.name == bare), None)

    def changed(self, patch: object) -> "World":
        """This world with a merge patch; raises WorldError and changes nothing if it is not one.

        `users` and `channels` are objects by id: properties are replaced, null removes the whole
        user or channel, a new id adds one.
        """
        if not isinstance(patch, dict):
            raise WorldError(f"a change is an object by part of the world, not {patch!r}")
        plain = self.model_dump(mode="json")
        for part, change in patch.items():
            if part in ("users", "channels"):
                plain[part] = _merged_list(plain[part], change)
            elif isinstance(change, dict) and isinstance(plain.get(part), dict):
                plain[part] |= change
            else:
                plain[part] = change
        return parse(plain)


def parse(plain: object) -> World:
    """The world in a decoded JSON value; WorldError lists every problem with its place."""
    try:
        return World.model_validate(plain)
    except ValidationError as problem:
        lines = [
            f"{'.'.join(str(step) for step in each['loc']) or 'world'}: {each['msg']}"
            for each in problem.errors(include_url=False, include_input=False)
        ]
        raise WorldError("not a workspace: " + "; ".join(lines)) from problem


def read(path: Path) -> World:
    """The world in a JSON file."""
    try:
        return parse(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as problem:
        raise WorldError(f"the world file {path} cannot be read as JSON: {problem}") from problem


def _merged_list(parts: list[dict[str, Any]], change: object) -> list[dict[str, Any]]:
    if not isinstance(change, dict):
        raise WorldError(f"users and channels are changed by id, as an object, not {change!r}")
    by_id = {each["id"]: each for each in parts}
    for key, value in change.items():
        if value is None:
            by_id.pop(key, None)
        elif isinstance(value, dict):
            by_id[key] = {"id": key} | by_id.get(key, {}) | value
        else:
            raise WorldError(f"the change of {key} is an object or null, not {value!r}")
    return list(by_id.values())
