"""The control path, which Slack does not have: requests of a test or the demo to the stand-in.

GET    /_stand_in/health                           {"ok": true, "run": ..., "records": N}
GET    /_stand_in/records?since=N                  every record with n >= N, in order
GET    /_stand_in/channels/{id or name}/messages   current ones, oldest first
GET    /_stand_in/channels/{id or name}/ephemerals shown to single members, oldest first
POST   /_stand_in/channels/{id or name}/messages   {"user", "text", "thread_ts"?}: post as a person
POST   /_stand_in/channels/{id or name}/ephemerals {"user", "text"}: show one member a notice
DELETE /_stand_in/channels/{id or name}/messages/{ts}  a person deletes a message
GET    /_stand_in/people/{id or name}              see `client_view.client`
GET    /_stand_in/people/{id or name}/channels/{id or name}  see `client_view.conversation`
GET    /_stand_in/people/{id or name}/home         their Home tab as last published
GET    /_stand_in/people/{id or name}/files/{id}   the bytes of a file shown to them
GET    /_stand_in/world                            the workspace as it is now
PATCH  /_stand_in/world                            a merge patch, see `World.changed`
POST   /_stand_in/faults                           a fault, see `faults.Fault`
GET    /_stand_in/faults                           those still ahead
DELETE /_stand_in/faults?kind=K                    cancel those still ahead; all without a kind
DELETE /_stand_in/records                          delete all messages, and every fault
POST   /_stand_in/commands                         {"command", "text", "user", "channel"} -> form
POST   /_stand_in/commands/{trigger id}/answer     {"status", "reply"}: the answer
POST   /_stand_in/interactions                     {"kind", ...} -> body (`simulated_clicks`)
POST   /_stand_in/views/{view id}/answer           {"reply"}: the answer to a form
"""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from . import client_view
from .arguments import read_body
from .errors import RequestRefusedError, WorldError
from .faults import Faults, parse
from .replies import command_form, keep_reply, reply_problems
from .simulated_clicks import body_of, check_answer
from .workspace import Workspace

Endpoint = Callable[[Request], Awaitable[Response]]


def routes(workspace: Workspace, faults: Faults) -> list[Route]:
    """The control path over a workspace."""
    control = _Control(workspace, faults)
    paths: list[tuple[str, str, Endpoint]] = [
        ("GET", "/health", control.health),
        ("GET", "/records", control.records),
        ("DELETE", "/records", control.forget),
        ("GET", "/channels/{channel}/messages", control.messages),
        ("POST", "/channels/{channel}/messages", control.say),
        ("DELETE", "/channels/{channel}/messages/{ts}", control.delete),
        ("GET", "/channels/{channel}/ephemerals", control.ephemerals),
        ("POST", "/channels/{channel}/ephemerals", control.tell),
        ("GET", "/people/{person}", control.client),
        ("GET", "/people/{person}/channels/{channel}", control.conversation),
        ("GET", "/people/{person}/home", control.home),
        ("GET", "/people/{person}/files/{file}", control.file),
        ("GET", "/world", control.world),
        ("PATCH", "/world", control.change),
        ("GET", "/faults", control.waiting),
        ("POST", "/faults", control.fault),
        ("DELETE", "/faults", control.no_faults),
        ("POST", "/commands", control.command),
        ("POST", "/commands/{trigger}/answer", control.answered),
        ("POST", "/interactions", control.interaction),
        ("POST", "/views/{view}/answer", control.taken),
    ]
    return [
        Route(f"/_stand_in{path}", _told(endpoint), methods=[verb])
        for verb, path, endpoint in paths
    ]


def _told(endpoint: Endpoint) -> Endpoint:
    """The endpoint, with its refusals returned as JSON."""

    async def call(request: Request) -> Response:
        try:
            return await endpoint(request)
        except (WorldError, RequestRefusedError) as problem:
            status = 404 if str(problem).endswith("_not_found") else 400
            return JSONResponse({"error": str(problem)}, status_code=status)

    return call


class _Control:
    def __init__(self, workspace: Workspace, faults: Faults) -> None:
        self._workspace = workspace
        self._faults = faults

    async def health(self, _request: Request) -> Response:
        records = self._workspace.store.records
        return JSONResponse({"ok": True, "run": records[0]["run_id"], "records": len(records)})

    async def records(self, request: Request) -> Response:
        since = request.query_params.get("since", "0")
        if not since.isdecimal():
            raise WorldError(f"since must be the number of a record, not {since!r}")
        return JSONResponse({"records": self._workspace.store.records[int(since) :]})

    async def forget(self, _request: Request) -> Response:
        self._workspace.forget()
        self._faults.clear()
        return JSONResponse({"ok": True})

    async def messages(self, request: Request) -> Response:
        return JSONResponse({"messages": self._workspace.store.messages(self._channel(request))})

    async def ephemerals(self, request: Request) -> Response:
        channel = self._channel(request)
        shown = [
            {**each["message"], "shown_to": each["user"]}
            for each in self._workspace.store.records
            if each["kind"] == "ephemeral" and each["channel"] == channel
        ]
        return JSONResponse({"messages": shown})

    async def say(self, request: Request) -> Response:
        channel, said = self._channel(request), await _object(request, "user", "text")
        if self._workspace.world.user(said["user"]) is None:
            raise RequestRefusedError("user_not_found")
        ts = self._workspace.store.next_ts()
        message = {"type": "message", "user": said["user"], "text": said["text"], "ts": ts}
        if thread := said.get("thread_ts"):
            if self._workspace.store.message(channel, thread) is None:
                raise RequestRefusedError("message_not_found")
            message["thread_ts"] = thread
        self._workspace.store.post(channel, message)
        return JSONResponse(message)

    async def tell(self, request: Request) -> Response:
        said = await _object(request, "user", "text")
        person = client_view.person_named(self._workspace, said["user"])
        channel = client_view.conversation_of(
            self._workspace, person, request.path_params["channel"]
        )
        ts = self._workspace.store.next_ts()
        message = {"type": "message", "user": client_view.SLACKBOT, "text": said["text"], "ts": ts}
        self._workspace.store.show(channel.id, person.id, message)
        return JSONResponse(message)

    async def client(self, request: Request) -> Response:
        return JSONResponse(client_view.client(self._workspace, request.path_params["person"]))

    async def conversation(self, request: Request) -> Response:
        person, channel = request.path_params["person"], request.path_params["channel"]
        return JSONResponse(client_view.conversation(self._workspace, person, channel))

    async def home(self, request: Request) -> Response:
        return JSONResponse(client_view.home(self._workspace, request.path_params["person"]))

    async def file(self, request: Request) -> Response:
        person, wanted = request.path_params["person"], request.path_params["file"]
        content, known = client_view.file(self._workspace, person, wanted)
        return Response(content, media_type=known["mimetype"])

    async def delete(self, request: Request) -> Response:
        channel, ts = self._channel(request), request.path_params["ts"]
        if self._workspace.store.message(channel, ts) is None:
            raise RequestRefusedError("message_not_found")
        self._workspace.store.delete(channel, ts)
        return JSONResponse({"ok": True})

    async def world(self, _request: Request) -> Response:
        return JSONResponse(self._workspace.world.model_dump(mode="json"))

    async def change(self, request: Request) -> Response:
        self._workspace.world = self._workspace.world.changed(await _object(request))
        return JSONResponse(self._workspace.world.model_dump(mode="json"))

    async def fault(self, request: Request) -> Response:
        self._faults.order(parse(await _object(request)))
        return JSONResponse({"ok": True})

    async def waiting(self, _request: Request) -> Response:
        return JSONResponse({"faults": [asdict(each) for each in self._faults.waiting]})

    async def no_faults(self, request: Request) -> Response:
        self._faults.clear(request.query_params.get("kind"))
        return JSONResponse({"ok": True})

    async def command(self, request: Request) -> Response:
        typed = await _object(request, "command", "text", "user", "channel")
        _, form = command_form(self._workspace, str(request.base_url).rstrip("/"), typed)
        return JSONResponse(form)

    async def answered(self, request: Request) -> Response:
        trigger = request.path_params["trigger"]
        promise = self._workspace.triggers.get(trigger)
        if promise is None:
            raise WorldError(f"no command was typed with the trigger id {trigger}")
        given = await _object(request, "status", "reply")
        refused = self._workspace.world.team.refused_blocks
        problems = reply_problems(given["reply"], refused)
        self._workspace.store.note(
            "answered", id=trigger, status=given["status"], problems=list(problems)
        )
        if not problems:
            keep_reply(self._workspace, promise.user, promise.channel, given["reply"], trigger)
        return JSONResponse({"problems": list(problems)})

    async def interaction(self, request: Request) -> Response:
        done = await _object(request, "kind")
        return JSONResponse(body_of(self._workspace, str(request.base_url).rstrip("/"), done))

    async def taken(self, request: Request) -> Response:
        given = await _object(request, "reply")
        problems = check_answer(self._workspace, request.path_params["view"], given["reply"])
        return JSONResponse({"problems": list(problems)})

    def _channel(self, request: Request) -> str:
        wanted = request.path_params["channel"]
        world = self._workspace.world
        channel = self._workspace.channel(wanted) or world.channel_named(wanted)
        if channel is None:
            raise RequestRefusedError("channel_not_found")
        return channel.id


async def _object(request: Request, *needed: str) -> dict[str, Any]:
    given = read_body("application/json", await request.body(), {})
    absent = [each for each in needed if each not in given]
    if absent:
        raise WorldError(f"missing: {', '.join(absent)}; given: {', '.join(given) or 'nothing'}")
    return given
