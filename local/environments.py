"""Virtual environments, made with uv from the locks in `local/requirements`.

    python3 local/environments.py development     the checkout's own `.venv`, the library editable
    python3 local/environments.py emulator sam    tools, each in a bare environment of its own
    python3 local/environments.py 3.13            what the tests need on another Python, if present
    python3 local/environments.py lock            rewrite every lock

`.venv` belongs to the checkout. The others are in `$XDG_CACHE_HOME/dealclock` (default
`~/.cache/dealclock`), named by the hash of their lock and of the interpreter, so that a fresh clone
finds them ready and a changed lock makes a new one.

Standard library only: this file runs before anything is installed.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CHECKOUT = Path(__file__).resolve().parent.parent
REQUIREMENTS = CHECKOUT / "local" / "requirements"
LAYER_LOCKS = tuple(
    CHECKOUT / "layers" / name / "requirements.txt" for name in ("dependencies", "files")
)
OLDEST_PYTHON = (3, 11)
TOOLS = ("emulator", "sam", "checkov", "audit")
NOT_PRESENT = 3  # exit code: the Python asked for is not on this machine


class LocalError(Exception):
    """What runs on this machine could not be made, started or stopped; the message says what, why,
    and what to do."""


def cache() -> Path:
    """The folder that outlives a checkout: `$XDG_CACHE_HOME/dealclock`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dealclock"


def development() -> Path:
    """Make or refresh `.venv` and return its Python; nothing is done when it is up to date."""
    folder = CHECKOUT / ".venv"
    lock = REQUIREMENTS / "dev.txt"
    stamp = folder / "dealclock.lock"
    wanted = _digest(
        lock, *LAYER_LOCKS, CHECKOUT / "pyproject.toml", extra=f"{_running_python()} {CHECKOUT}"
    )
    python = folder / "bin" / "python"
    with alone(cache() / "development.lock"):
        if python.exists() and stamp.exists() and stamp.read_text() == wanted:
            return python
        stamp.unlink(missing_ok=True)
        _create(folder, _running_python())
        _install(folder, lock, sync=True)
        # The backend is in the lock, so nothing is fetched outside it.
        editable = ["--no-deps", "--no-build-isolation", "--editable", str(CHECKOUT)]
        _run([uv(), "pip", "install", "--quiet", "--python", python, *editable])
        stamp.write_text(wanted)
    return python


def tool(name: str) -> Path:
    """The folder of a tool's own environment, made when its lock is new: one of `TOOLS`."""
    if name not in TOOLS:
        raise LocalError(f"no environment is called {name!r}; there are {', '.join(TOOLS)}")
    return _kept(name, REQUIREMENTS / f"{name}.txt", _running_python())


def on_python(version: str) -> Path | None:
    """The folder of an environment like `.venv` but of another Python; None if there is none.

    The library is not installed in it: pytest's own settings put it on the path.
    """
    python = python_of_version(version)
    if python is None:
        return None
    return _kept(f"development-{version}", REQUIREMENTS / "dev.txt", python)


def uv() -> Path:
    """The pinned uv, fetched once by pip (or by the pip of a temporary venv if Python has none)."""
    lock = REQUIREMENTS / "uv.txt"
    folder = cache() / f"uv-{_digest(lock, extra=str(_running_python()))[:16]}"
    binary = folder / "bin" / "uv"
    with alone(cache() / "uv.lock"):
        if not binary.exists():
            shutil.rmtree(folder, ignore_errors=True)
            _fetch_uv(lock, folder)
    return binary


def python_of_version(version: str) -> Path | None:
    """An interpreter of that minor version ("3.13") that really runs, or None.

    A version manager's shim may be on PATH and fail, so each candidate is run.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    on_path = shutil.which(f"python{version}")
    candidates = [Path(on_path)] if on_path else []
    candidates += sorted(pyenv.glob(f"{version}.*/bin/python{version}"), reverse=True)
    managed = Path.home() / ".local" / "share" / "uv" / "python"
    candidates += sorted(managed.glob(f"*-{version}.*/bin/python{version}"))
    return next((found for found in candidates if _runs(found, version)), None)


def lock_all() -> None:
    """Rewrite every lock from its .in file: hashes, all platforms, no registry address."""
    layers = [lock.with_suffix(".in") for lock in LAYER_LOCKS]
    for source in (*layers, *sorted(REQUIREMENTS.glob("*.in"))):
        options = ["--universal", "--python-version", ".".join(map(str, OLDEST_PYTHON))]
        options += ["--generate-hashes", "--no-emit-index-url", "--no-emit-find-links"]
        options += ["--no-header", "--no-annotate", "--upgrade", "--quiet"]
        target = source.with_suffix(".txt")
        _run([uv(), "pip", "compile", *options, source.name, "-o", target.name], cwd=source.parent)
        print(f"  locked {target.relative_to(CHECKOUT)}")


def _running_python() -> Path:
    """The interpreter beneath any virtual environment: one environment per tool."""
    beneath = Path(sys.base_prefix) / "bin" / "python{}.{}".format(*sys.version_info)
    return beneath if beneath.exists() else Path(sys.executable)


def _digest(*files: Path, extra: str) -> str:
    running = f"{sys.implementation.cache_tag} {sysconfig.get_platform()} {extra}"
    content = b"\0".join([running.encode(), *(file.read_bytes() for file in files)])
    return hashlib.sha256(content).hexdigest()


def _kept(name: str, lock: Path, python: Path) -> Path:
    """An environment in the cache, made when its lock or its interpreter is new."""
    folder = cache() / f"{name}-{_digest(lock, extra=str(python))[:16]}"
    with alone(cache() / f"{name}.lock"):
        if not (folder / "complete").exists():
            # Marked only when complete: a broken download never looks like an environment.
            shutil.rmtree(folder, ignore_errors=True)
            _create(folder, python)
            _install(folder, lock, sync=False)
            (folder / "complete").touch()
    return folder


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Let one process at a time make something; a second one waits here and then finds it ready."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _create(folder: Path, python: Path) -> None:
    _run([uv(), "venv", "--quiet", "--clear", "--python", python, folder])


def _install(folder: Path, lock: Path, *, sync: bool) -> None:
    verb: list[str | Path] = ["sync", lock] if sync else ["install", "-r", lock]
    python = folder / "bin" / "python"
    _run([uv(), "pip", *verb, "--quiet", "--require-hashes", "--python", python])


def _fetch_uv(lock: Path, folder: Path) -> None:
    pip: list[str | Path] = ["-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    target: list[str | Path] = ["--require-hashes", "--no-deps", "--target", folder, "-r", lock]
    if _quiet([sys.executable, "-m", "pip", "--version"]):
        _run([sys.executable, *pip, *target])
        return
    spare = folder.with_name(folder.name + "-pip")
    if not _quiet([sys.executable, "-m", "venv", "--clear", spare]):
        raise LocalError(
            f"{sys.executable} has neither pip nor venv, so nothing can be installed; "
            "install one of them (Debian, Ubuntu: apt install python3-venv) and run this again"
        )
    _run([spare / "bin" / "python", *pip, *target])
    shutil.rmtree(spare)


def _runs(python: Path, version: str) -> bool:
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [python, "-c", ask], capture_output=True, text=True, timeout=20, check=False
        )
    except OSError:
        return False
    return answer.returncode == 0 and answer.stdout.strip() == version


def _quiet(command: Sequence[str | Path]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _run(command: Sequence[str | Path], cwd: Path = CHECKOUT) -> None:
    # With the caller's VIRTUAL_ENV, uv would warn about a folder we do not use.
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    done = subprocess.run(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        shown = " ".join(str(word) for word in command)
        raise LocalError(f"this failed with exit code {done.returncode}: {shown}")


def _named(name: str) -> Path | None:
    if name == "development":
        return development()
    return on_python(name) if name[0].isdigit() else tool(name)


def main(arguments: Sequence[str]) -> int:
    """Make the environments named; with none, the development environment."""
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        found = sys.version.split()[0]
        print(f"Python {wanted} or newer is needed; this is {found}", file=sys.stderr)
        return 2
    try:
        for name in arguments or ["development"]:
            started = time.monotonic()
            if name == "lock":
                lock_all()
                continue
            made = _named(name)
            if made is None:
                print(f"  no Python {name} on this machine")
                return NOT_PRESENT
            shown = made.relative_to(CHECKOUT) if made.is_relative_to(CHECKOUT) else made
            print(f"  {name:<12} {shown}  ({time.monotonic() - started:.1f} s)")
    except LocalError as failure:
        print(f"environments: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
