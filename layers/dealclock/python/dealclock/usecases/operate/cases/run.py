"""Asking the questions of cases, and telling how each was answered."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dealclock.answers.options import read_options
from dealclock.errors import DealclockError
from dealclock.usecases.operate.cases.case import read_cases
from dealclock.usecases.operate.cases.comparison import Mismatch, mismatches
from dealclock.usecases.operate.cases.prepare import Agreements, PreparedQuestion, prepared


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
