"""The answer to `/deal readings`, each reading in full, and the amount under all of them."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.answers.accrual import render_accrual
from dealclock.answers.readings import readings
from dealclock.messages.message import Message
from local.workbench.panes.deal.deal_on_day import DealPages
from local.workbench.workbench import Workbench


def routes(_workbench: Workbench, pages: DealPages) -> Sequence[BaseRoute]:
    """Its address."""

    def show(request: Request) -> Response:
        look = pages.at(request)
        view = look.view
        used = [q for q in view.terms.all_readings if q in view.assessment.consulted]
        interest = view.assessment.accrual.clause

        def answer(only: str | None) -> Message:
            return readings(view, only).say(view)

        return pages.page(
            request,
            look,
            "readings.html",
            answer=answer(None),
            each=[answer(reading) for reading in used],
            range=render_accrual(pages.together(look), under_all=True) if interest else None,
        )

    return [Route("/deal/readings", show)]
