"""Pages: a template, with what every page shows: what is played, its day, the panes."""

from __future__ import annotations

from datetime import date
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from dealclock.messages import words
from local.environments import CHECKOUT
from local.mail import kept
from local.workbench.faults.board import Board
from local.workbench.workbench import Workbench

DEVELOPER = "developer"
"""The cookie that shows the engine room."""
GUIDED = "guided"
"""The cookie of whoever has put the guide away."""

_TEMPLATES = Environment(
    loader=FileSystemLoader(CHECKOUT / "local" / "workbench" / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters["day"] = words.day
_TEMPLATES.filters["iso"] = date.isoformat


def page(
    request: Request, workbench: Workbench, template: str, /, status: int = 200, **shown: Any
) -> HTMLResponse:
    """A whole page of a pane. It draws itself anew whenever `pulse` changes."""
    now = workbench.play.now()
    html = drawn(
        template,
        path=request.url.path,
        address=str(request.url.path) + (f"?{request.url.query}" if request.url.query else ""),
        now=now,
        # While it plays the hint would be over before it is read.
        next_event=None if now.until else workbench.hints.of(now.scenario.deal),
        choices=workbench.play.choices,
        pulse=pulse(workbench),
        developer=DEVELOPER in request.cookies,
        guided=GUIDED in request.cookies,
        faults_on=Board(workbench.local, now.scenario.bundle.team).active(),
        **shown,
    )
    return HTMLResponse(html, status_code=status)


def drawn(template: str, /, **shown: Any) -> str:
    """A template as HTML; what it is given is escaped unless it is HTML already."""
    return _TEMPLATES.get_template(template).render(**shown)


def pulse(workbench: Workbench) -> str:
    """What changes whenever anything a page may show has changed."""
    said, mails = workbench.local.slack.count(), len(kept(workbench.local.mails))
    return f"{workbench.play.moves}.{said}.{mails}"
