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
class Why:
    """Why a conclusion holds: facts by id, whether any of them is hypothetical, the readings, and
    the steps to its day or amount, in order.

    `readings` are those it depends on: changing any other single reading cannot change it. `steps`
    are empty for a part of a conclusion, which has none of its own.
    """

    facts: tuple[str, ...]
    hypothetical: bool
    readings: frozenset[str] = frozenset()
    steps: tuple[Step, ...] = ()

    def __or__(self, other: "Why") -> "Why":
        """The facts and readings of both, each fact once, with the steps of the first alone."""
        if not other.facts and not other.readings and not other.hypothetical:
            return self
        facts = dict.fromkeys((*self.facts, *other.facts))
        hypothetical = self.hypothetical or other.hypothetical
        return Why(tuple(facts), hypothetical, self.readings | other.readings, self.steps)

    def with_steps(self, steps: tuple[Step, ...]) -> "Why":
        """The same facts and readings, with these steps."""
        return Why(self.facts, self.hypothetical, self.readings, steps)


NOTHING = Why((), hypothetical=False)
"""Why something holds that rests on no event and no reading."""


def joined(parts: Iterable[Why]) -> Why:
    """The facts and readings of several, each fact once, in the order of the parts; no steps."""
    found = list(parts)
    facts = dict.fromkeys(chain.from_iterable([each.facts for each in found]))
    hypothetical = True in [each.hypothetical for each in found]
    readings = _NO_READINGS.union(*[each.readings for each in found])
    return Why(tuple(facts), hypothetical, readings)
