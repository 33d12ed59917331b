"""The record of a run: append-only, taken up again, never mixed with another run's."""

import json
from pathlib import Path

import pytest

from local.slack.faults import RateLimits
from local.slack.reference import METHODS
from local.slack.store import Store


def say(store: Store, text: str) -> str:
    ts = store.next_ts()
    store.post("C0DEAL", {"ts": ts, "text": text})
    return ts


def texts(store: Store) -> list[str]:
    return [each["text"] for each in store.messages("C0DEAL")]


def test_what_was_kept_survives_a_kill_that_tore_the_last_line(tmp_path: Path) -> None:
    first = Store(tmp_path, "run-1")
    before = say(first, "kept")
    with first.path.open("a") as file:
        file.write('{"n":2,"kind":"mess')
    second = Store(tmp_path, "run-1")
    assert say(second, "next") > before
    second.close()
    third = Store(tmp_path, "run-1")
    third.close()
    first.close()
    assert texts(third) == ["kept", "next"]
    assert [each["n"] for each in third.records] == [0, 1, 2]


def test_another_run_id_starts_afresh(tmp_path: Path) -> None:
    first = Store(tmp_path, "run-1")
    say(first, "old")
    first.close()
    second = Store(tmp_path, "run-2")
    second.close()
    assert texts(second) == []
    assert second.records == [{"n": 0, "kind": "run", "run_id": "run-2"}]


def test_an_edit_adds_a_line_and_takes_none_away(tmp_path: Path) -> None:
    store = Store(tmp_path, "run-1")
    ts = say(store, "first")
    store.edit("C0DEAL", {"ts": ts, "text": "second"})
    store.close()
    lines = [json.loads(each) for each in store.path.read_text().splitlines()]
    assert [each["kind"] for each in lines] == ["run", "message", "edit"]
    assert lines[1]["message"]["text"] == "first"
    assert lines[2]["replaced"]["text"] == "first"
    assert texts(store) == ["second"]


def test_a_ts_is_later_even_when_the_clock_does_not_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 1_101_733_200_000_100_000)
    store = Store(tmp_path, "run-1")
    assert [say(store, "x") for _ in range(2)] == ["1101733200.000100", "1101733200.000101"]
    store.close()
    again = Store(tmp_path, "run-1")
    assert again.next_ts() == "1101733200.000102"
    again.close()


def test_a_tier_lets_its_calls_through_in_any_window_and_no_more() -> None:
    now = [100.0]
    limits = RateLimits(lambda: now[0])
    tier = METHODS["conversations.history"].tier  # 50 a minute
    assert [limits.wait("conversations.history", tier, "C1") for _ in range(50)] == [0] * 50
    now[0] = 130.0
    assert limits.wait("conversations.history", tier, "C2") == 30
    now[0] = 160.0
    assert limits.wait("conversations.history", tier, "C2") == 0
