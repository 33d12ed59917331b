"""Compiled code next to the deployed sources, so that a cold start compiles nothing.

Lambda adds nothing to what it unpacks. Without compiled code it compiles every module at every cold
start, which takes as long as the rest of the start (docs/decisions/desk.md). Compiled code is for
one version of Python, so it is made by the version that Lambda runs, if this machine has it.

Each file holds the hash of its source, which Python checks: a changed source is compiled again.
File times, which no package keeps, do not matter.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from local import environments
from local.environments import LocalError

VERSION = "3.13"
_LAYERS, _FUNCTION = "/opt/python", "/var/task"  # where Lambda unpacks them


def deployed(layers: tuple[Path, ...]) -> bool:
    """Compile the layers and every function; False if the machine has no such Python."""
    python = environments.python_of_version(VERSION)
    if python is None:
        return False
    for layer in layers:
        compile_folder(layer / "python", python, _LAYERS)
    for function in functions():
        compile_folder(function, python, _FUNCTION)
    return True


def compile_folder(folder: Path, python: Path, place: str) -> None:
    """Compile everything in a folder with a Python; `place` is its path when deployed.

    Raises LocalError.
    """
    command = [str(python), "-I", "-m", "compileall", "-q", "-f"]
    command += ["--invalidation-mode", "checked-hash", "-s", str(folder), "-p", place, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LocalError(f"{folder} could not be compiled:\n{done.stdout}{done.stderr}")


def functions() -> Iterator[Path]:
    """The folder of each function."""
    for handler in sorted((environments.CHECKOUT / "functions").glob("*/app.py")):
        yield handler.parent
