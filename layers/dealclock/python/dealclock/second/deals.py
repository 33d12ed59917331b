"""A small agreement in the general form, as plain data, with its history on a day."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from dealclock.second.story import Event

Provision = Mapping[str, Any]


class NotCoveredError(Exception):
    """The second engine does not compute such terms; `of` is the provision, once it is known."""

    of = ""


@contextmanager
def covering(provision: str) -> Iterator[None]:
    """Note the provision that something not covered is of, unless one inside it was noted."""
    try:
        yield
    except NotCoveredError as error:
        error.of = error.of or provision
        raise


@dataclass(frozen=True, slots=True)
class Deal:
    """The terms as read from YAML, the events known on a day in order, and the readings chosen.

    A reading that is not chosen has the first choice that the terms give.
    """

    terms: Mapping[str, Any]
    events: tuple[Event, ...]
    as_of: date
    readings: Mapping[str, str] = field(default_factory=dict)
    steps: list[str] | None = field(default=None, compare=False)
    """Where to note each Day that is worked out, with what it comes to."""
    deemed: tuple[Event, ...] = ()
    """Events deemed to have happened since rights passed unused; they have no id."""

    @classmethod
    def on(
        cls,
        terms: Mapping[str, Any],
        events: tuple[Event, ...],
        as_of: date,
        readings: Mapping[str, str] | None = None,
    ) -> "Deal":
        """The deal as known on a day."""
        known = sorted((e for e in events if e.on <= as_of), key=lambda e: e.on)
        return cls(terms, tuple(known), as_of, readings or {})

    def of(self, *kinds: str) -> list[Event]:
        """The events of these kinds, in order."""
        return [e for e in self.events if e.kind in kinds]

    def happened(self, *kinds: str) -> list[Event]:
        """The same with what is deemed to have happened."""
        deemed = [e for e in self.deemed if e.kind in kinds and e.on <= self.as_of]
        return sorted([*self.of(*kinds), *deemed], key=lambda e: e.on)

    def every_provision(self) -> list[Provision]:
        """All provisions, in order."""
        given = self.terms.get("provisions", [])
        if isinstance(given, Mapping):
            return [{"id": name, **each} for name, each in given.items()]
        return list(given)

    def provisions(self, *types: str) -> dict[str, Provision]:
        """The provisions of these types by id, in order."""
        return {p["id"]: p for p in self.every_provision() if p["type"] in types}

    @property
    def calendar(self) -> str:
        """The calendar of its Business Days."""
        return str(self.reading("business-day", self.terms.get("calendar", "federal-reserve")))

    def reading(self, question: str, default: Any) -> Any:
        """The choice made for a question."""
        return self.readings.get(question, default)

    def pick(self, value: Any) -> Any:
        """A value of the terms or, of a choice, the value under the choice made."""
        if isinstance(value, Mapping) and "reading" in value:
            choices = {key: each for key, each in value.items() if key != "reading"}
            return choices[self.reading(value["reading"], next(iter(choices)))]
        return value


def listed(value: Any) -> list[Any]:
    """Several values, or the one given."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A default: the day it occurred, the days it accrues from and to, and its cure."""

    id: str
    name: str
    occurred_on: date
    accrues_from: date
    accrues_to: date | None
    cured_on: date | None
