"""The rate of Additional Interest on a day, and the day from which a default's days are counted."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise

from dealclock.agreement.rules.interest import Ladder, RateSchedule
from dealclock.days.counting import anniversary
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Choices
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.money import ZERO, fraction
from dealclock.records import record

# The day from which a default's days are counted, under each reading.
#
# RESTART           each default from its own first day (with CONTINUOUS-SPELL: from the first day
#                   of the unbroken spell of defaults it belongs to)
# CUMULATIVE        all days on which any default was open, in total
# FIXED-WINDOW      the first day of the first default
#
#     default 1   |----------------|
#     default 2               |---------------|           |-------|
#     spell       |---------------------------|           |-------|


@record
class Spell:
    """An unbroken run of days with an open default: from and including `start` to but excluding
    `end`.

    `end` is None while one is open.
    """

    start: date
    end: date | None

    def days(self, through: date) -> int:
        """The number of its days up to and including `through`."""
        last = through if self.end is None else min(through, self.end - timedelta(days=1))
        return max(0, (last - self.start).days + 1)


def accruing(defaults: Sequence[Default]) -> list[Default]:
    """The defaults on which interest accrues for at least one day, or still may."""
    return [d for d in defaults if d.stops_on is None or d.stops_on > d.accrues_from]


def spells(defaults: Sequence[Default]) -> Iterator[Spell]:
    """The unbroken spells of defaults that accrue, in order."""
    current: Spell | None = None
    for d in sorted(accruing(defaults), key=lambda d: d.accrues_from):
        if current is None or (current.end is not None and d.accrues_from > current.end):
            if current is not None:
                yield current
            current = Spell(d.accrues_from, d.stops_on)
        elif current.end is not None:
            end = None if d.stops_on is None else max(current.end, d.stops_on)
            current = Spell(current.start, end)
    if current is not None:
        yield current


class Clocks:
    """The age of a default on a day, and the day it reaches an age; the first day is day 1.

    With a single default, readings about several defaults are not consulted.
    """

    def __init__(self, defaults: Sequence[Default], choices: Choices) -> None:
        self._spells = tuple(spells(defaults))
        self._first = min((d.accrues_from for d in defaults), default=None)
        several = len(defaults) > 1
        self._of_all = choices["default-after-cure"] if several else "RESTART"
        self._by_spell = several and choices["concurrent-defaults"] == "CONTINUOUS-SPELL"
        earlier = bool(self._spells) and choices["first-day-of-default"] == "DEFAULT-DAY"
        self._ahead = 1 if earlier else 0

    def age(self, default: Default, day: date) -> int:
        """The age in days of an open default, by its clock."""
        if self._of_all == "CUMULATIVE":
            return sum(s.days(day) for s in self._spells) + self._ahead
        return (day - self._origin(default)).days + 1 + self._ahead

    def reaches(self, default: Default, age: int) -> date | None:
        """The day on which a default's clock reaches `age`; None if it never does."""
        age -= self._ahead
        if self._of_all != "CUMULATIVE":
            return self._origin(default) + timedelta(days=age - 1)
        before = accumulate((s.days(date.max) for s in self._spells), initial=0)
        for spell, used in zip(self._spells, before, strict=False):
            if age <= used + spell.days(date.max):
                return spell.start + timedelta(days=age - used - 1)
        return None

    def begin_with(self, default: Default) -> bool:
        """Whether a clock starts with this default rather than with an earlier one."""
        one_for_all = self._of_all in ("CUMULATIVE", "FIXED-WINDOW")
        return not one_for_all or default.accrues_from == self._first

    def _origin(self, default: Default) -> date:
        if self._of_all == "FIXED-WINDOW" and self._first is not None:
            return self._first
        if self._by_spell:
            began = [s.start for s in self._spells if s.start <= default.accrues_from]
            return max(began, default=default.accrues_from)
        return default.accrues_from


# The rate of Additional Interest on a day.
#
#     occurred
#        |1 ............... 90|91 ............    2nd anniv.   3rd anniv.   4th ...
#        |       0.25%        |    1.00%     |      3.00%    |   5.00%   |  7.00% ...
#
# Boundaries are actual calendar days: day 1 is the day after the default. Under the default
# readings an anniversary tier applies from and including the anniversary to a default of any age
# (CALENDAR-LADDER), and open defaults bear one rate, the highest of theirs (SINGLE-RATE).

_OVER = "the period protected is over"
"""Why the rate falls to zero without a cure: nothing else stops a default early."""
_NO_RATE = "the schedule has no rate from that day"


@record
class RatePeriod:
    """One rate, in percent, from and including `start` to but excluding `end`."""

    start: date
    end: date
    rate: Fraction


class _Ladder:
    """Rates by age and by anniversary, as exact numbers."""

    def __init__(self, of: Ladder) -> None:
        self.tiers = [(from_day, fraction(rate)) for from_day, rate in of.tiers]
        self.anniversaries = [(t.anniversary, fraction(t.rate)) for t in of.by_anniversary]
        self.then_add = fraction(of.then_add_each_anniversary)


class Rates:
    """The rate by the schedule and the defaults of a deal: a step function of the day."""

    def __init__(
        self,
        schedule: RateSchedule,
        anniversaries_of: date | None,
        defaults: Sequence[Default],
        choices: Choices,
    ) -> None:
        self.schedule = schedule
        self.anniversaries_of = anniversaries_of
        # A copy, since later parts reorder the findings it was made from.
        self.defaults = tuple(defaults)
        self.choices = choices
        self._clocks = Clocks(self.defaults, choices)
        self._stacked = len(defaults) > 1 and choices["concurrent-defaults"] == "STACKED"
        self.at_once = tuple(self._at_once()) if schedule.at_once else ()
        self._untils = [former.until for former in schedule.formerly]
        self._ladders = [_Ladder(each) for each in (*schedule.formerly, schedule)]

    def on(self, day: date) -> Fraction:
        """The rate on `day`, in percent: the highest of the open defaults, or zero.

        Under STACKED, the sum of their rates.
        """
        rates = [self._of(d, day) for d in self.defaults if _open(d, day)]
        return sum(rates, ZERO) if self._stacked else max(rates, default=ZERO)

    def amended(self, by: date) -> Iterator[date]:
        """The days through `by`, included, from which amended rates applied to some default."""
        for until in self._untils:
            then = bisect_right(self._untils, until)
            if until <= by and any(self._bears(d, until, then) for d in self.defaults):
                yield until

    def asking(self, choices: Choices) -> "Rates":
        """A copy that consults further readings in `choices`, which must choose the same."""
        asking = object.__new__(Rates)
        asking.__dict__.update(self.__dict__, choices=choices)
        return asking

    def first_day(self, default: Default) -> date:
        """The first day on which a default bears interest: its own day, if a share is due at
        once.
        """
        falls = any(d.instance == default.instance for d in self.at_once)
        return min(default.occurred_on, default.accrues_from) if falls else default.accrues_from

    def begins(self) -> date | None:
        """The first day on which any default bears interest; None without defaults."""
        return min(map(self.first_day, self.defaults), default=None)

    def periods(self, start: date, end: date, *, together: bool = False) -> Iterator[RatePeriod]:
        """The rates from and including `start` to but excluding `end`, in as few periods as
        possible.

        Under STACKED each default accrues separately and has its own periods, unless `together`.
        """
        if together or not self._stacked:
            yield from self._pieces(start, end, self.on)
            return
        for default in self.defaults:
            yield from self._pieces(start, end, partial(self._alone, default))

    def begun(self, start: date, end: date, days: int) -> Iterator[RatePeriod]:
        """The periods of `days` days that begin from and including `start` to but excluding `end`.

        They run one after another from the first day of an unbroken spell of defaults, or of each
        default under STACKED. Each has the rate of its first day and is cut off at the end of the
        spell.
        """
        groups = [[d] for d in self.defaults] if self._stacked else [self.defaults]
        for group in groups:
            for spell in spells(group):
                last = end if spell.end is None else min(spell.end, end)
                first = max(0, -((spell.start - start).days // days)) if start > spell.start else 0
                here = spell.start + timedelta(days=first * days)
                while here < last:
                    there = here + timedelta(days=days)
                    rate = self._alone(group[0], here) if self._stacked else self.on(here)
                    yield RatePeriod(here, min(there, last), rate)
                    here = there

    def _at_once(self) -> Iterator[Default]:
        """The defaults for which a share is due at once, on the day they occur.

        Excluded: a default that occurs while another is open, unless stacked, and one whose clock
        began with an earlier default.
        """
        earlier: list[Default] = []
        for default in sorted(self.defaults, key=lambda d: d.occurred_on):
            day = default.occurred_on
            beside = any(d.stops_on is None or d.stops_on > day for d in earlier)
            if (self._stacked or not beside) and self._clocks.begin_with(default):
                yield default
            earlier.append(default)

    def _alone(self, default: Default, day: date) -> Fraction:
        return self._of(default, day) if _open(default, day) else ZERO

    def _pieces(
        self, start: date, end: date, rate_on: Callable[[date], Fraction]
    ) -> Iterator[RatePeriod]:
        days = [start, *(d for d in self._steps(start, end) if start < d < end), end]
        found: list[RatePeriod] = []
        for here, there in pairwise(days):
            rate = rate_on(here)
            if found and found[-1].rate == rate:
                found[-1] = RatePeriod(found[-1].start, there, rate)
            else:
                found.append(RatePeriod(here, there, rate))
        return (p for p in found if p.rate)

    def next_change(self, after: date) -> RateChange | None:
        """The first day after `after` with a different rate, if no default opens or is cured."""
        if self.on(after) == ZERO:
            return None
        later = (d for d in self._steps(after, anniversary(after, 2)) if d > after)
        return next((self._change(d) for d in later if self._changes(d)), None)

    def last_change(self, by: date) -> RateChange | None:
        """The latest day up to and including `by` on which the open defaults' rate changed."""
        if self.on(by) == ZERO:
            return None
        opened = min(d.accrues_from for d in self.defaults if _open(d, by))
        earlier = (d for d in reversed(self._steps(opened, by)) if d > opened)
        return next((self._change(d) for d in earlier if self._changes(d)), None)

    def rises(self, default: Default, by: date) -> tuple[date, ...]:
        """The days after its first day, through `by` included, on which a default's own rate
        rose.
        """
        end = by if default.stops_on is None else min(by, default.stops_on)
        days = self._steps(default.accrues_from, end) if end > default.accrues_from else []
        rates = [self._alone(default, day) for day in days]
        later = zip(days[1:], pairwise(rates), strict=False)
        return tuple(day for day, (before, then) in later if then > before)

    def _change(self, day: date) -> RateChange:
        rate = self.on(day)
        none = _NO_RATE if any(_open(d, day) for d in self.defaults) else _OVER
        return RateChange(day, rate, self.schedule.per, "" if rate else none)

    def _changes(self, day: date) -> bool:
        return self.on(day) != self.on(day - timedelta(days=1))

    def _of(self, default: Default, day: date) -> Fraction:
        age, ladder = self._clocks.age(default, day), self._ladder(default, day)
        reached = [rate for from_day, rate in ladder.tiers if from_day <= age]
        by_age = reached[-1]
        by_anniversary = self._by_anniversary(ladder, day)
        if by_anniversary is None:
            return by_age
        if len(reached) > 1 or len(ladder.tiers) == 1:
            return by_anniversary
        match self.choices["rate-ladder"]:
            case "FIRST-90":
                return by_age
            case "ADDITIVE":
                return by_anniversary + by_age
            case _:
                return by_anniversary

    def _ladder(self, default: Default, day: date) -> "_Ladder":
        """The ladder for a default on a day: that of the day, or that of its occurrence, by the
        reading.
        """
        if not self._untils:
            return self._ladders[0]
        now, then = (bisect_right(self._untils, d) for d in (day, default.occurred_on))
        if then < now and self.choices["amended-rates"] == "AS-IT-OCCURRED":
            return self._ladders[then]
        return self._ladders[now]

    def _bears(self, default: Default, since: date, place: int) -> bool:
        """Whether a default still accrues on or after a day by the ladder with that index."""
        if default.stops_on is not None and default.stops_on <= since:
            return False
        day = max(since, default.accrues_from)
        return self._ladder(default, day) is self._ladders[place]

    def _by_anniversary(self, ladder: "_Ladder", day: date) -> Fraction | None:
        since = self.anniversaries_of
        if since is None:
            return None
        reached = [(n, rate) for n, rate in ladder.anniversaries if anniversary(since, n) <= day]
        if not reached:
            return None
        last, rate = reached[-1]
        further = 0
        if last == ladder.anniversaries[-1][0]:
            while anniversary(since, last + further + 1) <= day:
                further += 1
        return rate + further * ladder.then_add

    def _steps(self, start: date, end: date) -> list[date]:
        """Every day from `start` to `end`, both included, on which the rate may change."""
        days = {*self._untils, *(t for d in self.defaults for t in self._steps_of(d))}
        if self.anniversaries_of is not None:
            since = self.anniversaries_of
            years = range(start.year - since.year, end.year - since.year + 1)
            days |= {anniversary(since, n) for n in years}
        return sorted(d for d in days if start <= d <= end)

    def _steps_of(self, default: Default) -> Iterator[date]:
        yield default.accrues_from
        for from_day in {from_day for ladder in self._ladders for from_day, _ in ladder.tiers}:
            reached = self._clocks.reaches(default, from_day)
            if reached is not None:
                yield reached
        if default.stops_on is not None:
            yield default.stops_on


def _open(default: Default, day: date) -> bool:
    return default.accrues_from <= day and (default.stops_on is None or day < default.stops_on)
