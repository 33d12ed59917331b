"""What the terms of one deal declare of their own: readings, kinds of event, and calendars."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, field_validator

from dealclock.days.calendars import FIRST_YEAR, LAST_YEAR, Calendar, listed
from dealclock.days.markets import calendar_of
from dealclock.errors import Problem
from dealclock.files import raw
from dealclock.files.refusals import must_match
from dealclock.files.source import GrowingModel, Model, Source, Text, Where, few, nearest
from dealclock.terms.neutral_ids import shown_choice, stable_choice
from dealclock.terms.readings import ALL, Reading
from dealclock.terms.rules.rule import Kind
from dealclock.terms.source_text import SourceText

ChoiceName = Annotated[
    str,
    AfterValidator(
        must_match(
            r"(?!(?i:default)\Z)[A-Za-z0-9][A-Za-z0-9-]{0,39}",
            "give a choice a name of letters, digits and hyphens, such as FIFTEEN",
        )
    ),
]


class DeclaredChoice(Model):
    """One way to read the text, and what it means."""

    name: ChoiceName
    means: Text


class DeclaredReading(GrowingModel):
    """A question that this deal's own text leaves open, or answers in two ways.

    The first of `choices` is the default; `clause` are the Sections that raise it. A file may give
    the choices as keys with their meanings. `settled_against` are those the law has rejected.
    """

    added = frozenset({"source"})

    clause: Text
    question: Text
    choices: Annotated[tuple[DeclaredChoice, ...], Field(min_length=2, max_length=20)]
    settled_against: tuple[str, ...] = ()
    source: SourceText | None = None

    @field_validator("choices", mode="before")
    @classmethod
    def _in_order(cls, choices: object) -> object:
        # Stored data has its keys sorted, and the first choice is the default: so it is a list.
        if isinstance(choices, Mapping):
            return [{"name": name, "means": means} for name, means in choices.items()]
        return choices

    @field_validator("choices")
    @classmethod
    def _differ(cls, choices: tuple[DeclaredChoice, ...]) -> tuple[DeclaredChoice, ...]:
        if len({each.name.lower() for each in choices}) != len(choices):
            raise ValueError("give choices whose names differ by more than capitals")
        return choices

    def reading(self, name: str) -> Reading:
        """The reading under its id, as those that every deal has."""
        return Reading(
            name,
            (),
            self.question,
            {each.name: each.means for each in self.choices},
            self.settled_against,
            clause=self.clause,
        )


# Not EDGAR's, which may not move a last day later (days/edgar.py).
_Places = tuple[Literal["federal-reserve", "gcl-24", "nyse"], ...]
Detail = Literal[
    "given", "time", "lot", "holder", "to", "amount", "shares", "unadjusted", "ratio", "target"
]


class DeclaredEvent(Model):
    """A kind of event of this deal's own: what happened, in a sentence.

    `about` says what each such event names: a default, a payment, an obligation that it satisfies,
    a suspension, any item, another event, or an event of certain kinds; "nothing" if it names none.
    Left out, it may name the instance that it satisfies. `fields` are the details it must have,
    `optional` those it may. An act done `once` satisfies together what opened on one day.
    """

    title: Text
    about: (
        Literal["default", "payment", "obligation", "suspension", "item", "event", "nothing"]
        | tuple[Kind, ...]
        | None
    ) = None
    fields: tuple[Detail, ...] = ()
    optional: tuple[Detail, ...] = ()
    once: bool = False


class DeclaredCalendar(Model):
    """The open days of several places: those on which all the calendars in `open_in` are, but for
    the days in `closed`, such as the holidays of another city, with their reasons.

    They are listed for the `years` from the first to the last; `source` says from where.
    """

    open_in: _Places
    closed: dict[date, Text]
    years: tuple[int, int]
    source: Text

    @field_validator("years")
    @classmethod
    def _in_order(cls, years: tuple[int, int]) -> tuple[int, int]:
        if not FIRST_YEAR <= years[0] <= years[1] <= LAST_YEAR:
            raise ValueError(f"give the first and the last year, from {FIRST_YEAR} to {LAST_YEAR}")
        return years

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if not self.open_in:
            yield "give open in: the calendars on all of which a day must be open"
        first, last = self.years
        for day in self.closed:
            if not first <= day.year <= last:
                yield f"{day} is in none of its years, {first} to {last}; correct one"
        for year in range(first, last + 1):
            if not any(day.year == year for day in self.closed):
                yield f"list the closed days of {year} too, or give fewer years"

    def days(self, name: str) -> Calendar:
        """The calendar, under its name in the terms."""
        of = tuple(map(calendar_of, self.open_in))
        return listed(name, of, tuple(sorted(self.closed.items())), self.years)


def problems_with_readings(source: Source) -> Iterator[Problem]:
    """Problems: declared readings that hide one of every deal, reject the default, or that no value
    of the terms depends on; and values that depend on a reading or a choice not known.
    """
    declared = {raw.slug(name): each for name, each in raw.record(source.data, "readings").items()}
    known: dict[str, tuple[str, ...] | None] = {r.id: tuple(r.choices) for r in ALL.values()}
    known |= {name: _choices(each) for name, each in declared.items() if name is not None}
    used: set[object] = set()
    for where, given in _dependent(source.data, ()):
        used.add(str(given.get("reading")))
        if None not in declared:
            yield from _wrong_choice(source, where, given, known)
    for name, each in declared.items():
        here: Where = ("readings", str(name))
        yield from _settled(source, here, each)
        if name in ALL:
            instead = "Dealclock has a reading of this id; give another, or use that one"
            yield source.problem(here, name, instead)
        elif name is not None and name not in used:
            instead = (
                f"no value of the terms depends on it; give one as {{reading: {name}, CHOICE: "
                "VALUE, ...}, or leave the reading out"
            )
            yield source.problem(here, name, instead)


def _settled(source: Source, here: Where, declared: object) -> Iterator[Problem]:
    """Choices that the law rejects: they exist, and the default is not among them."""
    choices = _choices(declared)
    for word in raw.items(declared, "settled_against") if choices else ():
        where: Where = (*here, "settled_against")
        if word not in (choices or ()):
            yield source.problem(
                where, word, f"give choices of it: {few(choices or (), str(word))}"
            )
        elif choices and word == choices[0]:
            yield source.problem(where, word, "it is the default; give another choice first")


def _choices(declared: object) -> tuple[str, ...] | None:
    """The names of the choices; None if they could not be read."""
    choices = declared.get("choices") if isinstance(declared, Mapping) else None
    if isinstance(choices, Mapping):
        return tuple(map(str, choices))
    names = [each.get("name") for each in raw.records(declared, "choices")]
    return tuple(map(str, names)) if names else None


def _dependent(data: Any, where: Where) -> Iterator[tuple[Where, raw.Record]]:
    """Every value of the terms that depends on a reading, with its place."""
    if isinstance(data, Mapping):
        if "reading" in data:
            yield where, data
        for key, value in data.items():
            yield from _dependent(value, (*where, str(key)))
    elif isinstance(data, list | tuple):
        for i, value in enumerate(data):
            yield from _dependent(value, (*where, i))


def _wrong_choice(
    source: Source, where: Where, given: raw.Record, known: Mapping[str, tuple[str, ...] | None]
) -> Iterator[Problem]:
    name = given.get("reading")
    if not isinstance(name, str) or name not in known:
        hint = nearest(str(name), known)
        instead = f"no such reading; declare it under readings, or see docs/readings.md.{hint}"
        yield source.problem((*where, "reading"), name, instead)
        return
    choices = known[name]
    if choices is None:
        return  # refused where it is declared
    words = {stable_choice(name, str(key)) for key in given if key != "reading"}
    for key in given:
        if key != "reading" and stable_choice(name, str(key)) not in choices:
            allowed = [shown_choice(name, choice) for choice in choices]
            instead = f"allowed for {name}: {few(allowed, str(key))}.{nearest(str(key), allowed)}"
            yield source.problem((*where, str(key)), key, instead)
    if missing := [shown_choice(name, choice) for choice in choices if choice not in words]:
        yield source.problem(where, name, f"give a value for each choice: {few(missing)} too")
