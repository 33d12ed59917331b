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
    for made in (".venv/bin", "build/layers", ".dealclock/emulator", "local/__pycache__"):
        (tmp_path / made).mkdir(parents=True)
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


def test_a_running_stack_keeps_its_state(checkout: Path) -> None:
    with state.run(checkout / ".dealclock", ["emulator"]):
        refused = cleaned(checkout)
        assert (checkout / ".dealclock").exists()
    assert refused.returncode == 1
    assert "stop it first" in refused.stderr
    assert (checkout / ".venv").exists()
