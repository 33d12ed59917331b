"""What was asked with `/deal`: the verb, the deal, and what the verb makes of the other words.

A deal is named by its code name or an alias, or by how only one of the asker's own begins, anywhere
in the words; without a name it is the channel's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealclock.store import DirectoryEntry
from dealclock.usecases.desk.unreadable_command import (
    SeveralMatchesError,
    UnknownCommandError,
    UnreadableCommandError,
    hint_for,
    shown,
)
from dealclock.usecases.desk.verb import Of, TypedWords, Verb
from dealclock.usecases.desk.verbs.all import VERBS


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A slash command as Slack sends it; its `trigger` may open a form within three seconds."""

    user: str
    channel: str
    text: str
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command understood: the verb, the deal it is about, and what the verb read."""

    verb: Verb
    deal: DirectoryEntry | None
    given: Any


def parse_command(
    text: str, visible: Sequence[DirectoryEntry], here: DirectoryEntry | None
) -> ParsedCommand:
    """What `text` asks, among the deals the asker may see; `here` is the channel's own deal.

    A word that begins the name of one of them names it too, where the words say nothing otherwise.
    Raises UnreadableCommandError.
    """
    words = text.split()
    try:
        return _understood(words, visible, here)
    except UnreadableCommandError as error:
        for place, word in enumerate(words[:_MOST_PLACES]):
            begun = _begun_by(word, visible)
            if len(begun) == 1:
                whole = [*words[:place], begun[0].code_name, *words[place + 1 :]]
                return _understood(whole, visible, here)
            if begun and _is_what_is_wrong(word, error):
                names = ", ".join(deal.code_name for deal in begun)
                raise SeveralMatchesError(
                    f"{shown(word)} matches several of your deals: {names}. Type the full name."
                ) from None
        raise


_MOST_PLACES = 40  # words among which one that only begins a name is looked for
_LEAST_BEGUN = 3  # letters that may stand for a whole name


def _begun_by(word: str, visible: Sequence[DirectoryEntry]) -> list[DirectoryEntry]:
    """The deals a name of which begins with the word; none for a verb or a whole name."""
    typed = word.lower()
    if len(typed) < _LEAST_BEGUN or typed in VERBS:
        return []
    names = {deal.id: [name.lower() for name in deal.names] for deal in visible}
    if any(typed in each for each in names.values()):
        return []
    return [d for d in visible if any(name.startswith(typed) for name in names[d.id])]


def _is_what_is_wrong(word: str, error: UnreadableCommandError) -> bool:
    return shown(word) in str(error)


def _understood(
    words: Sequence[str], visible: Sequence[DirectoryEntry], here: DirectoryEntry | None
) -> ParsedCommand:
    names = {name.lower(): deal for deal in visible for name in deal.names}
    verb, given = _verb(words, names)
    if verb.of is Of.NOTHING:
        return ParsedCommand(verb, None, verb.read(TypedWords(tuple(given), None, False, visible)))
    named = {names[w.lower()].id: names[w.lower()] for w in given if w.lower() in names}
    rest = tuple(w for w in given if w.lower() not in names)
    if len(named) > 1:
        raise UnreadableCommandError("Name one deal at a time.")
    deal = next(iter(named.values()), here)
    found = verb.read(TypedWords(rest, deal, bool(named), visible))
    return ParsedCommand(verb, _known(deal, visible) if verb.of is Of.DEAL else deal, found)


def _verb(words: Sequence[str], names: Mapping[str, DirectoryEntry]) -> tuple[Verb, list[str]]:
    """The verb, and the words without it. A deal may be named first; alone, it asks its status."""
    if not words:
        return VERBS["help"], []
    first, *rest = words
    if first.lower() not in VERBS and first.lower() in names:
        first, rest = (rest[0], [first, *rest[1:]]) if rest else ("status", [first])
        words = [first, *rest[1:]]
        deal = rest[:1]
    else:
        deal = []
    for parts in (1, 2):  # "what if" is "what-if"
        verb = VERBS.get("-".join(words[:parts]).lower())
        if verb is not None:
            return verb, [*deal, *words[parts:]]
    known = [*VERBS, *(name for each in names.values() for name in each.names)]
    daily = ", ".join(verb.name for verb in VERBS.values() if verb.daily)
    raise UnknownCommandError(
        f"No command is named {shown(first)}.{hint_for(first, known)} Type one of: {daily}."
    )


def _known(deal: DirectoryEntry | None, visible: Sequence[DirectoryEntry]) -> DirectoryEntry:
    if deal is not None:
        return deal
    names = ", ".join(d.code_name for d in visible)
    yours = f"yours are {names}." if names else "you are not on any deal's list."
    raise UnreadableCommandError(f"Name the deal, since this channel belongs to none: {yours}")
