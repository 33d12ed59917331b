"""Slack."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from local.workbench.pages import page
from local.workbench.workbench import Workbench


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages."""

    def show(request: Request) -> Response:
        return page(request, workbench, "slack.html")

    return [Route("/slack", show)]
