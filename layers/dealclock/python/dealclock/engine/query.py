"""The engine's query: terms and events, as of a day, under chosen readings."""

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime

from dealclock.agreement.rules.rule import Period
from dealclock.agreement.terms import Terms
from dealclock.engine.causes import ReadingsChosen
from dealclock.engine.in_force import InForce, in_force
from dealclock.facts.log import FactLog
from dealclock.records import record


@record
class Query:
    """A deal as of the start of a day.

    Events count that happened by `as_of` and were recorded by `known_at`, both included; left out,
    `known_at` is the end of `as_of` in the deal's zone. `readings` has choices by question, the
    others are the defaults. `targets` are the team's own target times for undated duties, by the id
    of the provision. `chosen` are the readings chosen over time, the earliest first, if known.
    """

    terms: Terms
    log: FactLog
    as_of: date
    known_at: datetime | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    targets: Mapping[str, Period] = field(default_factory=dict)
    chosen: tuple[ReadingsChosen, ...] = ()

    def in_force(self) -> InForce:
        """The terms in force on the day, the events that count and the readings used.

        Raises UnknownReadingError, OutsideCalendarError, or EngineError for terms that cannot be
        computed.
        """
        return in_force(self.terms, self.log, self.as_of, self.known_at, self.readings)
