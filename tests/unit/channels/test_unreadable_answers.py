"""Unreadable responses: not JSON, not an object, not text, of another shape, unbounded waits.

Of what was to be sent nobody then knows whether it was; a question is asked again later; and no
answer, however it reads, is an error that nobody foresaw.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from dealclock.alerts.outcome import Later, Outcome, Refused, Unknown
from dealclock.channels import Attempt, SesMailer, Slack, SlackFiles
from dealclock.channels.files import Upload
from dealclock.channels.membership import MembershipCheck
from dealclock.channels.screens import Screens
from dealclock.channels.web_api import seconds, web_client
from tests.unit.channels.posts import PEOPLE, mail, post

NOW = datetime(2004, 10, 29, 12, tzinfo=UTC)
# A page with one message, which is not ours: that can be read.
OTHERS_ALONE = (
    b'{"ok": true, "channel": {}, "user": {}, "user_id": "U", "team_id": "T", "messages": [{}]}'
)
MALFORMED: list[bytes] = [
    b"",
    b"\xff\xfe\x00",
    b'{"ok": true, "ts": "\xff"}',
    b"<html>proxy</html>",
    b"{",
    b"[]",
    b"[1, 2]",
    b'"ok"',
    b"7",
    b"null",
    b"true",
    b"NaN",
    b"[" * 100_000,
    b"1" * 6_000,
    b'{"ok": "yes"}',
    b'{"ok": true}',
    b'{"ok": true, "channel": 7, "user": 7, "ts": null, "messages": 7, "members": 7}',
    b'{"ok": true, "channel": [], "user": [], "messages": [7], "members": [7], "files": 7}',
    OTHERS_ALONE,
    b'{"ok": false}',
    b'{"ok": false, "error": 7}',
    b'{"ok": false, "error": ["a"]}',
    b'{"ok": false, "error": "A sentence that quotes the deal"}',
]
_MEMBER = {"deleted": False, "is_bot": False, "is_restricted": False, "is_ultra_restricted": False}
_SAID: dict[str, dict[str, Any]] = {
    "auth.test": {"user_id": "U0CLOCK", "team_id": "T0"},
    "conversations.info": {"channel": {"id": "C0", "is_private": True, "is_archived": False}},
    "conversations.members": {"members": ["U0CLOCK"]},
    "conversations.open": {"channel": {"id": "D0"}},
    "users.info": {"user": {"id": "U0MARIA", "team_id": "T0", **_MEMBER}},
}
FIT = {name: json.dumps({"ok": True, **reply}).encode() for name, reply in _SAID.items()}


@contextmanager
def answering(answers: dict[str, bytes], status: int = 200, **headers: str) -> Iterator[str]:
    """A server on this machine that gives those bytes to each method, and to others the last."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = answers.get(self.path.rpartition("/")[2], answers.get("", b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def slack(url: str) -> Slack:
    return Slack(web_client("xoxb-tests", url, timeout=3))


@pytest.mark.parametrize("body", MALFORMED)
def test_an_unreadable_answer_to_a_post_is_an_unknown_outcome(body: bytes) -> None:
    with answering({**FIT, "": body}) as url:
        outcome = slack(url).send(post(channel="C0"))
        again = slack(url).update(post(channel="C0"), "1.1")
    assert isinstance(outcome, Unknown), outcome
    assert isinstance(again, Unknown), again
    assert "quotes" not in outcome.cause


@pytest.mark.parametrize("body", MALFORMED)
def test_a_read_with_an_unreadable_answer_is_repeated_later(body: bytes) -> None:
    attempt = Attempt("id", "C0", NOW, NOW)
    with answering({"": body}) as url:
        before = slack(url).send(post(channel="C0"))
        looked = slack(url).look_up(attempt)
        prepared = SlackFiles(web_client("xoxb-tests", url, 3)).prepare(_upload())
        refusal = MembershipCheck(web_client("xoxb-tests", url, 3)).refusal("U0MARIA", NOW)
    assert isinstance(before, Later | Refused), before
    if body != OTHERS_ALONE:
        assert isinstance(looked, Later), looked
    assert isinstance(prepared, Later | Refused), prepared
    assert refusal is not None


@pytest.mark.parametrize("body", MALFORMED)
@pytest.mark.parametrize("method", ["conversations.history", "conversations.replies"])
def test_an_unreadable_history_never_counts_as_a_missing_post(body: bytes, method: str) -> None:
    thread = "1.1" if method == "conversations.replies" else ""
    attempt = Attempt("id", "C0", NOW, NOW, "", thread)
    with answering({**FIT, method: body}) as url:
        outcome = slack(url).look_up(attempt)
    if body != OTHERS_ALONE:
        assert isinstance(outcome, Later), outcome


@pytest.mark.parametrize("body", MALFORMED)
def test_an_unreadable_answer_to_a_share_or_screen_raises_no_error(
    body: bytes,
) -> None:
    with answering({**FIT, "": body}) as url:
        client = web_client("xoxb-tests", url, 3)
        shared: Outcome = SlackFiles(client).share(_upload(), "F0", "D0")
        opened = Screens(client).open("trigger", {})
        reply = Screens(client).answer(f"{url}hook", {"text": "a"})
    if b'"ok": true' not in body or b"\xff" in body:
        assert isinstance(shared, Unknown), shared
        assert opened != ""
    assert reply in ("", "unreadable_answer")


@pytest.mark.parametrize(
    ("named", "wait"),
    [
        ("30", 30.0), ("0", 1.0), ("-5", 1.0), ("", 30.0), ("soon", 30.0), ("nan", 30.0),
        ("inf", 30.0), ("1e400", 30.0), ("9" * 400, 30.0), ("1e300", 86_400.0),
    ],
)  # fmt: skip
def test_a_requested_wait_is_bounded(named: str, wait: float) -> None:
    assert seconds(named) == wait
    with answering({"": b'{"ok": false, "error": "ratelimited"}'}, 429, Retry_After=named) as url:
        assert slack(url).send(post(channel="C0")) == Later(wait)


@pytest.mark.parametrize("answer", [{}, {"MessageId": None}, [], None, 7, ValueError(), KeyError()])
def test_an_unreadable_answer_to_an_email_is_an_unknown_outcome(answer: Any) -> None:
    class Answering:
        def send_email(self, **_: Any) -> Any:
            if isinstance(answer, Exception):
                raise answer
            return answer

    assert SesMailer(Answering()).send(mail()) == Unknown("unreadable_answer")


def _upload() -> Upload:
    return Upload("U0MARIA", "a.png", "A", "A", b"a", "", PEOPLE)
