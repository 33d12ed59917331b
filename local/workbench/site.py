"""The pages as one application, for a browser on this machine only.

Other host names for 127.0.0.1 are refused, which prevents DNS rebinding; changes are accepted from
these pages only; nothing is loaded from outside, framed by other sites, or cached.
"""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dealclock.errors import DealclockError
from local import npm
from local.environments import CHECKOUT
from local.slack.errors import StandInError
from local.workbench.pages import pulse
from local.workbench.panes import PANES
from local.workbench.workbench import Workbench

STATIC = CHECKOUT / "local" / "workbench" / "static"
_SCRIPTS = {
    "htmx.js": "htmx.org/dist/htmx.min.js",
    "idiomorph.js": "idiomorph/dist/idiomorph-ext.min.js",
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def site(workbench: Workbench) -> Starlette:
    """Every page of every pane, their scripts, and the pulse that they poll."""

    def beat(request: Request) -> Response:
        """Whether anything changed since the page was drawn; pages ask every second."""
        now = pulse(workbench)
        if request.query_params.get("seen") == now:
            return Response(status_code=204)
        return Response(status_code=204, headers={"HX-Trigger": "changed"})

    def home(_request: Request) -> Response:
        return RedirectResponse("/slack", status_code=307)

    return Starlette(
        routes=[
            Route("/", home),
            Route("/pulse", beat),
            *(Route(f"/static/{name}", _script(path)) for name, path in _SCRIPTS.items()),
            Mount("/static", StaticFiles(directory=STATIC)),
            *(route for pane in PANES for route in pane(workbench)),
        ],
        exception_handlers={DealclockError: _unshown, StandInError: _unshown},
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
            Middleware(OwnPagesOnly),
        ],
    )


def _unshown(_request: Request, problem: Exception) -> Response:
    """Why a page cannot be shown now."""
    return PlainTextResponse(str(problem), status_code=503)


class OwnPagesOnly:
    """Refuses what pages of other sites send, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["method"] in ("GET", "HEAD") or _from_here(Headers(scope=scope)):
            await self._app(scope, receive, with_headers)
        else:
            refusal = PlainTextResponse("only pages of the workbench may do that", status_code=403)
            await refusal(scope, receive, with_headers)


def _from_here(headers: Headers) -> bool:
    """Whether a page of the workbench sent it: browsers set this header, pages cannot."""
    return headers.get("origin") == f"http://{headers.get('host')}"


def _script(path: str) -> ASGIApp:
    file = npm.install("workbench") / path
    return _Script(file)


class _Script:
    """One file of a package of the npm registry."""

    def __init__(self, file: Path) -> None:
        self._content = file.read_bytes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = Response(self._content, media_type="text/javascript")
        await answer(scope, receive, send)
