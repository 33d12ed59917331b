"""One fact, and reading a file of them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from dealclock.agreement.provisions import Slug, Text
from dealclock.agreement.source import InvalidFiles, Model, Problem, Source, nearest, read
from dealclock.facts.kinds import KINDS

FactId = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9-]*$", max_length=30)]
Basis = Literal["deal record", "public record", "hypothetical"]
Method = Literal["hand", "fax", "telex", "courier", "mail", "e-mail"]


def _aware(instant: datetime) -> datetime:
    if instant.tzinfo is None:
        raise ValueError("give an instant with its offset, such as 2004-07-13T18:00-04:00")
    return instant.astimezone(UTC)


Instant = Annotated[datetime, AfterValidator(_aware)]


class Given(Model):
    """One delivery of a notice: to whom, how, and the day it was sent or handed over."""

    to: Slug
    method: Method
    on: date
    acknowledged: date | None = None


class Fact(Model):
    """What was seen: never edited; a later fact may correct it.

    `on` is the civil day it happened in the deal's zone; `recorded_at` when Dealclock was told,
    None in a file for "by the end of that day". `corrects` names the fact it takes the place of.
    """

    id: FactId
    kind: str
    on: date
    basis: Basis = "deal record"
    recorded_by: Text | None = None
    recorded_at: Instant | None = None
    evidence: Text | None = None
    note: Text | None = None
    given: tuple[Given, ...] = ()
    about: str | None = None
    lot: Slug | None = None
    corrects: FactId | None = None


class FactsFile(Model):
    """A file of facts: what the history is, and the facts in it."""

    history: Text | None = None
    facts: Annotated[tuple[Fact, ...], Field(max_length=5000)] = ()


def read_facts(source: Source) -> FactsFile:
    """The facts in a file (an empty file holds none); raises InvalidFiles with every problem."""
    file = read(source, FactsFile)
    problems = list(_problems(file.facts, source))
    if problems:
        raise InvalidFiles(problems)
    return file


def _problems(facts: Iterable[Fact], source: Source) -> Iterator[Problem]:
    seen: dict[str, Fact] = {}
    for i, fact in enumerate(facts):
        here = ("facts", i)
        if fact.id in seen:
            yield source.problem((*here, "id"), fact.id, "give each fact an id of its own")
        for field, wrong in wrong_with(fact, seen):
            yield source.problem((*here, field), getattr(fact, field) or None, wrong)
        seen[fact.id] = fact


def wrong_with(fact: Fact, before: dict[str, Fact]) -> Iterator[tuple[str, str]]:
    """What keeps `fact` from joining the facts recorded `before` it: (field, what is allowed)."""
    kind = KINDS.get(fact.kind)
    if kind is None:
        yield "kind", f"kinds of fact: {', '.join(KINDS)}.{nearest(fact.kind, KINDS)}"
        return
    if kind.given and not fact.given:
        yield "given", f"{fact.kind} must say to whom it was given, by what method, on what day"
    if kind.about and fact.about is None:
        yield "about", f"{fact.kind} must name the default or obligation it is about"
    if fact.corrects is not None:
        corrected = before.get(fact.corrects)
        if corrected is None:
            yield "corrects", "name a fact recorded before this one"
        elif corrected.kind != fact.kind:
            yield "corrects", f"a correction keeps the kind; {corrected.id} is {corrected.kind}"
