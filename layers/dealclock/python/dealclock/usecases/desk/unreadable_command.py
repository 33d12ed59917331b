"""Errors for commands that cannot be parsed: the words, why not, and what to type instead.

No error names a deal the user may not see: to every function such a deal does not exist.
"""

from collections.abc import Iterable, Sequence

from dealclock.errors import DeskError
from dealclock.files.source import nearest
from dealclock.store import DirectoryEntry

_LONGEST_ECHO = 40  # characters of a typed word that are repeated


class UnreadableCommandError(DeskError):
    """Words of a command that cannot be parsed, and what to type instead."""

    headline = "Check the command"


class UnknownCommandError(UnreadableCommandError):
    """The first word is not a command."""

    headline = "Unknown command"


class NotFoundError(UnreadableCommandError):
    """The name matches nothing that the user may see."""

    headline = "Not found"


class SeveralMatchesError(UnreadableCommandError):
    """The name matches several things."""

    headline = "More than one match"


def no_such_deal(word: str, visible: Sequence[DirectoryEntry]) -> NotFoundError:
    """The same refusal for a deal that does not exist and one the user may not see."""
    hint = hint_for(word, (name for deal in visible for name in deal.names))
    return NotFoundError(
        f"No deal you can see is named {shown(word)}.{hint} /deal list shows yours."
    )


def shown(word: str) -> str:
    """The typed word quoted, shortened, with unprintable characters escaped."""
    return repr(word if len(word) <= _LONGEST_ECHO else f"{word[: _LONGEST_ECHO - 3]}...")


def hint_for(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word in any case, "" if none is near."""
    return nearest(word[:_LONGEST_ECHO], known)
