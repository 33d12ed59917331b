"""Removes what was built or stored in the checkout, and nothing written by hand.

    python3 local/clean.py

Refuses while the local stack or the workbench runs. Tools' environments in the user's cache stay,
for other clones. Standard library only, because it removes the environment it would need.
"""

from __future__ import annotations

import contextlib
import fcntl
import shutil
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
STATES = {".dealclock": "the local stack", ".workbench": "the workbench"}
MADE = [".venv", "build", ".aws-sam", ".mypy_cache", ".pytest_cache", ".ruff_cache"]
MADE += [".import_linter_cache", ".hypothesis", "dealclock.egg-info"]


def main() -> int:
    """Remove every built folder and print it; returns 1 and removes nothing while one is in use."""
    states = [name for name in STATES if (CHECKOUT / name).exists()]
    with contextlib.ExitStack() as held:
        for name in states:
            lock = held.enter_context((CHECKOUT / name / "lock").open("w"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"{STATES[name]} is running; stop it first (Ctrl-C)", file=sys.stderr)
                return 1
        for name in states:
            _remove(name)
    for name in MADE:
        if (CHECKOUT / name).exists():
            _remove(name)
    for cache in CHECKOUT.rglob("__pycache__"):
        shutil.rmtree(cache)
    return 0


def _remove(name: str) -> None:
    shutil.rmtree(CHECKOUT / name)
    print(f"  removed {name}")


if __name__ == "__main__":
    sys.exit(main())
