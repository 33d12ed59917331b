"""Removes what was built or kept in the checkout, and nothing that was written by hand.

    python3 local/clean.py

Refuses while the local stack runs. Tools' environments in the user's cache stay, for other clones.
Standard library only, because it removes the environment it would need.
"""

from __future__ import annotations

import fcntl
import shutil
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
STATE = CHECKOUT / ".dealclock"
MADE = [".venv", "build", ".aws-sam", ".mypy_cache", ".pytest_cache", ".ruff_cache"]
MADE += [".import_linter_cache", ".hypothesis", "dealclock.egg-info"]


def main() -> int:
    """Remove every made folder that is there and say which."""
    if STATE.exists():
        with (STATE / "lock").open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("the local stack is running; stop it first (Ctrl-C)", file=sys.stderr)
                return 1
            shutil.rmtree(STATE)
        print("  removed .dealclock")
    for name in MADE:
        if (CHECKOUT / name).exists():
            shutil.rmtree(CHECKOUT / name)
            print(f"  removed {name}")
    for cache in CHECKOUT.rglob("__pycache__"):
        shutil.rmtree(cache)
    return 0


if __name__ == "__main__":
    sys.exit(main())
