"""An app at an address of its own, which a test tells what to answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

Json = dict[str, Any]


@dataclass
class PlayedApp:
    """What it was sent, in order, and how it answers: nothing, until a test says otherwise."""

    address: str = ""
    asked: list[Json] = field(default_factory=list)
    answer: Callable[[Json], Json] = lambda body: {}
    status: int = 200

    def take(self, headers: Any, body: str) -> tuple[int, Json]:
        """The answer to a request; one that is not signed is refused."""
        if not headers.get("X-Slack-Signature", "").startswith("v0="):
            return 401, {}
        if headers["Content-Type"].startswith("application/json"):
            data = json.loads(body)
        else:
            form = dict(parse_qsl(body, keep_blank_values=True))
            data = json.loads(form["payload"]) if "payload" in form else form
        self.asked.append(data)
        return self.status, self.answer(data)


@contextmanager
def playing() -> Iterator[PlayedApp]:
    """The app, while it serves."""
    app = PlayedApp()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            status, result = app.take(self.headers, self.rfile.read(length).decode())
            content = json.dumps(result).encode() if result else b""
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    app.address = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield app
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
