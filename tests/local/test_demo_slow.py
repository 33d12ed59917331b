"""The demo on a machine too slow for Slack: it says what Slack would show, goes on, and sums up."""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

import pytest

from dealclock.documents.deal_files import read_deal
from local.demo import SAMPLE, Transcript, TypedCommands, ask
from local.slack.app import App
from local.world import OUTSIDER
from tests.local.serving import serving

SLOW, BROKEN = "status", "next 150"


@pytest.fixture
def url() -> Iterator[str]:
    """An app that is too slow for one command and breaks at another."""

    def take(_headers: Mapping[str, str], body: str) -> tuple[int, str, bytes]:
        text = parse_qs(body)["text"][0]
        if text == SLOW:
            time.sleep(1)
        return 500 if text == BROKEN else 200, "text/plain", b"answered"

    with serving(take) as address:
        yield address


def _local(url: str) -> Any:
    users = [
        {"id": user, "real_name": name, "name": name}
        for user, name in (("U01MARIA", "Maria Lopez"), (OUTSIDER, "Olive Out"))
    ]
    slack: Any = SimpleNamespace(
        world=lambda: {"users": users},
        type_command=lambda command, text, *_: {
            "command": command,
            "text": text,
            "trigger_id": "1",
        },
        answer=lambda *_: [],
    )
    invoked: Callable[..., None] = lambda *_: None  # noqa: E731 - a stand-in in a line
    reached: Callable[[float], App] = lambda limit: App(url, "s", slack, limit)  # noqa: E731
    return SimpleNamespace(slack=slack, stack=SimpleNamespace(invoke=invoked), app=reached)


def test_a_late_answer_is_told_as_slack_tells_it_and_the_others_follow(
    url: str, tmp_path: Path
) -> None:
    transcript = Transcript(tmp_path / "transcript.txt")
    asked = ask(_local(url), read_deal(SAMPLE, None), transcript, limit=0.3)
    assert (asked.typed, asked.slow, asked.failed) == (11, ["/deal status"], ["/deal next 150"])
    after = transcript.text.partition("types  /deal status\n")[2]
    assert after.startswith(
        'Slack shows Maria Lopez: /deal failed with the error "operation_timeout"\n'
    )
    assert 'Slack shows Maria Lopez: /deal failed with the error "dispatch_failed"' in after
    assert after.count("types  /deal ") == 8, "eleven commands, the third of them too late"
    assert after.count("answered") == 7


def test_the_end_sums_up_what_was_late_and_what_failed() -> None:
    asked = TypedCommands(11, ["/deal status", "/deal list"], ["/deal next 150"])
    late, failed = asked.lines()
    assert late == (
        "2 of 11 commands took longer than Slack's 3 seconds on this machine: /deal status, "
        "/deal list. Close other programs and run it again to see the answers."
    )
    assert failed == "1 failed: /deal next 150. See the logs."


def test_nothing_is_summed_up_where_every_answer_was_in_time() -> None:
    assert TypedCommands(11).lines() == []
