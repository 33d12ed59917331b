"""What a person does on a page: the form the page sends, and the answer.

With scripts the page redraws itself; without, the answer leads back to it.
"""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import cast
from urllib.parse import parse_qs, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from dealclock.errors import DealclockError, RefusedError
from local.slack.errors import StandInError
from local.stack import FunctionFailedError

Form = dict[str, list[str]]
Does = Callable[[Request, Form], Response | None]
DoesLong = Callable[[Request, Form], Awaitable[Response | None]]
_MOST_BYTES = 256 * 1024


def action(does: Does | DoesLong) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of a form: `does` gets its fields, each with all its values.

    `does` returns an answer, or None to redraw the page; what takes long is awaited, and ended when
    the workbench stops. A refusal is answered with 409 and its reason.
    """

    async def endpoint(request: Request) -> Response:
        body = await request.body()
        if len(body) > _MOST_BYTES:
            return PlainTextResponse("the form is too long", status_code=413)
        form = parse_qs(body.decode(errors="replace"), keep_blank_values=True)
        try:
            if iscoroutinefunction(does):
                answer = await cast(DoesLong, does)(request, form)
            else:
                answer = await run_in_threadpool(cast(Does, does), request, form)
        except CancelledError:
            return PlainTextResponse("the workbench is being stopped", status_code=503)
        except (DealclockError, StandInError, FunctionFailedError) as problem:
            return PlainTextResponse(str(problem), status_code=409)
        return answer if answer is not None else redrawn(request)

    return endpoint


def one(form: Form, name: str) -> str:
    """The one value of a field, trimmed; raises RefusedError if it is missing or repeated."""
    values = form.get(name, [])
    if len(values) != 1:
        raise RefusedError(f"the form must have {name} once; it has it {len(values)} times.")
    return values[0].strip()


def led_to(request: Request, path: str) -> Response:
    """The answer that leads to another page of the workbench."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Redirect": path})
    return RedirectResponse(path, status_code=303)


def redrawn(request: Request) -> Response:
    """The answer to an action: redraw the page, by script or by going back to it."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Trigger": "changed"})
    back = urlsplit(request.headers.get("referer", ""))
    path = "/" + back.path.lstrip("/")  # two slashes would lead to another site
    return RedirectResponse(f"{path}?{back.query}" if back.query else path, status_code=303)


def pane_of(request: Request) -> str:
    """The first page of the pane that the action came from."""
    path = urlsplit(request.headers.get("referer", "")).path
    return "/" + path.strip("/").partition("/")[0]
