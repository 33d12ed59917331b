"""The days that a day budget leaves: as parts of a result, and each limit as a line of text."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.days.intervals import Span
from dealclock.engine.states.budget import Drawn
from dealclock.engine.states.limits_left import GapPlan, LimitPlan, LimitsLeft, TimesPlan
from dealclock.engine.why import Why
from dealclock.messages import words


@dataclass(frozen=True, slots=True)
class LimitLeft:
    """One limit: the days it leaves in its window, and the first day over it.

    The window is N days or months, the other being None; both and its first day are None for
    the length of one period. A new period may last `longest` days by this limit.
    """

    id: str
    days: int
    window_days: int | None
    window_months: int | None
    window_from: date | None
    used: int
    left: int
    longest: int
    breaks_on: date

    @classmethod
    def of(cls, plan: LimitPlan) -> "LimitLeft":
        """Built from the engine's result."""
        name = "length" if plan.window is None else f"in-{plan.window.id}"
        window = (*_window(plan.window), plan.since)
        return cls(name, plan.days, *window, plan.used, plan.left, plan.longest, plan.breaks_on)

    @property
    def words(self) -> str:
        """The limit in a line."""
        of = "one period" if self.id == "length" else f"any {_window_words(self)}"
        left = f"{self.used} of {self.days} used in {of}, {self.left} left"
        return f"{left}; breaks {words.day(self.breaks_on)}"


@dataclass(frozen=True, slots=True)
class TimesLeft:
    """How often a period may begin in a window, and from which day the next one may."""

    id: str
    times: int
    window_days: int | None
    window_months: int | None
    window_from: date
    used: int
    left: int
    earliest: date

    @classmethod
    def of(cls, plan: TimesPlan) -> "TimesLeft":
        """Built from the engine's result."""
        days, months = _window(plan.window)
        name = f"times-in-{plan.window.id}"
        return cls(name, plan.times, days, months, plan.since, plan.used, plan.left, plan.earliest)

    @property
    def words(self) -> str:
        """How often one may begin, in a line."""
        most = words.number(self.times, "time")
        used = f"{self.used} of {most} used in any {_window_words(self)}"
        return f"{used}, {self.left} left; the next from {words.day(self.earliest)}"


@dataclass(frozen=True, slots=True)
class GapLeft:
    """The time required between two periods, and from which day the next may begin. `last` is the
    last day of the previous one, None if there is none.
    """

    apart: str
    last: date | None
    earliest: date

    @classmethod
    def of(cls, plan: GapPlan | None) -> "GapLeft | None":
        """Built from the engine's result."""
        return None if plan is None else cls(plan.apart, plan.last, plan.earliest)

    @property
    def words(self) -> str:
        """The time required, in a line."""
        last = f", {words.day(self.last)}" if self.last else ""
        says = f"At least {self.apart} after the last day of the one before{last}"
        return f"{says}; the next from {words.day(self.earliest)}"


@dataclass(frozen=True, slots=True)
class LimitBreak:
    """The first day over a limit; the window is None for the length of one period."""

    window_days: int | None
    window_months: int | None
    days: int
    breaks_on: date


@dataclass(frozen=True, slots=True)
class OngoingSuspension:
    """The period in force, its last allowed day, and the first day over each limit if it goes
    on."""

    notice: str
    since: date
    last_allowed: date
    breaks: tuple[LimitBreak, ...]

    @classmethod
    def of(cls, found: Drawn | None) -> "OngoingSuspension | None":
        """Built from the engine's result."""
        first = found.first_break if found else None
        if found is None or first is None:
            return None
        breaks = (
            LimitBreak(*_window(b.limit.window), b.days, b.on)
            for b in found.breaks
            if b.limit and not b.by_beginning
        )
        return cls(found.period.name, found.period.start, first.last_allowed, tuple(breaks))


@dataclass(frozen=True, slots=True)
class BudgetLeft:
    """Every limit of a budget on the day, and with an extension."""

    id: str
    clause: str
    title: str
    limits: tuple[LimitLeft, ...]
    extended: tuple[LimitLeft, ...]
    times: tuple[TimesLeft, ...]
    gap: GapLeft | None
    running: OngoingSuspension | None
    why: Why
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, found: LimitsLeft) -> "BudgetLeft":
        """Built from the engine's result."""
        return cls(
            id=found.id,
            clause=found.clause,
            title=found.title,
            limits=tuple(map(LimitLeft.of, found.limits)),
            extended=tuple(map(LimitLeft.of, found.extended)),
            times=tuple(map(TimesLeft.of, found.times)),
            gap=GapLeft.of(found.gap),
            running=OngoingSuspension.of(found.running),
            why=found.why,
        )


def lines(found: LimitsLeft) -> Iterator[str]:
    """Each limit of a budget in a line; for one already exceeded, since when."""
    running = found.running.breaks if found.running else ()
    breaks = {b.limit.window: b.on for b in running if b.limit and not b.by_beginning}
    plain = {(p.window, p.days) for p in found.limits}
    extended = [p for p in found.extended if (p.window, p.days) not in plain]
    so = "if it goes on" if found.running else "if one began on this day"
    for plan in found.limits:
        broke = breaks.get(plan.window)
        says = LimitLeft.of(plan).words
        if broke is not None and broke < plan.breaks_on:
            yield f"{says.partition(';')[0]}; broken since {words.day(broke)}"
        else:
            yield f"{says} {so}"
    for plan in extended:
        yield f"extended: {LimitLeft.of(plan).words} {so}"
    ended = ", if this one ended on this day" if found.running else ""
    for often in found.times:
        yield f"{TimesLeft.of(often).words}{ended}"
    between = GapLeft.of(found.gap)
    if between is not None:
        yield f"{between.words}{ended}"


def _window(span: Span | None) -> tuple[int | None, int | None]:
    """The days and the months of a window, one of them None; both None without a window."""
    if span is None:
        return None, None
    return (span.count, None) if span.unit == "days" else (None, span.count)


def _window_words(of: LimitLeft | TimesLeft) -> str:
    if of.window_months:
        return words.number(of.window_months, "month")
    return words.number(of.window_days or 0, "day")
