"""The models of worked cases, and reading them from files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from dealclock.documents.deal_files import TERMS
from dealclock.errors import InvalidError, Problem
from dealclock.facts.fact import Instant
from dealclock.files.source import Day, Model, Text, parse_file, read

Words = Annotated[str, Field(min_length=1, max_length=2000)]
Record = dict[Any, Any]
Changed = Mapping[Any, Any]


class UnofferedReading(Model):
    """A reading that a source of the case names but Dealclock does not offer, and why."""

    reading: Words
    why: Words


class Expects(Model):
    """What is asked, and the expected result: a part of the answer, or that it is refused.

    `refused` is a part of the refusal's text. `fails` is the reason why the engine does not yet
    answer so, or why its terms are not accepted yet; a case marked with it that passes fails the
    run.
    """

    expected: Record | None = None
    refused: Words | None = None
    fails: Words | None = None
    terms: Changed = Field(default_factory=dict)
    ask: Changed = Field(default_factory=dict)
    as_of: Day | None = None
    known_at: Day | Instant | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.expected is None) == (self.refused is None):
            raise ValueError("give either expected, the part of the answer, or refused")
        if self.expected is not None and not self.expected:
            raise ValueError(
                "expected is empty, which every answer matches; give some of the answer"
            )
        return self


class Also(Expects):
    """A variation of the case, and its expected result.

    `terms`, `facts`, `ask` and `readings` are merged into the case's own; the rest is replaced.
    Null removes a reading, or a fact by its id, and resets the question and `known_at`.
    """

    says: Words | None = None
    clause: Text | None = None
    facts: tuple[Record, ...] | Changed = ()
    without: tuple[str, ...] = ()
    question: str | None = None
    readings: Mapping[str, str | None] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _dated(self) -> Self:
        if "as_of" in self.model_fields_set and self.as_of is None:
            raise ValueError("give the as_of it changes to, or leave it out")
        return self


class Case(Expects):
    """One worked case: an agreement, facts, a question and the expected result."""

    id: Annotated[str, Field(min_length=1, max_length=60)]
    clause: Text
    says: Words
    agreement: str
    facts: tuple[Record, ...] = ()
    question: str = "assess"
    as_of: Day
    readings: Mapping[str, str] = Field(default_factory=dict)
    also: tuple[Also, ...] = ()
    not_offered: tuple[UnofferedReading, ...] = ()
    note: Words | None = None


class CaseFile(Model):
    """A file of cases."""

    cases: Annotated[tuple[Case, ...], Field(min_length=1)]


def read_cases(folder: Path) -> list[tuple[str, Case]]:
    """Every case in the YAML files of a folder and its subfolders, with its file's path, in order.

    A subfolder with a terms.yaml is an agreement and holds no cases. Paths are relative to the
    folder. Raises InvalidError with every problem: no such file, a wrong shape, a duplicate
    id.
    """
    problems: list[Problem] = []
    named_cases: list[tuple[str, Case]] = []
    file_by_id: dict[str, str] = {}
    files = [
        path
        for path in sorted([*folder.rglob("*.yaml"), *folder.rglob("*.yml")])
        if not _in_an_agreement(path, folder)
    ]
    if not files:
        wanted = "give a folder that holds cases as *.yaml (docs/cases.md)"
        actual = "a folder without any" if folder.is_dir() else "no folder"
        raise InvalidError([Problem(str(folder), 0, "the folder", actual, wanted)])
    for path in files:
        name = path.relative_to(folder).as_posix()
        try:
            source = parse_file(path)
            if isinstance(source.data, Mapping) and "cases" not in source.data:
                instead = f"a folder of cases holds case files only; move {name}"
                problems.append(source.problem((), "a file without cases", instead))
                continue
            cases = read(source, CaseFile).cases
        except InvalidError as invalid:
            problems += invalid.problems
            continue
        for i, case in enumerate(cases):
            if case.id in file_by_id:
                where = ("cases", i, "id")
                wanted = f"give each case its own id; {file_by_id[case.id]} has this one"
                problems.append(source.problem(where, case.id, wanted))
            file_by_id.setdefault(case.id, name)
            named_cases.append((name, case))
    if problems:
        raise InvalidError(problems)
    return named_cases


def _in_an_agreement(path: Path, folder: Path) -> bool:
    """Whether a file belongs to an agreement inside the folder."""
    inside = path.relative_to(folder).parents
    return any((folder / parent / TERMS).is_file() for parent in inside if parent != Path())
