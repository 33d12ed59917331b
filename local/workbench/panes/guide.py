"""The guide of a newcomer: three steps above every pane, until it is put away."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from local.workbench.actions import Form, action, shown_anew
from local.workbench.pages import GUIDED
from local.workbench.workbench import Workbench

_YEAR = 365 * 86_400


def routes(_workbench: Workbench) -> Sequence[BaseRoute]:
    """Putting it away, and having it back."""

    def away(request: Request, _form: Form) -> Response:
        answer = shown_anew(request)
        answer.set_cookie(GUIDED, "1", max_age=_YEAR, httponly=True, samesite="strict")
        return answer

    def back(request: Request, _form: Form) -> Response:
        answer = shown_anew(request)
        answer.delete_cookie(GUIDED, httponly=True, samesite="strict")
        return answer

    return [
        Route("/guide/away", action(away), methods=["POST"]),
        Route("/guide/back", action(back), methods=["POST"]),
    ]
