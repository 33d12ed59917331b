"""Additional Interest by the rate of every single day, and what each payment date pays of it.

Rates are whole basis points, hundredths of a percent a year.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from dealclock.second.deals import NotCoveredError
from dealclock.second.story import (
    CONVERTED,
    ISSUED,
    RETIRED,
    SOLD,
    Event,
    Form,
    Story,
)

ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Spell:
    """The days on which one default accrues: the first, and the first on which it does not."""

    start: date
    stop: date


@dataclass(slots=True)
class Piece:
    """One lot of one principal at one rate; not on `stop` any more, which grows day by day.

    `paid_on` is the payment date of all of it, where that was asked for.
    """

    lot: str
    dollars: Fraction | int
    rate: int
    start: date
    stop: date
    paid_on: date | None = None


def anniversary_rate(day: date, form: Form) -> int | None:
    """The rate from the last anniversary of the Closing Date that has one; after the last of
    them, more from each later one."""
    closing = form.closing
    passed = day.year - closing.year - ((day.month, day.day) < (closing.month, closing.day))
    begun = [each for each in form.by_anniversary if each[0] <= passed]
    if not begun:
        return None
    last, rate = begun[-1]
    return rate + (form.then_each * (passed - last) if begun[-1] == form.by_anniversary[-1] else 0)


def rate_on(day: date, age: int, ladder: str, form: Form) -> int:
    """The rate of a default in its `age`th day."""
    by_year = anniversary_rate(day, form)
    (_, first_rate), *later = form.by_age
    young = not later or age < later[0][0]
    by_age = [rate for first, rate in form.by_age if age >= first][-1:] or [0]
    if by_year is None:
        return by_age[0]
    if ladder == "FIRST-90" and young:
        return first_rate
    return by_year + first_rate if ladder == "ADDITIVE" and young else by_year


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
            rates[n] = rate_on(day, age, ladder, story.form)
        if any(on_it):
            yield day, rates if together == "STACKED" else [max(rates)]
        day += ONE


def payable_on(story: Story, accruing: Iterable[date]) -> dict[date, date]:
    """The nominal payment date on which the interest of each day is paid, to `accruing` in order.

    What waits at a payment date is paid then. Under NEXT-DATE it goes on waiting if the first day
    of it came after the record date.
    """
    found: dict[date, date] = {}
    waiting: list[date] = []
    next_date, form = date.min, story.form
    waits = story.reading("payment-after-record-date") == "NEXT-DATE"
    for day in accruing:
        while waiting and day >= next_date:
            if not (waits and waiting[0] > record_date(next_date, form)):
                found |= dict.fromkeys(waiting, next_date)
                waiting = []
            next_date = payment_date_after(next_date, form)
        if not waiting:
            next_date = payment_date_after(day, form)
        waiting.append(day)
    if waiting and waits and waiting[0] > record_date(next_date, form):
        next_date = payment_date_after(next_date, form)
    return found | dict.fromkeys(waiting, next_date)


def payment_date_after(day: date, form: Form) -> date:
    """The first Interest Payment Date after a day, open or not, looked for day by day."""
    day += ONE
    while (day.month, day.day) not in form.payment_days:
        day += ONE
    return day


def record_date(nominal: date, form: Form) -> date:
    """The last record date on or before an Interest Payment Date; itself without any."""
    while form.record_days and (nominal.month, nominal.day) not in form.record_days:
        nominal -= ONE
    return nominal


@dataclass(frozen=True, slots=True)
class Notes:
    """The Notes of a story as known on a day, and when the interest of each day is paid."""

    story: Story
    as_of: date
    payable: Mapping[date, date]

    def principal(self, lot: str, day: date) -> Fraction | int:
        """Dollars of a lot that bear interest on a day."""
        known = [e for e in self.story.events if e.on <= self.as_of and e.lot == lot]
        form = self.story.form
        dollars: Fraction | int = form.principal
        issued = form.closing
        if lot != form.base:
            issue = next((e for e in known if e.kind == ISSUED), None)
            if issue is None:
                return 0
            dollars, issued = issue.dollars or form.later[lot], issue.on
        if day < issued and self.story.reading("later-issued-notes") == "FROM-ISSUE":
            return 0
        return dollars - sum(e.dollars for e in known if self._is_gone(e, day))

    def _is_gone(self, event: Event, day: date) -> bool:
        """Whether its Notes bear nothing on a day: after it, and, forfeited, before it as well.

        Under FORFEIT a conversion takes with it the interest of every day that was not payable
        by then; of a payment date on the day of the conversion itself, it was.
        """
        if event.kind == SOLD and self.story.reading("interest-base") == "ALL-NOTES":
            return False
        if event.kind == CONVERTED and self.story.reading("converted-notes") == "FORFEIT":
            return event.on <= day or self.payable[day] > event.on
        return event.kind in (CONVERTED, RETIRED, SOLD) and event.on <= day


def pieces(notes: Notes, days: Iterable[Day], *, by_payment: bool = False) -> list[Piece]:
    """The days of each lot put together while neither its rate nor its principal changes.

    With `by_payment`, no piece holds days that are paid on different dates.
    """
    found: dict[tuple[str, int], list[Piece]] = {}
    happened = {e.on for e in notes.story.events}
    dollars: dict[str, Fraction | int] = {}
    yesterday, payable = date.min, date.min
    for day, rates in days:
        if day in happened or day - yesterday > ONE or notes.payable[day] != payable:
            form = notes.story.form
            dollars = {lot: notes.principal(lot, day) for lot in (form.base, *form.later)}
        yesterday, payable = day, notes.payable[day]
        for lot, amount in dollars.items():
            for n, rate in enumerate(rates):
                if amount and rate:
                    own = found.setdefault((lot, n), [])
                    last = own[-1] if own else None
                    paid = payable if by_payment else None
                    here = (day, amount, rate, paid)
                    if last and (last.stop, last.dollars, last.rate, last.paid_on) == here:
                        last.stop = day + ONE
                    else:
                        own.append(Piece(lot, amount, rate, day, day + ONE, paid))
    return [piece for own in found.values() for piece in own]


def interest(piece: Piece, day_count: str) -> Fraction:
    """Exact dollars: by 30/360 bond basis for the piece, by Actual/360 a day at a time."""
    days, year = bond_basis(piece.start, piece.stop), 360
    if day_count in ("Actual/360", "Actual/365F"):
        days, day, year = 0, piece.start, int(day_count[7:10])
        while day < piece.stop:
            days += 1
            day += ONE
    elif day_count != "30/360":
        raise NotCoveredError(f"the day count {day_count}")
    return Fraction(piece.dollars) * piece.rate * days / (year * 10_000)


def bond_basis(start: date, stop: date) -> int:
    """Months of 30 days: a 31st to start is a 30th, and so is one to stop after such a start."""
    first = 30 if start.day == 31 else start.day
    last = 30 if stop.day == 31 and first == 30 else stop.day
    return (stop.year - start.year) * 360 + (stop.month - start.month) * 30 + last - first
