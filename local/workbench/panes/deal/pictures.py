"""Pictures of the deal, drawn on request; a browser keeps each until the deal changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from dealclock.documents.pictures import PICTURES, make_chart, picture
from dealclock.errors import NotFoundError
from dealclock.messages.words import sentence
from local.workbench.panes.deal.deal_on_day import DealOnDay, DealPages

_FOREVER = {"Cache-Control": "private, max-age=86400, immutable"}
# Opened by itself, a picture runs nothing and fetches nothing.
_LOCKED_UP = {"Content-Security-Policy": "default-src 'none'; sandbox"}


@dataclass(frozen=True)
class Shown:
    """A picture on a page: where it is, on a light and on a dark ground, and what it shows."""

    title: str
    alt: str
    light: str
    dark: str


def pictures(look: DealOnDay) -> Iterator[Shown]:
    """The pictures that have something to show. Each address changes with its content."""
    for kind in PICTURES:
        try:
            chart = make_chart(kind, look.view, {})
        except NotFoundError:
            continue
        at = f"/deal/picture/{kind}.svg?as_of={look.as_of}&seen={look.key}"
        title = look.view.assessment.accrual.title if kind == "accrual" else kind
        yield Shown(sentence(title), chart.alt_text, at, f"{at}&dark=yes")


def routes(pages: DealPages) -> Sequence[BaseRoute]:
    """The pictures themselves."""

    def show(request: Request) -> Response:
        kind, look = request.path_params["kind"], pages.at(request)
        dark = "yes" if request.query_params.get("dark") == "yes" else "no"
        if kind not in PICTURES:
            return PlainTextResponse(f"there are {', '.join(PICTURES)}", status_code=404)
        try:
            view = look.request().view(together=True) if kind == "accrual" else look.view
            made = picture(kind, view, {"dark": dark})
        except NotFoundError as problem:
            return PlainTextResponse(str(problem), status_code=404)
        # An old address is asked of another deal now: what it shows must not be kept.
        fresh = request.query_params.get("seen") == look.key
        headers = {**_LOCKED_UP, **(_FOREVER if fresh else {})}
        return Response(made.svg, media_type="image/svg+xml", headers=headers)

    return [Route("/deal/picture/{kind}.svg", show)]
