"""From a case to the questions it asks: its own, and one for each `also`.

Everything that a case can have wrong is found here, before any question is asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import reduce
from pathlib import Path
from typing import Any

from dealclock.agreement.merging import CannotMerge, merged
from dealclock.agreement.readings.all import problem_with
from dealclock.agreement.readings.conflicts import conflict_in
from dealclock.agreement.source import InvalidFiles, Problem, Source, nearest, parse_file
from dealclock.agreement.terms import Terms, read_terms
from dealclock.errors import DealclockError
from dealclock.facts.fact import read_facts
from dealclock.facts.log import FactLog, end_of
from dealclock.facts.named import problems_with_kinds
from dealclock.usecases.cases.case import Also, Case, Record
from dealclock.usecases.contradicting import refuse_contradictions
from dealclock.usecases.deal_files import TERMS, within
from dealclock.usecases.questions.all import QUESTIONS, named
from dealclock.usecases.questions.details import details
from dealclock.usecases.questions.question import Asked, NotAnswered, Question


@dataclass(frozen=True, slots=True)
class Prepared:
    """One question ready to be asked, and what is expected: a part of the answer, or a refusal.

    `ready` is the question with what it is asked, or why its terms or facts were refused already,
    where the case expects a refusal.
    """

    file: str
    name: str
    ready: tuple[Question, Asked] | str
    expected: Record | None
    refused: str | None


class Agreements:
    """The terms of agreements, each read once for each way in which cases change them.

    `folders` are where an agreement's folder is looked for, the first that has it.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self._sources: dict[str, Source] = {}
        self._read: dict[tuple[str, str], Terms] = {}

    def terms(self, agreement: str, changes: Sequence[Mapping[Any, Any]]) -> Terms:
        """The terms with the changes made in order; raises InvalidFiles, or CannotMerge."""
        key = (agreement, repr(changes))
        if key not in self._read:
            source = self._source(agreement)
            data = reduce(merged, changes, source.data)
            changed = Source(source.file, data, source.lines)
            problems = list(problems_with_kinds(changed))
            if problems:
                raise InvalidFiles(problems)
            self._read[key] = read_terms(changed)
        return self._read[key]

    def _source(self, agreement: str) -> Source:
        if agreement not in self._sources:
            named = (within(folder, agreement) for folder in self.folders)
            paths = [folder / TERMS for folder in named if folder is not None]
            there = next((path for path in paths if path.exists()), None)
            if there is None:
                known = [p.parent.name for f in self.folders for p in sorted(f.glob(f"*/{TERMS}"))]
                raise CannotMerge(
                    f"there is no agreement {agreement!r}; there are {', '.join(known) or 'none'}"
                    f".{nearest(agreement, known)}"
                )
            self._sources[agreement] = parse_file(there)
        return self._sources[agreement]


def prepared(cases: Sequence[tuple[str, Case]], agreements: Agreements) -> list[Prepared]:
    """Every question of the cases, in order; raises InvalidFiles with all that is wrong."""
    found: list[Prepared] = []
    problems: list[Problem] = []
    for file, case in cases:
        for name, each, changes in variations(case):
            try:
                terms = agreements.terms(each.agreement, changes)
                found.append(_prepared(file, name, each, terms))
            except DealclockError as error:
                if each.refused is not None:
                    found.append(Prepared(file, name, str(error), None, each.refused))
                else:
                    problems += _problems(error, file, name)
    if problems:
        raise InvalidFiles(problems)
    return found


def _problems(error: DealclockError, file: str, name: str) -> list[Problem]:
    """What keeps a case from being asked."""
    if not isinstance(error, InvalidFiles):
        return [Problem(file, 0, name, "what cannot be asked", str(error))]
    return [Problem(file, 0, f"{name}, {p.where}", p.given, p.allowed) for p in error.problems]


def variations(case: Case) -> Iterator[tuple[str, Case, Sequence[Mapping[Any, Any]]]]:
    """The case itself, then the case with each of its changes made: by name, with the changes
    of the terms."""
    own = [case.terms] if case.terms else []
    yield case.id, case, own
    for number, also in enumerate(case.also, start=1):
        changes = [*own, also.terms] if also.terms else own
        yield f"{case.id} also {number}", _changed(case, also), changes


def _changed(case: Case, also: Also) -> Case:
    kept = tuple(f for f in case.facts if f.get("id") not in also.without)
    given = also.model_fields_set
    replaced: dict[str, Any] = {
        name: getattr(also, name)
        for name in ("question", "as_of", "known_at", "expected", "refused")
        if name in given or name in ("expected", "refused")
    }
    return case.model_copy(
        update={
            "facts": tuple(merged(list(kept), list(also.facts))) if also.facts else kept,
            "ask": {**case.ask, **also.ask},
            "readings": {**case.readings, **also.readings},
            **replaced,
        }
    )


def _prepared(file: str, name: str, case: Case, terms: Terms) -> Prepared:
    zone = terms.agreement.time_zone
    facts = read_facts(Source(file, {"facts": list(case.facts)}, {})).facts
    question = named(case.question)
    if question is None:
        hint = nearest(case.question, QUESTIONS)
        raise NotAnswered(f"no question {case.question!r}; there are {', '.join(QUESTIONS)}.{hint}")
    for reading, choice in case.readings.items():
        if wrong := problem_with(reading, choice):
            raise NotAnswered(f"reading {reading}={choice}: {wrong}")
    if conflict := conflict_in(case.readings):
        raise NotAnswered(str(conflict))
    asked = Asked(
        terms=terms,
        log=FactLog(facts, zone),
        as_of=case.as_of,
        known_at=_instant(case.known_at, zone),
        readings=case.readings,
        details=details(question, case.ask) if case.refused is None else _as_given(case.ask),
    )
    if case.refused is not None:
        refuse_contradictions(terms, facts, ())
    return Prepared(file, name, (question, asked), case.expected, case.refused)


def _as_given(ask: Mapping[Any, Any]) -> Mapping[str, object]:
    """The details of a question that is to be refused, which may be why."""
    return {str(name): value for name, value in ask.items()}


def _instant(moment: date | datetime | None, zone: str) -> datetime | None:
    if moment is None or isinstance(moment, datetime):
        return moment
    return end_of(moment, zone)
