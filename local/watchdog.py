"""Runs one function as a service that leaves with the process that started it.

    python -P watchdog.py MODULE:FUNCTION [ARGUMENT ...]
    python -P watchdog.py FILE.py:FUNCTION [ARGUMENT ...]

The starter holds the other end of this process's standard input and never writes to it. When the
starter ends, however it ends, the pipe closes and the service gets the same SIGTERM that a graceful
stop sends. So no crash, closed terminal or `kill -9` of the starter leaves a service behind.

Standard library only: it runs in environments without this project.
"""

import importlib
import os
import runpy
import signal
import sys
import threading
from typing import Any


def main() -> None:
    """Watch the starter's pipe and run the function named on the command line."""
    pipe = os.dup(0)  # not inherited further, so children of the service do not hold it open
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    threading.Thread(target=_leave_with_starter, args=(pipe,), daemon=True).start()
    module, _, function = sys.argv[1].rpartition(":")
    sys.argv = sys.argv[1:]
    sys.exit(_found(module)[function]())


def _found(module: str) -> dict[str, Any]:
    if module.endswith(".py"):  # of ours, in an environment that does not know where we are
        return runpy.run_path(module)
    return vars(importlib.import_module(module))


def _leave_with_starter(pipe: int) -> None:
    while os.read(pipe, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
