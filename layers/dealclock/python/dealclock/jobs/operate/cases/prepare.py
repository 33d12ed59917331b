"""Preparing the questions of a case: its own, and one for each `also`.

All problems of a case are found here, before any question is asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from dealclock.answers.ask import Question
from dealclock.answers.catalog import QUESTIONS, find_question
from dealclock.answers.options import plain, read_options
from dealclock.documents.deal_files import TERMS, within
from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.engine.look import Look
from dealclock.errors import ConflictError, DealclockError, InvalidError, Problem, RefusedError
from dealclock.facts.log import FactLog, end_of
from dealclock.facts.names_in_terms import Outline, outline
from dealclock.files.patch import list_unmatched_nulls, merge
from dealclock.files.source import Source, few, nearest, parse_file
from dealclock.jobs.operate.cases.case import Also, Case, Record
from dealclock.jobs.operate.cases.names import Names, names_in_terms, names_of
from dealclock.records import record
from dealclock.terms.key_names import counsel_keys, record_keys
from dealclock.terms.readings import choice_problem, conflict_in
from dealclock.terms.terms import Terms


@record
class PreparedQuestion:
    """One prepared question and its expected result: a part of the answer, or a refusal.

    `ready` is the question with its look and options, or, if the case expects a refusal or is
    marked as failing, why its terms or facts were refused. `names` are those that records of its
    answer may have. `fails` is the reason of a question marked as not yet answered so.
    """

    file: str
    name: str
    ready: tuple[Question[...], Look, Mapping[str, object]] | str
    expected: Record | None
    refused: str | None
    names: Names = field(default_factory=Names)
    fails: str | None = None


class Agreements:
    """The terms of agreements, each read once for each set of changes.

    `folders` are searched for an agreement's folder in order.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self._sources: dict[str, Source] = {}
        self._read: dict[tuple[str, str], tuple[Terms, Outline, Names]] = {}

    def terms(
        self, agreement: str, changes: Sequence[Mapping[Any, Any]]
    ) -> tuple[Terms, Outline, Names]:
        """The terms with the changes made in order, their outline, and the names in them.

        They pass the same checks as a deal's files; raises InvalidError, or ConflictError.
        """
        key = (agreement, repr(changes))
        if key not in self._read:
            source = self._source(agreement)
            data = record_keys(source.data, Terms)
            for change in changes:
                renamed = record_keys(change, Terms, data)
                _refuse_unmatched_nulls(data, renamed)
                data = merge(data, renamed)
            said = counsel_keys(data, Terms) if changes else source.data
            terms, problems = check_terms(Source.of_data(source.file, said, 0))
            if problems or terms is None:
                raise InvalidError(problems)
            self._read[key] = terms, outline(data), names_in_terms(terms)
        return self._read[key]

    def refusal(self, agreement: str) -> str:
        """Why an agreement cannot be read without changes; "" if it can."""
        try:
            self.terms(agreement, [])
        except DealclockError as error:
            return str(error)
        return ""

    def _source(self, agreement: str) -> Source:
        if agreement not in self._sources:
            named = (within(folder, agreement) for folder in self.folders)
            paths = [folder / TERMS for folder in named if folder is not None]
            path = next((path for path in paths if path.exists()), None)
            if path is None:
                known = [p.parent.name for f in self.folders for p in sorted(f.glob(f"*/{TERMS}"))]
                hint = nearest(agreement, known) or " Give --agreements DIR, where its folder is"
                raise ConflictError(
                    f"there is no agreement {agreement!r}; there are {few(known, agreement)}.{hint}"
                )
            self._sources[agreement] = parse_file(path)
        return self._sources[agreement]


@cache
def _keys_of_terms() -> frozenset[str]:
    """Every key that terms may have, at any depth."""
    keys: set[str] = set()

    def add(schema: object) -> None:
        for key, part in schema.items() if isinstance(schema, Mapping) else ():
            keys.update(part if key == "properties" else ())
            add(part)
        for part in schema if isinstance(schema, list) else ():
            add(part)

    add(Terms.model_json_schema())
    return frozenset(keys)


def _refuse_unmatched_nulls(data: object, change: Mapping[Any, Any]) -> None:
    """Raise ConflictError for a null for an unknown name, unless it is a key of the terms."""
    for where, known in list_unmatched_nulls(data, change):
        name = str(where[-1])
        if name not in _keys_of_terms():
            raise ConflictError(
                f"terms.{'.'.join(map(str, where))}: there is no {name!r} to remove."
                f"{nearest(name, map(str, known))}"
            )


def prepare_questions(
    cases: Sequence[tuple[str, Case]], agreements: Agreements
) -> list[PreparedQuestion]:
    """Prepare every question of the cases, in order; raises InvalidError with every
    problem.
    """
    questions: list[PreparedQuestion] = []
    problems: list[Problem] = []
    unread: set[str] = set()
    for file, case in cases:
        case_errors: set[str] = set()
        for number, also in enumerate((None, *case.also)):
            name = f"{case.id} also {number}" if also else case.id
            expects = also or case
            try:
                questions.append(_prepare(file, name, case, also, agreements))
            except DealclockError as error:
                marked = expects.fails is not None and isinstance(error, InvalidError)
                if expects.refused is not None or marked:
                    refused = PreparedQuestion(
                        file,
                        name,
                        str(error),
                        expects.expected,
                        expects.refused,
                        fails=expects.fails,
                    )
                    questions.append(refused)
                elif str(error) not in case_errors | unread:
                    # A problem of the case itself, or of its agreement, is reported only once.
                    problems += _problems(error, file, name)
                case_errors |= set() if also else {str(error)}
                unread |= {str(error)} & {agreements.refusal(case.agreement)}
    if problems:
        raise InvalidError(problems)
    return questions


def _problems(error: DealclockError, file: str, name: str) -> list[Problem]:
    """The problems that prevent a case from being asked."""
    if not isinstance(error, InvalidError):
        return [Problem(file, 0, name, "a question that cannot be asked", str(error))]
    return [Problem(file, 0, f"{name}, {p.at}", p.given, p.allowed) for p in error.problems]


def _changed(case: Case, also: Also) -> Case:
    """The case changed by one `also`; raises ConflictError for a change that matches nothing."""
    ids = [f.get("id") for f in case.facts]
    by_id = also.facts if isinstance(also.facts, Mapping) else {}
    _require_known("fact", [*also.without, *_nulls(by_id)], ids)
    _require_known("reading", _nulls(also.readings), case.readings)
    facts = [f for f in case.facts if f.get("id") not in also.without]
    changes = also.facts if isinstance(also.facts, Mapping) else list(also.facts)
    fields = also.model_fields_set
    replaced: dict[str, Any] = {
        name: getattr(also, name) for name in ("as_of", "known_at") if name in fields
    }
    return case.model_copy(
        update={
            **replaced,
            "facts": tuple(merge(facts, changes)) if changes else tuple(facts),
            "question": (also.question or "assess") if "question" in fields else case.question,
            "ask": _details_of(case, also),
            "readings": merge(case.readings, also.readings),
            "expected": also.expected,
            "refused": also.refused,
            "fails": also.fails,
        }
    )


def _details_of(case: Case, also: Also) -> Mapping[Any, Any]:
    """The details of an `also`: its own, and those of the case that its question takes.

    A detail that the question of the `also` does not take is left out.
    """
    question = (
        find_question(also.question or "assess") if "question" in also.model_fields_set else None
    )
    takes = None if question is None else {plain(d.name) for d in question.options}
    of_case = {plain(str(k)): v for k, v in case.ask.items()}
    own = {plain(str(k)): v for k, v in also.ask.items()}
    return {k: v for k, v in of_case.items() if takes is None or k in takes} | own


def _nulls(change: Mapping[Any, Any]) -> list[Any]:
    return [name for name, value in change.items() if value is None]


def _require_known(what: str, removed: Iterable[Any], known: Iterable[Any]) -> None:
    """Raise ConflictError for the first removed name that does not exist."""
    names = [str(item) for item in known]
    for name in map(str, removed):
        if name not in names:
            has = f"the case has {few(names, name)}" if names else "the case has none"
            raise ConflictError(
                f"there is no {what} {name!r} to remove; {has}.{nearest(name, names)}"
            )


def _prepare(
    file: str, name: str, original: Case, also: Also | None, agreements: Agreements
) -> PreparedQuestion:
    case = _changed(original, also) if also else original
    changes = [
        terms_changes for terms_changes in (original.terms, also and also.terms) if terms_changes
    ]
    terms, known, changed_names = agreements.terms(case.agreement, changes)
    zone = terms.agreement.time_zone
    source = Source.of_data(file, {"facts": list(case.facts)}, 0)
    # Contradictory facts are refused only if a refusal is expected; else the answer shows them.
    facts, problems = check_facts(source, known, terms if case.refused is not None else None)
    if problems or facts is None:
        raise InvalidError(problems)
    question = find_question(case.question)
    if question is None:
        hint = nearest(case.question, QUESTIONS)
        raise RefusedError(
            f"no question {case.question!r}; there are {few(QUESTIONS, case.question)}.{hint}"
        )
    for reading, choice in case.readings.items():
        if problem := choice_problem(reading, choice, terms.all_readings):
            raise RefusedError(f"reading {reading}={choice}: {problem}")
    if conflict := conflict_in(case.readings):
        raise RefusedError(str(conflict))
    look = Look(
        terms=terms,
        log=FactLog(facts.facts, zone),
        as_of=case.as_of,
        known_at=_instant(case.known_at, zone),
        readings=case.readings,
    )
    # The options of a question that is to be refused, possibly because of them, are not checked.
    unchecked = {str(name): value for name, value in case.ask.items()}
    options = read_options(question, case.ask) if case.refused is None else unchecked
    names = names_of((agreements.terms(case.agreement, [])[2], changed_names), original)
    return PreparedQuestion(
        file, name, (question, look, options), case.expected, case.refused, names, case.fails
    )


def _instant(moment: date | datetime | None, zone: str) -> datetime | None:
    if moment is None or isinstance(moment, datetime):
        return moment
    return end_of(moment, zone)
