"""The entry point: from the command line to an exit code, with refusals on stderr.

Imports nothing that `--version` does not need; the rest is imported when a command is given.
"""

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from dealclock import __version__
from dealclock.errors import DealclockError

FINE, REFUSED, INTERRUPTED = 0, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0 on success, 2 if the input is refused, 130 if interrupted."""
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except DealclockError as error:
        import_module("dealclock.cli.terminal").refuse(error)
        return REFUSED
    except BrokenPipeError:
        # The reader of the output has closed it; nothing is left to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(words: list[str]) -> int:
    if words[:1] == ["--version"]:
        sys.stdout.write(f"dealclock {__version__}\n")
        return FINE
    # pydantic would look for plugins in every installed package: a tenth of the start time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Garbage collection during imports, which leave none, would take as long.
    gc.set_threshold(50_000)
    code: int = import_module("dealclock.cli.dispatch").run(words)
    return code
