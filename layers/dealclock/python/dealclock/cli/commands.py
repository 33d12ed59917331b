"""The subcommands: modules of this package with `add(parser)` and `run(args)`, and one for every
act and for every question without its own module.

Only the module of the given command is imported, so that a command on files never waits for AWS or
Slack.
"""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from dealclock.answers.catalog import DESCRIPTIONS, GROUPS, QUESTIONS, UNLISTED_ACTS

if TYPE_CHECKING:
    import argparse

    from dealclock.cli.parser import Parser

ALL = tuple(name for name in DESCRIPTIONS if name not in GROUPS["In Slack"])
_OWN_MODULE = frozenset({"assess", "what-if", "settings"})
"""Those whose command does more than ask or act, in its own module."""

ACTS = MappingProxyType(
    {
        **dict.fromkeys(("ack", "snooze", "done", "decline"), "respond"),
        **dict.fromkeys(
            ("approve", "release", "close", "settings", "break-glass", *UNLISTED_ACTS), ""
        ),
    }
)
"""The acts, with their modules in `desk`; "" where that has the act's name."""


class Subcommand(Protocol):
    """The interface of a subcommand."""

    def add(self, parser: "Parser") -> None:
        """Describe the command, and add its options."""

    def run(self, args: "argparse.Namespace") -> int:
        """Run the command and return its exit code."""


def command(name: str) -> Subcommand:
    """The subcommand of that name, which must be one of `ALL`."""
    if name in QUESTIONS and name not in _OWN_MODULE:
        return cast(Subcommand, import_module("dealclock.cli.question_command").of_question(name))
    if name in ACTS and name not in _OWN_MODULE:
        return cast(Subcommand, import_module("dealclock.cli.act_command").of_act(name))
    return cast(Subcommand, import_module(f"dealclock.cli.{name.replace('-', '_')}"))
