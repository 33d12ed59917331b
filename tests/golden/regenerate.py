"""What `make golden` may write: new words, never a new date, amount, person or Section unasked."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tests.golden.values import masked, sorted_values
from tests.golden.wording import Sections

Messages = Mapping[str, Sections]


@dataclass(frozen=True)
class ChangedValue:
    """Values of one message that are not those of the file in the checkout."""

    kind: str
    heading: str
    sort: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    def __str__(self) -> str:
        before, after = (" ".join(side) or "none" for side in (self.before, self.after))
        return f"{self.kind}, {self.heading!r}: {self.sort}: {before} -> {after}"


def changed_values(before: Messages, after: Messages) -> list[ChangedValue]:
    """Where a message that is in both names other values, or has them at other places.

    A message may name a value fewer times, or in another line, as long as it still names it; a line
    whose words stay the same must keep its values.
    """
    return [
        changed
        for kind in sorted(before.keys() & after.keys())
        for heading in sorted(before[kind].keys() & after[kind].keys())
        for changed in _changes(kind, heading, before[kind][heading], after[kind][heading])
    ]


def refused(changes: Collection[ChangedValue], named: Collection[str]) -> list[ChangedValue]:
    """The changes whose kind of message was not named on the command line."""
    return [change for change in changes if change.kind not in named]


def _changes(kind: str, heading: str, before: str, after: str) -> Iterator[ChangedValue]:
    was, now = _by_sort(before), _by_sort(after)
    for sort in sorted(was.keys() | now.keys()):
        gone, new = _differences(was.get(sort, ()), now.get(sort, ()))
        if gone or new:
            yield ChangedValue(kind, heading, sort, gone, new)
    old, young = _by_words(before), _by_words(after)
    for words in sorted(old.keys() & young.keys()):
        if not _same(old[words], young[words]):
            yield ChangedValue(kind, heading, "in the same words", old[words], young[words])


def _by_sort(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for value in sorted_values(text):
        found.setdefault(value.sort, {})[value.text] = None
    return {sort: tuple(texts) for sort, texts in found.items()}


def _differences(
    was: tuple[str, ...], now: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What only one side has; a date without its year is the date of any year."""
    return (
        tuple(each for each in was if not _among(each, now)),
        tuple(each for each in now if not _among(each, was)),
    )


def _among(value: str, others: Collection[str]) -> bool:
    if value in others:
        return True
    if re.fullmatch(r"\d\d-\d\d", value):
        return any(re.fullmatch(rf"\d{{4}}-{value}", other) for other in others)
    return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", value)) and value[5:] in others


def _same(old: tuple[str, ...], young: tuple[str, ...]) -> bool:
    return len(old) == len(young) and all(
        _among(was, (now,)) for was, now in zip(old, young, strict=True)
    )


def _by_words(text: str) -> dict[str, tuple[str, ...]]:
    """The values of the lines by the words around them; lines of the same words together."""
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        there = tuple(value.text for value in sorted_values(line))
        found[masked(line)] = found.get(masked(line), ()) + there
    return found
