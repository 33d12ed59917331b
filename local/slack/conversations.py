"""conversations.info, .members, .history, .replies and .open."""

import base64
import binascii
from decimal import Decimal, InvalidOperation
from typing import Any

from . import reference
from .call import Answer, Call, Handler
from .errors import RequestRefusedError
from .store import Message
from .world import Channel


def info(call: Call) -> Answer:
    """What Slack returns about a conversation, without its members."""
    channel = call.conversation()
    info = _public(call, channel)
    if call.arguments.get("include_num_members") and channel.kind != "im":
        info["num_members"] = len(channel.members)
    return {"channel": info}


def members(call: Call) -> Answer:
    """The ids of the members, a page at a time."""
    channel = call.conversation()
    page, cursor = _page(call, list(channel.members), most=1000)
    return {"members": page, "response_metadata": {"next_cursor": cursor}}


def history(call: Call) -> Answer:
    """Messages newest first, replies left out; `oldest` and `latest` excluded unless `inclusive`.

    Without `include_all_metadata` only the name of a message's metadata is returned.
    """
    channel = call.joined(call.conversation())
    oldest = _moment(call, "oldest", Decimal(0))
    latest = _moment(call, "latest", Decimal("Infinity"))
    inclusive = bool(call.arguments.get("inclusive"))

    def wanted(message: Message) -> bool:
        ts = Decimal(message["ts"])
        reply = message.get("thread_ts", message["ts"]) != message["ts"]
        if reply and message.get("subtype") != "thread_broadcast":
            return False
        return oldest < ts < latest or (inclusive and ts in (oldest, latest))

    found = [each for each in reversed(call.store.messages(channel.id)) if wanted(each)]
    return {**_listed(call, found), "pin_count": 0}


def replies(call: Call) -> Answer:
    """A message and the replies in its thread, oldest first; the message is always included."""
    channel = call.joined(call.conversation())
    oldest = _moment(call, "oldest", Decimal(0))
    latest = _moment(call, "latest", Decimal("Infinity"))
    first = call.arguments["ts"]
    if call.store.message(channel.id, first) is None:
        raise RequestRefusedError("thread_not_found")

    def wanted(message: Message) -> bool:
        if message["ts"] == first:
            return True
        return message.get("thread_ts") == first and oldest < Decimal(message["ts"]) < latest

    return _listed(call, [each for each in call.store.messages(channel.id) if wanted(each)])


def _listed(call: Call, found: list[Message]) -> Answer:
    """A page of messages, their metadata by name only unless all of it is wanted."""
    fewer = None if call.world.app.internal else reference.HISTORY_DISTRIBUTED
    page, cursor = _page(call, found, most=reference.HISTORY_MOST, fewer=fewer)
    if not call.arguments.get("include_all_metadata"):
        page = [_without_payload(each) for each in page]
    more = {"response_metadata": {"next_cursor": cursor}} if cursor else {}
    return {"messages": page, "has_more": bool(cursor), **more}


def open_direct(call: Call) -> Answer:
    """The direct message with one user, opened if necessary."""
    if "channel" in call.arguments:
        channel = call.conversation()
        return {"channel": {"id": channel.id}, "no_op": True, "already_open": True}
    names = [each.strip() for each in call.arguments.get("users", "").split(",") if each.strip()]
    if not names:
        raise RequestRefusedError("users_list_not_supplied")
    if len(names) > 1:
        raise RequestRefusedError("too_many_users")
    user = call.world.user(names[0])
    if user is None:
        raise RequestRefusedError("user_not_found")
    if user.deleted:
        raise RequestRefusedError("user_disabled")
    if user.is_bot:
        raise RequestRefusedError("cannot_dm_bot")
    channel, known = call.workspace.direct(user)
    already = {"no_op": True, "already_open": True} if known else {}
    whole = _public(call, channel) if call.arguments.get("return_im") else {"id": channel.id}
    return {"channel": whole, **already}


def _public(call: Call, channel: Channel) -> dict[str, Any]:
    common = {
        "id": channel.id, "created": 1_098_000_000, "is_archived": channel.is_archived,
        "is_im": channel.kind == "im", "is_mpim": False, "is_org_shared": channel.is_org_shared,
        "context_team_id": call.world.team.id,
    }  # fmt: skip
    if channel.kind == "im":
        other = next(each for each in channel.members if each != call.world.app.bot_user)
        return common | {"user": other, "is_open": True, "is_user_deleted": False}
    return common | {
        "name": channel.name, "name_normalized": channel.name, "is_channel": True,
        "is_group": False, "is_general": False, "is_member": call.is_in(channel),
        "is_private": channel.is_private,
        "is_shared": channel.is_shared or channel.is_ext_shared or channel.is_org_shared,
        "is_ext_shared": channel.is_ext_shared,
        "is_pending_ext_shared": channel.is_pending_ext_shared,
        "topic": {"value": "", "creator": "", "last_set": 0},
        "purpose": {"value": "", "creator": "", "last_set": 0}, "previous_names": [],
    }  # fmt: skip


def _without_payload(message: Message) -> Message:
    metadata = message.get("metadata")
    if not metadata:
        return message
    return message | {"metadata": {"event_type": metadata["event_type"]}}


def _moment(call: Call, name: str, absent: Decimal) -> Decimal:
    given = call.arguments.get(name)
    if given is None:
        return absent
    try:
        moment = Decimal(given)
    except InvalidOperation:
        moment = Decimal(-1)
    if not moment.is_finite() or moment < 0:
        raise RequestRefusedError(f"invalid_ts_{name}")
    return moment


def _page(
    call: Call, found: list[Any], most: int, fewer: int | None = None
) -> tuple[list[Any], str]:
    """The page requested, and the cursor of the next; no cursor after the last.

    With `fewer` no page is longer than that.
    """
    limit = call.arguments.get("limit", reference.HISTORY_DEFAULT)
    if not 1 <= limit <= most:
        raise RequestRefusedError("invalid_limit")
    limit = min(limit, fewer or limit)
    start = _start(call.arguments.get("cursor", ""))
    end = start + limit
    cursor = base64.b64encode(f"next:{end}".encode()).decode() if end < len(found) else ""
    return found[start:end], cursor


def _start(cursor: str) -> int:
    if not cursor:
        return 0
    try:
        word, _, number = base64.b64decode(cursor, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise RequestRefusedError("invalid_cursor") from None
    if word != "next" or not number.isdecimal():
        raise RequestRefusedError("invalid_cursor")
    return int(number)


HANDLERS: dict[str, Handler] = {
    "conversations.info": info,
    "conversations.members": members,
    "conversations.history": history,
    "conversations.replies": replies,
    "conversations.open": open_direct,
}
