"""From a request's token and arguments to Slack's answer: the order in which Slack checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import blocks, chat, conversations, files, people, views
from .arguments import Raw, typed
from .call import Answer, Call, Handler, need_scope
from .errors import RequestRefusedError
from .faults import RateLimits
from .reference import COMMON_ERRORS, DISTRIBUTED, METHODS
from .workspace import Workspace

HANDLERS: Mapping[str, Handler] = (
    blocks.HANDLERS
    | chat.HANDLERS
    | conversations.HANDLERS
    | files.HANDLERS
    | people.HANDLERS
    | views.HANDLERS
)
_KINDS = ("channels", "groups", "im")


@dataclass(frozen=True)
class Reply:
    """An HTTP status, its JSON body and further headers."""

    body: Answer
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def refusal(problem: RequestRefusedError) -> Reply:
    """Slack's own error, as its body."""
    body: dict[str, Any] = {"ok": False, "error": problem.code, **problem.extra}
    if problem.messages:
        body["response_metadata"] = {"messages": list(problem.messages)}
        if problem.code == "invalid_blocks":
            body["errors"] = [each.removeprefix("[ERROR] ") for each in problem.messages]
    return Reply(body)


def rate_limited(seconds: int) -> Reply:
    """429, with the seconds after which to call again."""
    return Reply({"ok": False, "error": "ratelimited"}, 429, {"Retry-After": str(seconds)})


def answer(
    name: str, token: str | None, raw: Raw, workspace: Workspace, limits: RateLimits
) -> Reply:
    """What Slack answers: method, token, rate, scope, arguments, then the method's own checks."""
    method = METHODS.get(name)
    world = workspace.world
    if method is None:
        return Reply({"ok": False, "error": "unknown_method", "req_method": name})
    headers = {"x-oauth-scopes": ",".join(world.app.scopes)}
    try:
        _authenticate(token, workspace)
        if world.rate_limits == "enforced":
            slower = {} if world.app.internal else DISTRIBUTED
            wait = limits.wait(name, slower.get(name, method.tier), raw.get("channel"))
            if wait:
                return rate_limited(wait)
        for scope in method.scopes:
            need_scope(world, *sorted({scope.format(kind=kind) for kind in _KINDS}))
        call = Call(method, typed(method, raw), workspace)
        return Reply({"ok": True, **HANDLERS[name](call)}, headers=headers)
    except RequestRefusedError as problem:
        known = problem.code in method.errors or problem.code in COMMON_ERRORS
        # A refusal outside the table is an error of this stand-in, not one of Slack's.
        return refusal(problem if known else RequestRefusedError("internal_error", problem.code))


def _authenticate(token: str | None, workspace: Workspace) -> None:
    app = workspace.world.app
    if token is None:
        raise RequestRefusedError("not_authed")
    if token != app.token:
        raise RequestRefusedError("invalid_auth")
    if app.inactive:
        raise RequestRefusedError("account_inactive")
    if app.revoked:
        raise RequestRefusedError("token_revoked")
