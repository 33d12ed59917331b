"""The deal: its status and the reasons for it, as the library's answers give them.

deal_on_day.py  the deal as of the day the page is asked for
overview.py     the first page: status, why the deal is quiet, pictures
obligations.py  everything with a date, and *Why this date?* for each
readings.py     the readings in use, and what others would change
facts.py        the events, with their corrections
alerts.py       every alert, its routes and their outcome
what_if.py      what an event not recorded would change
pictures.py     timeline and accrual, drawn when they are viewed
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.routing import BaseRoute

from local.workbench.panes.deal import (
    alerts,
    facts,
    obligations,
    overview,
    pictures,
    readings,
    what_if,
)
from local.workbench.panes.deal.deal_on_day import DealPages
from local.workbench.workbench import Workbench


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages."""
    pages = DealPages(workbench)
    parts = (overview, obligations, readings, facts, alerts, what_if, pictures)
    return [route for part in parts for route in part.routes(workbench, pages)]
