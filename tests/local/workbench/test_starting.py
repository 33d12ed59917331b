"""Starting the workbench: where it says it is, and what it says when it cannot start."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dealclock.errors import LostError
from local import npm, processes
from local.environments import CHECKOUT, LocalError
from local.slack import wire
from local.workbench import __main__ as module

Failing = Callable[..., Any]


def raising(problem: BaseException) -> Failing:
    def fails(*_: object) -> Any:
        raise problem

    return fails


@pytest.fixture(autouse=True)
def nothing_is_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No stack, no npm; what serves says at once which port it was given."""

    @contextlib.contextmanager
    def opened(root: Path, patience: float, agreement: str) -> Iterator[object]:
        yield object()

    monkeypatch.setattr(npm, "install", lambda name: tmp_path)
    monkeypatch.setattr(module, "opened", opened)
    monkeypatch.setattr(module, "site", lambda workbench: workbench)
    monkeypatch.setattr(wire, "serve", lambda site, port, ready: ready(port))


def test_it_says_where_it_is_and_how_to_stop_it(capsys: pytest.CaptureFixture[str]) -> None:
    free = processes.free_port()
    assert module.main(["--port", str(free)]) == 0
    assert (
        f"The workbench is at http://127.0.0.1:{free}/  (Ctrl-C stops it)"
        in capsys.readouterr().out
    )


def test_a_port_in_use_is_left_to_its_process(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind((processes.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert module.main(["--port", str(port)]) == 0
    said = capsys.readouterr().out
    assert "The workbench is at http://127.0.0.1:" in said
    assert f":{port}/" not in said


@pytest.mark.parametrize("port", ["65536", "-1", "http", "٣"])
def test_what_is_no_port_is_refused_by_name(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        module.main(["--port", port])
    assert ended.value.code == 2
    assert f"{port!r} is not a port" in capsys.readouterr().err


def test_without_npm_it_says_so_before_anything_is_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(npm, "install", raising(LocalError("npm is not installed")))
    monkeypatch.setattr(module, "opened", raising(AssertionError("started")))
    assert module.main([]) == 2
    said = capsys.readouterr()
    assert said.err == "The pages' scripts cannot be installed: npm is not installed\n"
    assert said.out == ""


@pytest.mark.parametrize(
    "problem",
    [
        LocalError("another program runs the stack"),
        LocalError("slack did not answer in 30 s"),
    ],
)
def test_what_keeps_the_stack_from_starting_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], problem: Exception
) -> None:
    monkeypatch.setattr(module, "opened", raising(problem))
    assert module.main([]) == 2
    assert capsys.readouterr().err == f"{problem}\n"


@pytest.mark.parametrize(
    ("given", "named"), [([], ".workbench"), (["--root", "/var/elsewhere"], "/var/elsewhere")]
)
def test_a_state_of_another_version_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: list[str],
    named: str,
) -> None:
    monkeypatch.setattr(module, "opened", raising(LostError("no known format")))
    assert module.main(given) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"The state in {named} was written by another version of Dealclock.")
    assert "`make clean`" in said
    assert str(CHECKOUT) not in said


def test_ctrl_c_before_it_serves_is_no_failure_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "opened", raising(KeyboardInterrupt()))
    assert module.main([]) == 130
    assert "The next `make workbench` continues from here." in capsys.readouterr().err
