"""One request to an application of ours, and its answer, without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message

HERE = "127.0.0.1:8765"
OURS = {"host": HERE, "origin": f"http://{HERE}"}


@dataclass(frozen=True)
class Answer:
    """What came back; header names in small letters."""

    status: int
    headers: Mapping[str, str]
    text: str


def ask(
    app: ASGIApp,
    path: str,
    method: str = "GET",
    headers: Mapping[str, str] = OURS,
    body: str = "",
) -> Answer:
    """The answer to a request; `path` may hold a query."""
    plain, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": plain,
        "query_string": query.encode(),
        "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
        "scheme": "http",
        "server": ("127.0.0.1", 8765),
        "client": ("127.0.0.1", 50_000),
        "http_version": "1.1",
        "root_path": "",
    }
    sent: list[Message] = []

    unread: list[Message] = [{"type": "http.request", "body": body.encode(), "more_body": False}]

    async def receive() -> Message:
        if not unread:
            await asyncio.Event().wait()  # the client stays connected for the answer
        return unread.pop()

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        await app(scope, receive, send)

    asyncio.run(run())
    start = sent[0]
    content = b"".join(m.get("body", b"") for m in sent[1:])
    items = {k.decode(): v.decode() for k, v in start["headers"]}
    return Answer(start["status"], items, content.decode())
