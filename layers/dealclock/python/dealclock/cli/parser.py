"""Arguments as argparse reads them, with errors that suggest, and no abbreviated options."""

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

from dealclock.agreement.source import nearest
from dealclock.cli.refusals import in_one_sentence
from dealclock.errors import DealclockError


class UsageError(DealclockError):
    """A command line that cannot be read: what was given, why not, what to give instead."""


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError instead of ending the process."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **kwargs})

    def error(self, message: str) -> NoReturn:
        """Raise UsageError: what argparse found, in one sentence, and where the help is."""
        options = self._option_string_actions.items()
        values = {option: str(a.metavar) for option, a in options if a.metavar is not None}
        raise UsageError(in_one_sentence(message, self.prog, values))

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """As argparse does, but a command refuses itself what it does not take."""
        known, rest = super().parse_known_args(args, namespace)
        if rest and self._subparsers is None:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return known, rest

    def refuse_unknown_options(self, typed: Sequence[str]) -> None:
        """Raise UsageError for an option there is not, with the nearest, before all else.

        argparse alone would complain of whatever is missing instead.
        """
        known = [option for option in self._option_string_actions if option.startswith("--")]
        for word in typed:
            if word == "--":
                return
            option = word.partition("=")[0]
            if option.startswith("--") and option not in known:
                raise UsageError(
                    f"Unknown option {option!r}. {self.prog} takes "
                    f"{', '.join(known)}.{nearest(option, known)}"
                )


class Subparsers(Protocol):
    """Where a subcommand adds its parser."""

    def add_parser(self, name: str, **kwargs: Any) -> Parser:
        """A new parser for the subcommand of that name."""
