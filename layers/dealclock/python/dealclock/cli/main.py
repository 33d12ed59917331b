"""From the words on the command line to an exit code; every refusal is one message on stderr."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

from dealclock import __version__
from dealclock.agreement.source import InvalidFiles, nearest
from dealclock.cli import commands, terminal
from dealclock.cli.parser import Parser, UsageError
from dealclock.errors import DealclockError

FINE, REFUSED, INTERRUPTED = 0, 2, 130
_HELP = ("-h", "--help", "help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. 0 when all is well, 2 when what was given cannot be accepted."""
    terminal.never_fail_on_a_character()
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except InvalidFiles as error:
        terminal.complain_of(error.problems)
        return REFUSED
    except DealclockError as error:
        terminal.complain(str(error))
        return REFUSED
    except BrokenPipeError:
        # Whoever read the output has had enough; nothing is left to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(words: list[str]) -> int:
    if not words:
        raise UsageError(f"give a command: {', '.join(commands.ALL)}, or help.")
    first, *rest = words
    if first == "--version":
        terminal.say(f"dealclock {__version__}")
        return FINE
    if first in _HELP:
        if not rest:
            terminal.say(_overview())
            return FINE
        first, rest = rest[0], ["--help"]
    if first not in commands.ALL:
        raise UsageError(_unknown(first))
    command = commands.command(first)
    root = Parser(prog="dealclock")
    subparsers = root.add_subparsers(dest="command", parser_class=Parser)
    command.add(subparsers)
    subparsers.choices[first].refuse_unknown_options(rest)
    try:
        arguments = root.parse_args([first, *rest])
    except SystemExit:  # only --help ends that way: errors raise UsageError
        return FINE
    return command.run(arguments)


def _unknown(word: str) -> str:
    known = [*commands.ALL, "help"]
    what = "option" if word.startswith("-") else "command"
    options = ["--help", "--version"]
    hint = nearest(word, options if what == "option" else known)
    return f"there is no {what} {word!r}; there are {', '.join([*known, *options])}.{hint}"


def _overview() -> str:
    parts = [
        "usage: dealclock COMMAND ...",
        "",
        "Keeps the clocks of securities agreements. A computation, not legal advice.",
        "",
        "On files alone:",
        *_lines(commands.ON_FILES),
    ]
    if commands.QUESTIONS_ASKED:
        parts += ["", "Questions about a deal's files:", *_lines(commands.QUESTIONS_ASKED)]
    if commands.ON_A_STACK:
        parts += ["", "Against a running stack:", *_lines(commands.ON_A_STACK)]
    parts += ["", "dealclock help COMMAND tells its options; dealclock --version the version."]
    return "\n".join(parts)


def _lines(says: Mapping[str, str]) -> Iterator[str]:
    wide = max(10, *(len(name) + 2 for name in commands.ALL))
    return (f"  {name:<{wide}}{text}" for name, text in says.items())
