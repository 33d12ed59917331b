"""What was asked with `/deal`: the verb, the deal, and the day, the days or the obligation.

A deal is named by its code name anywhere in the words; without one it is the channel's own. Words
that cannot be read raise Misunderstood, which never names a deal the asker may not see: to every
function here such a deal does not exist.
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from dealclock.errors import DealclockError
from dealclock.store import Listed
from dealclock.usecases.typed_day import looks_like_a_day, typed_day

VERBS = {
    "help": "help",
    "list": "list",
    "status": "status [DEAL]",
    "accrual": "accrual [DEAL] [on DATE]",
    "next": "next [DEAL] [DAYS]",
    "explain": "explain [DEAL] OBLIGATION",
}
DAYS_AHEAD = 14  # days that `next` looks ahead unless told
LONGEST_LOOK = 366
_LONGEST_ECHO = 40  # characters of a typed word that are repeated


class Misunderstood(DealclockError):
    """Words of a command that cannot be read: what was given, and what to give instead."""


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command as Slack sends it."""

    user: str
    channel: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A command understood. `deal` is None only for `help`, `list`, and `next` of every deal.

    `on` is the day `accrual` is asked for, None for the deal's own; `days` how far `next` looks;
    `obligation` the word `explain` was given, None without one.
    """

    verb: str
    deal: Listed | None = None
    on: date | None = None
    days: int = DAYS_AHEAD
    obligation: str | None = None


def understand(text: str, visible: Sequence[Listed], here: Listed | None) -> Asked:
    """What `text` asks, among the deals the asker may see; `here` is the channel's own deal.

    Raises Misunderstood.
    """
    names = {deal.code_name.lower(): deal for deal in visible}
    verb, words = _verb(text.split(), names)
    if verb in ("help", "list"):
        return Asked(verb)
    named = {names[w.lower()].id: names[w.lower()] for w in words if w.lower() in names}
    rest = [w for w in words if w.lower() not in names]
    if len(named) > 1:
        raise Misunderstood("Name one deal at a time.")
    deal = next(iter(named.values()), here)
    if verb == "next":
        return Asked(verb, deal, days=_days(rest, visible))
    if verb == "accrual":
        on = _on(rest, visible)
        return Asked(verb, _known(deal, visible), on=on)
    if verb == "explain":
        return _explain(rest, deal, bool(named), visible)
    if rest:
        raise no_such_deal(rest[0], visible)
    return Asked(verb, _known(deal, visible))


def no_such_deal(word: str, visible: Sequence[Listed]) -> Misunderstood:
    """The answer about a deal that does not exist, or may not be seen: the same, word for word."""
    hint = hint_for(word, (deal.code_name for deal in visible))
    return Misunderstood(
        f"There is no deal {shown(word)} that you can see.{hint} /deal list shows yours."
    )


def shown(word: str) -> str:
    """Something the asker typed, short enough to repeat, what cannot be printed spelled out."""
    return repr(word if len(word) <= _LONGEST_ECHO else f"{word[: _LONGEST_ECHO - 3]}...")


def hint_for(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word however it is capitalised, or nothing when none is near."""
    folded = {each.lower(): each for each in known}
    typed = word[:_LONGEST_ECHO].lower()
    close = difflib.get_close_matches(typed, folded, n=1, cutoff=0.6)
    return f" Did you mean {folded[close[0]]!r}?" if close else ""


def _verb(words: Sequence[str], names: Mapping[str, Listed]) -> tuple[str, list[str]]:
    """The verb, and the words without it. A deal may be named first; alone, it asks its status."""
    if not words:
        return "help", []
    first, *rest = words
    if first.lower() not in VERBS and first.lower() in names:
        first, rest = (rest[0], [first, *rest[1:]]) if rest else ("status", [first])
    if first.lower() in VERBS:
        return first.lower(), rest
    known = [*VERBS, *(deal.code_name for deal in names.values())]
    raise Misunderstood(
        f"There is no command {shown(first)}.{hint_for(first, known)} Try: {', '.join(VERBS)}."
    )


def _known(deal: Listed | None, visible: Sequence[Listed]) -> Listed:
    if deal is not None:
        return deal
    names = ", ".join(d.code_name for d in visible)
    yours = f"yours are {names}." if names else "you are on no deal's list."
    raise Misunderstood(f"Say which deal: this channel is not one of your deals' own; {yours}")


def _on(rest: Sequence[str], visible: Sequence[Listed]) -> date | None:
    """The day in `[on DATE]`; words before or after it would be a deal's name."""
    if not rest:
        return None
    if "on" in (said := [w.lower() for w in rest]):
        before, given = rest[: said.index("on")], rest[said.index("on") + 1 :]
    else:
        before, given = rest[:0], rest
    if before or not ("on" in said or looks_like_a_day(given[0])):
        raise no_such_deal(rest[0], visible)
    for most in range(len(given), 0, -1):
        day = typed_day(given[:most])
        if day is not None and most < len(given):
            raise no_such_deal(given[most], visible)
        if day is not None:
            return day
    what = shown(" ".join(given)) if given else "Nothing after 'on'"
    raise Misunderstood(f"{what} is no date I can read. Write it as 2004-11-20 or Nov 20 2004.")


def _days(rest: Sequence[str], visible: Sequence[Listed]) -> int:
    """The number in `[DAYS]`; a word would be a deal's name."""
    if not rest:
        return DAYS_AHEAD
    for word in rest:
        if word[0].isalpha():
            raise no_such_deal(word, visible)
    (word, *more) = rest
    if not more and word.isascii() and word.isdigit() and len(word) < 5:
        days = int(word)
        if 1 <= days <= LONGEST_LOOK:
            return days
    raise Misunderstood(
        f"{shown(' '.join(rest))} is no number of days. Give one from 1 to {LONGEST_LOOK}."
    )


def _explain(
    rest: Sequence[str], deal: Listed | None, named: bool, visible: Sequence[Listed]
) -> Asked:
    if len(rest) > 1:
        if not named:
            raise no_such_deal(rest[0], visible)
        raise Misunderstood(f"{shown(' '.join(rest))} is more than one; explain one at a time.")
    return Asked("explain", _known(deal, visible), obligation=rest[0] if rest else None)
