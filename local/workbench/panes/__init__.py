"""The panes of the workbench. Each is given the workbench and gives the routes of its pages."""

from collections.abc import Callable, Sequence

from starlette.routing import BaseRoute

from local.workbench.panes import controls, deal, engine_room, inbox, slack
from local.workbench.workbench import Workbench

Pane = Callable[[Workbench], Sequence[BaseRoute]]
PANES: tuple[Pane, ...] = (
    controls.routes,
    slack.routes,
    inbox.routes,
    deal.routes,
    engine_room.routes,
)
