"""Parse a `/deal` command: the verb, the deal, and the verb's arguments.

A deal is named by its code name or an alias, or by a prefix that is unique among the user's deals,
anywhere in the words; without a name it is the channel's deal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dealclock.answers.catalog import TWELVE
from dealclock.answers.typed_words import (
    CHECK,
    SEVERAL,
    UNKNOWN,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    shown,
)
from dealclock.desk.nouns import (
    ItemWords,
    asks_why,
    command_words,
    item_words,
    names_no_command,
    names_provision,
)
from dealclock.desk.verb import NO_DEAL, Scope, Verb
from dealclock.desk.verbs.all import VERBS, verb_named
from dealclock.records import record
from dealclock.store import DirectoryEntry
from dealclock.terms.terms import Terms


@record
class SlashCommand:
    """A slash command as Slack sends it; its `trigger` can open a form for three seconds."""

    user: str
    channel: str
    text: str
    trigger: str = ""


@record
class ParsedCommand:
    """A parsed command: the verb, its deal, and the arguments the verb read.

    `read_as` is the command that was read, if other words were typed; `typed` are these words.
    """

    verb: Verb
    deal: DirectoryEntry | None
    given: Any
    read_as: str = ""
    typed: ItemWords | None = None

    def in_own_words(self, terms: Terms) -> "ParsedCommand":
        """The question of why, where the words are a name that the deal's own terms have."""
        own = VERBS["why"]
        if self.typed and self.verb.action == own.action and names_provision(self.typed, terms):
            return ParsedCommand(own, self.deal, self.typed)
        return self


def parse_command(
    text: str, visible: Sequence[DirectoryEntry], channel_deal: DirectoryEntry | None
) -> ParsedCommand:
    """The command in `text`, among the deals the user may see.

    If the words cannot be parsed, a word that is the prefix of one deal's name is taken as that
    name. Words that are no command are read as `nouns` says. Raises UnreadableCommandError.
    """
    words = text.split()
    try:
        return _parse(words, visible, channel_deal)
    except UnreadableCommandError as error:
        for place, word in enumerate(words[:MOST_WORDS]):
            matches = _matches_of(word, visible)
            if len(matches) == 1:
                whole = [*words[:place], matches[0].code_name, *words[place + 1 :]]
                return _parse(whole, visible, channel_deal)
            if matches and _is_named_in(word, error):
                names = ", ".join(deal.code_name for deal in matches)
                raise UnreadableCommandError(
                    f"{shown(word)} matches several of your deals: {names}. Type the full name.",
                    SEVERAL,
                ) from None
        raise


_FEW = 6  # commands that a refusal names, next to help
_ANSWERING = {name for name, verb in VERBS.items() if verb.shareable or verb.scope in NO_DEAL}
"""The commands that only answer: a question in words reads as no other, and so starts no act."""
MOST_WORDS = 40  # words that are tried as a prefix of a name
_SHORTEST_PREFIX = 3  # letters that may abbreviate a name


def _matches_of(word: str, visible: Sequence[DirectoryEntry]) -> list[DirectoryEntry]:
    """The deals with a name that starts with the word; none for a verb or a whole name."""
    typed = word.lower()
    if len(typed) < _SHORTEST_PREFIX or verb_named(typed):
        return []
    names = {deal.id: [name.lower() for name in deal.names] for deal in visible}
    if any(typed in deal_names for deal_names in names.values()):
        return []
    return [d for d in visible if any(name.startswith(typed) for name in names[d.id])]


def _is_named_in(word: str, error: UnreadableCommandError) -> bool:
    return shown(word) in str(error)


def _parse(
    words: Sequence[str], visible: Sequence[DirectoryEntry], channel_deal: DirectoryEntry | None
) -> ParsedCommand:
    names = {name.lower(): deal for deal in visible for name in deal.names}
    plain = [word for word in words if word.lower() not in names]
    why = asks_why(plain)
    if why or names_no_command(plain):
        error = _unknown(plain[why], names)
        return _parse_plain(words, plain[why:], names, visible, channel_deal, error)
    try:
        return _parse_command(words, names, visible, channel_deal)
    except UnreadableCommandError as error:
        if error.headline != UNKNOWN:
            raise
        return _parse_plain(words, plain, names, visible, channel_deal, error)


def _parse_plain(
    words: Sequence[str],
    plain: Sequence[str],
    names: Mapping[str, DirectoryEntry],
    visible: Sequence[DirectoryEntry],
    channel_deal: DirectoryEntry | None,
    error: UnreadableCommandError,
) -> ParsedCommand:
    """The command that `plain`, the words without a deal's name, mean as `nouns` reads them.

    Raises `error` if they mean none and no deal is known whose items they may name.
    """
    named = [word for word in words if word.lower() in names]
    refused: list[UnreadableCommandError] = [error]
    for command in command_words(plain, _ANSWERING):
        try:
            parsed = _parse_command([*command, *named], names, visible, channel_deal)
        except UnreadableCommandError as why:
            refused += [why] if why.headline == CHECK else []  # no name is missing
            continue
        return replace(parsed, read_as=" ".join(command), typed=item_words(plain, error))
    deal = next((names[word.lower()] for word in named), channel_deal)
    if deal is None:
        name = visible[0].code_name if visible else ""
        alone = name and "Did you mean" not in str(error)
        item = f" To look up an item, name its deal too, such as {name}." if alone else ""
        raise UnreadableCommandError(f"{error}{item}", UNKNOWN)
    asked = item_words(plain, refused[:2][-1])
    return ParsedCommand(VERBS["history" if asked.who else "why"], deal, asked)


def _parse_command(
    words: Sequence[str],
    names: Mapping[str, DirectoryEntry],
    visible: Sequence[DirectoryEntry],
    channel_deal: DirectoryEntry | None,
) -> ParsedCommand:
    verb, given = _verb(words, names)
    if verb.scope in NO_DEAL:
        return ParsedCommand(verb, None, verb.read(TypedWords(tuple(given), None, False, visible)))
    named = {names[w.lower()].id: names[w.lower()] for w in given if w.lower() in names}
    rest = tuple(w for w in given if w.lower() not in names)
    if len(named) > 1:
        raise UnreadableCommandError("Name one deal at a time.")
    deal = next(iter(named.values()), channel_deal)
    arguments = verb.read(TypedWords(rest, deal, bool(named), visible))
    return ParsedCommand(
        verb, _deal_or_refuse(deal, visible) if verb.scope is Scope.DEAL else deal, arguments
    )


def _verb(words: Sequence[str], names: Mapping[str, DirectoryEntry]) -> tuple[Verb, list[str]]:
    """The verb, and the other words. A deal may come first; alone, it means its status."""
    if not words:
        return VERBS["list"], []
    first, *rest = words
    if not verb_named(first) and first.lower() in names:
        first, rest = (rest[0], [first, *rest[1:]]) if rest else ("status", [first])
        words = [first, *rest[1:]]
        deal = rest[:1]
    else:
        deal = []
    for parts in (1, 2):  # "what if" is "what-if"
        verb = verb_named("-".join(words[:parts]))
        if verb is not None:
            return verb, [*deal, *words[parts:]]
    raise _unknown(first, names)


def _unknown(word: str, names: Mapping[str, DirectoryEntry]) -> UnreadableCommandError:
    names_known = [*VERBS, *(name for deal_names in names.values() for name in deal_names.names)]
    return UnreadableCommandError(
        f"No command or item is named {shown(word)}.{hint_for(word, names_known)} Type help, or "
        f"one of: {', '.join(list(TWELVE)[:_FEW])}.",
        UNKNOWN,
    )


def _deal_or_refuse(
    deal: DirectoryEntry | None, visible: Sequence[DirectoryEntry]
) -> DirectoryEntry:
    if deal is not None:
        return deal
    names = ", ".join(d.code_name for d in visible)
    own_deals = f"yours are {names}." if names else "you are not on any deal's list."
    raise UnreadableCommandError(f"Name the deal, since this channel belongs to none: {own_deals}")
