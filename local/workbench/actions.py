"""What a person does on a page: a form sent here by that page, and what is answered.

With script the page stays as it is and draws itself anew; without, the answer leads back to it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from dealclock.errors import DealclockError
from local.slack.errors import CommandAnswerRefused, CommandFailed, CommandTimeout, ControlError
from local.workbench.play import CannotPlay

Form = dict[str, list[str]]
Does = Callable[[Request, Form], Response | None]
_REFUSALS = (
    *(CannotPlay, ControlError, DealclockError),
    *(CommandFailed, CommandTimeout, CommandAnswerRefused),
)
_MOST_BYTES = 256 * 1024


class Unusable(DealclockError):
    """A form that lacks what it must hold, or holds what cannot be read."""


def action(does: Does) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of a form: `does` is given its fields, each with all its values.

    It answers itself, or with None to let the page show what has changed. What it refuses is
    answered with 409 and the reason in words.
    """

    async def endpoint(request: Request) -> Response:
        body = await request.body()
        if len(body) > _MOST_BYTES:
            return PlainTextResponse("that is too long to be typed by hand", status_code=413)
        form = parse_qs(body.decode(errors="replace"), keep_blank_values=True)
        try:
            answer = await run_in_threadpool(does, request, form)
        except _REFUSALS as problem:
            return PlainTextResponse(str(problem), status_code=409)
        return answer if answer is not None else shown_anew(request)

    return endpoint


def one(form: Form, name: str) -> str:
    """The one value of a field, without blanks around it. Raises Unusable where it is missing."""
    values = form.get(name, [])
    if len(values) != 1:
        raise Unusable(f"the form must hold {name} once; it holds it {len(values)} times.")
    return values[0].strip()


def led_to(request: Request, path: str) -> Response:
    """The answer that leads to another page of ours."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Redirect": path})
    return RedirectResponse(path, status_code=303)


def shown_anew(request: Request) -> Response:
    """The answer to an action: the page is drawn anew, by script or by going back to it."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Trigger": "changed"})
    back = urlsplit(request.headers.get("referer", ""))
    path = "/" + back.path.lstrip("/")  # two of them would lead to another site
    return RedirectResponse(f"{path}?{back.query}" if back.query else path, status_code=303)


def led(request: Request, path: str) -> Response:
    """The answer to an action that leads to another page."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Redirect": path})
    return RedirectResponse(path, status_code=303)


def pane_of(request: Request) -> str:
    """The first page of the pane that an action was done on."""
    path = urlsplit(request.headers.get("referer", "")).path
    return "/" + path.strip("/").partition("/")[0]
