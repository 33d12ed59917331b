"""Choices of readings that cannot hold together: one denies what the other says."""

from collections.abc import Mapping
from dataclasses import dataclass

from dealclock.agreement.readings.interest import CONCURRENT, NEW_DEFAULT
from dealclock.errors import DealclockError


class ContradictoryReadings(DealclockError):
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
