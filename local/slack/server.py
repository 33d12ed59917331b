"""The stand-in as an HTTP application: `/api/<method>`, uploads and response URLs as Slack's.

Everything under `/_stand_in/` is the control path, which Slack does not have; see `control.py`.
"""

import asyncio

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from . import api, control, files
from .arguments import Raw, read_body, token_of
from .errors import RequestRefusedError
from .faults import Fault, Faults, RateLimits
from .replies import keep_reply, reply_problems
from .wire import cut
from .workspace import Workspace


def application(workspace: Workspace) -> Starlette:
    """The application over a workspace."""
    faults, limits = Faults(), RateLimits()

    async def call(request: Request) -> Response:
        name = request.path_params["method"]
        content_type = request.headers.get("content-type", "")
        try:
            raw = read_body(content_type, await request.body(), request.query_params)
        except RequestRefusedError as problem:
            return _response(api.refusal(problem))
        as_json = content_type.startswith("application/json")
        workspace.address = str(request.base_url)
        token = token_of(request.headers.get("authorization", ""), raw, as_json)
        fault = faults.take(name, raw.get("channel"))
        early = await _before(fault, request)
        if early is not None:
            return early
        reply = api.answer(name, token, raw, workspace, limits)
        await _after(fault, request)
        return _response(reply)

    async def upload(request: Request) -> Response:
        fault = faults.take("upload", None)
        early = await _before(fault, request)
        if early is not None:
            return early
        secret = request.path_params["secret"]
        status, said = files.take(workspace, secret, await request.body())
        await _after(fault, request)
        return PlainTextResponse(said, status_code=status)

    async def respond(request: Request) -> Response:
        return _respond(workspace, request.url.path[1:], await _json(request))

    return Starlette(
        routes=[
            Route("/api/{method}", call, methods=["GET", "POST"]),
            Route("/upload/v1/{secret}", upload, methods=["POST"]),
            Route("/commands/{team}/{number}/{secret}", respond, methods=["POST"]),
            control.route(workspace, faults),
        ]
    )


async def _before(fault: Fault | None, request: Request) -> Response | None:
    """The answer for a fault under which nothing is done, or None to continue."""
    if fault is None:
        return None
    if fault.kind == "ratelimited":
        return _response(api.rate_limited(fault.retry_after))
    if fault.kind == "server_error":
        return JSONResponse({"ok": False, "error": "internal_error"}, status_code=500)
    if fault.kind == "lost_request":
        await _cut(request)
        return Response()
    return None


async def _after(fault: Fault | None, request: Request) -> None:
    if fault is None:
        return
    if fault.kind == "lost_response":
        await _cut(request)
    if fault.kind == "hang":
        await asyncio.sleep(fault.seconds)


async def _cut(request: Request) -> None:
    if request.client is not None:
        await cut((request.client.host, request.client.port))


async def _json(request: Request) -> Raw | None:
    try:
        return read_body("application/json", await request.body(), {})
    except RequestRefusedError:
        return None


def _respond(workspace: Workspace, path: str, body: Raw | None) -> Response:
    """The answer of a response URL, which may be used five times in thirty minutes."""
    promise = workspace.response_urls.get(path)
    if promise is None:
        return PlainTextResponse("invalid_token", status_code=404)
    if body is None:
        return PlainTextResponse("invalid_payload", status_code=400)
    problems = reply_problems(body, workspace.world.team.refused_blocks)
    if problems:
        return PlainTextResponse("invalid_blocks", status_code=400)
    spent = promise.spend()
    if spent:
        return PlainTextResponse(f"{spent}_url", status_code=404)
    keep_reply(workspace, promise.user, promise.channel, body, promise.trigger)
    return PlainTextResponse("ok")


def _response(reply: api.Reply) -> Response:
    return JSONResponse(reply.body, status_code=reply.status, headers=dict(reply.headers))
