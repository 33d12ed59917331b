"""Argument parsing with argparse: errors with suggestions, and no abbreviated options."""

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from dealclock.cli.refusals import one_sentence
from dealclock.errors import RefusedError
from dealclock.files.source import nearest


def sentence_case(text: str) -> str:
    """The text with a capital first letter, the rest unchanged."""
    return text[:1].upper() + text[1:]


class _HelpFormatter(argparse.HelpFormatter):
    """Help in sentence case, as in the overview of the commands."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, "Usage: " if prefix is None else prefix)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return sentence_case(super()._get_help_string(action) or "")


class Parser(argparse.ArgumentParser):
    """A parser that raises RefusedError and does not end the process; its help is in sentence case.

    Headings and the help of -h, which argparse writes in lower case, are replaced here.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        defaults = {"allow_abbrev": False, "add_help": False, "formatter_class": _HelpFormatter}
        super().__init__(*args, **{**defaults, **kwargs})
        self._positionals.title, self._optionals.title = "Arguments", "Options"
        self.add_argument("-h", "--help", action="help", help="show this help")

    def describe(self, description: str, example: str) -> None:
        """Say what the command does, with an example of the words after its name."""
        self.description, self.epilog = description, f"Example: {self.prog} {example}"

    def error(self, message: str) -> NoReturn:
        """Raise RefusedError with argparse's message in one sentence, and where the help is."""
        options = self._option_string_actions.items()
        values = {option: str(a.metavar) for option, a in options if a.metavar is not None}
        raise RefusedError(one_sentence(message, self.prog, values))

    def parse_words(self, typed: Sequence[str]) -> argparse.Namespace:
        """The arguments; words that may be left out are also read after an option."""
        many = any(each.nargs == "*" for each in self._actions)
        return self.parse_intermixed_args(typed) if many else self.parse_args(typed)

    def refuse_unknown_options(self, typed: Sequence[str]) -> None:
        """Raise RefusedError for an unknown option, with the nearest, before any other error.

        argparse alone would report the missing arguments instead.
        """
        known = [option for option in self._option_string_actions if option.startswith("--")]
        for word in typed:
            if word == "--":
                return
            option = word.partition("=")[0]
            if option.startswith("--") and option not in known:
                raise RefusedError(
                    f"Unknown option {option!r}. {self.prog} takes "
                    f"{', '.join(known)}.{nearest(option, known)}"
                )
