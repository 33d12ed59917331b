"""The deal: what `/deal` answers, as of any day. Nothing is computed or worded here.

deal_on_day.py  the deal as of the day the page is asked for, and its answers
pictures.py     timeline and accrual, drawn when they are viewed
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.errors import DealclockError
from dealclock.jobs.documents.export import export
from dealclock.messages import words
from local.workbench.panes.deal import pictures
from local.workbench.panes.deal.deal_on_day import QUESTIONS, DealOnDay, DealPages
from local.workbench.why_quiet import why_quiet
from local.workbench.workbench import Workbench

STATUS = "status"
_MOST = 40  # messages on a page


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages: the status, any other answer, the exports, the archive, and the pictures."""
    pages = DealPages(workbench)

    def overview(request: Request) -> Response:
        """The status, why the deal is quiet, and pictures."""
        look = pages.at(request)
        # During play both would be outdated before anyone reads them, and slow it down.
        still = workbench.play.now().until is None
        quiet = why_quiet(look.view, look.deal, pages.store) if still and look.is_own else None
        drawn = list(pictures.pictures(look)) if still else []
        return answer(request, look, STATUS, overview=True, quiet=quiet, pictures=drawn)

    def ask(request: Request) -> Response:
        """The answer to the words typed, which its address holds, so that it can be asked again."""
        typed = request.query_params.get("words", STATUS)
        return answer(request, pages.at(request), typed, overview=False)

    def answer(request: Request, look: DealOnDay, typed: str, **more: Any) -> Response:
        try:
            found, refused = pages.reply(look, typed), ""
        except DealclockError as problem:
            found, refused = None, str(problem)
        shown = {"typed": typed, "answer": found, "refused": refused, "usage": QUESTIONS, **more}
        return pages.page(request, look, "answer.html", **shown)

    def table(request: Request) -> Response:
        """An export as a table, without the columns that are empty."""
        look, what = pages.at(request), request.url.path.rpartition("/")[2]
        content = export(look.deal, what, look.now).content.decode("utf-8-sig")
        rows = list(csv.DictReader(content.splitlines()))
        columns = [each for each in (rows[0] if rows else ()) if any(row[each] for row in rows)]
        return pages.page(request, look, "table.html", what=what, rows=rows, columns=columns)

    def messages(request: Request) -> Response:
        """What the archive holds of the deal, the latest first."""
        look, asked = pages.at(request), request.query_params.get("skip", "")
        skipped = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
        every = pages.store.archive.messages(look.deal.meta.id)[::-1]
        return pages.page(
            request,
            look,
            "messages.html",
            count=words.number(len(every), "message"),
            messages=every[skipped : skipped + _MOST],
            earlier=skipped + _MOST if skipped + _MOST < len(every) else None,
        )

    return [
        Route("/deal", overview),
        Route("/deal/ask", ask),
        Route("/deal/export/facts", table),
        Route("/deal/export/obligations", table),
        Route("/deal/messages", messages),
        *pictures.routes(pages),
    ]
