"""The clock: step, play on, to the next alert or to a date, stop, begin anew. On every page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from local.workbench.actions import Form, Unusable, action, led, one, pane_of
from local.workbench.workbench import Workbench


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """The actions of the bar."""
    play = workbench.play

    def step(_request: Request, _form: Form) -> Response | None:
        play.step()
        return None

    def alert(_request: Request, _form: Form) -> Response | None:
        play.to_next_alert()
        return None

    def on(_request: Request, _form: Form) -> Response | None:
        play.on()
        return None

    def to(_request: Request, form: Form) -> Response | None:
        given = one(form, "date")
        try:
            last = date.fromisoformat(given)
        except ValueError:
            raise Unusable(f"{given!r} is no date; give it as year-month-day.") from None
        play.to(last)
        return None

    def stop(_request: Request, _form: Form) -> Response | None:
        play.halt()
        return None

    def begin(request: Request, form: Form) -> Response:
        play.begin(one(form, "scenario"))
        return led(request, pane_of(request))  # what the page was about is gone

    actions = {"step": step, "alert": alert, "play": on, "to": to, "stop": stop, "begin": begin}
    return [
        Route(f"/clock/{name}", action(does), methods=["POST"]) for name, does in actions.items()
    ]
