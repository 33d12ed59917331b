"""An answer held against what was expected of it: a part, key by key."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dealclock.answers.options import read_options
from dealclock.errors import DealclockError
from dealclock.files.source import nearest
from dealclock.usecases.operate.cases.case import read_cases
from dealclock.usecases.operate.cases.names import Names
from dealclock.usecases.operate.cases.prepare import Agreements, PreparedQuestion, prepared

NAMED_BY = ("instance", "id", "lot", "holder", "on")
"""The keys by which a record of a list may be named, the first that fits."""

ABSENT = "nothing"
_ANY_NAME = Names()


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One place where the answer is not what was expected."""

    where: str
    expected: str
    answered: str

    def __str__(self) -> str:
        return f"{self.where}: expected {self.expected}, answered {self.answered}"


def mismatches(
    expected: Any, answered: Any, names: Names = _ANY_NAME, where: str = ""
) -> Iterator[Mismatch]:
    """Each place where `answered` does not have what is expected.

    A mapping expects its keys alone, and in a list of records the records it names; null expects
    nothing or null; a list expects as many items, in order; a day, a number or text the same text.
    A null by a name that no record can have, or that is one letter off a key that is there, is a
    mismatch: it would fit every answer.
    """
    match expected:
        case None:
            if answered is not None:
                yield Mismatch(where, ABSENT, _shown(answered))
        case Mapping():
            yield from _of_keys(expected, answered, names, where)
        case list() | tuple():
            yield from _of_items(expected, answered, names, where)
        case _:
            if not _same(expected, answered):
                yield Mismatch(where, _shown(expected), _shown(answered))


def _of_keys(
    expected: Mapping[Any, Any], answered: Any, names: Names, where: str
) -> Iterator[Mismatch]:
    for key, value in expected.items():
        name = _text(key)
        here = f"{where}.{name}" if where else name
        if isinstance(answered, Mapping):
            near = None if name in answered else _mistyped(name, answered)
            if value is None and near:
                yield Mismatch(here, ABSENT, f"no key {name!r}, but {near!r}")
            elif name not in answered and isinstance(value, Mapping):
                yield Mismatch(here, _shown(value), f"no key {name!r}.{nearest(name, answered)}")
            else:
                yield from mismatches(value, answered.get(name), names, here)
        elif isinstance(answered, list):
            named = _named(name, answered)
            why = None if named else names.unknown(where.rpartition(".")[2], name)
            if len(named) > 1:
                yield Mismatch(here, "one record", f"{len(named)} that go by {name}")
            elif value is None and why:
                yield Mismatch(here, ABSENT, why)
            else:
                yield from mismatches(value, named[0] if named else None, names, here)
        elif value is not None:
            yield Mismatch(here, _shown(value), ABSENT)


def _mistyped(name: str, keys: Mapping[Any, Any]) -> str | None:
    """The key that a name which is none is almost written like; None when it is like none."""
    return next(iter(get_close_matches(name, map(str, keys), n=1, cutoff=0.85)), None)


def _named(name: str, records: Sequence[Any]) -> list[Any]:
    """The records that go by a name: by the first key under which any does."""
    for key in NAMED_BY:
        found = [r for r in records if isinstance(r, Mapping) and _text(r.get(key)) == name]
        if found:
            return found
    return []


def _of_items(
    expected: Sequence[Any], answered: Any, names: Names, where: str
) -> Iterator[Mismatch]:
    if not isinstance(answered, list):
        yield Mismatch(where, _shown(expected), _shown(answered))
        return
    if len(answered) != len(expected):
        yield Mismatch(where, f"{len(expected)} items: {_shown(expected)}", _shown(answered))
        return
    for i, (here, there) in enumerate(zip(expected, answered, strict=True)):
        yield from mismatches(here, there, names, f"{where}.{i}")


def _same(expected: object, answered: object) -> bool:
    if isinstance(expected, bool) or isinstance(answered, bool):
        return expected is answered
    if answered is None or isinstance(answered, Mapping | list):
        return False
    return _text(expected) == _text(answered)


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _shown(value: object) -> str:
    """A value as a case would write it, cut short."""
    match value:
        case None:
            text = ABSENT
        case bool():
            text = str(value).lower()
        case Mapping():
            text = f"{{{', '.join(f'{_text(k)}: {_shown(v)}' for k, v in value.items())}}}"
        case list() | tuple():
            text = f"[{', '.join(_shown(v) for v in value)}]"
        case str() | Decimal() | int() | date():
            text = _text(value)
        case _:
            text = repr(value)
    return text if len(text) <= 300 else f"{text[:297]}..."


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """How one question was answered: as expected when nothing is wrong."""

    file: str
    name: str
    wrong: tuple[Mismatch, ...]

    @property
    def passed(self) -> bool:
        """Whether the answer is what was expected."""
        return not self.wrong


def questions(folder: Path, agreements: Path) -> list[PreparedQuestion]:
    """Every question of the cases in a folder.

    An agreement is looked for in the folder of the cases, then in `agreements`. Raises
    InvalidFiles with every problem the cases have.
    """
    return prepared(read_cases(folder), Agreements((folder, agreements)))


def run(asked: Iterable[PreparedQuestion]) -> Iterator[CaseOutcome]:
    """Each question's outcome, in order."""
    return (outcome(each) for each in asked)


def outcome(each: PreparedQuestion) -> CaseOutcome:
    """How one question was answered."""
    return CaseOutcome(each.file, each.name, tuple(_wrong(each)))


def _wrong(each: PreparedQuestion) -> Iterator[Mismatch]:
    if isinstance(each.ready, str):
        yield from _refusal(each, each.ready)
        return
    question, query, given = each.ready
    try:
        answered = question.json(query, read_options(question, given))
    except DealclockError as error:
        yield from _refusal(each, str(error))
        return
    if each.refused is not None:
        yield Mismatch("the answer", f"a refusal: {each.refused}", "an answer")
    elif each.expected is not None:
        yield from mismatches(each.expected, answered, each.names)


def _refusal(each: PreparedQuestion, why: str) -> Iterator[Mismatch]:
    if each.refused is None:
        yield Mismatch("the answer", "one", f"a refusal: {why}")
    elif each.refused.lower() not in why.lower():
        yield Mismatch("the refusal", each.refused, why)
