"""Cold starts: functions/slack compared with a bare Bolt handler, each as deployed."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from local import build, bytecode, environments

FUNCTION = environments.CHECKOUT / "functions" / "slack"
HELLO = Path(__file__).parent / "hello"
_WITHOUT = shutil.ignore_patterns("__pycache__")
# Processor time, since other work may be running on the machine.
_IMPORT = """
import time
began = time.process_time()
import app
print(time.process_time() - began)
"""


def deployed(folder: Path) -> tuple[Path, Path]:
    """The bare handler and functions/slack, copied with their imports, compiled as for Lambda."""
    python = Path(sys.executable)
    packages = build.host_layer() / "python"
    for source, name in ((packages, "packages"), (build.LIBRARY / "python", "library")):
        shutil.copytree(source, folder / name, ignore=_WITHOUT)
        bytecode.compile_folder(folder / name, python, "/opt/python")
    copies = tuple(folder / each.name for each in (HELLO, FUNCTION))
    for source, copy in zip((HELLO, FUNCTION), copies, strict=True):
        shutil.copytree(source, copy, ignore=_WITHOUT)
        bytecode.compile_folder(copy, python, "/var/task")
    hello, ours = copies
    return hello, ours


def environment(folder: Path, table: str, beside: str) -> dict[str, str]:
    """What the template gives a function, at addresses of this machine."""
    return {
        "PYTHONPATH": f"{folder / 'library'}:{folder / 'packages'}",
        "PYTHONDONTWRITEBYTECODE": "1",  # as on a read-only file system
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "bench",
        "AWS_SECRET_ACCESS_KEY": "bench",
        "AWS_ENDPOINT_URL": beside,
        "AWS_ENDPOINT_URL_DYNAMODB": table,
        "AWS_EC2_METADATA_DISABLED": "true",
        "DEALCLOCK_TABLE": "deals",
        "DEALCLOCK_SLACK_SECRET": "slack",
        "DEALCLOCK_SLACK_API_URL": f"{beside}/",
        "DEALCLOCK_WEB_URL": f"{beside}/",
        **{f"DEALCLOCK_{name}_QUEUE_URL": f"{beside}/q" for name in ("ASSESS", "DELIVERY", "FILE")},
        "POWERTOOLS_METRICS_NAMESPACE": "Dealclock",
        "POWERTOOLS_SERVICE_NAME": "bench",
        "POWERTOOLS_LOG_LEVEL": "ERROR",
    }


def imported(copy: Path, given: Mapping[str, str]) -> float:
    """Processor seconds to import a function's handler in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT],
        cwd=copy,
        env=dict(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.splitlines()[-1])
