"""Pages from templates, with what each shows: the play, its day, the panes."""

from __future__ import annotations

from datetime import date
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from dealclock.messages import words
from local.environments import CHECKOUT
from local.mail import message_files
from local.workbench.faults.board import Board
from local.workbench.workbench import Workbench

DEVELOPER = "developer"
"""The cookie that shows the engine room."""
GUIDED = "guided"
"""The cookie that hides the guide."""

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
    """A whole page of a pane. It redraws itself when `pulse` changes."""
    now = workbench.play.now()
    html = render_template(
        template,
        path=request.url.path,
        address=str(request.url.path) + (f"?{request.url.query}" if request.url.query else ""),
        now=now,
        # During play the hint would be outdated before anyone reads it.
        next_event=None if now.until else workbench.hints.of(now.scenario.deal),
        choices=workbench.play.choices,
        pulse=pulse(workbench),
        developer=DEVELOPER in request.cookies,
        guided=GUIDED in request.cookies,
        faults_on=Board(workbench.local, now.scenario.bundle.team).active(),
        **shown,
    )
    return HTMLResponse(html, status_code=status)


def render_template(template: str, /, **shown: Any) -> str:
    """A template as HTML; values are escaped unless they are HTML already."""
    return _TEMPLATES.get_template(template).render(**shown)


def pulse(workbench: Workbench) -> str:
    """A text that changes when anything a page may show changes."""
    said, mails = workbench.local.slack.count(), len(message_files(workbench.local.mails))
    return f"{workbench.play.moves}.{said}.{mails}"
