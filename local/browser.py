"""The Chromium of this machine, for tests and pictures: found by name, never fetched.

It is told to ask nobody anything: what it opens is this machine's own.
"""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",  # a container's root may not make one
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)


def found() -> str | None:
    """The path of its program; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str | None:
    """What this machine lacks to open pages, in words; None when it can."""
    return None if found() else "Chromium is not installed (Debian, Ubuntu: apt install chromium)"
