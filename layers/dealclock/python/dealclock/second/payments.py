"""When streams are paid: on days of the year, after each span, at month ends, or after events;
and what is owed of one that is late or paid in part.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from dealclock.second.calendars import is_open
from dealclock.second.days import It, day
from dealclock.second.deals import Deal, Provision, listed
from dealclock.second.periods import COUNTED_OPEN, begins, days_from, period_in
from dealclock.second.streams import Piece

ONE, ZERO = timedelta(days=1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment: the day it is named by, the day it is due, its exact dollars, and
    those added to reach the least of a payment.

    It is named by the last day of a span or month, by the day on which a share falls due at once,
    or by the day of the year or the event itself.
    """

    on: date
    due: date
    dollars: Fraction
    added: Fraction = ZERO


def payments(deal: Deal, name: str, accrued: Sequence[Piece], over: date | None) -> list[Payment]:
    """Each payment of what accrued since the one before, through the first after today. A share due
    at once on the first day of a span is a payment of its own.
    """
    rule = deal.provisions("payments")[name]
    least = Fraction(str(rule.get("at least", 0)))
    dollars: dict[date, Fraction] = defaultdict(Fraction)
    spans: dict[date, list[Piece]] = defaultdict(list)
    for on, piece in named_days(rule, deal, accrued, over):
        spans[on].append(piece)
    for on, own in spans.items():
        first = min((piece.on for piece in own if piece.dollars), default=on)
        for piece in own:
            alone = "each" in rule and piece.at_once and piece.on == first
            dollars[first if alone else on] += piece.dollars
    found: list[Payment] = []
    for on in sorted(dollars):
        due = day(rule["due"], deal, It(on)) if "due" in rule else _next_open(on, deal)
        if dollars[on] and due is not None:
            added = max(least - dollars[on], ZERO)
            found.append(Payment(on, due, dollars[on] + added, added))
        if on in spans and on + _through(rule) >= deal.as_of:
            break
    return found


def _next_open(on: date, deal: Deal) -> date:
    """The day itself or, if it is closed, the next Business Day."""
    while not is_open(on, deal.calendar):
        on += ONE
    return on


def _through(rule: Provision) -> timedelta:
    """One day where a payment is named by the last day it pays for, none by the day after it."""
    return ONE if "each" in rule or rule.get("month ends") else 0 * ONE


class Dated(Protocol):
    """What falls on a day, at once or as it accrues."""

    @property
    def on(self) -> date: ...
    @property
    def at_once(self) -> bool: ...


T = TypeVar("T", bound=Dated)


def named_days(
    rule: Provision, deal: Deal, accrued: Sequence[T], over: date | None
) -> Iterator[tuple[date, T]]:
    """The day by which the payment of each part is named, of those that have one.

    `over` is the first day on which nothing accrues any more, None while it is not known: the last
    span then ends the day before it, or as it would have, if its last part waits for that.
    """
    left = sorted(accrued, key=lambda each: each.on)
    if "each" in rule:
        days = {each.on for each in left if not each.at_once}
        shares = [each for each in left if each.at_once and each.on not in days]
        yield from ((each.on, each) for each in shares)
        left = [each for each in left if each not in shares]
    for last in _last_days(rule, deal, left, over):
        own = [each for each in left if each.on <= last]
        left = left[len(own) :]
        yield from ((last + ONE - _through(rule), each) for each in own)


def _last_days(
    rule: Provision, deal: Deal, accrued: Sequence[Dated], over: date | None
) -> Iterator[date]:
    """The last day of what each payment pays for; on a day of the year, the day before it."""
    if not accrued:
        return
    end = accrued[-1].on if over is None else over - ONE
    on = accrued[0].on
    if "each" in rule:
        yield from _spans(rule, deal, accrued, over)
    elif rule.get("month ends"):
        yield from _month_ends(rule, accrued, over)
    elif "after each" in rule:
        days = dict.fromkeys(e.on for e in deal.of(*listed(rule["after each"])))
        yield from (each - ONE for each in days if each > on)
    else:
        dates = rule.get("dates") or deal.terms["indenture"]["interest_payment_dates"]
        wanted = {(int(d["month"]), int(d["day"])) for d in dates}
        while on <= end:
            on += ONE
            while (on.month, on.day) not in wanted:
                on += ONE
            yield on - ONE


def _month_ends(rule: Provision, accrued: Sequence[Dated], over: date | None) -> Iterator[date]:
    """The last day of each month in which something accrued, and the last day of what does not go
    on, unless that waits for the end of its month."""
    days = list(dict.fromkeys(each.on for each in accrued))
    for on, then in zip(days, [*days[1:], None], strict=True):
        ends = over is not None if then is None else then > on + ONE
        at_once = ends and rule.get("last part", "at once") == "at once"
        if (on + ONE).month != on.month or at_once:
            yield on
        elif ends and (then is None or (then.year, then.month) != (on.year, on.month)):
            last = on
            while (last + ONE).month == on.month:
                last += ONE
            yield last


def _spans(
    rule: Provision, deal: Deal, accrued: Sequence[Dated], over: date | None
) -> Iterator[date]:
    """The last day of each span from the first day that accrues, again after a day on which
    nothing did; what accrues no more ends its last span, or waits for its end."""
    span = period_in(rule["each"])
    waits = rule.get("last part") == "next date"
    days = [each.on for each in accrued]
    for n, first in enumerate(days):
        if n and first - days[n - 1] <= ONE:
            continue
        end = next((a for a, b in zip(days[n:], days[n + 1 :], strict=False) if b - a > ONE), None)
        if end is None and over is not None:
            end = over - ONE
        last, spans = first - ONE, 0
        while last < (end or days[-1]):
            spans += 1
            last = begins(first, span, spans, deal) - ONE
            last = last if end is None or waits else min(last, end)
            yield last


# ---- What is late, and what was paid


@dataclass(frozen=True, slots=True)
class Settled:
    """How a payment stands: what is owed of it with what lateness added, what was stated as paid,
    and the day on which it was paid in full."""

    owed: Fraction
    late: Fraction
    paid: Fraction
    paid_on: date | None

    def status(self, due: date, as_of: date) -> str:
        """How it stands at the opening of a day."""
        if self.paid_on is not None:
            return "met" if self.paid_on <= due else "met late"
        if as_of > due:
            return "missed"
        return "due today" if as_of == due else "upcoming"


def settled(deal: Deal, name: str, payment: Payment) -> Settled:
    """What was paid of a payment by the day of asking: by amounts that reach what is owed to the
    cent, or as an event without an amount says."""
    rule = deal.provisions("payments")[name]
    own = [e for e in deal.of(rule["met by"]) if e.about == f"{name}/{payment.on}"]
    made = [(e.on, Fraction(e.dollars)) for e in own]
    paid, paid_on = ZERO, None
    for on, dollars in made:
        paid += dollars
        owed = payment.dollars + _late(rule.get("late"), payment, made, on, deal)
        if paid_on is None and (not dollars or cents(paid) >= cents(owed)):
            paid_on = on
    late = _late(rule.get("late"), payment, made, deal.as_of, deal)
    return Settled(payment.dollars + late, late, paid, paid_on)


def cents(dollars: Fraction) -> int:
    """Rounded half up to the cent."""
    return (dollars * 100 + Fraction(1, 2)).__floor__()


def _late(
    rule: Mapping[str, Any] | None,
    payment: Payment,
    made: list[tuple[date, Fraction]],
    as_of: date,
    deal: Deal,
) -> Fraction:
    """The fee and the interest for being late, to but excluding a day: the fee on what is unpaid
    when the time to pay is over, the interest on what is unpaid of the payment on each day."""
    if rule is None:
        return ZERO
    over = payment.due
    if "unless paid within" in rule:
        over = days_from(payment.due, period_in(rule["unless paid within"]), deal, back=False)
    if as_of <= over or not _unpaid(payment, made, over):
        return ZERO
    total = Fraction(str(rule.get("at once", 0))) / 100 * _unpaid(payment, made, over)
    if "percent" not in rule:
        return total
    rate = Fraction(str(rule["percent"])) / 100
    period = period_in(rule["for each"])
    whole = isinstance(rule["for each"], Mapping) and rule["for each"].get("part") == "whole"
    first, n = payment.due + ONE, 0
    on = first
    while on < as_of:
        while on >= begins(first, period, n + 1, deal):
            n += 1
        start, end = (begins(first, period, each, deal) for each in (n, n + 1))
        if whole:
            part = Fraction(on == start)
        elif period.unit in COUNTED_OPEN:
            calendar = "nyse" if period.unit == "trading days" else deal.calendar
            part = Fraction(is_open(on, calendar), period.count)
        else:
            part = Fraction(1, (end - start).days)
        total += rate * part * _unpaid(payment, made, on)
        on += ONE
    return total


def _unpaid(payment: Payment, made: list[tuple[date, Fraction]], on: date) -> Fraction:
    """What is unpaid of a payment as a day ends; nothing once it was paid without an amount."""
    by_then = [dollars for day, dollars in made if day <= on]
    if not all(by_then):
        return ZERO
    return max(payment.dollars - sum(by_then, ZERO), ZERO)
