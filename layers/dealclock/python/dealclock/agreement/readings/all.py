"""Every reading there is, by its id; what a deal chooses among them is checked here, and
which choices contradict each other.
"""

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
from dealclock.files.source import nearest, one_of_many


class UnknownReading(AgreementError):
    """A reading that does not exist; the message names those that do."""


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
    """Two things of this program that share an id, so that one would hide the other."""


def once_each(found: Iterable[_T], what: str) -> dict[str, _T]:
    """Each by its id, in order; raises DuplicateIdError for an id that two of them have.

    `what` they are, in the plural.
    """
    by_id: dict[str, _T] = {}
    for each in found:
        if each.id in by_id:
            raise DuplicateIdError(f"two {what} have the id {each.id!r}; give each its own id.")
        by_id[each.id] = each
    return by_id


ALL: Mapping[str, Reading] = MappingProxyType(
    once_each((r for m in _MODULES for r in m.READINGS), "readings")
)


DEFAULTS: Mapping[str, str] = MappingProxyType({r.id: r.default for r in ALL.values()})
"""What is read where a deal has chosen nothing."""


def problem_with(question: str, choice: str) -> str | None:
    """What is wrong with choosing `choice` for `question`, or None."""
    if question not in ALL:
        return f"no such reading; {one_of_many(question, ALL, 'docs/readings.md')}"
    if choice not in ALL[question].choices:
        allowed = ALL[question].choices
        near = nearest(choice.upper(), allowed)
        return f"allowed for {question}: {', '.join(allowed)}{near and f'.{near}'}"
    return None


def choose(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Every reading with its choice: the chosen ones, and the default for the rest.

    Raises UnknownReading for a question or a choice that does not exist.
    """
    for question, choice in chosen.items():
        if wrong := problem_with(question, choice):
            raise UnknownReading(f"reading {question}={choice}: {wrong}")
    return MappingProxyType({**DEFAULTS, **chosen})


class ContradictoryReadings(AgreementError):
    """Choices that cannot hold together; the message says why and what to choose instead."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Choices by reading that together say two things of one matter, and why."""

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
    """Raise ContradictoryReadings when two of the choices cannot hold together."""
    if conflict := conflict_in(chosen):
        raise ContradictoryReadings(f"{conflict}.")
