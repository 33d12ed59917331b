"""The deal: what stands now and why, as the library tells it; nothing is computed here.

looking.py      the deal as of the day the page is asked for
overview.py     the first page: where it stands, why it is quiet, pictures, interest
obligations.py  everything with a date, and one of them step by step beside its clause
readings.py     the same figures under other readings, side by side
facts.py        what was recorded, with what corrected it
alerts.py       what was said, on which route, how it ended, what people did with it
supposing.py    what a fact not recorded would move
pictures.py     timeline and accrual, drawn when they are looked at
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
    supposing,
)
from local.workbench.panes.deal.looking import Looks
from local.workbench.workbench import Workbench


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """Its pages."""
    looks = Looks(workbench)
    parts = (overview, obligations, readings, facts, alerts, supposing, pictures)
    return [route for part in parts for route in part.routes(workbench, looks)]
