"""From the command line to the command it names."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from dealclock.answers.catalog import FIRST_SCREEN, FORMER_NAMES, GROUPS, TWELVE
from dealclock.cli import commands, terminal
from dealclock.cli.parser import Parser, sentence_case
from dealclock.errors import RefusedError
from dealclock.files.source import nearest

FINE = 0
_HELP = ("-h", "--help", "help")


def run(words: list[str]) -> int:
    """Run the command and return its exit code. Raises a DealclockError for a refusal."""
    terminal.replace_unprintable()
    if not words:
        raise RefusedError(f"give a command: {', '.join(TWELVE)}, or help.")
    first, *rest = words
    if first == "--help-all" or (first in _HELP and rest == ["all"]):
        terminal.say(_overview())
        return FINE
    if first in _HELP:
        if not rest:
            terminal.say(_twelve())
            return FINE
        first, rest = rest[0], ["--help"]
    first = FORMER_NAMES.get(first, first)
    if first not in commands.ALL:
        raise RefusedError(_unknown(first))
    command, parser = commands.command(first), Parser(prog=f"dealclock {first}")
    command.add(parser)
    parser.refuse_unknown_options(rest)
    try:
        arguments = parser.parse_words(rest)
    except SystemExit:  # only --help exits that way: errors raise RefusedError
        return FINE
    return command.run(arguments)


def _unknown(word: str) -> str:
    """Why the first word is no command, and the command that answers it."""
    if word.startswith("-"):
        options = ("--help", "--help-all", "--version")
        hint = nearest(word, options)
        return f"Unknown option {word!r}. Give one of {', '.join(options)}.{hint}"
    if _is_asked(word):
        return f"Unknown command {word!r}. `dealclock ask DEAL_DIR {word}` answers it, as in Slack."
    hint = nearest(word, [*commands.ALL, "help"])
    return f"Unknown command {word!r}.{hint} `dealclock help` lists the commands."


def _is_asked(word: str) -> bool:
    """Whether `/deal` answers the word, as a command or as a noun."""
    # Imported here: no other path of the command line needs the desk's verbs.
    verbs = import_module("dealclock.desk.verbs.all").VERBS
    nouns = import_module("dealclock.desk.nouns")
    return word in verbs or any(nouns.command_words([word], verbs))


def _twelve() -> str:
    """The twelve commands for people, in 24 lines of 80 columns."""
    parts = ["Usage: dealclock COMMAND DEAL_DIR ...", ""]
    for group, described in FIRST_SCREEN.items():
        parts += [group, *_lines(described)]
    return "\n".join(
        [
            *parts,
            "",
            "A new deal: init, check, load. In your words: dealclock ask DEAL_DIR unpaid",
            "`dealclock help all` lists every command; `dealclock help next` explains one.",
            "A computation, not legal advice.",
        ]
    )


def _overview() -> str:
    groups = [(group, of) for group, of in GROUPS.items() if group != "In Slack"]
    parts = [
        "Usage: dealclock COMMAND ...",
        "",
        "Tracks deadlines in securities agreements. A computation, not legal advice.",
        *(line for group, of in groups for line in ("", group, *_lines(of))),
        "",
        "`dealclock help COMMAND` shows its options; `dealclock --version` shows the version.",
    ]
    return "\n".join(parts)


def _lines(descriptions: Mapping[str, str]) -> Iterator[str]:
    wide = max(10, *(len(name) + 2 for name in commands.ALL))
    return (f"  {name:<{wide}}{sentence_case(text)}" for name, text in descriptions.items())
