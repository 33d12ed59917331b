"""Pages from templates, with what each shows: the play, its day, the panes."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from dealclock.messages import words
from local.environments import CHECKOUT
from local.mail import message_files
from local.workbench.faults import TITLES, Board
from local.workbench.workbench import Workbench

DEVELOPER = "developer"
"""The cookie that shows the engine room."""
BROWSER = "browser"
"""The cookie that tells one browser from another: a form opens only where it was asked for."""
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
        when=lambda moment: workbench.play.when(moment, now),
        faults_on=Board(workbench.local, now.scenario.bundle.team).active(),
        fault_titles=TITLES,
        **shown,
    )
    answer = HTMLResponse(html, status_code=status)
    if BROWSER not in request.cookies:
        answer.set_cookie(BROWSER, secrets.token_hex(8), httponly=True, samesite="strict")
    return answer


def render_template(template: str, /, **shown: Any) -> str:
    """A template as HTML; values are escaped unless they are HTML already."""
    return _TEMPLATES.get_template(template).render(**shown)


def pulse(workbench: Workbench) -> str:
    """A text that changes when anything a page may show changes."""
    said, mails = workbench.local.slack.count(), len(message_files(workbench.local.mails))
    return f"{workbench.play.moves}.{said}.{mails}"
