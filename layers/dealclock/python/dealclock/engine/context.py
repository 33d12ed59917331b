"""What every part of the engine works from: the terms, the facts that count, and the day."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.provisions import Period
from dealclock.agreement.readings import BUSINESS_DAY
from dealclock.agreement.terms import Terms
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import Count, business_days_after, days_after
from dealclock.engine.assessment import Grounds, Status
from dealclock.errors import DealclockError
from dealclock.facts.log import Seen, assumes_nothing_else, of_kind

NOTHING = Grounds((), hypothetical=False)


class EngineError(DealclockError):
    """Terms and facts that fit their shape but cannot be assessed together."""


@dataclass(frozen=True, slots=True)
class Context:
    """One question: these terms and facts, read this way, as of the start of this day."""

    terms: Terms
    seen: tuple[Seen, ...]
    as_of: date
    readings: Mapping[str, str]

    @property
    def calendar(self) -> Calendar:
        """The calendar of Business Days under the chosen reading."""
        return calendar(self.readings[BUSINESS_DAY.id])

    def after(self, start: date, period: Period) -> Count:
        """The last day of `period` counted after `start`."""
        if period.unit == "days":
            return days_after(start, period.count)
        return business_days_after(start, period.count, self.calendar)

    def facts(self, kind: str) -> Iterator[Seen]:
        """The facts of one kind that count, in order."""
        return of_kind(self.seen, kind)

    def first(self, kind: str, on_or_after: date | None = None) -> Seen | None:
        """The first fact of a kind, on or after a day when one is given."""
        return next(
            (s for s in self.facts(kind) if on_or_after is None or s.on >= on_or_after), None
        )

    def first_after(self, event: Seen, kind: str) -> Seen | None:
        """The first fact of a kind that follows another, on the same day only if recorded later."""
        after = self.seen[self.seen.index(event) + 1 :]
        return next(of_kind(after, kind), None)

    def about(self, kind: str, instance: str) -> Seen | None:
        """The first fact of a kind that is about an instance."""
        return next((s for s in self.facts(kind) if s.fact.about == instance), None)

    def grounds(self, *seen: Seen | None, absence: bool = False) -> Grounds:
        """Grounds in facts; with `absence`, also in nothing else having happened."""
        silence = assumes_nothing_else(self.seen) if absence else None
        used = [s for s in (*seen, silence) if s is not None]
        return Grounds(tuple(s.id for s in used), any(s.hypothetical for s in used))


def status_of(due: date, met_on: date | None, as_of: date) -> Status:
    """Where an obligation due on a day stands at the start of `as_of`."""
    if met_on is not None and met_on <= as_of:
        return Status.MET if met_on <= due else Status.MET_LATE
    if as_of > due:
        return Status.MISSED
    return Status.DUE_TODAY if as_of == due else Status.UPCOMING
