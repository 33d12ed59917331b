"""Interpretations (readings): named ways to read an ambiguous Section, each with a default.

Every question with its choices and their meanings is in readings.yaml; docs/readings.md describes
each in full. Only choices that the engine can compute are listed.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from dealclock.errors import RefusedError
from dealclock.files.library_data import library_data
from dealclock.files.source import few, nearest, suggest_name
from dealclock.records import record
from dealclock.terms.neutral_ids import shown_choice, stable_choice


@record
class Reading:
    """One question of interpretation and its possible answers: each choice with its meaning.

    The first of `choices` is the default. `applies_to` lists where its Sections are in the terms:
    types of provision, or keys of `clauses`; "day budget.in_any" is that type if it has that key.
    `needs`, in the same form, is what else the terms must have for the question to arise.
    `settled_against` are choices that can be computed but that the law has rejected: they never
    narrow a safe window or widen a range. `why` is the reason for the default, `clause` the Section
    of one that a deal declares, which has no `why`.
    """

    id: str
    applies_to: tuple[str, ...]
    question: str
    choices: Mapping[str, str]
    settled_against: tuple[str, ...] = ()
    needs: str = ""
    clause: str = ""
    why: str = ""

    @property
    def default(self) -> str:
        """The choice used if a deal makes none."""
        return next(iter(self.choices))

    @property
    def shown(self) -> Mapping[str, str]:
        """Each choice as people are shown it, with its meaning."""
        return {shown_choice(self.id, name): means for name, means in self.choices.items()}

    @property
    def others(self) -> tuple[str, ...]:
        """The choices other than the default."""
        return tuple(self.choices)[1:]

    @property
    def open(self) -> tuple[str, ...]:
        """The choices that the law has not rejected."""
        return tuple(c for c in self.choices if c not in self.settled_against)


@record
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


def _read() -> tuple[dict[str, Reading], tuple[Conflict, ...]]:
    """The readings by id and the conflicts of readings.yaml."""
    data = library_data(Path(__file__).with_suffix(".yaml"))
    return (
        {
            name: Reading(
                name,
                tuple(entry.pop("applies_to")),
                settled_against=tuple(entry.pop("settled_against", ())),
                **entry,
            )
            for name, entry in data["readings"].items()
        },
        tuple(Conflict(**entry) for entry in data["contradictory"]),
    )


_READINGS, CONFLICTS = _read()

ALL: Mapping[str, Reading] = MappingProxyType(_READINGS)

DEFAULTS: Mapping[str, str] = MappingProxyType({r.id: r.default for r in ALL.values()})
"""The choices used if a deal makes none."""


def choice_problem(question: str, choice: str, known: Mapping[str, Reading] = ALL) -> str | None:
    """What is wrong with choosing `choice` for `question`, one of the `known` readings; or None."""
    if question not in known:
        return f"no such reading; {suggest_name(question, known, 'docs/readings.md')}"
    if stable_choice(question, choice) not in known[question].choices:
        allowed = known[question].shown
        hint = nearest(choice.upper(), allowed)
        return f"allowed for {question}: {few(allowed, choice)}{hint and f'.{hint}'}"
    return None


def choose(chosen: Mapping[str, str], known: Mapping[str, Reading] = ALL) -> Mapping[str, str]:
    """Each of the `known` readings with the id of its choice: of those given, by either of its
    names, and the defaults for the rest.

    Raises RefusedError for a question or a choice that does not exist.
    """
    for question, choice in chosen.items():
        if problem := choice_problem(question, choice, known):
            raise RefusedError(f"reading {question}={choice}: {problem}")
    defaults = {question: next(iter(reading.choices)) for question, reading in known.items()}
    given = {question: stable_choice(question, choice) for question, choice in chosen.items()}
    return MappingProxyType({**defaults, **given})


def conflict_in(chosen: Mapping[str, str]) -> Conflict | None:
    """The first conflict among the choices, or None."""
    return next((c for c in CONFLICTS if c.holds(chosen)), None)


def refuse_conflicts(chosen: Mapping[str, str]) -> None:
    """Raise RefusedError if two of the choices contradict each other."""
    if conflict := conflict_in(chosen):
        raise RefusedError(f"{conflict}.")
