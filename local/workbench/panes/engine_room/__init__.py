from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from collections.abc import Sequence
from local.workbench.workbench import Workbench
def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    return []
