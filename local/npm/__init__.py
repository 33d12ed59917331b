"""Packages of the npm registry, each set by its own lock, installed outside the checkout.

A set is a folder here: `dynamodb` (for the storage tests), `workbench` (the scripts of its pages)
and `browser` (for its tests).
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from local import environments
from local.environments import LocalError

_HERE = Path(__file__).resolve().parent
_FILES = ("package.json", "package-lock.json")


def missing() -> str | None:
    """What this machine lacks to install them, in words; None when it can."""
    return "npm is not installed" if shutil.which("npm") is None else None


def install(name: str) -> Path:
    """The `node_modules` of a set, installed when its lock is new. Raises LocalError."""
    digest = hashlib.sha256(b"".join((_HERE / name / each).read_bytes() for each in _FILES))
    folder = environments.cache() / f"npm-{name}-{digest.hexdigest()[:16]}"
    # One process installs; any others wait.
    with environments.alone(folder.with_suffix(".lock")):
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            for each in _FILES:
                shutil.copy(_HERE / name / each, folder)
            _install(folder)
            (folder / "complete").touch()
    return folder / "node_modules"


def _install(folder: Path) -> None:
    problem = missing()
    if problem is not None:
        raise LocalError(f"{problem}; it fetches {folder.name}")
    # No script of the packages is run at installation.
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(
        ["npm", "ci", *options], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise LocalError(f"npm ci in {folder} failed:\n{done.stderr[-2000:]}")
