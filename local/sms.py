"""AWS End User Messaging on 127.0.0.1, as far as an SMS needs it; the embedded AWS has none of it.

Every text is kept in order, and the next answers can be ordered: an error of AWS by its name, or ""
to hang up without an answer.
"""

import json
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class SmsSink:
    """What was sent, as the API got it; `answers` are (status, error, reason) of the next ones."""

    sent: list[dict[str, Any]] = field(default_factory=list)
    answers: deque[tuple[int, str, str]] = field(default_factory=deque)
    url: str = ""


@contextmanager
def sms_sink() -> Iterator[SmsSink]:
    """A sink that serves while the block runs."""
    sink = SmsSink()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, error, reason = sink.answers.popleft() if sink.answers else (200, "", "")
            if status in (0, 200):
                sink.sent.append(asked)
            if not status:
                self.close_connection = True
                return
            said: dict[str, str] = {"MessageId": f"sms-{len(sink.sent)}"}
            if error:
                said = {"__type": error, "Message": asked["DestinationPhoneNumber"]}
                said |= {"Reason": reason} if reason else {}
            body = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.0")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Numbers are in no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    sink.url = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield sink
    finally:
        server.shutdown()
        server.server_close()
