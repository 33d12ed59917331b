"""Terms next to the dates they give: typed, checked and shown by the functions of `check` and
`proofread`, and saved as a file where the reader says.

look.py  looks at the text, in a process of its own that a deadline ends
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from dealclock.cli.file_command import replace_text
from dealclock.errors import RefusedError
from local.environments import CHECKOUT
from local.workbench.actions import Form, action, one
from local.workbench.pages import page, render_template
from local.workbench.workbench import Workbench

SECONDS = 10
MOST_BYTES = 64 * 1024
_LOOK = "local.workbench.panes.terms.look"
_AGREEMENTS = CHECKOUT / "agreements"


def routes(workbench: Workbench) -> Sequence[BaseRoute]:
    """The page, what is said of its text, the text as a file, and where it is saved."""

    def pane(request: Request) -> Response:
        names, asked = _names(), request.query_params.get("from", "")
        name = asked if asked in names else "model-pipe"
        text = (_AGREEMENTS / name / "terms.yaml").read_text(encoding="utf-8")
        shown: dict[str, Any] = {
            "name": name,
            "names": names,
            "text": text,
            "today": datetime.now(UTC).date(),
        }
        return page(request, workbench, "terms/terms.html", **shown)

    one_at_a_time = asyncio.Lock()

    async def look(request: Request, form: Form) -> Response:
        async with one_at_a_time:
            if await request.is_disconnected():  # more was typed meanwhile
                return Response(status_code=204)
            return HTMLResponse(render_template("terms/result.html", **await _looked_at(form)))

    def file(_request: Request, form: Form) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="terms.yaml"'}
        return Response(_text(form), media_type="application/yaml", headers=headers)

    def save(_request: Request, form: Form) -> Response:
        path = _saved(_text(form), one(form, "path"), replace="replace" in form)
        return HTMLResponse(render_template("terms/saved.html", path=path))

    return [
        Route("/terms", pane),
        *(
            Route(f"/terms/{does.__name__}", action(does), methods=["POST"])
            for does in (look, file, save)
        ),
    ]


def _names() -> list[str]:
    return sorted(folder.name for folder in _AGREEMENTS.iterdir() if folder.is_dir())


def _text(form: Form) -> str:
    """The text as typed; raises RefusedError for one that is missing or too long."""
    text = "".join(form.get("text", [])).replace("\r\n", "\n")
    if not text.strip():
        raise RefusedError("there is no text; type terms, or begin from a sample.")
    if (size := len(text.encode())) > MOST_BYTES:
        raise RefusedError(f"the text has {size:,} bytes; give at most {MOST_BYTES:,}.")
    return text


async def _looked_at(form: Form) -> dict[str, Any]:
    """What a process of its own says of the text; raises RefusedError after the deadline."""
    try:
        day = date.fromisoformat(one(form, "day"))
    except ValueError:
        raise RefusedError("give the day as year-month-day.") from None
    asked = {"text": _text(form), "name": one(form, "name"), "day": day.isoformat()}
    if asked["name"] not in _names():
        raise RefusedError("begin from one of the samples.")
    ran = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", _LOOK), stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=CHECKOUT
    )
    try:
        out, err = await asyncio.wait_for(ran.communicate(json.dumps(asked).encode()), SECONDS)
    except TimeoutError:
        raise RefusedError(
            f"the dates were not worked out within {SECONDS} seconds; give fewer provisions."
        ) from None
    finally:
        if ran.returncode is None:
            ran.kill()
    if ran.returncode:
        *_, last = ["", *err.decode().strip().splitlines()]
        raise RefusedError(f"the text cannot be looked at: {last}")
    found: dict[str, Any] = json.loads(out)
    return found


def _saved(text: str, given: str, *, replace: bool) -> Path:
    """Write the text where the reader said, all of it or nothing; raises RefusedError."""
    path = Path(given).expanduser()
    if not path.is_absolute() or path.suffix != ".yaml":
        raise RefusedError("give the full path of a .yaml file, such as /home/me/deal/terms.yaml.")
    if not path.parent.is_dir():
        raise RefusedError(f"there is no folder {path.parent}; make it first.")
    if path.exists() and not path.is_file():
        raise RefusedError(f"{path} is not a file; give another.")
    if path.exists() and not replace and path.read_bytes() != text.encode():
        raise RefusedError(f"{path} has other text; tick Replace it, or give another file.")
    replace_text(text, path)
    return path
