"""An app's answer to a command, at once or at its response URL: checked, then shown."""

from collections.abc import Collection
from typing import Any

from . import reference
from .chat import bot_message
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
    message = bot_message(workspace, text, blocks)
    if reply.get("response_type") == "in_channel":
        workspace.store.post(channel_id, message)
    else:
        workspace.store.show(channel_id, user, message, trigger)


def command_form(
    workspace: Workspace, command: str, text: str, user_wanted: str, where: str, client: str
) -> dict[str, str]:
    """The whole form Slack sends for a command typed by a user in a channel, both by id or name.

    `client` is the only browser that shows what it opens, "" for any. Raises RequestRefusedError
    with user_not_found or channel_not_found.
    """
    world, user = workspace.world, workspace.user_named(user_wanted)
    channel = workspace.channel_named(where)
    trigger, path = workspace.promise(user.id, channel.id, client)
    form = {
        "token": "verification-token-long-deprecated",
        "team_id": world.team.id,
        "team_domain": world.team.domain,
        "channel_id": channel.id,
        "channel_name": _shown_name(channel),
        "user_id": user.id,
        "user_name": user.name,
        "command": command,
        "text": text,
        "api_app_id": world.app.id,
        "is_enterprise_install": "false",
        "response_url": f"{workspace.address}{path}",
        "trigger_id": trigger,
    }
    workspace.store.note("command", id=trigger, form=form)
    return form


def _shown_name(channel: Channel) -> str:
    """Slack names a private channel `privategroup` and a direct message `directmessage` here."""
    if channel.kind == "im":
        return "directmessage"
    return "privategroup" if channel.is_private else channel.name
