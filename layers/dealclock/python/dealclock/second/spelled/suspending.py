"""Whether use of the Prospectus is suspended, day after day, and whether as 4(b)(i) allows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from dealclock.second.spelled.notices import (
    deliveries_of,
    given_to_all,
    is_listed,
    received_on,
)
from dealclock.second.story import EXTENDED, RESUMED, SUSPENDED, Event, Story

Happened = Mapping[str, Sequence[Event]]
ONE = timedelta(days=1)


@dataclass(slots=True)
class Suspending:
    """The suspensions as they stand today.

    `running` is the notice by which use is suspended, `in_force` it and those given since; `run`
    the suspended days without a gap to today, `joined` their notices, `periods` how many there have
    been. `posted` are the notices on their way, and `extending` those of extensions: the day given,
    and the id. `promised` has the day on which a notice not in force yet was extended, `over` the
    notices that use was resumed after. `beyond` tells that the run went beyond its own limit, and
    `broke_on` the first day of it that was not allowed. `begun` has the first day of each notice's
    suspension, `named` the first notice of the latest run, `through` the last day its run was
    allowed, or would have been. `used_up` tells that the run that ended today was as long as it
    might be. `in_vain` is whether use was ever resumed on the day of the only notice.
    """

    story: Story
    running: str | None = None
    extended: bool = False
    run: int = 0
    periods: int = 0
    days: list[date] = field(default_factory=list)
    posted: list[tuple[date, str]] = field(default_factory=list)
    extending: list[tuple[date, Event]] = field(default_factory=list)
    in_force: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    promised: dict[str, date] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    beyond: bool = False
    broke_on: date | None = None
    begun: dict[str, date] = field(default_factory=dict)
    through: dict[str, date] = field(default_factory=dict)
    named: str = ""
    used_up: bool = False
    ended_today: bool = False
    in_vain: bool = False

    def allowed_in_a_row(self, on: date) -> int:
        """By the limits of a day: 45 days, or 60 while the running one is extended."""
        limits = self.story.limits(on)
        return limits.extended if self.extended else limits.in_a_row

    def open(self, today: date, happened: Happened) -> None:
        """Ends come before notices of the same day, unless there was nothing to end before."""
        before = self.running is not None or bool(self.posted)
        self.ended_today, self.used_up = RESUMED in happened, False
        if self.ended_today:
            self._end(today)
        for event in happened.get(SUSPENDED, ()):
            if (begins := self._begins(event)) is not None:
                self.posted.append((begins, event.id))
        for event in happened.get(EXTENDED, ()):
            if (given := self._given(event)) is not None:
                self.extending.append((given, event))
        if self.ended_today and not before:
            self.in_vain |= bool(self.posted)
            self._end(today)
        if self.posted:
            self._begin(today)
        self._count(today)
        for given, event in self.extending:
            if given == today:
                self._extend(today, event)
        self.extending = [each for each in self.extending if each[0] > today]
        self._measure(today)

    @property
    def _parties(self) -> list[str]:
        return list(self.story.form.one("day budget")["to"])

    def _given(self, event: Event) -> date | None:
        return given_to_all(deliveries_of(event, self._parties[0]), self._parties, self.story)

    def _begins(self, event: Event) -> date | None:
        """The day a notice suspends: given, sent, or received where that is recorded."""
        own = [d for d in deliveries_of(event, self._parties[0]) if d.to in self._parties]
        listed = [each for each in own if is_listed(each, self.story)]
        match self.story.reading("suspension-start"):
            case "DISPATCH":
                return min((each.on for each in listed), default=None)
            case "RECEIPT":
                had = [day for each in listed if (day := received_on(each)) is not None]
                return min(had, default=None) or self._given(event)
        return self._given(event)

    def _begin(self, today: date) -> None:
        """A notice given today suspends; while one runs already, it changes nothing but this: an
        extension of it is one of what runs."""
        for given, notice in sorted(self.posted):
            if given == today:
                if self.running is None:
                    self.running = notice
                    self.periods += 1
                self.in_force.append(notice)
                self.joined.append(notice)
                self.named = self.joined[0]
                self.begun[notice] = today
        self.posted = [each for each in self.posted if each[0] > today]

    def _end(self, today: date) -> None:
        """Use resumes: what runs is over; where nothing did, what is in the post is called off."""
        if self.running is None:
            self.posted = []
        else:
            last_one = self.run >= self.allowed_in_a_row(today - ONE) and not self.beyond
            self.used_up = last_one
            self.through.update(dict.fromkeys(self.joined, self.last_allowed(today)))
        self.over.update(self.in_force)
        self.running, self.extended, self.in_force = None, False, []

    def _count(self, today: date) -> None:
        if self.running is None:
            self.run, self.joined, self.beyond, self.broke_on = 0, [], False, None
            return
        self.run += 1
        self.days.append(today)
        for notice in self.in_force:
            given = self.promised.pop(notice, None)
            if given is not None:
                by = today - (self.run - self.story.limits(given).in_a_row) * ONE
                self.extended |= given <= by

    def _extend(self, today: date, event: Event) -> None:
        """By the 45th day of what runs, or the day that a shorter limit leaves; of what is on its
        way, once that begins."""
        named = event.about.rpartition("/")[2]
        on_the_way = min(self.posted, default=None)
        if named in self.in_force or (not named and self.running is not None):
            limits = (self.story.limits(day).in_a_row for day in (today - ONE, today))
            self.extended |= self.run <= max(limits)
        elif named and named not in self.over:
            self.promised.setdefault(named, today)
        elif not named and on_the_way is not None:
            self.promised.setdefault(on_the_way[1], today)

    def _measure(self, today: date) -> None:
        if self.running is None:
            return
        self.beyond |= self.run > self.allowed_in_a_row(today - ONE)
        if self.broke_on is None and not self.is_allowed(today):
            self.broke_on = today

    def last_allowed(self, today: date) -> date:
        """The last day that the run to yesterday may have, if it goes on today and after."""
        if self.broke_on is not None:
            return self.broke_on - ONE
        days, run = list(self.days), self.run
        limits = self.story.limits(today - ONE)
        in_a_row = self.allowed_in_a_row(today - ONE)
        while run < in_a_row:
            days.append(today)
            in_90, in_360 = (
                sum(1 for day in days if day > today - window * ONE)
                for window in self.story.form.windows
            )
            if in_90 > in_a_row or in_360 > limits.in_360:
                break
            run, today = run + 1, today + ONE
        return today - ONE

    def total(self, today: date, window: int) -> int:
        """The suspended days among the last so many, today's included."""
        first = today - timedelta(days=window - 1)
        return sum(1 for day in self.days if day >= first)

    def is_allowed(self, today: date) -> bool:
        """Whether a suspension today is within its own length, 45 (60) days in any 90 and 90 in any
        360."""
        short, long = self.story.form.windows
        within = self.total(today, short) <= self.allowed_in_a_row(today)
        in_360 = self.story.limits(today).in_360
        return within and not self.beyond and self.total(today, long) <= in_360
