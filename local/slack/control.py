"""The control path, which Slack does not have: calls of a test or the demo to the stand-in.

POST /_stand_in/NAME {"given": [...], "named": {...}} calls the method of `Control` with that name
and these arguments. It answers JSON, or the bytes of a file; a refusal is {"error": ...}, with 404
for what is not there and 400 for anything else. `client.StandIn` has the same methods.
"""

import inspect
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from . import client_view, simulated_clicks
from .arguments import read_body
from .errors import RequestRefusedError, WorldError
from .faults import Faults, parse
from .replies import command_form, keep_reply, reply_problems
from .store import Message, Record
from .workspace import Workspace

Json = dict[str, Any]


def route(workspace: Workspace, faults: Faults) -> Route:
    """The control path over a workspace."""
    control = Control(workspace, faults)
    calls = {name: each for name, each in inspect.getmembers(control) if name[0] != "_"}

    async def call(request: Request) -> Response:
        workspace.address = str(request.base_url)
        try:
            asked = read_body("application/json", await request.body(), {})
            method = calls.get(request.path_params["name"])
            if method is None:
                raise RequestRefusedError("call_not_found")
            given, named = asked.get("given", ()), asked.get("named", {})
            try:
                inspect.signature(method).bind(*given, **named)
            except TypeError as problem:
                raise WorldError(str(problem)) from problem
            answer = method(*given, **named)
        except (WorldError, RequestRefusedError) as problem:
            status = 404 if str(problem).endswith("_not_found") else 400
            return JSONResponse({"error": str(problem)}, status_code=status)
        return Response(answer) if isinstance(answer, bytes) else JSONResponse(answer)

    return Route("/_stand_in/{name}", call, methods=["POST"])


class Control:
    """What a test or the demo may do. People and channels are given by id or name.

    Every method raises RequestRefusedError or WorldError; to a client, ControlError.
    """

    def __init__(self, workspace: Workspace, faults: Faults) -> None:
        self._workspace = workspace
        self._store = workspace.store
        self._faults = faults

    def count(self) -> int:
        """How many records there are; `records(since)` gives them."""
        return len(self._store.records)

    def records(self, since: int = 0) -> list[Record]:
        """Everything that happened from record `since` on, itself included."""
        return self._store.records[since:]

    def reset(self) -> None:
        """Delete all messages, and every fault."""
        self._workspace.forget()
        self._faults.clear()

    def messages(self, channel: str) -> list[Message]:
        """A channel's current messages, oldest first."""
        return self._store.messages(self._workspace.channel_named(channel).id)

    def ephemerals(self, channel: str) -> list[Message]:
        """The messages shown to single members of a channel, oldest first, with `shown_to`."""
        there = self._workspace.channel_named(channel).id
        return [
            {**each["message"], "shown_to": each["user"]}
            for each in self._store.of_kind("ephemeral")
            if each["channel"] == there
        ]

    def shown(self, trigger: str) -> list[Message]:
        """The messages for one member that answered the command with this trigger id, in order."""
        shown = self._store.of_kind("ephemeral")
        return [each["message"] for each in shown if each.get("trigger") == trigger]

    def views(self, user: str) -> list[Json]:
        """Every form shown to a person, by id, as shown, the oldest first."""
        return [e["view"] for e in self._store.of_kind("view") if e["user"] == user]

    def say(self, user: str, channel: str, text: str, thread: str = "") -> Message:
        """Post a message as a person, in the thread of the message with the ts `thread` if any."""
        there, store = self._workspace.channel_named(channel).id, self._store
        said = self._workspace.user_named(user).id
        message = {"type": "message", "user": said, "text": text, "ts": store.next_ts()}
        if thread:
            if store.message(there, thread) is None:
                raise RequestRefusedError("message_not_found")
            message["thread_ts"] = thread
        store.post(there, message)
        return message

    def tell(self, user: str, channel: str, text: str) -> Message:
        """Show one member of a channel a message of Slack itself, visible to no one else."""
        person = client_view.person_named(self._workspace, user)
        there = client_view.conversation_of(self._workspace, person, channel).id
        message = {"type": "message", "user": client_view.SLACKBOT, "text": text}
        message["ts"] = self._store.next_ts()
        self._store.show(there, person.id, message)
        return message

    def delete(self, channel: str, ts: str) -> None:
        """A person deletes a message."""
        there = self._workspace.channel_named(channel).id
        if self._store.message(there, ts) is None:
            raise RequestRefusedError("message_not_found")
        self._store.delete(there, ts)

    def client(self, user: str) -> Json:
        """A person's conversations and open forms; see `client_view.client`."""
        return client_view.client(self._workspace, user)

    def conversation(self, user: str, channel: str) -> Json:
        """A conversation as a person sees it; see `client_view.conversation`."""
        return client_view.conversation(self._workspace, user, channel)

    def home(self, user: str) -> Json:
        """A person's Home tab as last published."""
        return client_view.home(self._workspace, user)

    def file(self, user: str, file_id: str) -> bytes:
        """The bytes of a file that a person was shown."""
        return client_view.file(self._workspace, user, file_id)

    def world(self) -> Json:
        """The workspace as it is now."""
        return self._workspace.world.model_dump(mode="json")

    def change(self, patch: Json) -> Json:
        """Merge a patch into the workspace: `{"channels": {"C1": {"is_archived": True}}}`."""
        self._workspace.world = self._workspace.world.changed(patch)
        return self.world()

    def fault(self, kind: str, **how: object) -> None:
        """Order a fault: times, method, channel, retry_after, seconds. See `faults.py`."""
        self._faults.order(parse({"kind": kind, **how}))

    def faults(self) -> list[Json]:
        """The faults still ahead, each with its remaining calls."""
        return [asdict(each) for each in self._faults.waiting]

    def no_faults(self, kind: str | None = None) -> None:
        """Cancel the faults still ahead, or those of one kind."""
        self._faults.clear(kind)

    def type_command(
        self, command: str, text: str, user: str, channel: str, client: str = ""
    ) -> dict[str, str]:
        """The form Slack would send for this command, which opens forms in the browser `client`
        only, in any if ""; `interactions.App` sends it."""
        return command_form(self._workspace, command, text, user, channel, client)

    def answer(self, trigger: str, reply: Json) -> list[str]:
        """Show an app's answer to a command; returns what Slack would refuse in it."""
        promise = self._workspace.triggers.get(trigger)
        if promise is None:
            raise WorldError(f"no command was typed with the trigger id {trigger}")
        problems = list(reply_problems(reply, self._workspace.world.team.refused_blocks))
        self._store.note("answered", id=trigger, problems=problems)
        if not problems:
            keep_reply(self._workspace, promise.user, promise.channel, reply, trigger)
        return problems

    def do(self, kind: str, **what: object) -> Json:
        """The request of Slack for what a person does; see `simulated_clicks.body_of`."""
        return simulated_clicks.body_of(self._workspace, kind, what)

    def take(self, view: str, reply: Mapping[str, Any]) -> list[str]:
        """Show an app's answer to a form; returns what Slack would refuse in it."""
        return list(simulated_clicks.check_answer(self._workspace, view, reply))
