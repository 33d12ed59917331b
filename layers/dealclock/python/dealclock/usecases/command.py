"""What was asked with `/deal`: the verb, the deal, and what follows.

A deal is named by its code name anywhere in the words; without one it is the channel's own. Words
that cannot be read raise Misunderstood, which never names a deal the asker may not see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.agreement.source import nearest
from dealclock.errors import DealclockError
from dealclock.store import Listed

VERBS = {
    "help": "help",
    "list": "list",
    "status": "status [DEAL]",
    "accrual": "accrual [DEAL] [on DATE]",
    "next": "next [DEAL] [DAYS]",
    "explain": "explain [DEAL] OBLIGATION",
}
LONGEST_LOOK = 366  # days ahead that `next` looks
_DATES = ("%Y-%m-%d", "%b %d %Y", "%B %d %Y", "%d %b %Y", "%d %B %Y", "%m/%d/%Y")


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
    """A command understood as far as its verb and its deal; `rest` are the words left."""

    verb: str
    deal: Listed | None
    rest: tuple[str, ...]


def understand(text: str, visible: Sequence[Listed], here: Listed | None) -> Asked:
    """What `text` asks, among the deals the asker may see; `here` is the channel's own deal."""
    words = text.split()
    verb = words[0].lower() if words else "help"
    if verb not in VERBS:
        raise Misunderstood(
            f"There is no command {shown(words[0])}.{nearest(verb, VERBS)} Try: {', '.join(VERBS)}."
        )
    names = {deal.code_name.lower(): deal for deal in visible}
    named = [names[w.lower()] for w in words[1:] if w.lower() in names]
    rest = tuple(w for w in words[1:] if w.lower() not in names)
    if len(named) > 1:
        raise Misunderstood("Name one deal at a time.")
    return Asked(verb, named[0] if named else here, rest)


def no_such_deal(word: str | None, visible: Sequence[Listed]) -> Misunderstood:
    """The answer about a deal that does not exist, or may not be seen: the same, word for word."""
    known = [deal.code_name for deal in visible]
    if word is None:
        names = f"your deals: {', '.join(known)}." if known else "you are on no deal's list."
        return Misunderstood(f"Say which deal: this channel is no deal's own; {names}")
    return Misunderstood(
        f"There is no deal {shown(word)} that you can see.{nearest(word, known)} "
        "`/deal list` shows yours."
    )


def day_asked(words: Sequence[str], today: date) -> date:
    """The day `on DATE` names, or today without one."""
    if not words:
        return today
    given = " ".join(words[1:] if words[0].lower() == "on" else words)
    for form in _DATES:
        try:
            return datetime.strptime(given.replace(",", ""), form).date()  # noqa: DTZ007 - a day
        except ValueError:
            continue
    raise Misunderstood(
        f"{shown(given)} is no date I can read. Write it as 2004-11-20 or Nov 20 2004."
    )


def days_asked(words: Sequence[str], usual: int) -> int:
    """How many days ahead `next` is to look."""
    if not words:
        return usual
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 5:
        days = int(words[0])
        if 1 <= days <= LONGEST_LOOK:
            return days
    raise Misunderstood(
        f"{shown(' '.join(words))} is no number of days. Give one from 1 to {LONGEST_LOOK}."
    )


def shown(word: str) -> str:
    """A word of the asker's, short enough to repeat."""
    return repr(word if len(word) <= 40 else f"{word[:37]}...")
