"""Additional Interest by the rate of every single day, and what each payment date pays of it.

Rates are whole basis points, hundredths of a percent a year.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import cache

from tests.unit.engine.second.story import CLOSING, CONVERTED, ISSUED, RETIRED, Story

ONE = timedelta(days=1)
FIRST_RATE, SECOND_RATE = 25, 100
LOTS = ("base", "option")


@dataclass(frozen=True, slots=True)
class Spell:
    """The days on which one default accrues: the first, and the first on which it does not."""

    start: date
    stop: date


@dataclass(slots=True)
class Piece:
    """One lot of one principal at one rate; not on `stop` any more, which grows day by day."""

    lot: str
    dollars: int
    rate: int
    start: date
    stop: date


@cache
def anniversary_rate(day: date) -> int | None:
    """3% from the second anniversary of the Closing Date, 2 points more from each later one."""
    passed = day.year - CLOSING.year - ((day.month, day.day) < (CLOSING.month, CLOSING.day))
    return 300 + 200 * (passed - 2) if passed >= 2 else None


def rate_on(day: date, age: int, ladder: str) -> int:
    """The rate of a default in its `age`th day."""
    by_year = anniversary_rate(day)
    young = age <= 90
    if by_year is None:
        return FIRST_RATE if young else SECOND_RATE
    if ladder == "FIRST-90" and young:
        return FIRST_RATE
    return by_year + FIRST_RATE if ladder == "ADDITIVE" and young else by_year


Day = tuple[date, list[int]]


def rates_by_day(story: Story, spells: list[Spell]) -> Iterator[Day]:
    """Each day that accrues, with its rate; under STACKED one for each default, 0 if it rests."""
    if not spells:
        return
    ladder, together = story.reading("rate-ladder"), story.reading("concurrent-defaults")
    again = story.reading("default-after-cure")
    from_the_default_itself = story.reading("first-day-of-default") == "DEFAULT-DAY"
    day = first = min(s.start for s in spells)
    last = max(s.stop for s in spells)
    accrued, in_a_row = 0, 0
    while day < last:
        on_it = [s.start <= day < s.stop for s in spells]
        in_a_row = in_a_row + 1 if any(on_it) else 0
        accrued += any(on_it)
        rates = [0] * len(spells)
        for n, spell in enumerate(spells):
            if not on_it[n]:
                continue
            age = in_a_row if together == "CONTINUOUS-SPELL" else (day - spell.start).days + 1
            if again == "CUMULATIVE":
                age = accrued
            elif again == "FIXED-WINDOW":
                age = (day - first).days + 1
            age += from_the_default_itself
            rates[n] = rate_on(day, age, ladder)
        if any(on_it):
            yield day, rates if together == "STACKED" else [max(rates)]
        day += ONE


def principal(story: Story, lot: str, day: date, as_of: date) -> int:
    """Dollars of a lot that accrue on a day, as known on `as_of`.

    Under FORFEIT nothing accrues, on any day, on Notes known to have been converted.
    """
    known = [e for e in story.events if e.on <= as_of]
    dollars = story.base if lot == "base" else story.option
    if lot == "option":
        issues = [e.on for e in known if e.kind == ISSUED]
        from_issue = story.reading("later-issued-notes") == "FROM-ISSUE"
        if not issues or (from_issue and day < min(issues)):
            return 0
    forfeit = story.reading("converted-notes") == "FORFEIT"
    for event in known:
        converted = event.kind == CONVERTED
        gone = event.on <= day or (converted and forfeit)
        if event.lot == lot and gone and (converted or event.kind == RETIRED):
            dollars -= event.dollars
    return max(dollars, 0)


def pieces(
    story: Story, days: Iterable[Day], as_of: date, cuts: Iterable[date] = ()
) -> list[Piece]:
    """The days of each lot put together while neither its rate nor its principal changes.

    With `cuts`, no piece runs through one of those days: it ends there, and another begins.
    """
    cut = set(cuts)
    changes = {e.on for e in story.events if e.kind in (ISSUED, CONVERTED, RETIRED)}
    found: dict[tuple[str, int], list[Piece]] = {}
    dollars: dict[str, int] = {}
    yesterday = date.min
    for day, rates in days:
        if day - yesterday > ONE or day in changes:
            dollars = {lot: principal(story, lot, day, as_of) for lot in LOTS}
        yesterday = day
        for lot, amount in dollars.items():
            for n, rate in enumerate(rates):
                if amount and rate:
                    own = found.setdefault((lot, n), [])
                    last = own[-1] if own and day not in cut else None
                    if last and (last.stop, last.dollars, last.rate) == (day, amount, rate):
                        last.stop = day + ONE
                    else:
                        own.append(Piece(lot, amount, rate, day, day + ONE))
    return [piece for own in found.values() for piece in own]


def interest(piece: Piece, day_count: str) -> Fraction:
    """Exact dollars: by 30/360 bond basis for the piece, by Actual/360 a day at a time."""
    days = bond_basis(piece.start, piece.stop)
    if day_count == "Actual/360":
        days, day = 0, piece.start
        while day < piece.stop:
            days += 1
            day += ONE
    return Fraction(piece.dollars * piece.rate * days, 360 * 10_000)


def bond_basis(start: date, stop: date) -> int:
    """Months of 30 days: a 31st to start is a 30th, and so is one to stop after such a start."""
    first = 30 if start.day == 31 else start.day
    last = 30 if stop.day == 31 and first == 30 else stop.day
    return (stop.year - start.year) * 360 + (stop.month - start.month) * 30 + last - first
