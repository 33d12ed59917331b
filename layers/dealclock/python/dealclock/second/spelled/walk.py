"""The second engine: every civil day from the Closing Date is lived through, one after another.

A day has an opening, when what happened on it is done, and an ending, when what should have been
done by then was not. Nothing is looked up ahead of its day.
"""

from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from dealclock.second.business_days import is_business_day
from dealclock.second.spelled.deadlines import opened
from dealclock.second.spelled.extensions import Due, moved
from dealclock.second.spelled.suspending import Happened, Suspending
from dealclock.second.story import (
    CONVERTED,
    EFFECTIVE,
    FILED,
    ISSUED,
    RETIRED,
    SHARES_SOLD,
    SOLD,
    UNUSABLE,
    USABLE,
    Event,
    Known,
    Story,
)

ONE = timedelta(days=1)


@dataclass(slots=True)
class Breach:
    """A Registration Default: the day it occurred, the day it came to exist, the day it was cured.

    `protects` is whether it is of the duty that ends with the Effectiveness Period; `period` the
    notice that began the suspension it is of, which was to end by `last_day`.
    """

    name: str
    occurred_on: date
    arose_on: date
    protects: bool
    cured_on: date | None = None
    period: str = ""
    by_excess: bool = False
    last_day: date | None = None

    @property
    def instance(self) -> str:
        """Its name, which says where it is of a suspension that went beyond its allowance."""
        return f"{self.name}-excess" if self.by_excess else self.name


@dataclass(slots=True)
class Failure:
    """The Prospectus cannot be used, and not as 4(b)(i) provides: a clock of five Business Days.

    `began_on` is its first day without an excuse, `used` the Business Days that ran, `stopped`
    whether an excuse stood at the last ending, `stopped_by` the suspensions that ever were one, by
    their number, `counted_on` the last of those Business Days, `lapsed_on` the day that ended
    without a cure, `waived` whether none was asked for.
    """

    id: str
    failed_on: date
    by_excess: bool = False
    began_on: date | None = None
    used: int = 0
    stopped: bool = False
    stopped_by: set[int] = field(default_factory=set)
    counted_on: date | None = None
    waived: bool = False
    lapsed_on: date | None = None
    closed_on: date | None = None
    last_day: date | None = None
    breach: Breach | None = None


@dataclass(slots=True)
class Walk:
    """The state of the deal on one day, and everything that has come of the days before it.

    `known` is the story as known on the day asked about, by which agreements are judged;
    `dues` are last days after what was agreed, looked up before.
    """

    story: Story
    known: Known
    suspending: Suspending
    today: date
    filed_on: date | None = None
    effective_on: date | None = None
    period_ends: date | None = None
    excused: bool = False
    breaches: list[Breach] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    dues: dict[tuple[str, date], Due] = field(default_factory=dict)

    # ---- Openings

    def open(self, events: list[Event]) -> None:
        """Today's events are applied, in any order of recording."""
        happened: dict[str, list[Event]] = {}
        for event in events:
            happened.setdefault(event.kind, []).append(event)
        if FILED in happened:
            self.filed_on = self.filed_on or self.today
            self._cure("default-i")
        if EFFECTIVE in happened:
            self._cure("default-ii")
            if self.effective_on is None:
                years = int(self.story.form.one("protected period")["ends_on_anniversary"])
                self.effective_on, self.period_ends = self.today, _years_after(self.today, years)
        notes = happened.keys() & {EFFECTIVE, CONVERTED, RETIRED, SOLD, SHARES_SOLD}
        if notes and self.period_ends is not None and self.today < self.period_ends:
            self._leave()
        self.suspending.open(self.today, happened)
        if self.suspending.ended_today and self.suspending.running is None:
            if self.suspending.used_up and self.story.reading("suspension-end") == "STRICT-45":
                self._miss_the_end()
            self._resume()
        self._limit()
        self._fail(happened)
        if self.failures or self.suspending.running is not None or self.excused:
            self._excuse()

    def _leave(self) -> None:
        """The Effectiveness Period ends, if it is not over, when none is left of what it covers.

        Of Notes converted, Conversion Shares are left until they are sold; where their number is
        not stated, they stay.
        """
        known = [e for e in self.story.events if e.on <= self.today]
        form = self.story.form
        left: dict[str, Fraction | int] = {form.base: form.principal}
        for issue in (e for e in known if e.kind == ISSUED):
            left[issue.lot] = issue.dollars or form.later[issue.lot]
        for event in (e for e in known if e.kind in (CONVERTED, RETIRED, SOLD)):
            left[event.lot] -= event.dollars
        issued = [e.shares for e in known if e.kind == CONVERTED]
        sold = sum(e.shares or 0 for e in known if e.kind == SHARES_SOLD)
        shares = None in issued or sum(n or 0 for n in issued) > sold
        if shares and self.story.reading("ceased-outstanding") == "SHARES-TOO":
            return
        if not any(left.values()):
            self.period_ends = self.today

    def _resume(self) -> None:
        """Use resumes today: what a suspension itself was in breach of is cured.

        Not where another notice of the same day goes on with it: no day of use lies between.
        """
        self._cure("default-iv-a")
        if self.story.reading("aggregate-default-cure") == "TERMINATION":
            self._cure("default-iv-b")
        for failure in self.failures:
            if failure.by_excess:
                self._close(failure)

    def _miss_the_end(self) -> None:
        """Suspended through the last day allowed: it was not ended on it, as STRICT-45 has it."""
        occurred = self._after_lapse(self.today - ONE)
        self._breach("default-iv-a", occurred, occurred)

    def _limit(self) -> None:
        """(iv)(A), one day after the last one allowed; (iv)(B), on the first day too many."""
        suspending = self.suspending
        if suspending.running is None and not self._is_open("default-iv-b"):
            return
        too_many = (
            suspending.total(self.today, self.story.form.windows[1])
            > self.story.limits(self.today).in_360
        )
        if not too_many and self.story.reading("aggregate-default-cure") == "TRAILING-TOTAL":
            self._cure("default-iv-b")
        if suspending.running is None:
            return
        if too_many and not self._is_open("default-iv-b"):
            self._breach("default-iv-b", self.today, self.today)
        allowed = suspending.allowed_in_a_row(self.today - ONE)  # as yesterday ended
        if suspending.run > allowed and not self._is_open("default-iv-a"):
            occurred = self._after_lapse(self.today - ONE)
            self._breach("default-iv-a", occurred, occurred)

    def _fail(self, happened: Happened) -> None:
        """A cure ends what failed on earlier days, or what fails today if nothing had before."""
        earlier = [f for f in self.failures if f.closed_on is None and not f.by_excess]
        if USABLE in happened:
            for failure in earlier:
                self._close(failure)
        for event in happened.get(UNUSABLE, ()):
            if self._in_period():
                self.failures.append(Failure(event.id, self.today))
                if USABLE in happened and not earlier:
                    self._close(self.failures[-1])

    def _excuse(self) -> None:
        """Whether use is suspended as provided; the first day beyond that is itself a failure."""
        notice, excess = self.suspending.running, self._is_beyond()
        self.excused = notice is not None and not excess
        known = any(f.by_excess and f.closed_on is None for f in self.failures)
        if notice is not None and excess and self._in_period() and not known:
            self.failures.append(Failure(notice, self.today, by_excess=True))
        for failure in self.failures:
            if failure.began_on is None and not self.excused:
                failure.began_on = self.today

    def _is_beyond(self) -> bool:
        """Whether use is suspended for longer than allowed, which excuses nothing."""
        counts = self.story.reading("excess-suspension") == "RUNS-iii"
        running = self.suspending.running is not None
        return running and counts and not self.suspending.is_allowed(self.today)

    def _in_period(self) -> bool:
        begins, ends = self.effective_on, self.period_ends
        return begins is not None and ends is not None and begins <= self.today < ends

    # ---- Endings

    def end(self) -> None:
        """What was to be done by today and was not; then tomorrow comes."""
        limits = self.story.limits(self.today)
        filing, effectiveness = limits.filing * ONE, limits.effectiveness * ONE
        if self.filed_on is None and self._is_last("shelf-filing", filing, "default-i"):
            self._miss("default-i")
        if self.effective_on is None and self._is_last(
            "effectiveness", effectiveness, "default-ii"
        ):
            self._miss("default-ii")
        for failure in self.failures:
            if failure.closed_on is None and failure.lapsed_on is None and not failure.waived:
                self._run_clock(failure)
        self.today += ONE

    def _is_last(self, name: str, time: timedelta, default: str) -> bool:
        """Whether the time to do something ends with today, or has ended before."""
        counted = opened(self.story.form.closing + time, self.story)
        if (name, counted) not in self.dues:
            self.dues[name, counted] = moved(name, counted, self.known, default=default)
        due = self.dues[name, counted]
        return not due.waived and self.today >= due.on

    def _miss(self, name: str) -> None:
        if self._is_open(name):
            return
        occurred = self._after_lapse(self.today)
        self._breach(name, occurred, occurred, protects=False)

    def _run_clock(self, failure: Failure) -> None:
        """The day it failed is not counted, nor a day that began and ends with an excuse."""
        toll = self.story.reading("suspension-in-cure-window")
        if failure.stopped and toll == "TOLL-FRESH":
            failure.used = 0
        was, failure.stopped = (
            failure.stopped,
            (failure.began_on is None if toll == "NO-TOLL" else self.excused),
        )
        is_open = is_business_day(self.today, self.story.reading("business-day"))
        if self.today > failure.failed_on and is_open and self._counts(was, failure.stopped):
            failure.used += 1
        if failure.stopped:
            failure.stopped_by.add(self.suspending.periods)
        cure = self.story.limits(self.today).cure
        if failure.used >= cure and self.today > failure.failed_on and not failure.stopped:
            failure.counted_on = failure.counted_on or self.today
        if failure.counted_on is None:
            return
        name, default = f"cure-window/{failure.id}", f"default-iii/{failure.id}"
        due = moved(name, failure.counted_on, self.known, default=default)
        failure.waived, failure.last_day = due.waived, due.on
        if not due.waived and self.today >= due.on and not failure.stopped:
            failure.lapsed_on = self.today
            arose = self._after_lapse(self.today)
            back = self.story.reading("uncured-default-occurs") == "RELATE-BACK"
            occurred = failure.began_on if back and failure.began_on is not None else arose
            failure.breach = self._breach(f"default-iii/{failure.id}", occurred, arose)

    def _counts(self, was_stopped: bool, is_stopped: bool) -> bool:
        """Whether today is one of the days to cure: a day on which an excuse began, or was over,
        as it is read."""
        if was_stopped:
            over = not is_stopped
            return over and self.story.reading("resumption-day-in-cure-window") == "COUNTED"
        return not is_stopped or self.story.reading("notice-day-in-cure-window") == "COUNTED"

    def _last_day(self, failure: Failure) -> date:
        """The last day to cure what was cured today, had no excuse begun since."""
        used, on, was_stopped = failure.used, self.today, failure.stopped
        calendar = self.story.reading("business-day")
        running, toll = self.suspending.running, self.story.reading("suspension-in-cure-window")
        used = 0 if was_stopped and toll == "TOLL-FRESH" else used
        begins = toll != "NO-TOLL" and self.suspending.begun.get(running or "") == on
        begins = begins and not self._is_beyond()
        while True:
            counts = on > failure.failed_on and is_business_day(on, calendar)
            used += counts and self._counts(was_stopped, begins)
            if begins and toll == "TOLL-FRESH":
                used = 0
            begins = False
            if used >= self.story.limits(on).cure and on > failure.failed_on:
                name = f"cure-window/{failure.id}"
                return moved(name, on, self.known, default=f"default-iii/{failure.id}").on
            on, was_stopped = on + ONE, False

    # ---- Breaches

    def _after_lapse(self, last_day: date) -> date:
        """The day a default occurs for what was not done by the end of a last day."""
        return last_day + ONE if self.story.reading("default-occurs") == "NEXT-DAY" else last_day

    def _breach(self, name: str, occurred: date, arose: date, *, protects: bool = True) -> Breach:
        breach = Breach(name, occurred, arose, protects)
        breach.by_excess = any(f"default-iii/{f.id}" == name for f in self.failures if f.by_excess)
        if name.startswith("default-iv"):
            breach.period, breach.last_day = self.suspending.named, self.today - ONE
        self.breaches.append(breach)
        return breach

    def _is_open(self, name: str) -> bool:
        return any(b.name == name and b.cured_on is None for b in self.breaches)

    def _cure(self, name: str) -> None:
        for breach in self.breaches:
            if breach.name == name and breach.cured_on is None:
                breach.cured_on = self.today

    def _close(self, failure: Failure) -> None:
        if failure.closed_on is None:
            failure.closed_on = self.today
            failure.last_day = failure.last_day or self._last_day(failure)
            if failure.breach is not None:
                failure.breach.cured_on = self.today


def walk(story: Story, as_of: date) -> Walk:
    """The deal at the opening of `as_of`, its happenings done; later ones are not heard of."""
    happening: dict[date, list[Event]] = {}
    for event in story.events:
        happening.setdefault(event.on, []).append(event)
    state = Walk(story, Known.on(story, as_of), Suspending(story), story.form.closing)
    state.open(happening.get(state.today, []))
    while state.today < as_of:
        state.end()
        state.open(happening.get(state.today, []))
    return state


def live_on(state: Walk, days: int) -> Walk:
    """That number of days later, if nothing more happens."""
    for _ in range(days):
        state.end()
        state.open([])
    return state


def _years_after(day: date, years: int) -> date:
    return date(
        day.year + years, day.month, min(day.day, monthrange(day.year + years, day.month)[1])
    )
