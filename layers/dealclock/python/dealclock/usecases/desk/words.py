"""Days, numbers and names among the words of a command."""

from collections.abc import Mapping, Sequence

from dealclock.usecases.desk.typed_day import FORMS, DayWords, looks_like_a_day, read_day
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError, no_such_deal, shown
from dealclock.usecases.desk.verb import TypedWords

LONGEST_DAY = 6  # words that may name one day together
NOW = ("today", "now")
"""Words that change nothing where an answer is of the deal's own day anyway."""
LONGEST_NAME = 100  # characters of a name that is typed


def nothing(typed: TypedWords) -> None:
    """No words but that it is of today; one that is there would be a deal's name."""
    rest = [word for word in typed.words if word.lower() not in NOW]
    if rest:
        raise no_such_deal(rest[0], typed.visible)


def ignored(typed: TypedWords) -> None:
    """Any words, which change nothing."""


def parted(typed: TypedWords, *marks: str) -> Mapping[str, tuple[str, ...]]:
    """The words after each of the marks that are there, and those before any under ""."""
    here: list[str] = []
    found = {"": here}
    for word in typed.words:
        if word.lower() in marks and word.lower() not in found:
            here = found[word.lower()] = []
        else:
            here.append(word)
    return {mark: tuple(words) for mark, words in found.items()}


def day_of(parts: Mapping[str, tuple[str, ...]], mark: str, typed: TypedWords) -> DayWords | None:
    """The day after a mark, or without it; None without any. Other words would name a deal."""
    before = parts[""]
    if mark in parts:
        if before:
            raise no_such_deal(before[0], typed.visible)
        return day(parts[mark], typed, mark)
    if not before:
        return None
    if not looks_like_a_day(before[0]):
        raise no_such_deal(before[0], typed.visible)
    return day(before, typed, mark)


def day(given: Sequence[str], typed: TypedWords, after: str = "on") -> DayWords:
    """The day that all the words name; `after` is the word they stand after."""
    found, rest = day_first(given)
    if found is None:
        what = shown(" ".join(given)) if given else f"Nothing after '{after}'"
        raise UnreadableCommandError(f"{what} is not a date. Type it as one of {FORMS}.")
    if rest:
        raise no_such_deal(rest[0], typed.visible)
    return found


def day_first(given: Sequence[str]) -> tuple[DayWords | None, tuple[str, ...]]:
    """The day that the first words name, as many as do, and the words after it."""
    for most in range(min(len(given), LONGEST_DAY), 0, -1):
        found = read_day(given[:most])
        if found is not None:
            return found, tuple(given[most:])
    return None, tuple(given)


def number(words: Sequence[str], most: int) -> int:
    """The number of days the words are, from 1 to `most`; the word days may stand after it."""
    given = words[:-1] if len(words) == 2 and words[1].lower() in ("day", "days") else words
    word = given[0] if len(given) == 1 else ""
    if word.isascii() and word.isdigit() and len(word) < 5 and 1 <= int(word) <= most:
        return int(word)
    raise UnreadableCommandError(
        f"{shown(' '.join(words))} is not a number of days. Type one from 1 to {most}."
    )


def name_of(words: Sequence[str]) -> str:
    """A name of one or more words, such as a Holder's; one that is too long for any is refused."""
    name = " ".join(words)
    if len(name) > LONGEST_NAME:
        raise UnreadableCommandError(
            f"{shown(name)} is too long for a name; the limit is {LONGEST_NAME} characters."
        )
    return name


def holder_of(words: Sequence[str]) -> str | None:
    """A Holder by the name facts give it: "Fund A" is fund-a; None without a word."""
    return "-".join(name_of(words).lower().split()) or None


def one_name(typed: TypedWords) -> str | None:
    """The one word that names an obligation, None without one."""
    rest = typed.words
    if len(rest) > 1:
        if not typed.named:
            raise no_such_deal(rest[0], typed.visible)
        raise UnreadableCommandError(
            f"{shown(' '.join(rest))} names more than one; type one at a time."
        )
    return name_of(rest) if rest else None
