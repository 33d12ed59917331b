"""The words a deal lawyer types instead of a command: one table in front of the reader of commands.

A word of `_ANSWERED_BY` is read as the command that answers it: "interest" as `accrual`. Anything
else is looked up among the deal's own items and provisions, by title, id, kind, party or Section,
or by a date (`find_items`). What a deal itself calls so comes first (`names_provision`). All only
answer: no such word starts an act, and every answer says how the words were read.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import date

from dealclock.answers.typed_words import UnreadableCommandError
from dealclock.days.typed_day import DayWords, read_day
from dealclock.engine.conclusions import Default, Obligation, RateChange, UndatedDuty, Window
from dealclock.messages.view import Matter, View, matters
from dealclock.records import record
from dealclock.terms.rules.rule import Rule
from dealclock.terms.terms import Terms

_ANSWERED_BY: Mapping[str, str] = {
    **dict.fromkeys(("due", "deadline", "deadlines", "upcoming"), "next"),
    **dict.fromkeys(("overdue", "late", "missed", "stand", "stands", "assess"), "status"),
    **dict.fromkeys(("interest", "accrued", "accruing", "rate", "damages"), "accrual"),
    **dict.fromkeys(("unpaid", "owe", "owed", "owing", "diem"), "accrual"),
    **dict.fromkeys(("pay", "paid", "payable", "payment"), "payments"),
    **dict.fromkeys(("suspend", "suspended", "suspensions", "blackout"), "suspension"),
    **dict.fromkeys(("sell", "sales", "resell", "resale", "resales"), "usable"),
    **dict.fromkeys(("changed", "change"), "changes"),
    **dict.fromkeys(("reading", "interpretation", "interpretations"), "readings"),
    "sections": "section",
    "holder": "holders",
    "deals": "list",
    "today": "next today",
    "tomorrow": "next tomorrow",
}
"""The command that answers a word."""

_WHOLE: Mapping[str, str] = {
    "additional interest": "accrual",
    "liquidated damages": "accrual",
    "record date": "payments",
    **dict.fromkeys(("next payment", "next payments"), "payments"),
    **dict.fromkeys(("next date", "next dates", "next deadline", "next deadlines"), "next"),
    **dict.fromkeys(("sale notice", "sale notices"), ""),
}
"""The command that answers exactly these words, though the first may be a command; "" for an
item's name."""

_UNSAID_WORDS = """
a about all an and any anything are as at be been can could current currently did do does
for from give gave given going happening has have how i in is it its item items know long may me
much must my need notified now of on our per please say says see sent shall should show tell
that the there they this to up us was we were what what's whats when when's where which who whom
whose will with you
"""
_UNSAID = frozenset(_UNSAID_WORDS.split())
"""Words that ask, and name nothing."""

_ASKING_WHO = frozenset(("who", "whom", "whose"))
_SELLERS = ("holder", "holders")
_SELLING = ("sell", "resell")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTED = {name: str(number) for number, name in enumerate(_NUMBERS, start=1)}
_SECTION = re.compile(r"§?\d+(\([a-z0-9]+\))+", re.IGNORECASE)
_LENGTH = re.compile(r"\d+ ?(bd|d|w|business|calendar|days?|weeks?)\b")
_LONGEST_ECHO = 40
_SHORTEST_PART = 4
"""Letters of a word that may stand for a longer one: "effective" for "effectiveness"."""


@record
class ItemWords:
    """Words that may name an item of the deal; `on` is the date they name instead.

    `who`: it is asked who did it. `otherwise` is the refusal if they name nothing.
    """

    typed: str
    words: tuple[str, ...]
    on: DayWords | None
    who: bool
    otherwise: UnreadableCommandError


def names_no_command(words: Sequence[str]) -> bool:
    """Whether the words mean something else though the first is a command: "sale notice"."""
    return " ".join(_plain(words)) in _WHOLE


def asks_why(words: Sequence[str]) -> bool:
    """Whether the words ask why, and name something by more than one word: "why nov 1"."""
    return len(words) > 2 and words[0].lower() == "why"


def command_words(words: Sequence[str], verbs: Container[str]) -> Iterator[tuple[str, ...]]:
    """The commands that the words may mean, of `verbs`, the likeliest first; none if they name an
    item.

    `words` are without the deal's name. Those before the one that names the command must only ask;
    those after it go to the command, or are left out where they only ask.
    """
    plain = [_COUNTED.get(word, word) for word in _plain(words)]
    whole = _WHOLE.get(" ".join(plain))
    if whole is not None:
        yield from [(whole,)] if whole else []
        return
    if section := next((word for word in plain if _SECTION.fullmatch(word)), None):
        yield ("section", section.removeprefix("§"))
        return
    if _LENGTH.match(" ".join(plain)) and not {"after", "before"}.isdisjoint(plain):
        yield ("count", *plain)
    said = next((i for i, word in enumerate(plain) if word not in _UNSAID), None)
    if said is None:
        yield ("next",)
        return
    sells = next((i for i, word in enumerate(plain) if word in _SELLING and i > said), None)
    if sells is not None and plain[said] not in _SELLERS:
        yield ("usable", *plain[sells + 1 :], "holder", *plain[said:sells])
        return
    named = said if sells is None else sells
    command = _ANSWERED_BY.get(plain[named], plain[named])
    if command.partition(" ")[0] in verbs:
        rest = plain[named + 1 :]
        yield (*command.split(), *rest)
        if all(word in _UNSAID or word in _ANSWERED_BY for word in rest):
            yield tuple(command.split())


def names_provision(asked: ItemWords, terms: Terms) -> bool:
    """Whether the words are the id or the title of a provision, other than of what accrues and of
    its payments, which have commands of their own."""
    own = {rule.id for rule in (*terms.streams, *terms.payments)}
    rules = (rule for rule in terms.provisions if rule.id not in own)
    return any(_is_name(asked.words, (rule.id, rule.title), ()) for rule in rules)


def item_words(words: Sequence[str], otherwise: UnreadableCommandError) -> ItemWords:
    """The words as the name of an item, or as a date."""
    plain = _plain(words)
    naming = tuple(word for word in plain if word not in _UNSAID and word != "due")
    who = not _ASKING_WHO.isdisjoint(plain)
    return ItemWords(" ".join(naming)[:_LONGEST_ECHO], naming, read_day(naming), who, otherwise)


def _plain(words: Sequence[str]) -> list[str]:
    """The words in lower case, without the marks around them."""
    return [plain for word in words if (plain := word.lower().strip("?!,.:;\"'“”‘’"))]


def find_items(
    asked: ItemWords, view: View, days: Sequence[date] = ()
) -> tuple[tuple[Matter, ...], tuple[Rule, ...]]:
    """The deal's items that the words fit; if there are none, the provisions that they fit.

    By a date, the items that fall on one of `days`. By words, those with that id or title; else
    those whose id or title has every word; else those whose kind or party has. In the order of the
    assessment or of the terms.
    """
    every = tuple(matters(view))
    if asked.on is not None:
        return tuple(m for m in every if not set(days).isdisjoint(_days_of(m))), ()
    for fits in (_is_name, _has_words, _is_of_kind):
        items = tuple(m for m in every if fits(asked.words, *_names_of_item(m, view)))
        rules = tuple(
            r for r in view.terms.provisions if fits(asked.words, (r.id, r.title), (r.type,))
        )
        if items or rules:
            return items, () if items else rules
    return (), ()


def _names_of_item(m: Matter, view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What an item is called, and the words of its kind and party."""
    rules = {rule.id: rule.type for rule in view.terms.provisions}
    kind = "default" if isinstance(m.part, Default) else rules.get(m.instance.partition("/")[0], "")
    return (m.instance.partition("/")[0], m.title), (kind, view.party(m.owed_by))


def _is_name(words: Sequence[str], names: Sequence[str], _: Sequence[str]) -> bool:
    return _parts(" ".join(words)) in map(_parts, names)


def _has_words(words: Sequence[str], names: Sequence[str], _: Sequence[str]) -> bool:
    parts = {part for name in names for part in _parts(name)}
    return all(any(_is_part(word, part) for part in parts) for word in _parts(" ".join(words)))


def _is_of_kind(words: Sequence[str], names: Sequence[str], kinds: Sequence[str]) -> bool:
    return _has_words(words, (*names, *kinds), ())


def _is_part(word: str, part: str) -> bool:
    """Whether they are the same word, or one is the other with an ending."""
    short, long = sorted((word, part), key=len)
    return word == part or (len(short) >= _SHORTEST_PART and long.startswith(short))


def _parts(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", name.lower())


def _days_of(m: Matter) -> tuple[date | None, ...]:
    """The days on which an item falls: due, first and last, of a default or of a new rate."""
    match m.part:
        case Obligation():
            return (m.part.due, m.part.safe_together, m.part.record_date)
        case Window():
            return (m.part.opens, m.part.last_day, m.part.done_on)
        case Default():
            return (m.part.occurred_on, m.part.accrues_from, m.part.done_on)
        case RateChange():
            return (m.part.on,)
        case UndatedDuty():
            return (m.part.opens, m.part.target)
        case _:
            return ()
