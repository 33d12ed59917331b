"""`what-if`: what facts not yet recorded would move. Nothing is recorded."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.agreement.source import Problem, Source, one_of_many
from dealclock.agreement.terms import Terms
from dealclock.engine.assess import assess
from dealclock.engine.changes import compare
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import FactLog, end_of
from dealclock.render import words
from dealclock.render.changes import (
    NOTHING,
    figures_json,
    in_short,
    items_json,
    line_of,
    over_json,
    satisfied_json,
)
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.checked_files import check_facts
from dealclock.usecases.contradictions import new_contradictions
from dealclock.usecases.names_in_terms import outline
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

_FORMAT = "dealclock-what-if/1"
MOST_DAYS = 3660
"""The longest suspension that can be supposed: ten years."""


def answer(asked: Query) -> Json:
    """What moves on the later of the day asked and the last day of the facts supposed."""
    known_at = asked.known_at or end_of(asked.as_of, asked.log.zone)
    recorded = tuple(f for f in asked.log.facts if asked.log.recorded_at(f) <= known_at)
    supposed = supposed_facts(asked, recorded)
    wrong = [each.says for each, _ in new_contradictions(asked.terms, supposed, recorded)]
    if wrong:
        raise NotAnsweredError(
            f"what-if: {'; '.join(wrong)}; suppose an event that could have happened"
        )
    days = [asked.as_of, *(f.on for f in supposed)]
    if isinstance(asked.details.get("until"), date):
        days.append(asked.details["until"])  # type: ignore[arg-type]
    day = max(days)
    instant = max(known_at, end_of(day, asked.log.zone))
    log = FactLog(recorded, asked.log.zone)
    there = replace(log, facts=(*recorded, *supposed))
    without, found = (
        assess(
            asked.terms,
            known,
            day,
            instant,
            asked.readings,
            compare=False,
            targets=asked.targets,
        )
        for known in (log, there)
    )
    changes = compare(without, found)
    return {
        "format": _FORMAT,
        "deal": asked.terms.id,
        "as_of": asked.as_of.isoformat(),
        "looked_at": day.isoformat(),
        "terms": found.terms.version,
        "supposed": [
            {"id": f.id, "kind": f.kind, "on": f.on.isoformat(), "basis": f.basis} for f in supposed
        ],
        "items": items_json(changes),
        "moves": figures_json(changes),
        "opened": list(changes.opened),
        "closed": list(changes.closed),
        "met": list(satisfied_json(changes)),
        "over": list(over_json(changes)),
        "recorded": False,
        "notice": LEGAL,
    }


def supposed_facts(asked: Query, recorded: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts supposed, each invented and known at once; raises NotAnsweredError."""
    given = [dict(each) for each in _records(asked.details.get("fact"))]
    given += _suspension(asked)
    if not given:
        raise NotAnsweredError(
            "what-if: nothing is supposed; give --fact "
            "'{kind: registration-statement-effective, on: 2004-12-01}' or --suspend-from"
        )
    for number, each in enumerate(given, start=1):
        each.setdefault("id", f"IF-{number}")
        each["basis"] = "hypothetical"
        if each["id"] in {f.id for f in recorded}:
            raise NotAnsweredError(
                f"what-if: {each['id']} is already recorded; give another id, or none"
            )
        if "recorded_at" in each:
            raise NotAnsweredError(
                "what-if: leave out recorded_at; a supposed event is not recorded"
            )
    known = outline(asked.terms.model_dump())
    found, problems = check_facts(Source("what-if", {"facts": given}, {}), known, before=recorded)
    if problems or found is None:
        says = "; ".join(f"{_of_fact(p.where)}{p.given}: {_allowed(p, given)}" for p in problems)
        raise NotAnsweredError(f"what-if: {says}")
    return found.facts


def _allowed(problem: Problem, given: Sequence[Mapping[str, Any]]) -> str:
    """What is allowed; of a kind, which are too many for a line, those near it."""
    if not problem.where.endswith(".kind"):
        return problem.allowed
    word = str(given[int(problem.where.split(".")[1])].get("kind"))
    return f"no such kind of event; {one_of_many(word, KINDS, 'docs/terms.md')}"


def _of_fact(where: str) -> str:
    """Where in the facts supposed a problem stands: "fact 1, on: "."""
    _, _, within = where.partition(".")
    number, _, key = within.partition(".")
    return f"event {int(number) + 1}{f', {key}' if key else ''}: " if number.isdigit() else ""


def _records(given: object) -> Sequence[Mapping[str, Any]]:
    return given if isinstance(given, tuple) else ()


def _suspension(asked: Query) -> Iterator[dict[str, Any]]:
    """A suspension by a notice given by hand, day 1 its own day, and its end so many days on."""
    start, length = asked.details.get("suspend-from"), asked.details.get("suspend-days")
    if start is None and length is None:
        return
    if not isinstance(start, date):
        raise NotAnsweredError(
            "what-if: --suspend-days needs --suspend-from, the first suspended day"
        )
    if length is not None and (not isinstance(length, int) or length < 1):
        raise NotAnsweredError(f"what-if: --suspend-days {length} is not valid; give 1 or more")
    if isinstance(length, int) and length > MOST_DAYS:
        raise NotAnsweredError(
            f"what-if: --suspend-days {length} is not valid; give at most {MOST_DAYS}"
        )
    rule = _budget(asked.in_force().terms)
    given = [{"to": to, "method": "hand", "on": start} for to in rule.to]
    yield {"id": "IF-SUSPENSION", "kind": rule.begins_with, "on": start, "given": given}
    if isinstance(length, int):
        end = start + timedelta(days=length)
        yield {"id": "IF-RESUMED", "kind": rule.ends_with, "on": end}


def _budget(terms: Terms) -> DayBudget:
    rules = tuple(terms.all_of(DayBudget))
    if len(rules) > 1:
        ids = ", ".join(rule.id for rule in rules)
        raise NotAnsweredError(
            f"what-if: there are several day budgets ({ids}); suppose a notice with --fact"
        )
    rule = next(iter(rules), None)
    if rule is None:
        raise NotAnsweredError(
            "what-if: these terms have no day budget, so no suspension can be supposed"
        )
    return rule


def first(answered: Json) -> str:
    """The gravest change that the events supposed would make."""
    found: dict[str, Any] = answered
    supposed = [f"{f['kind'].replace('-', ' ')} {words.iso(f['on'])}" for f in found["supposed"]]
    return f"if {words.listed(supposed)}: {in_short(found['items'], 'nothing changes')}"


def render(answered: Json, width: int) -> Iterator[str]:
    """What is supposed, and each change it makes."""
    found: dict[str, Any] = answered
    supposed = [
        f"{f['kind'].replace('-', ' ')} on {words.iso(f['on'])} ({f['id']})"
        for f in found["supposed"]
    ]
    says = f"HYPOTHETICAL: if {words.listed(supposed)}; as of {words.iso(found['looked_at'])}:"
    yield from wrapped(says, width)
    for each in found["items"]:
        yield from wrapped(line_of(each), width, 2, 2)
    if not found["items"]:
        yield f"  {NOTHING}"
    yield from wrapped(f"Nothing was recorded. {found['notice']}", width)


QUESTION = Question(
    "what-if",
    (
        Detail("fact", "a supposed event, in the format of facts.yaml; repeatable", "records"),
        Detail("suspend-from", "first day of a supposed suspension", "day"),
        Detail("suspend-days", "its length in days (default: it does not end)", "number"),
        Detail("until", "the day to assess, if later than all others", "day"),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20 "
    "--fact '{kind: registration-statement-effective, on: 2004-12-01}'",
    first=first,
)
