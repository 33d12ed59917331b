"""The basis of a date or an amount: its steps, its facts, and the readings it depends on."""

from collections.abc import Iterable
from dataclasses import field
from datetime import date
from itertools import chain

from dealclock.days.counting import Count
from dealclock.records import record

_NO_READINGS: frozenset[str] = frozenset()


@record
class Step:
    """One step behind a date or an amount: its text, its Section, and the resulting day."""

    text: str = field(metadata={"key": "says"})
    clause: str
    day: date | None = None
    count: Count | None = None


@record
class Grounds:
    """The basis of a conclusion: facts by id, whether any of them is hypothetical, and readings.

    `readings` are those it depends on: changing any other single reading cannot change it.
    """

    facts: tuple[str, ...]
    hypothetical: bool
    readings: frozenset[str] = frozenset()

    def __or__(self, other: "Grounds") -> "Grounds":
        if not other.facts and not other.readings and not other.hypothetical:
            return self
        if not self.facts and not self.readings and not self.hypothetical:
            return other
        facts = dict.fromkeys((*self.facts, *other.facts))
        hypothetical = self.hypothetical or other.hypothetical
        return Grounds(tuple(facts), hypothetical, self.readings | other.readings)


def joined(parts: Iterable[Grounds]) -> Grounds:
    """The combined grounds of several, each fact once, in the order of the parts."""
    found = list(parts)
    facts = dict.fromkeys(chain.from_iterable([each.facts for each in found]))
    hypothetical = True in [each.hypothetical for each in found]
    readings = _NO_READINGS.union(*[each.readings for each in found])
    return Grounds(tuple(facts), hypothetical, readings)
