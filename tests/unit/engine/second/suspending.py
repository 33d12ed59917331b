"""Whether use of the Prospectus is suspended, day after day, and whether as 4(b)(i) allows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.unit.engine.second.business_days import nth_business_day_after
from tests.unit.engine.second.story import EXTENDED, RESUMED, SUSPENDED, Event, Story

Happened = Mapping[str, Sequence[Event]]
BUSINESS_DAYS_TO_GIVE = {"hand": 0, "courier": 1, "mail": 5}


@dataclass(slots=True)
class Suspending:
    """The suspensions as they stand today.

    `running` is the notice by which use is suspended, `run` the suspended days without a gap to
    today, `spent_on` the day that ended with none left in a row, `periods` how many there have
    been, `posted` the notices on their way: the day given, and the id. `in_vain` is whether use was
    ever resumed on the day of the only notice.
    """

    story: Story
    running: str | None = None
    extended: bool = False
    run: int = 0
    periods: int = 0
    days: list[date] = field(default_factory=list)
    posted: list[tuple[date, str]] = field(default_factory=list)
    spent_on: date | None = None
    ended_today: bool = False
    in_vain: bool = False

    def allowed_in_a_row(self, today: date) -> int:
        """45 days, or 60 while the running one is extended for a material transaction."""
        limits = self.story.limits(today)
        return limits.extended if self.extended else limits.in_a_row

    def end_day(self, today: date) -> None:
        """Today is the last day in a row that was allowed, if none before was and it runs."""
        if self.run and self.spent_on is None and self.run >= self.allowed_in_a_row(today):
            self.spent_on = today

    def open(self, today: date, happened: Happened) -> None:
        """Ends come before notices of the same day, unless there was nothing to end before."""
        before = self.running is not None or bool(self.posted)
        self.ended_today = RESUMED in happened
        if self.ended_today:
            self._end()
        for event in happened.get(SUSPENDED, ()):
            wait = BUSINESS_DAYS_TO_GIVE[event.method]
            calendar = self.story.reading("business-day")
            self.posted.append((nth_business_day_after(event.on, wait, calendar), event.id))
        if self.ended_today and not before:
            self.in_vain |= bool(self.posted)
            self._end()
        if self.posted:
            self._begin(today)
        self._count(today)
        if EXTENDED in happened and self.running is not None and self.spent_on is None:
            self.extended = True

    def _begin(self, today: date) -> None:
        """A notice given today suspends; while one runs already, it changes nothing."""
        for given, notice in sorted(self.posted):
            if given == today and self.running is None:
                self.running = notice
                self.periods += 1
        self.posted = [each for each in self.posted if each[0] > today]

    def _end(self) -> None:
        """Use resumes: what runs is over; where nothing did, what is in the post is called off."""
        if self.running is None:
            self.posted = []
        self.running, self.extended = None, False

    def _count(self, today: date) -> None:
        if self.running is None:
            self.run, self.spent_on = 0, None
        else:
            self.run += 1
            self.days.append(today)

    def total(self, today: date, window: int) -> int:
        """The suspended days among the last so many, today's included."""
        first = today - timedelta(days=window - 1)
        return sum(1 for day in self.days if day >= first)

    def is_allowed(self, today: date) -> bool:
        """Whether a suspension today is within 45 (60) days in any 90 and 90 in any 360."""
        within = self.total(today, 90) <= self.allowed_in_a_row(today)
        return within and self.total(today, 360) <= self.story.limits(today).in_360
