"""The outside watch: when a morning is reported as complete or failed, and what is sent for it."""

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from dealclock.alerts.outcome import Refused
from dealclock.channels.outside_watch import call
from dealclock.errors import TryAgainError
from dealclock.jobs.deliver.deliver import LEASE
from dealclock.jobs.operate.outside_watch import report_morning
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.queues import AssessDeal
from dealclock.store import Claim, Store
from tests.services import services
from tests.unit.jobs.house import Queue
from tests.unit.jobs.watching import NOON, TODAY, look

CALLED: list[tuple[str, str]] = []


class _Watch(BaseHTTPRequestHandler):
    """An outside watch: it keeps the calls, and answers as the path asks."""

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length", 0))
        CALLED.append((self.path, self.rfile.read(size).decode()))
        self.send_response({"/gone": 410, "/moved": 302}.get(self.path.partition("?")[0], 200))
        self.send_header("location", "https://elsewhere.example/")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


@pytest.fixture
def address() -> Iterator[str]:
    CALLED.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), _Watch) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


def test_a_morning_is_reported_once_when_everything_due_is_done(live: Store, address: str) -> None:
    """From half past eight; at noon as failed, if it is not complete; then once it is."""
    report = partial(call, f"{address}/ping/7f3c")

    def round_at(minutes: int) -> str | None:
        return report_morning(look(live, EIGHT + timedelta(minutes=minutes)), report)

    assert [round_at(minutes) for minutes in (20, 45, 60)] == [None, None, None]
    assert CALLED == []
    assert [round_at(minutes) for minutes in (240, 255)] == ["failed", None]
    for deal in live.runs.waking(False, TODAY):
        message = AssessDeal(
            deal=deal, as_of=TODAY, known_at=EIGHT, slot="morning", sweep="a test's"
        )
        assess_deal(message, services(live, deliveries=Queue(), now=NOON))
    # What is planned is not sent yet.
    assert round_at(300) is None
    for key in live.outbox.unfinished(False):
        claim = live.outbox.claim(key, NOON, LEASE)
        assert isinstance(claim, Claim)
        live.outbox.settle(claim, Refused("a test's"), NOON)
    assert [round_at(minutes) for minutes in (315, 330)] == ["complete", None]
    (failed, says), (complete, text) = CALLED
    assert failed.startswith("/ping/7f3c/fail?rid=")
    assert complete.startswith("/ping/7f3c?rid=")
    assert failed.partition("rid=")[2] == complete.partition("rid=")[2], "one id a morning"
    assert says.startswith("failed. scheduled check: 0, deals not assessed: 2, deliveries")
    assert text.startswith("complete. scheduled check: 0, deals not assessed: 0, deliveries")
    assert "Granite" not in says


EIGHT = NOON.replace(hour=12, minute=0)


@pytest.mark.parametrize("day", [3, 4], ids=["Saturday", "Sunday"])
def test_nothing_is_reported_on_weekends(live: Store, day: int) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError

    assert report_morning(look(live, datetime(2004, 7, day, 16, tzinfo=NOON.tzinfo)), never) is None


def test_a_call_that_fails_is_made_again_in_the_next_round(live: Store) -> None:
    def gone(*_: Any, **__: Any) -> None:
        raise TryAgainError("gone")

    watched = look(live, EIGHT + timedelta(hours=4))
    with pytest.raises(TryAgainError):
        report_morning(watched, gone)
    assert report_morning(watched, lambda *_, **__: None) == "failed"


@pytest.mark.parametrize(
    ("url", "answer"),
    [
        ("{}/gone", "answered 410"),
        ("{}/moved", "answered 302"),
        ("http://127.0.0.1:1/", "answered URLError"),
        ("file:///etc/hostname", "has no https address"),
        ("http://example.com/", "has no https address"),
    ],
)
def test_a_failed_call_does_not_say_the_address(address: str, url: str, answer: str) -> None:
    with pytest.raises(TryAgainError, match=answer) as failed:
        call(url.format(address), TODAY, "complete")
    assert "http:" not in str(failed.value)
