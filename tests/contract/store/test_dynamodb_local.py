"""DynamoDB Local itself: when it cannot run, and that it never outlives the tests."""

import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

from local import dynamodb_local

ROOT = Path(__file__).parents[3]
HOLD = """
import sys, time
from pathlib import Path
from local import dynamodb_local
with dynamodb_local.running(Path(sys.argv[1])) as address:
    print(address, flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize(
    ("without", "stderr", "reason"),
    [
        ("npm", "", "npm is not installed"),
        ("java", "", "Java is not installed"),
        ("", 'openjdk version "11.0.2" 2019-01-15', "Java 17 or newer is needed; this is Java 11"),
        ("", "java: cannot execute", "/usr/bin/java does not run"),
        ("", 'openjdk version "17.0.15" 2025-04-15', None),
        ("", 'openjdk version "25" 2025-09-16', None),
    ],
)
def test_a_missing_prerequisite_is_reported_in_words(
    monkeypatch: pytest.MonkeyPatch, without: str, stderr: str, reason: str | None
) -> None:
    def which(name: str) -> str | None:
        return None if name == without else f"/usr/bin/{name}"

    monkeypatch.setattr(shutil, "which", which)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stderr=stderr))
    assert dynamodb_local.missing() == reason


@pytest.mark.storage
@pytest.mark.xdist_group("dynamodb-local")
def test_it_ends_with_its_parent_even_if_that_is_killed(address: str, tmp_path: Path) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    with starter.stdout:
        url = starter.stdout.readline().strip()
    assert _answers(url)
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    until = time.monotonic() + 20
    while _answers(url):
        assert time.monotonic() < until, "DynamoDB Local is still there"
        time.sleep(0.1)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=1):
            return True
    except urllib.error.HTTPError as refusal:
        refusal.close()
        return True
    except OSError:
        return False
