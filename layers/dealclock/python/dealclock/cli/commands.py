"""The subcommands there are: modules of this package with `add(subparsers)`, `run(args)`, and a
command for every question that has none of its own.

Only the module of the command that was given is imported, so that a command over files never
waits for AWS or Slack.
"""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from dealclock.usecases.questions.all import SAYS

if TYPE_CHECKING:
    import argparse

    from dealclock.cli.parser import Subparsers

ON_FILES = MappingProxyType(
    {
        "assess": "everything true of a deal as of a day: what is owed, open, accrued",
        "ask": "what /deal answers in Slack, with the same first line: next, accrual, usable ...",
        "explain": "one date or amount, step by step, with the days skipped and why",
        "picture": "the timeline or the accrual steps as a PNG file",
        "check": "every problem of a deal's files at once",
        "init": "a commented blank deal to fill in",
        "cases": "run a folder of worked cases; tell which are answered as expected",
    }
)

QUESTIONS_ASKED = MappingProxyType(
    {name: says for name, says in SAYS.items() if name not in ON_FILES}
)

ON_A_STACK = MappingProxyType(
    {
        "load": "a deal, or its rehearsals, into the stack; --dry-run shows what would move",
        "record": "facts of a deal, each once",
        "ack": "acknowledge an alert: its owner's or backup's word stops escalation",
        "snooze": "let an alert rest until a Business Day",
        "done": "say that an obligation is done; the fact is asked for",
        "approve": "be the second person for terms, a reading or a critical fact",
        "break-glass": "let an administrator read a deal for a while; its lead is told",
        "settings": "a deal's team as it now is, changes made at the desk included, as YAML",
        "insiders": "who had access to a deal, from when to when, as a table for a spreadsheet",
        "calendar": "a person's calendar feed of a deal: code name and dates alone",
        "rehearse": "play rehearsals day by day through the real sweep",
        "doctor": "what is wrong with a running stack, in words, and what to do",
        "ping": "prove every route of a deal by a test message",
        "draft": "what an open obligation wants in writing, with a sheet for counsel",
        "proof": "everything behind one obligation, and told of it, as one file with hashes",
        "export": "facts and obligations of a deal, as CSV or JSON, for one of its people",
        "archive": "what was told of a deal, to whom and when, word for word",
        "redrive": "bring dead letters back to work, once their cause is mended",
    }
)

_WITH_MORE = frozenset({"what-if"})
"""Questions whose command does more than answer, in a module of its own."""

FORMER_NAMES = MappingProxyType({"told": "archive"})
"""Names that commands had before: still read, and listed nowhere."""

ALL = MappingProxyType({**ON_FILES, **QUESTIONS_ASKED, **ON_A_STACK})


class Subcommand(Protocol):
    """What a subcommand can do."""

    def add(self, subparsers: "Subparsers") -> None:
        """Add the parser of the command and its options."""

    def run(self, args: "argparse.Namespace") -> int:
        """Run it; the exit code."""


def command(name: str) -> Subcommand:
    """The subcommand of that name, which must be one of `ALL`."""
    if name in QUESTIONS_ASKED and name not in _WITH_MORE:
        return cast(Subcommand, import_module("dealclock.cli.question_command").of_question(name))
    return cast(Subcommand, import_module(f"dealclock.cli.{name.replace('-', '_')}"))
