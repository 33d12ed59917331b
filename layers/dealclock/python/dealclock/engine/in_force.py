"""The inputs of every answer: the terms in force on a day, the facts in effect by then, and the
readings chosen.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from weakref import WeakValueDictionary

from dealclock.agreement.readings import choose
from dealclock.agreement.terms import Terms
from dealclock.agreement.versions import Version, versions
from dealclock.days.calendars import calendar
from dealclock.engine.context import Choices, Context, contexts
from dealclock.errors import EngineError
from dealclock.facts.index import FactIndex
from dealclock.facts.kinds import kinds_of, no_such_kind, unknown_kinds
from dealclock.facts.log import FactLog, end_of, last_day_of
from dealclock.records import record


@record
class InForce:
    """The versions of the terms by the start of `as_of`, the last of them in force, and the other
    inputs.
    """

    versions: Sequence[Version]
    known: FactIndex
    as_of: date
    known_at: datetime
    readings: Mapping[str, str]

    @property
    def version(self) -> Version:
        """The version in force."""
        return self.versions[-1]

    @property
    def terms(self) -> Terms:
        """The terms in force on the day."""
        return self.version.terms

    def context(self, moved: Mapping[str, str] | None = None) -> Context:
        """The context for a part of the engine under the terms in force, with some readings
        changed.
        """
        choices = Choices({**self.readings, **(moved or {})})
        return contexts(self.versions, self.known, self.as_of, choices, {})[-1]


def in_force(
    terms: Terms,
    log: FactLog,
    as_of: date,
    known_at: datetime | None = None,
    readings: Mapping[str, str] | None = None,
) -> InForce:
    """The inputs as of the start of a day, given what was known at an instant.

    Facts count that happened by `as_of` and were recorded by `known_at`, both included; left out,
    `known_at` is the end of `as_of` in the deal's zone. Amended terms are used as known at
    `known_at`. `readings` has choices by question; the others are the defaults. Raises
    UnknownReadingError, OutsideCalendarError, or EngineError for terms that cannot be computed.
    """
    instant = known_at or end_of(as_of, log.zone)
    found = versions(terms, as_of, last_day_of(instant, log.zone))
    for version in found:
        _refuse_unknown_kinds(version.terms)
    chosen = choose({"business-day": terms.calendar, **(readings or {})}, terms.all_readings)
    # The calendar raises OutsideCalendarError for a day outside its table, regardless of the
    # question.
    calendar(chosen["business-day"]).is_open(as_of)
    return InForce(found, FactIndex(log.known(as_of, instant), log.kinds()), as_of, instant, chosen)


_CHECKED: WeakValueDictionary[int, Terms] = WeakValueDictionary()
"""Terms whose words were checked once, while they live."""


def _refuse_unknown_kinds(terms: Terms) -> None:
    if _CHECKED.get(id(terms)) is terms:
        return
    for _, word in unknown_kinds(terms.model_dump()):
        raise EngineError(f"the terms have {word!r}; {no_such_kind(word, kinds_of(terms))}")
    _CHECKED[id(terms)] = terms
