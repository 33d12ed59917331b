"""The first page: the answer to `/deal status`, why the deal is quiet, pictures."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.answers import status as answers
from local.workbench.panes.deal.deal_on_day import DealPages
from local.workbench.panes.deal.obligations import list_marked
from local.workbench.panes.deal.pictures import pictures
from local.workbench.why_quiet import why_quiet
from local.workbench.workbench import Workbench


def routes(workbench: Workbench, pages: DealPages) -> Sequence[BaseRoute]:
    """Its address."""

    def show(request: Request) -> Response:
        look = pages.at(request)
        # During play both would be outdated before anyone reads them, and slow it down.
        still = workbench.play.now().until is None
        ask_why = still and look.of_its_own_day
        return pages.page(
            request,
            look,
            "overview.html",
            answer=answers.render_status(look.view),
            marked=list_marked(look),
            why=why_quiet(look.view, look.deal, pages.store) if ask_why else None,
            interest=look.view.assessment.accrual.clause,
            pictures=list(pictures(look)) if still else [],
        )

    return [Route("/deal", show)]
