"""`make clean` removes what was made and leaves what was written, and never a running stack."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from local import clean, state


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one file written by hand, and the script that cleans around itself."""
    (tmp_path / "local").mkdir()
    shutil.copy(clean.__file__, tmp_path / "local" / "clean.py")
    (tmp_path / "template.yaml").touch()
    made = (".venv/bin", "build/layers", ".dealclock/emulator", ".workbench/mail")
    for folder in (*made, "local/__pycache__"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def cleaned(checkout: Path) -> subprocess.CompletedProcess[str]:
    script = checkout / "local" / "clean.py"
    return subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)


def test_what_was_made_goes_and_what_was_written_stays(checkout: Path) -> None:
    done = cleaned(checkout)
    assert done.returncode == 0
    left = {str(path.relative_to(checkout)) for path in checkout.rglob("*") if path.is_file()}
    assert left == {"template.yaml", "local/clean.py"}
    assert {path.name for path in checkout.iterdir()} == {"template.yaml", "local"}


def test_a_clean_checkout_is_cleaned_without_a_word(checkout: Path) -> None:
    cleaned(checkout)
    assert cleaned(checkout).stdout == ""


@pytest.mark.parametrize(
    ("folder", "called"), [(".dealclock", "the local stack"), (".workbench", "the workbench")]
)
def test_what_runs_keeps_its_state_and_all_else(checkout: Path, folder: str, called: str) -> None:
    with state.run(checkout / folder, ["emulator"]):
        refused = cleaned(checkout)
    assert refused.returncode == 1
    assert refused.stderr == f"{called} is running; stop it first (Ctrl-C)\n"
    for kept in (".dealclock", ".workbench", ".venv"):
        assert (checkout / kept).exists(), kept
