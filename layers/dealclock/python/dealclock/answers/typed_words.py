"""The words of a command: the dates, numbers and names that were typed, or what to type instead.

No refusal names a deal the user may not see: to every function such a deal does not exist.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Protocol

from dealclock.days.calendars import Calendar
from dealclock.days.typed_day import FORMS, DayWords, ParsedDay, looks_like_a_day, read_day
from dealclock.errors import RefusedError
from dealclock.files.source import MANY, nearest
from dealclock.records import record

_LONGEST_ECHO = 40  # characters of a typed word that are repeated


class NamedDeal(Protocol):
    """A deal by the names its users type."""

    @property
    def names(self) -> Sequence[str]: ...


@record
class TypedWords:
    """The words typed besides the command and the deal's name, for the command to parse.

    `deal` is the one named, or the channel's; `named` whether it was named. `words` are as typed.
    """

    words: tuple[str, ...]
    deal: NamedDeal | None
    named: bool
    visible: Sequence[NamedDeal]


UNKNOWN = "Unknown command"
NOT_FOUND = "Not found"
SEVERAL = "More than one match"
CHECK = "Check the command"
"""The headlines of words that cannot be parsed: the first word is no command, the name matches
nothing that the user may see, it matches several things; the last one for everything else."""


class UnreadableCommandError(RefusedError):
    """Words of a command that cannot be parsed, and what to type instead, under a headline."""

    def __init__(self, message: str, headline: str = CHECK) -> None:
        self.headline = headline
        super().__init__(message)


def no_such_deal(word: str, visible: Sequence[NamedDeal]) -> UnreadableCommandError:
    """The same refusal for a deal that does not exist and one the user may not see."""
    hint = hint_for(word, (name for deal in visible for name in deal.names))
    return UnreadableCommandError(
        f"No deal you can see is named {shown(word)}.{hint} /deal list shows yours.", NOT_FOUND
    )


def shown(word: str) -> str:
    """The typed word quoted, shortened, with unprintable characters escaped."""
    return repr(word if len(word) <= _LONGEST_ECHO else f"{word[: _LONGEST_ECHO - 3]}...")


def hint_for(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word in any case, "" if none is near."""
    return nearest(word[:_LONGEST_ECHO], known, MANY)


LONGEST_DAY = 6  # words that may name one day together
NOW = ("today", "now")
"""Words that change nothing where an answer is of the deal's own day anyway."""
LONGEST_NAME = 100  # characters of a name that is typed


def nothing(typed: TypedWords) -> Mapping[str, object]:
    """No option; refuse any word except NOW, as the name of an unknown deal."""
    rest = [word for word in typed.words if word.lower() not in NOW]
    if rest:
        raise no_such_deal(rest[0], typed.visible)
    return {}


def ignored(typed: TypedWords) -> None:
    """Ignore all words."""


def parted(typed: TypedWords, *marks: str) -> Mapping[str, tuple[str, ...]]:
    """The words after each mark in the command; those before the first mark under ""."""
    current: list[str] = []
    parts = {"": current}
    for word in typed.words:
        if word.lower() in marks and word.lower() not in parts:
            current = parts[word.lower()] = []
        else:
            current.append(word)
    return {mark: tuple(words) for mark, words in parts.items()}


def day_of(parts: Mapping[str, tuple[str, ...]], mark: str, typed: TypedWords) -> DayWords | None:
    """The date after a mark or without it, None if there is none; refuses other words."""
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


def day(typed_words: Sequence[str], typed: TypedWords, after: str = "on") -> DayWords:
    """The date that all the words name; `after` is the word before them."""
    parsed, rest = day_first(typed_words)
    if parsed is None:
        wrong = f"No date after '{after}'"
        if typed_words:
            wrong = f"{shown(' '.join(typed_words))} is not a date"
        raise UnreadableCommandError(f"{wrong}. Type it as one of {FORMS}.")
    if rest:
        raise no_such_deal(rest[0], typed.visible)
    return parsed


def day_first(typed_words: Sequence[str]) -> tuple[DayWords | None, tuple[str, ...]]:
    """The date that the longest run of first words names, and the remaining words."""
    for most in range(min(len(typed_words), LONGEST_DAY), 0, -1):
        parsed = read_day(typed_words[:most])
        if parsed is not None:
            return parsed, tuple(typed_words[most:])
    return None, tuple(typed_words)


def number(words: Sequence[str], most: int) -> int:
    """The number of days in the words, from 1 to `most` inclusive; "days" may follow."""
    number_words = words[:-1] if len(words) == 2 and words[1].lower() in ("day", "days") else words
    word = number_words[0] if len(number_words) == 1 else ""
    if word.isascii() and word.isdigit() and len(word) < 5 and 1 <= int(word) <= most:
        return int(word)
    raise UnreadableCommandError(
        f"{shown(' '.join(words))} is not a number of days. Type one from 1 to {most}."
    )


def name_of(words: Sequence[str]) -> str:
    """A name of one or more words, such as a Holder's; raises if longer than LONGEST_NAME."""
    name = " ".join(words)
    if len(name) > LONGEST_NAME:
        raise UnreadableCommandError(
            f"{shown(name)} is too long for a name; the limit is {LONGEST_NAME} characters."
        )
    return name


def holder_of(words: Sequence[str]) -> str | None:
    """A Holder's name as in the facts: "Fund A" is fund-a; None without a word."""
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


def item_of(typed: TypedWords) -> Mapping[str, object]:
    """The option that names an obligation, none without a word."""
    name = one_name(typed)
    return {} if name is None else {"instance": name}


def method_of(typed: str, known: Collection[str]) -> str:
    """A method of delivery as the terms name it: "post" is their mail."""
    same = {"post": "mail", "us mail": "mail", "email": "e-mail"}.get(typed, typed)
    return same if typed not in known and same in known else typed


def parsed_days(given: Mapping[str, object], today: date, days: Calendar) -> dict[str, ParsedDay]:
    """The dates among options, by name, read on a day; those after SINCE look back from it."""
    return {
        name: typed.on(today, days, behind=name in SINCE)
        for name, typed in given.items()
        if isinstance(typed, DayWords)
    }


SINCE = ("since", "from")
Reader = Callable[[TypedWords], Mapping[str, object]]
"""Options from words: dates as typed, the answer's own day under "on"."""

_MARK = re.compile(r"\[(\w+) ([A-Z]+)\]")


def by_usage(usage: str) -> Reader:
    """The reader of a command such as "usable [DEAL] [on DATE] [holder NAME]".

    A date needs no mark if no other words come before it; a command that takes no date ignores the
    words NOW. Any other word is refused as the name of an unknown deal.
    """
    command, marks = usage.split(maxsplit=1)[0], dict(_MARK.findall(usage))

    def read(typed: TypedWords) -> Mapping[str, object]:
        parts = parted(typed, *marks)
        given = {mark: words for mark, words in parts.items() if mark}
        if before := parts[""]:
            dated = next((m for m, of in marks.items() if of == "DATE" and m not in given), None)
            if dated is not None and looks_like_a_day(before[0]):
                given[dated] = before
            elif rest := [w for w in before if "DATE" in marks.values() or w.lower() not in NOW]:
                raise no_such_deal(rest[0], typed.visible)
        return {
            mark: _of_kind(command, marks[mark], mark, words, typed)
            for mark, words in given.items()
        }

    return read


def _of_kind(command: str, kind: str, mark: str, words: Sequence[str], typed: TypedWords) -> object:
    if kind == "DATE":
        return day(words, typed, mark)
    name = holder_of(words)
    if name is None:
        raise UnreadableCommandError(
            f"Nothing after '{mark}'. Type it as recorded: {command} {mark} {kind}."
        )
    return name
