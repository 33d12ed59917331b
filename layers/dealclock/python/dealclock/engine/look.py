"""A deal as of a day: what every part of the engine and every answer is asked about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from weakref import WeakValueDictionary

from dealclock.days.calendars import calendar
from dealclock.engine.comparing.comparison import Comparison
from dealclock.engine.context import Choices, Context, Memory, contexts
from dealclock.errors import DealclockError
from dealclock.facts.index import FactIndex
from dealclock.facts.kinds import kinds_of, no_such_kind, unknown_kinds
from dealclock.facts.log import FactLog, end_of, last_day_of
from dealclock.records import record
from dealclock.terms.readings import choose
from dealclock.terms.rules.rule import Period
from dealclock.terms.terms import Terms
from dealclock.terms.versions import Version, versions


@record
class ReadingsChosen:
    """The readings chosen from an instant on, by question; the rest are the defaults."""

    since: datetime
    readings: Mapping[str, str]


@dataclass(frozen=True)
class Look:
    """A deal as of the start of a day, given what was known.

    Events count that happened by `as_of` and were recorded by `known_at`, both included; left out,
    `known_at` is the end of `as_of` in the deal's zone. `terms` are those with all amendments,
    which are used as known at that instant. `readings` has choices by question, the others are the
    defaults. `targets` are the team's own target times for undated duties, by the id of the
    provision. `compared` gives what comparing this look with other readings found before, or None.
    """

    terms: Terms
    log: FactLog
    as_of: date
    known_at: datetime | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    targets: Mapping[str, Period] = field(default_factory=dict)
    compared: "Callable[[Look], Comparison | None]" = field(
        default=lambda _look: None, repr=False, compare=False
    )

    @property
    def instant(self) -> datetime:
        """The instant by which events were known."""
        return self.known_at or end_of(self.as_of, self.log.zone)

    @cached_property
    def versions(self) -> Sequence[Version]:
        """The versions of the terms by the start of the day, the last of them in force.

        Raises DealclockError for terms with a kind of event that does not exist.
        """
        found = versions(self.terms, self.as_of, last_day_of(self.instant, self.log.zone))
        for version in found:
            _refuse_unknown_kinds(version.terms)
        return found

    @property
    def in_force(self) -> Terms:
        """The terms in force on the day; raises what `versions` does."""
        return self.versions[-1].terms

    @cached_property
    def readings_used(self) -> Mapping[str, str]:
        """The reading of every question, chosen or by default.

        Raises RefusedError for an unknown reading, and for a day that its Business Days do not
        reach.
        """
        chosen = {"business-day": self.terms.calendar, **self.readings}
        found = choose(chosen, self.terms.all_readings)
        calendar(found["business-day"]).is_open(self.as_of)
        return found

    @cached_property
    def known(self) -> FactIndex:
        """The events that count."""
        return FactIndex(self.log.known(self.as_of, self.instant), self.log.kinds())

    def contexts(
        self, moved: Mapping[str, str] | None = None, memory: Memory | None = None
    ) -> Sequence[Context]:
        """The context of each version of the terms, without targets and with some readings changed;
        raises what `versions` and `readings_used` do.
        """
        choices = Choices({**self.readings_used, **(moved or {})})
        return contexts(self.versions, self.known, self.as_of, choices, {}, memory)

    def context(self, moved: Mapping[str, str] | None = None) -> Context:
        """The context for a part of the engine under the terms in force."""
        return self.contexts(moved)[-1]


_CHECKED: WeakValueDictionary[int, Terms] = WeakValueDictionary()
"""Terms whose words were checked once, while they live."""


def _refuse_unknown_kinds(terms: Terms) -> None:
    if _CHECKED.get(id(terms)) is terms:
        return
    for _, word in unknown_kinds(terms.model_dump()):
        raise DealclockError(f"the terms have {word!r}; {no_such_kind(word, kinds_of(terms))}")
    _CHECKED[id(terms)] = terms
