"""Throttling of the tables of the embedded AWS, as DynamoDB throttles beyond its capacity.

Only the functions are throttled: root is this machine, which must still read the tables. The work
is done in `fast_emulator.py`.
"""

from __future__ import annotations

from pathlib import Path

_ORDER, _COUNT = "throttled", "throttled-calls"


def order(emulator: Path, through: int = 0) -> None:
    """From now on let only every `through`th call to a table through, and none if it is 0.

    `emulator` is the folder of the embedded AWS. The count of refused calls starts again.
    """
    (emulator / _COUNT).unlink(missing_ok=True)
    new = emulator / f"{_ORDER}.new"
    new.write_text(f"{through}\n", encoding="ascii")
    new.replace(emulator / _ORDER)


def clear(emulator: Path) -> None:
    """Let every call through again."""
    (emulator / _ORDER).unlink(missing_ok=True)


def current(emulator: Path) -> int | None:
    """N if every Nth call is let through, 0 if none is; None if all are."""
    try:
        return int((emulator / _ORDER).read_text(encoding="ascii"))
    except FileNotFoundError:
        return None


def refused_calls(emulator: Path) -> int:
    """How many calls were refused under the last order."""
    try:
        return (emulator / _COUNT).stat().st_size
    except FileNotFoundError:
        return 0
