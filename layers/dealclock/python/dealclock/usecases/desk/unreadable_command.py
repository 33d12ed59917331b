"""Words that cannot be read: what was given, why not, and what to give instead.

Nothing here names a deal the asker may not see: to every function such a deal does not exist.
"""

from collections.abc import Iterable, Sequence

from dealclock.errors import DeskError
from dealclock.files.source import nearest
from dealclock.store import DirectoryEntry

_LONGEST_ECHO = 40  # characters of a typed word that are repeated


class UnreadableCommandError(DeskError):
    """Words of a command that cannot be read: what was given, and what to give instead."""

    headline = "Check the command"


class UnknownCommandError(UnreadableCommandError):
    """A first word that is no command."""

    headline = "Unknown command"


class NotFoundError(UnreadableCommandError):
    """A name of nothing that the asker may see."""

    headline = "Not found"


class SeveralMatchesError(UnreadableCommandError):
    """A name that fits several things."""

    headline = "More than one match"


def no_such_deal(word: str, visible: Sequence[DirectoryEntry]) -> NotFoundError:
    """The answer about a deal that does not exist, or may not be seen: the same, word for word."""
    hint = hint_for(word, (name for deal in visible for name in deal.names))
    return NotFoundError(
        f"No deal you can see is named {shown(word)}.{hint} /deal list shows yours."
    )


def shown(word: str) -> str:
    """Something the asker typed, short enough to repeat, what cannot be printed spelled out."""
    return repr(word if len(word) <= _LONGEST_ECHO else f"{word[: _LONGEST_ECHO - 3]}...")


def hint_for(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word however it is capitalised, or nothing when none is near."""
    return nearest(word[:_LONGEST_ECHO], known)
