"""Locks hold hashes and no addresses; environments are found, not guessed."""

import re
from pathlib import Path

import pytest

from local import environments
from local.environments import LocalError

LOCKS = sorted([*environments.LAYER_LOCKS, *environments.REQUIREMENTS.glob("*.txt")])
PIN = re.compile(r"^([a-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_lock_names_no_registry_and_hashes_every_package(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert "--index" not in text
    blocks = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    unhashed = [block for block in blocks if PIN.match(block) and "--hash=sha256:" not in block]
    assert unhashed == []
    assert PIN.findall(text)


@pytest.mark.parametrize("lock", environments.LAYER_LOCKS, ids=lambda path: str(path.parent.name))
def test_the_development_lock_holds_the_very_versions_of_the_layers(lock: Path) -> None:
    layer = set(PIN.findall(lock.read_text()))
    development = set(PIN.findall((environments.REQUIREMENTS / "dev.txt").read_text()))
    assert layer - development == set()


def test_what_two_layers_both_hold_is_of_one_version() -> None:
    """Lambda lays them over each other; two versions of one package would be neither."""
    [first, second] = [set(PIN.findall(lock.read_text())) for lock in environments.LAYER_LOCKS]
    both = {name for name, _ in first} & {name for name, _ in second}
    assert both == {"typing-extensions"}
    assert {pin for pin in first | second if pin[0] in both} == {
        pin for pin in first & second if pin[0] in both
    }


def test_the_emulators_environment_lacks_what_functions_must_find_in_their_layers() -> None:
    # Functions run on the emulator's interpreter: a package there hides its absence from a layer.
    names = {
        name for name, _ in PIN.findall((environments.REQUIREMENTS / "emulator.txt").read_text())
    }
    needed = {"boto3", "pydantic", "slack-bolt", "slack-sdk", "aws-lambda-powertools", "jinja2"}
    assert names & (needed | {"python-docx", "lxml", "reportlab"}) == set()


def test_an_interpreter_that_stands_on_the_path_but_fails_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path = executable(tmp_path / "shims" / "python3.99", "exit 127")
    installed = executable(
        tmp_path / "pyenv" / "versions" / "3.99.1" / "bin" / "python3.99", "echo 3.99"
    )
    monkeypatch.setenv("PATH", f"{on_path.parent}:/usr/bin:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert environments.python_of_version("3.99") == installed


def test_an_interpreter_that_is_nowhere_is_none() -> None:
    assert environments.python_of_version("3.98") is None


def test_an_unknown_environment_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LocalError, match=r"'emulater'.*emulator, sam"):
        environments.tool("emulater")


def test_the_cache_follows_the_users_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert environments.cache() == Path("/somewhere/dealclock")


def executable(path: Path, says: str) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(0o755)
    return path
