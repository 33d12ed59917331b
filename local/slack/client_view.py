"""What a person's client shows: their conversations and messages, open forms, Home, files.

Strict as Slack is: a channel someone is not in does not exist for them.
"""

from typing import Any

from .errors import RequestRefusedError
from .store import Message
from .workspace import Workspace
from .world import Channel, User

Shown = dict[str, Any]
SLACKBOT = "USLACKBOT"


def client(workspace: Workspace, wanted: str) -> Shown:
    """Everything around the current conversation.

    `channels` are those the person is in, direct messages last, each with the `last` ts that
    anyone else's message has there ("" without any); `views` the open forms, the oldest first,
    each with the errors at its fields and the browser that shows it; `names` those of people and
    channels by id.
    """
    person, world = person_named(workspace, wanted), workspace.world
    channels = [*world.channels, *workspace.store.conversations.values()]
    mine = [each for each in channels if person.id in each.members]
    return {
        "team": world.team.name,
        "app": world.app.bot_user,
        "person": {"id": person.id, "name": person.name, "real_name": person.real_name},
        "channels": [_listed(workspace, each, person) for each in mine],
        "views": [
            {"view": screen.view, "errors": screen.errors, "client": screen.client}
            for screen in workspace.views.values()
            if screen.user == person.id
        ],
        "names": {
            **{each.id: each.real_name or each.name for each in world.users},
            **{each.id: each.name for each in mine if each.name},
            SLACKBOT: "Slackbot",
        },
    }


def conversation(workspace: Workspace, wanted: str, channel_wanted: str) -> Shown:
    """The messages of one conversation, oldest first, with those shown to this person only.

    The latter have `only_you`; and, if they answered a command, the command as `asked`.
    """
    person = person_named(workspace, wanted)
    channel = conversation_of(workspace, person, channel_wanted)
    messages = [*workspace.store.messages(channel.id), *_only_to(workspace, person, channel)]
    messages.sort(key=lambda message: str(message["ts"]))
    return {"channel": _listed(workspace, channel, person), "messages": messages}


def home(workspace: Workspace, wanted: str) -> Shown:
    """The person's Home tab as last published."""
    person = person_named(workspace, wanted)
    if (view := workspace.home_of(person.id)) is None:
        raise RequestRefusedError("home_not_found")
    return view


def file(workspace: Workspace, wanted: str, file_id: str) -> bytes:
    """The bytes of a file shown in one of the person's conversations."""
    person = person_named(workspace, wanted)
    for channel in (*workspace.world.channels, *workspace.store.conversations.values()):
        if person.id not in channel.members:
            continue
        for message in workspace.store.messages(channel.id):
            if file_id in [each["id"] for each in message.get("files", ())]:
                return (workspace.store.path.parent / "files" / file_id).read_bytes()
    raise RequestRefusedError("file_not_found")


def person_named(workspace: Workspace, wanted: str) -> User:
    """The person with this id or name; apps and deactivated users have no client."""
    for user in workspace.world.users:
        if wanted in (user.id, user.name) and not (user.is_bot or user.deleted):
            return user
    raise RequestRefusedError("user_not_found")


def conversation_of(workspace: Workspace, person: User, wanted: str) -> Channel:
    """A conversation the person is in, by id or name."""
    channel = workspace.channel_named(wanted)
    if person.id not in channel.members:
        raise RequestRefusedError("channel_not_found")
    return channel


def only_to(workspace: Workspace, person: User, channel: Channel, ts: str) -> Message | None:
    """A message that only this person was shown."""
    shown = _only_to(workspace, person, channel)
    return next((each for each in shown if each["ts"] == ts), None)


def _only_to(workspace: Workspace, person: User, channel: Channel) -> list[Message]:
    commands: dict[str, str] = {}
    found: list[Message] = []
    for record in workspace.store.records:
        if record["kind"] == "command":
            form = record["form"]
            commands[record["id"]] = f"{form['command']} {form['text']}".strip()
        shown = record["kind"] == "ephemeral" and record["user"] == person.id
        if shown and record["channel"] == channel.id:
            asked = commands.get(record.get("trigger", ""), "")
            found.append({**record["message"], "only_you": True, "asked": asked})
    return found


def _listed(workspace: Workspace, channel: Channel, person: User) -> Shown:
    others = [m for m in workspace.store.messages(channel.id) if m["user"] != person.id]
    return {
        "id": channel.id,
        "name": channel.name,
        "kind": channel.kind,
        "is_private": channel.is_private,
        "is_archived": channel.is_archived,
        "members": len(channel.members),
        "last": others[-1]["ts"] if others else "",
    }
