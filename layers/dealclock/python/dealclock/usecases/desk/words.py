"""Days, numbers and names among the words of a command."""

from collections.abc import Sequence
from datetime import date

from dealclock.usecases.desk.misunderstood import Misunderstood, no_such_deal, shown
from dealclock.usecases.desk.verb import Typed
from dealclock.usecases.typed_day import looks_like_a_day, typed_day


def nothing(typed: Typed) -> None:
    """No words at all; one that is there would be a deal's name."""
    if typed.words:
        raise no_such_deal(typed.words[0], typed.visible)


def ignored(typed: Typed) -> None:
    """Whatever the words are, they change nothing."""


def on_day(typed: Typed) -> date | None:
    """The day in `[on DATE]`; words before or after it would be a deal's name."""
    rest = typed.words
    if not rest:
        return None
    if "on" in (said := [w.lower() for w in rest]):
        before, given = rest[: said.index("on")], rest[said.index("on") + 1 :]
    else:
        before, given = rest[:0], rest
    if before or not ("on" in said or looks_like_a_day(given[0])):
        raise no_such_deal(rest[0], typed.visible)
    return day(given, typed)


def day(given: Sequence[str], typed: Typed) -> date:
    """The day that all the words name."""
    for most in range(len(given), 0, -1):
        found = typed_day(given[:most])
        if found is not None and most < len(given):
            raise no_such_deal(given[most], typed.visible)
        if found is not None:
            return found
    what = shown(" ".join(given)) if given else "Nothing after 'on'"
    raise Misunderstood(f"{what} is no date I can read. Write it as 2004-11-20 or Nov 20 2004.")


def count_of_days(typed: Typed, otherwise: int, most: int) -> int:
    """The number in `[DAYS]`, from 1 to `most`; a word would be a deal's name."""
    if not typed.words:
        return otherwise
    for word in typed.words:
        if word[0].isalpha():
            raise no_such_deal(word, typed.visible)
    (word, *more) = typed.words
    if not more and word.isascii() and word.isdigit() and len(word) < 5:
        days = int(word)
        if 1 <= days <= most:
            return days
    raise Misunderstood(
        f"{shown(' '.join(typed.words))} is no number of days. Give one from 1 to {most}."
    )


def one_name(typed: Typed) -> str | None:
    """The one word that names an obligation, None without one."""
    rest = typed.words
    if len(rest) > 1:
        if not typed.named:
            raise no_such_deal(rest[0], typed.visible)
        raise Misunderstood(f"{shown(' '.join(rest))} is more than one; give one at a time.")
    return rest[0] if rest else None
