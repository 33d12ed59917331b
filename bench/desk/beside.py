"""Stand-ins for what functions/slack calls besides the table: its secret, SQS, Slack. All answer at
once.

On a thread of the bench, on 127.0.0.1. What it costs to reach them in AWS is not measured.
"""

import contextlib
import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

SIGNING_SECRET = "a-signing-secret-of-the-bench"
TEAM, USER, _BOT = "T0BENCH", "U01MARIA", "U0BENCH"
_SECRET = {"signing_secret": SIGNING_SECRET, "bot_token": "xoxb-bench"}
_MEMBER = {
    "team_id": TEAM,
    "deleted": False,
    "is_bot": False,
    "is_restricted": False,
    "is_ultra_restricted": False,
}


@contextlib.contextmanager
def answering() -> Iterator[str]:
    """Run them; yields their one address, without a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer one call."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        said = json.dumps(_answer(self.headers.get("x-amz-target") or self.path, body)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def _answer(call: str, body: str) -> dict[str, Any]:
    match call.rpartition(".")[2] if "/" not in call else call.rpartition("/")[2]:
        case "GetSecretValue":
            return {"SecretString": json.dumps(_SECRET)}
        case "SendMessage":
            sent = json.loads(body)["MessageBody"]
            digest = hashlib.md5(sent.encode(), usedforsecurity=False).hexdigest()
            return {"MessageId": "bench", "MD5OfMessageBody": digest}
        case "auth.test":
            return {"ok": True, "team_id": TEAM, "user_id": _BOT}
        case "users.info":
            (user,) = parse_qs(body).get("user", ["U0"])
            return {"ok": True, "user": {"id": user, **_MEMBER}}
        case "conversations.info":
            return {"ok": True, "channel": {"is_archived": False, "is_private": True}}
        case "conversations.members":
            return {"ok": True, "members": [_BOT, USER]}
        case "chat.postMessage":
            return {"ok": True, "channel": "C0BENCH", "ts": "1.0001"}
        case _:  # a form that opens
            return {"ok": True}
