"""The panes of the workbench. Each takes the workbench and returns its routes."""

from collections.abc import Callable, Sequence

from starlette.routing import BaseRoute

from local.workbench.panes import controls, deal, engine_room, inbox, slack, terms
from local.workbench.workbench import Workbench

Pane = Callable[[Workbench], Sequence[BaseRoute]]
PANES: tuple[Pane, ...] = (
    controls.routes,
    slack.routes,
    inbox.routes,
    deal.routes,
    terms.routes,
    engine_room.routes,
)
