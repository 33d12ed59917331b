"""Comparing an answer with the expected part of it, key by key."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dealclock.answers.options import read_options
from dealclock.errors import DealclockError
from dealclock.files.source import nearest
from dealclock.jobs.operate.cases.case import read_cases
from dealclock.jobs.operate.cases.names import Names
from dealclock.jobs.operate.cases.prepare import Agreements, PreparedQuestion, prepare_questions
from dealclock.records import record

NAMED_BY = ("instance", "id", "lot", "holder", "on")
"""The keys by which a record of a list may be named; the first that matches counts."""

ABSENT = "nothing"
_ANY_NAME = Names()


@record
class Mismatch:
    """One place where the answer differs from what was expected."""

    where: str
    expected: str
    answered: str

    def __str__(self) -> str:
        return f"{self.where}: expected {self.expected}, answered {self.answered}"


def mismatches(
    expected: Any, answered: Any, names: Names = _ANY_NAME, where: str = ""
) -> Iterator[Mismatch]:
    """Each place where `answered` differs from `expected`.

    A mapping expects only its keys, and in a list of records only the records it names; null
    expects nothing or null; a list expects as many items, in order; a day, a number or text expects
    the same text. A null for a name that no record can have, or that is one letter off an existing
    key, is a mismatch: it would match every answer.
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
        place = f"{where}.{name}" if where else name
        if isinstance(answered, Mapping):
            near = None if name in answered else _mistyped(name, answered)
            if value is None and near:
                yield Mismatch(place, ABSENT, f"no key {name!r}, but {near!r}")
            elif name not in answered and isinstance(value, Mapping):
                yield Mismatch(place, _shown(value), f"no key {name!r}.{nearest(name, answered)}")
            else:
                yield from mismatches(value, answered.get(name), names, place)
        elif isinstance(answered, list):
            named = _named(name, answered)
            why = None if named else names.unknown(where.rpartition(".")[2], name)
            if len(named) > 1:
                yield Mismatch(place, "one record", f"{len(named)} named {name}")
            elif value is None and why:
                yield Mismatch(place, ABSENT, why)
            else:
                yield from mismatches(value, named[0] if named else None, names, place)
        elif value is not None:
            yield Mismatch(place, _shown(value), ABSENT)


def _mistyped(name: str, keys: Mapping[Any, Any]) -> str | None:
    """The key that a mistyped name resembles; None if it resembles none."""
    return next(iter(get_close_matches(name, map(str, keys), n=1, cutoff=0.85)), None)


def _named(name: str, records: Sequence[Any]) -> list[Any]:
    """The records with that name, by the first key under which any has it."""
    for key in NAMED_BY:
        records_named = [r for r in records if isinstance(r, Mapping) and _text(r.get(key)) == name]
        if records_named:
            return records_named
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
    for i, (place, answered_item) in enumerate(zip(expected, answered, strict=True)):
        yield from mismatches(place, answered_item, names, f"{where}.{i}")


def _same(expected: object, answered: object) -> bool:
    if isinstance(expected, bool) or isinstance(answered, bool):
        return expected is answered
    if answered is None or isinstance(answered, Mapping | list):
        return False
    return _text(expected) == _text(answered)


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _shown(value: object) -> str:
    """A value as a case would write it, shortened."""
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


def read_questions(folder: Path, agreements: Path) -> list[PreparedQuestion]:
    """Read the questions of the cases in a folder and its subfolders.

    Agreements are searched in the folder, then in its subfolders with cases, then in `agreements`.
    Raises InvalidError with every problem.
    """
    cases = read_cases(folder)
    subfolders = dict.fromkeys((folder / file).parent for file, _ in cases)
    return prepare_questions(
        cases, Agreements(tuple(dict.fromkeys((folder, *subfolders, agreements))))
    )


def compare_answer(question: PreparedQuestion) -> tuple[Mismatch, ...]:
    """How the answer to a question differs from what is expected, () if it does not.

    Of a question marked `fails`, as not yet answered, it is wrong that the answer is as expected.
    """
    wrong = tuple(_wrong(question))
    if question.fails is None:
        return wrong
    passes = Mismatch("fails", f"a failure: {question.fails}", "as expected; remove the mark")
    return () if wrong else (passes,)


def _wrong(question: PreparedQuestion) -> Iterator[Mismatch]:
    if isinstance(question.ready, str):
        yield from _refusal(question, question.ready)
        return
    asked, look, options = question.ready
    try:
        answered = asked.json(look, read_options(asked, options))
    except DealclockError as error:
        yield from _refusal(question, str(error))
        return
    if question.refused is not None:
        yield Mismatch("the answer", f"a refusal: {question.refused}", "an answer")
    elif question.expected is not None:
        yield from mismatches(question.expected, answered, question.names)


def _refusal(question: PreparedQuestion, why: str) -> Iterator[Mismatch]:
    if question.refused is None:
        yield Mismatch("the answer", "one", f"a refusal: {why}")
    elif question.refused.lower() not in why.lower():
        yield Mismatch("the refusal", question.refused, why)
