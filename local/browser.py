"""The Chromium of this machine, for tests and pictures: found by name, never downloaded.

Its background requests are off: it opens pages of this machine only.
"""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",  # root in a container may not create one
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)


def executable() -> str | None:
    """The path of its program; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str | None:
    """What this machine lacks to open pages, in words; None when it can."""
    return (
        None if executable() else "Chromium is not installed (Debian, Ubuntu: apt install chromium)"
    )
