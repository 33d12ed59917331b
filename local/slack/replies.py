"""An app's answer to a command, at once or at its response URL: checked, then shown."""

from collections.abc import Collection
from typing import Any

from . import reference
from .chat import with_block_ids
from .errors import RequestRefusedError
from .validate import block_problems
from .workspace import Workspace
from .world import Channel

RESPONSE_TYPES = ("ephemeral", "in_channel")
KNOWN = frozenset(
    {"response_type", "text", "blocks", "replace_original", "delete_original", "thread_ts"}
)


def reply_problems(reply: dict[str, Any], refused: Collection[str] = ()) -> tuple[str, ...]:
    """What Slack would refuse in a reply; empty if nothing, and for an empty reply.

    `refused` are types of block that the workspace does not take.
    """
    problems = [f"invalid additional property: {each}" for each in sorted(set(reply) - KNOWN)]
    if reply.get("response_type", "ephemeral") not in RESPONSE_TYPES:
        problems.append(f"response_type is ephemeral or in_channel, not {reply['response_type']!r}")
    text = reply.get("text", "")
    if not isinstance(text, str):
        problems.append("text must provide a string")
    elif len(text) > reference.POST_TEXT:
        problems.append("msg_too_long")
    return (*problems, *block_problems(reply.get("blocks", []), refused=refused))


def keep_reply(
    workspace: Workspace, user: str, channel_id: str, reply: dict[str, Any], trigger: str = ""
) -> None:
    """Show a reply that has no problems: to its user, or to the channel.

    `trigger` is that of the command it answers.
    """
    text, blocks = reply.get("text", ""), reply.get("blocks", [])
    if not text and not blocks:
        return
    app, ts = workspace.world.app, workspace.store.next_ts()
    message = {
        "type": "message", "user": app.bot_user, "bot_id": app.bot_id, "app_id": app.id,
        "team": workspace.world.team.id, "ts": ts, "text": text,
    }  # fmt: skip
    if blocks:
        message["blocks"] = with_block_ids(blocks, ts)
    if reply.get("response_type") == "in_channel":
        workspace.store.post(channel_id, message)
    else:
        workspace.store.show(channel_id, user, message, trigger)


def command_form(
    workspace: Workspace, base_url: str, typed: dict[str, Any]
) -> tuple[str, dict[str, str]]:
    """The trigger id and the whole form Slack sends for a command typed by a user in a channel.

    `typed` has command, text, user and channel; the last two by id or name; and the `client`, if
    only one browser shows what it opens. Raises
    RequestRefusedError with user_not_found or channel_not_found.
    """
    world = workspace.world
    user = next((u for u in world.users if typed["user"] in (u.id, u.name)), None)
    channel = workspace.channel(typed["channel"]) or world.channel_named(typed["channel"])
    if user is None:
        raise RequestRefusedError("user_not_found")
    if channel is None:
        raise RequestRefusedError("channel_not_found")
    trigger, path = workspace.promise(user.id, channel.id, typed.get("client", ""))
    form = {
        "token": "verification-token-long-deprecated",
        "team_id": world.team.id,
        "team_domain": world.team.domain,
        "channel_id": channel.id,
        "channel_name": _shown_name(channel),
        "user_id": user.id,
        "user_name": user.name,
        "command": typed["command"],
        "text": typed["text"],
        "api_app_id": world.app.id,
        "is_enterprise_install": "false",
        "response_url": f"{base_url}/{path}",
        "trigger_id": trigger,
    }
    workspace.store.note("command", id=trigger, form=form)
    return trigger, form


def _shown_name(channel: Channel) -> str:
    """Slack names a private channel `privategroup` and a direct message `directmessage` here."""
    if channel.kind == "im":
        return "directmessage"
    return "privategroup" if channel.is_private else channel.name
