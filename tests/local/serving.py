"""A server on this machine that answers each POST as a test says."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Take = Callable[[Mapping[str, str], str], tuple[int, str, bytes]]


@contextlib.contextmanager
def serving(take: Take) -> Iterator[str]:
    """Its address; `take` gets the headers, in small letters, and the body of a request, and gives
    a status, a content type and an answer.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            status, kind, answer = take({k.lower(): v for k, v in self.headers.items()}, body)
            with contextlib.suppress(OSError):  # the client has gone
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
