"""How ambiguous Sections are read, what other choices would change, and the dates safe under
all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.terms import Terms
from dealclock.answers.assess.keys import KEYS
from dealclock.answers.encode import Json, document
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.figures import Difference
from dealclock.engine.look import Look
from dealclock.files.source import nearest


@dataclass(frozen=True, slots=True)
class ReadingsQuery:
    """Every reading in use on the day, or one, in use or not."""

    only: str | None = option("one reading, such as default-occurs", shown="READING")


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """One way to read the Section; `settled_against` by law, so that it narrows no safe date."""

    name: str
    meaning: str
    settled_against: bool


@dataclass(frozen=True, slots=True)
class ReadingUsed:
    """One reading: the question a Section leaves open, its choices, and the one used here.

    `clauses` are the Sections of these terms that raise it, "" for none. `changes` are the figures
    that another choice of this reading alone would change.
    """

    reading: str
    question: str
    clauses: str
    choice: str
    choices: tuple[ReadingChoice, ...]
    changes: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class SafeDates:
    """The dates of an obligation or window that are safe under all readings together.

    For an obligation `first` is None and `last` is the earliest due date. For a window both are
    included, and `first` is after `last` where no day is safe.
    """

    instance: str
    title: str
    first: date | None
    last: date


@dataclass(frozen=True, slots=True)
class ReadingsResult:
    """The readings in use, or the `only` one requested; `safe` is then empty."""

    heading: Heading
    only: str | None
    readings: tuple[ReadingUsed, ...]
    safe: tuple[SafeDates, ...]


def as_document(result: ReadingsResult) -> Json:
    """The JSON document, its differences as in an assessment."""
    return document("dealclock-readings/1", result, {Difference: KEYS[Difference]})


def answer(look: Look, request: ReadingsQuery) -> ReadingsResult:
    """The readings in use on the day, or the one requested, in use or not.

    Raises NotAnsweredError for an unknown reading, and what `assess` raises.
    """
    known = look.terms.all_readings
    if request.only is not None and request.only not in known:
        raise NotAnsweredError(
            f"no reading is named {request.only!r}; give one of {', '.join(known)}."
            f"{nearest(request.only, known)}"
        )
    return of_assessment(assess(look), look, request)


def of_assessment(assessment: Assessment, look: Look, request: ReadingsQuery) -> ReadingsResult:
    """The same from an assessment already made under these terms."""
    known = look.in_force.all_readings
    used = [name for name in known if name in assessment.consulted]
    names = used if request.only is None else [request.only]
    return ReadingsResult(
        heading=Heading.of(look),
        only=request.only,
        readings=tuple(_used(name, assessment, look.in_force) for name in names),
        safe=tuple(_safe_dates(assessment)) if request.only is None else (),
    )


def _used(name: str, assessment: Assessment, terms: Terms) -> ReadingUsed:
    known = terms.all_readings[name]
    return ReadingUsed(
        reading=name,
        question=known.question,
        clauses=terms.clauses_of(known),
        choice=assessment.readings[name],
        choices=tuple(
            ReadingChoice(choice, meaning, choice in known.settled_against)
            for choice, meaning in known.choices.items()
        ),
        changes=tuple(d for d in assessment.differences if d.reading == name),
    )


def _safe_dates(assessment: Assessment) -> Iterator[SafeDates]:
    for owed in assessment.obligations:
        if owed.safe_together:
            yield SafeDates(owed.instance, owed.title, None, owed.safe_together)
    for window in assessment.windows:
        if window.safe_together:
            yield SafeDates(window.instance, window.title, *window.safe_together)
