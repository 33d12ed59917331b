"""Every interpretation (reading) by id, and checks of a deal's choices among them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from dealclock.agreement.readings import (
    consents,
    counting,
    defaults,
    duties,
    interest,
    periods,
    questionnaires,
    sales,
    shares,
    suspensions,
)
from dealclock.agreement.readings.interest import CONCURRENT, NEW_DEFAULT
from dealclock.agreement.readings.reading import Reading
from dealclock.errors import AgreementError
from dealclock.files.source import nearest, suggest_name


class UnknownReadingError(AgreementError):
    """A reading or choice that does not exist; the message lists or suggests those that do."""


_MODULES = (
    counting,
    defaults,
    suspensions,
    interest,
    sales,
    duties,
    periods,
    questionnaires,
    consents,
    shares,
)


class _KnownReading(Protocol):
    @property
    def id(self) -> str: ...


_T = TypeVar("_T", bound=_KnownReading)


class DuplicateIdError(AgreementError):
    """Two definitions with the same id, so that one would hide the other."""


def index_by_id(items: Iterable[_T], what: str) -> dict[str, _T]:
    """The items by id, in order; raises DuplicateIdError if two share an id.

    `what` names them in the message, in the plural.
    """
    by_id: dict[str, _T] = {}
    for item in items:
        if item.id in by_id:
            raise DuplicateIdError(f"two {what} have the id {item.id!r}; give each its own id.")
        by_id[item.id] = item
    return by_id


ALL: Mapping[str, Reading] = MappingProxyType(
    index_by_id((r for m in _MODULES for r in m.READINGS), "readings")
)


DEFAULTS: Mapping[str, str] = MappingProxyType({r.id: r.default for r in ALL.values()})
"""The choices used if a deal makes none."""


def choice_problem(question: str, choice: str) -> str | None:
    """What is wrong with choosing `choice` for `question`, or None."""
    if question not in ALL:
        return f"no such reading; {suggest_name(question, ALL, 'docs/readings.md')}"
    if choice not in ALL[question].choices:
        allowed = ALL[question].choices
        hint = nearest(choice.upper(), allowed)
        return f"allowed for {question}: {', '.join(allowed)}{hint and f'.{hint}'}"
    return None


def choose(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Every reading with its choice: those given, and the defaults for the rest.

    Raises UnknownReadingError for a question or a choice that does not exist.
    """
    for question, choice in chosen.items():
        if problem := choice_problem(question, choice):
            raise UnknownReadingError(f"reading {question}={choice}: {problem}")
    return MappingProxyType({**DEFAULTS, **chosen})


class ContradictoryReadingsError(AgreementError):
    """Contradictory choices; the message explains why and what to choose instead."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Choices by reading that contradict each other, and why."""

    choices: Mapping[str, str]
    why: str

    def holds(self, chosen: Mapping[str, str]) -> bool:
        """Whether all of these choices are made."""
        return all(chosen.get(reading) == choice for reading, choice in self.choices.items())

    def __str__(self) -> str:
        both = " and ".join(f"{reading}={choice}" for reading, choice in self.choices.items())
        return f"{both} contradict each other: {self.why}"


CONFLICTS = (
    Conflict(
        {CONCURRENT.id: "STACKED", NEW_DEFAULT.id: "CUMULATIVE"},
        "each default either counts its own days or adds to a common count; give "
        "default-after-cure=RESTART or another choice of concurrent-defaults",
    ),
    Conflict(
        {CONCURRENT.id: "STACKED", NEW_DEFAULT.id: "FIXED-WINDOW"},
        "each default either counts its own days or uses the first days of the first default; "
        "give default-after-cure=RESTART or another choice of concurrent-defaults",
    ),
)


def conflict_in(chosen: Mapping[str, str]) -> Conflict | None:
    """The first conflict among the choices, or None."""
    return next((c for c in CONFLICTS if c.holds(chosen)), None)


def refuse_conflicts(chosen: Mapping[str, str]) -> None:
    """Raise ContradictoryReadingsError if two of the choices contradict each other."""
    if conflict := conflict_in(chosen):
        raise ContradictoryReadingsError(f"{conflict}.")
