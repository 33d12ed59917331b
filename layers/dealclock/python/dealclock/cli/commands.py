"""The subcommands: modules of this package with `add(subparsers)` and `run(args)`, and one for
every act and for every question without its own module.

Only the module of the given command is imported, so that a command on files never waits for AWS or
Slack.
"""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from dealclock.answers.catalog import DESCRIPTIONS, UNLISTED_ACTS

if TYPE_CHECKING:
    import argparse

    from dealclock.cli.parser import Subparsers

ON_FILES = MappingProxyType(
    {
        "assess": "show obligations, defaults and accruals as of a day",
        "ask": "answer a /deal command, as in Slack: next, accrual, usable ...",
        "picture": "draw the timeline or the accrual steps as a PDF or SVG file",
        "check": "list every problem in a deal's files",
        "init": "write a commented blank deal to fill in",
        "cases": "run a folder of worked cases",
    }
)

QUESTION_COMMANDS = MappingProxyType(
    {name: text for name, text in DESCRIPTIONS.items() if name not in ON_FILES}
)

ON_A_STACK = MappingProxyType(
    {
        "load": "load a deal or its rehearsals; --dry-run shows what would change",
        "record": "record events of a deal",
        "ack": "acknowledge an alert; pauses escalation if you are its owner or backup",
        "snooze": "snooze an alert until a Business Day",
        "done": "mark an obligation done; asks for the event",
        "decline": "hand an obligation you own to the backup or another person",
        "approve": "give second approval of terms, a reading or a critical event",
        "release": "show one conclusion, as it is now, to a person outside the team",
        "break-glass": "give an administrator emergency access; notifies the deal's lead",
        "settings": "print a deal's current team as YAML, including changes made in Slack",
        "insiders": "list who has had access to a deal, and when, as CSV",
        "calendar": "add a deal to a person's calendar feed: code name, Sections and dates",
        "rehearse": "run rehearsals day by day through the real scheduled check",
        "doctor": "diagnose a running stack and say what to do",
        "ping": "send a test message by every route of a deal",
        "draft": "draft the document an open obligation requires, with a sheet for counsel",
        "proof": "pack the record of one obligation as one file with hashes",
        "export": "export a deal's events and obligations as CSV or JSON",
        "archive": "show the messages sent about a deal, to whom and when",
        "redrive": "retry failed messages (dead letters) once their cause is fixed",
        **UNLISTED_ACTS,
    }
)

_OWN_MODULE = frozenset({"what-if"})
"""Questions whose command does more than answer, in its own module."""

ACTS = MappingProxyType(
    {
        **dict.fromkeys(("ack", "snooze", "done", "decline"), "respond"),
        "approve": "approve",
        "release": "release",
        **dict.fromkeys(UNLISTED_ACTS, ""),
    }
)
"""The acts, with their modules in `desk`; "" where that has the act's name."""


ALL = MappingProxyType({**ON_FILES, **QUESTION_COMMANDS, **ON_A_STACK})


class Subcommand(Protocol):
    """The interface of a subcommand."""

    def add(self, subparsers: "Subparsers") -> None:
        """Add the parser of the command and its options."""

    def run(self, args: "argparse.Namespace") -> int:
        """Run the command and return its exit code."""


def command(name: str) -> Subcommand:
    """The subcommand of that name, which must be one of `ALL`."""
    if name in QUESTION_COMMANDS and name not in _OWN_MODULE:
        return cast(Subcommand, import_module("dealclock.cli.question_command").of_question(name))
    if name in ACTS:
        return cast(Subcommand, import_module("dealclock.cli.act_command").of_act(name))
    return cast(Subcommand, import_module(f"dealclock.cli.{name.replace('-', '_')}"))
