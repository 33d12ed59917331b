"""chat.postMessage, chat.update and chat.postEphemeral."""

import hashlib
from typing import Any

from . import reference
from .call import Answer, Call, Handler
from .errors import RequestRefusedError
from .store import Message
from .validate import block_problems, blocks_weight, metadata_problem
from .workspace import Workspace
from .world import Channel


def post_message(call: Call) -> Answer:
    """Post a message in a channel, or in the direct message with a user."""
    channel = _destination(call)
    text, blocks = content(call, longest=reference.POST_TEXT)
    metadata = _metadata(call.arguments)
    thread = call.arguments.get("thread_ts")
    if thread is not None and call.store.message(channel.id, thread) is None:
        raise RequestRefusedError("cannot_reply_to_message")
    message = bot_message(call.workspace, text, blocks)
    if metadata:
        message["metadata"] = metadata
    if thread is not None:
        message["thread_ts"] = thread
        if call.arguments.get("reply_broadcast"):
            message["subtype"] = "thread_broadcast"
    call.store.post(channel.id, message)
    return {"channel": channel.id, "ts": message["ts"], "message": message}


def update(call: Call) -> Answer:
    """Change a message of the bot.

    New text without blocks removes the blocks; metadata stays unless given, and `{}` clears it.
    """
    channel = call.conversation()
    kept = call.store.message(channel.id, call.arguments["ts"])
    if kept is None:
        raise RequestRefusedError("message_not_found")
    if kept.get("bot_id") != call.world.app.bot_id:
        raise RequestRefusedError("cant_update_message")
    if channel.is_archived:
        raise RequestRefusedError("is_archived")
    message: Message = {
        **kept, "edited": {"user": call.world.app.bot_user, "ts": call.store.next_ts()}
    }  # fmt: skip
    if "text" in call.arguments or "blocks" in call.arguments:
        text, blocks = content(call, longest=reference.UPDATE_TEXT)
        message |= {"text": text}
        message.pop("blocks", None)
        if blocks:
            message["blocks"] = with_block_ids(blocks, kept["ts"])
    elif "metadata" not in call.arguments:
        raise RequestRefusedError("no_text")
    if "metadata" in call.arguments:
        message.pop("metadata", None)
        metadata = _metadata(call.arguments)
        if metadata:
            message["metadata"] = metadata
    call.store.edit(channel.id, message)
    return {
        "channel": channel.id, "ts": message["ts"], "text": message["text"], "message": message
    }  # fmt: skip


def post_ephemeral(call: Call) -> Answer:
    """Show a message to one member of a channel."""
    channel = _destination(call)
    if call.arguments["user"] not in channel.members:
        raise RequestRefusedError("user_not_in_channel")
    text, blocks = content(call, longest=reference.POST_TEXT)
    message = bot_message(call.workspace, text, blocks)
    call.store.show(channel.id, call.arguments["user"], message)
    return {"message_ts": message["ts"]}


def content(call: Call, longest: int) -> tuple[str, list[Any]]:
    """Text and blocks of a message, or RequestRefusedError."""
    given = call.arguments
    text, blocks = given.get("text", ""), given.get("blocks", [])
    if not isinstance(blocks, list):
        raise RequestRefusedError("invalid_blocks_format")
    if not text and not blocks:
        raise RequestRefusedError("no_text")
    if len(text) > longest:
        raise RequestRefusedError("msg_too_long")
    problems = block_problems(blocks, refused=call.world.team.refused_blocks)
    if problems:
        raise RequestRefusedError("invalid_blocks", *(f"[ERROR] {each}" for each in problems))
    if blocks_weight(blocks) > reference.MESSAGE_BLOCKS_TEXT:
        raise RequestRefusedError("msg_blocks_too_long")
    return text, blocks


def bot_message(workspace: Workspace, text: str, blocks: list[Any]) -> Message:
    """A message of the bot's, with a new ts."""
    app, ts = workspace.world.app, workspace.store.next_ts()
    message = {
        "type": "message", "user": app.bot_user, "bot_id": app.bot_id, "app_id": app.id,
        "team": workspace.world.team.id, "ts": ts, "text": text,
    }  # fmt: skip
    return message | ({"blocks": with_block_ids(blocks, ts)} if blocks else {})


def with_block_ids(blocks: list[Any], ts: str) -> list[Any]:
    """The blocks, each with a block id, as Slack gives them one."""
    return [
        {"block_id": hashlib.sha256(f"{ts}/{place}".encode()).hexdigest()[:5]} | each
        for place, each in enumerate(blocks)
    ]


def _destination(call: Call) -> Channel:
    """The channel by id or name, or the direct message with a user by the user's id."""
    wanted = call.arguments["channel"]
    user = call.world.user(wanted)
    if user is not None and not (user.deleted or user.is_bot):
        return call.workspace.direct(user)[0]
    channel = call.workspace.channel(wanted) or call.world.channel_named(wanted)
    if channel is None:
        raise RequestRefusedError("channel_not_found")
    call.joined(channel)
    if channel.is_archived:
        raise RequestRefusedError("is_archived")
    return channel


def _metadata(given: dict[str, Any]) -> dict[str, Any]:
    metadata = given.get("metadata", {})
    problem = metadata_problem(metadata)
    if problem:
        raise RequestRefusedError(problem)
    return dict(metadata)


HANDLERS: dict[str, Handler] = {
    "chat.postMessage": post_message,
    "chat.update": update,
    "chat.postEphemeral": post_ephemeral,
}
