"""The entry: from the words on the command line to an exit code, every refusal on stderr.

Imports nothing that `--version` does not need; what runs a command is imported when one is given.
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
    """Run one command. 0 when all is well, 2 when what was given cannot be accepted."""
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except DealclockError as error:
        import_module("dealclock.cli.terminal").refuse(error)
        return REFUSED
    except BrokenPipeError:
        # Anyone who read the output has had enough; nothing is left to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(words: list[str]) -> int:
    if words[:1] == ["--version"]:
        sys.stdout.write(f"dealclock {__version__}\n")
        return FINE
    # pydantic would look for plugins in every package installed, at a tenth of the start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Looking for garbage while modules are imported, which leave none, took as long.
    gc.set_threshold(50_000)
    code: int = import_module("dealclock.cli.dispatch").run(words)
    return code
