"""The controls on every page: the clock, and the guide for newcomers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.errors import RefusedError
from local.workbench.actions import Form, action, led_to, one, pane_of, redrawn
from local.workbench.pages import GUIDED
from local.workbench.workbench import Workbench

_A_YEAR = 365 * 86_400  # seconds


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """The actions of the clock and of the guide."""
    return [*_clock(workbench), *_guide()]


def _clock(workbench: Workbench) -> Sequence[BaseRoute]:
    play = workbench.play

    def to(_request: Request, form: Form) -> Response | None:
        given = one(form, "date")
        try:
            last = date.fromisoformat(given)
        except ValueError:
            raise RefusedError(f"{given!r} is not a date; give it as year-month-day.") from None
        play.to(last)
        return None

    def begin(request: Request, form: Form) -> Response:
        play.begin(one(form, "scenario"))
        return led_to(request, pane_of(request))  # the page it was sent from is gone

    moves = {"step": play.step, "alert": play.to_next_alert, "play": play.on, "stop": play.halt}
    return [
        Route("/clock/to", action(to), methods=["POST"]),
        Route("/clock/begin", action(begin), methods=["POST"]),
        *(
            Route(f"/clock/{name}", action(lambda *_, move=move: move()), methods=["POST"])
            for name, move in moves.items()
        ),
    ]


def _guide() -> Sequence[BaseRoute]:

    def hide(request: Request, _form: Form) -> Response:
        answer = redrawn(request)
        answer.set_cookie(GUIDED, "1", max_age=_A_YEAR, httponly=True, samesite="strict")
        return answer

    def show(request: Request, _form: Form) -> Response:
        answer = redrawn(request)
        answer.delete_cookie(GUIDED, httponly=True, samesite="strict")
        return answer

    return [
        Route("/guide/away", action(hide), methods=["POST"]),
        Route("/guide/back", action(show), methods=["POST"]),
    ]
