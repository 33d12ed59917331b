"""An app at an address of its own, which a test tells what to answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from tests.local.serving import serving

Json = dict[str, Any]


@dataclass
class PlayedApp:
    """What it was sent, in order, and how it answers: nothing, until a test says otherwise."""

    address: str = ""
    asked: list[Json] = field(default_factory=list)
    answer: Callable[[Json], Json] = lambda body: {}
    status: int = 200

    def take(self, headers: Mapping[str, str], body: str) -> tuple[int, str, bytes]:
        """The answer to a request; one that is not signed is refused."""
        kind = "application/json"
        if not headers.get("x-slack-signature", "").startswith("v0="):
            return 401, kind, b""
        if headers["content-type"].startswith(kind):
            data = json.loads(body)
        else:
            form = dict(parse_qsl(body, keep_blank_values=True))
            data = json.loads(form["payload"]) if "payload" in form else form
        self.asked.append(data)
        result = self.answer(data)
        return self.status, kind, json.dumps(result).encode() if result else b""


@contextmanager
def playing() -> Iterator[PlayedApp]:
    """The app, while it serves."""
    app = PlayedApp()
    with serving(app.take) as app.address:
        yield app
