"""What was asked with `/deal`: the verb, the deal, and what the verb makes of the other words.

A deal is named by its code name anywhere in the words; without one it is the channel's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealclock.store import Listed
from dealclock.usecases.desk.misunderstood import Misunderstood, hint_for, shown
from dealclock.usecases.desk.verb import Of, Typed, Verb
from dealclock.usecases.desk.verbs.all import VERBS


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command as Slack sends it."""

    user: str
    channel: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A command understood: the verb, the deal it is about, and what the verb read."""

    verb: Verb
    deal: Listed | None
    given: Any


def understand(text: str, visible: Sequence[Listed], here: Listed | None) -> Asked:
    """What `text` asks, among the deals the asker may see; `here` is the channel's own deal.

    Raises Misunderstood.
    """
    names = {deal.code_name.lower(): deal for deal in visible}
    verb, words = _verb(text.split(), names)
    if verb.of is Of.NOTHING:
        return Asked(verb, None, verb.read(Typed(tuple(words), None, False, visible)))
    named = {names[w.lower()].id: names[w.lower()] for w in words if w.lower() in names}
    rest = tuple(w for w in words if w.lower() not in names)
    if len(named) > 1:
        raise Misunderstood("Name one deal at a time.")
    deal = next(iter(named.values()), here)
    given = verb.read(Typed(rest, deal, bool(named), visible))
    return Asked(verb, _known(deal, visible) if verb.of is Of.DEAL else deal, given)


def _verb(words: Sequence[str], names: Mapping[str, Listed]) -> tuple[Verb, list[str]]:
    """The verb, and the words without it. A deal may be named first; alone, it asks its status."""
    if not words:
        return VERBS["help"], []
    first, *rest = words
    if first.lower() not in VERBS and first.lower() in names:
        first, rest = (rest[0], [first, *rest[1:]]) if rest else ("status", [first])
    if first.lower() in VERBS:
        return VERBS[first.lower()], rest
    known = [*VERBS, *(deal.code_name for deal in names.values())]
    daily = ", ".join(verb.name for verb in VERBS.values() if verb.daily)
    raise Misunderstood(
        f"There is no command {shown(first)}.{hint_for(first, known)} Try: {daily}."
    )


def _known(deal: Listed | None, visible: Sequence[Listed]) -> Listed:
    if deal is not None:
        return deal
    names = ", ".join(d.code_name for d in visible)
    yours = f"yours are {names}." if names else "you are on no deal's list."
    raise Misunderstood(f"Say which deal: this channel is not one of your deals' own; {yours}")
