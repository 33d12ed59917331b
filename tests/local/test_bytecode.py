"""Compiled code is taken where it is deployed, and never instead of a source that has changed."""

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from local import build, bytecode
from local.environments import LocalError

HERE = Path(sys.executable)
CHECKED_HASH = 0b11  # PEP 552: by the source's hash, and the hash is looked at


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "said.py").write_text("WORD = 'first'\n")
    bytecode.compile_folder(tmp_path, HERE, "/opt/python")
    return tmp_path


def written(folder: Path) -> bytes:
    return (folder / "__pycache__" / f"said.{sys.implementation.cache_tag}.pyc").read_bytes()


def imported(folder: Path) -> tuple[str, bool]:
    """What the module says when it is imported, and whether its compiled code was taken for it."""
    done = subprocess.run(
        [sys.executable, "-v", "-B", "-c", "import said; print(said.WORD)"],
        cwd=folder,
        env={},  # a PYTHONPYCACHEPREFIX would have it looked for elsewhere
        capture_output=True,
        text=True,
        check=True,
    )
    text = [line for line in done.stderr.splitlines() if "said.cpython" in line]
    return done.stdout.strip(), any("matches" in line for line in text)


def test_it_is_used_for_any_modification_time_of_its_source(folder: Path) -> None:
    os.utime(folder / "said.py", (0, 0))
    assert imported(folder) == ("first", True)
    assert int.from_bytes(written(folder)[4:8], "little") == CHECKED_HASH


def test_a_source_that_has_changed_is_what_runs(folder: Path) -> None:
    (folder / "said.py").write_text("WORD = 'other'\n")
    assert imported(folder) == ("other", False)


def test_it_names_no_folder_of_the_machine_that_made_it(folder: Path) -> None:
    code = marshal.loads(written(folder)[16:])
    assert code.co_filename == "/opt/python/said.py"
    assert str(folder).encode() not in written(folder)


def test_a_source_that_is_no_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("def\n")
    with pytest.raises(LocalError, match=r"wrong\.py"):
        bytecode.compile_folder(tmp_path, HERE, "/opt/python")


def test_every_function_is_compiled() -> None:
    assert {each.name for each in bytecode.functions()} >= {"slack", "deliver", "assess", "web"}


def test_it_is_made_by_the_python_that_lambda_runs() -> None:
    assert build.LAMBDA_PLATFORM[-1] == bytecode.VERSION
