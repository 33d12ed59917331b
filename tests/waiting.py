"""Wait for what another process does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(look: Callable[[], T], what: str = "it", seconds: float = 60) -> T:
    """The first true thing `look` gives; fails saying what was waited for."""
    until = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > until:
            raise AssertionError(f"{what}: not within {seconds:g} s; last seen: {found!r}")
        time.sleep(0.03)
    return found
