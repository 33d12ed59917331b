"""The game day, played whole: each fault sets off its alarms alone, is found by its section of
docs/operations.md, and is over after what the section says; nothing is lost, nothing doubled.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest

from tests.end_to_end import game_day
from tests.end_to_end.cloudwatch import STACK, Metrics, Sample


@pytest.fixture(autouse=True, scope="module")
def nothing_of_a_deal_in_the_logs() -> None:
    """Not of the stack that the other tests of this folder share, which is not started here."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[game_day.Game]:
    with game_day.played(tmp_path_factory.mktemp("game")) as game:
        yield game


@pytest.mark.parametrize("number", range(1, len(game_day.FAULTS) + 1))
def test_a_fault_is_found_from_its_alarm_and_the_runbook_and_fixed(
    game: game_day.Game, number: int
) -> None:
    game_day.play(game, number)


def test_blind_shows_what_an_operator_sees_and_never_the_cause(
    game: game_day.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(game, "say", said.append)
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("log watchdog\nlater 5\nlook\ndealclock nonsense\n")
    )
    number = next(n for n, f in enumerate(game_day.FAULTS, 1) if "WatchdogMissing" in f.alarms)
    game_day.blind(game, number)
    shown = "\n".join(said)
    assert re.search("ALARM WatchdogMissing", shown)
    assert re.search(r"not checked.*AccessDenied", shown)
    assert "nonsense" in shown
    assert game_day.FAULTS[number - 1].cause not in shown


def test_alarms_are_evaluated_as_the_template_says() -> None:
    beats = [
        Sample(minute, "Dealclock", name, STACK, 1)
        for minute in (15, 30, 45)
        for name in ("WatchCompleted", "SweepsCompleted")
    ]
    assert set(Metrics(0, []).alarms()) == {"WatchdogMissing", "SweepMissing"}
    assert Metrics(45, beats).alarms() == {}
    assert set(Metrics(60, beats).alarms()) == {"SweepMissing"}
    failed = [*beats, Sample(40, "Dealclock", "Failed", STACK, 1)]
    assert Metrics(45, failed).alarms() == {}, "one failure is tried again"
    again = [*failed, Sample(45, "AWS/Lambda", "Errors", "AssessFunction", 1)]
    assert set(Metrics(45, again).alarms()) == {"WorkFailing"}
    dead = Sample(45, "AWS/SQS", "ApproximateNumberOfMessagesVisible", "SweepFailures", 1)
    assert set(Metrics(45, [*beats, dead]).alarms()) == {"DeadLettersWaiting"}
