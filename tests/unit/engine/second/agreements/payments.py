"""When streams are paid: on days of the year, after each span, at month ends, or after events."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

from tests.unit.engine.second.agreements.days import It, day
from tests.unit.engine.second.agreements.deals import Deal, Provision, listed
from tests.unit.engine.second.agreements.periods import days_from, period_in
from tests.unit.engine.second.agreements.streams import Piece

ONE, ZERO = timedelta(days=1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment: the day it is named by, the day it is due, and its exact dollars.

    It is named by the last day of a span or month, by the day on which a share falls due at once,
    or by the day of the year or the event itself.
    """

    on: date
    due: date
    dollars: Fraction


def payments(deal: Deal, name: str, accrued: list[Piece], over: date | None) -> list[Payment]:
    """Each payment of what accrued since the one before, through the first after today.

    `over` is the first day on which nothing accrues any more, None while it is not known: the last
    span then ends the day before it.
    """
    rule = deal.provisions("payments")[name]
    left = sorted(accrued, key=lambda each: each.on)
    parts: list[tuple[date, Fraction]] = []
    by_span = "each" in rule
    if by_span:
        lumps = [each for each in left if each.at_once]
        left = [each for each in left if not each.at_once]
        days = dict.fromkeys(each.on for each in lumps)
        parts += [(on, sum((p.dollars for p in lumps if p.on == on), ZERO)) for on in days]
    for last in _last_days(rule, deal, left, over):
        own = [each for each in left if each.on <= last]
        left = left[len(own) :]
        parts.append((last, sum((each.dollars for each in own), ZERO)))
    named_after = not by_span and not rule.get("month ends")
    found: list[Payment] = []
    for last, dollars in sorted(parts):
        on = last + ONE if named_after else last
        due = day(rule.get("due", "it"), deal, It(on))
        if dollars and due is not None:
            found.append(Payment(on, due, dollars))
        if last + ONE >= deal.as_of:
            break
    return found


def _last_days(
    rule: Provision, deal: Deal, accrued: list[Piece], over: date | None
) -> Iterator[date]:
    """The last day of what each payment pays for; on a day of the year, the day before it."""
    if not accrued:
        return
    end = accrued[-1].on if over is None else over - ONE
    on = accrued[0].on
    if "each" in rule:
        yield from _spans(rule, deal, accrued, over)
    elif rule.get("month ends"):
        while on <= end:
            while (on + ONE).month == on.month and not (over is not None and on >= end):
                on += ONE
            yield on
            on += ONE
    elif "after" in rule:
        yield from (e.on - ONE for e in deal.of(*listed(rule["after"])) if e.on > on)
    else:
        wanted = {(int(d["month"]), int(d["day"])) for d in rule["dates"]}
        while on <= end:
            on += ONE
            while (on.month, on.day) not in wanted:
                on += ONE
            yield on - ONE


def _spans(rule: Provision, deal: Deal, accrued: list[Piece], over: date | None) -> Iterator[date]:
    """The last day of each span from the first day that accrues, again after a day on which
    nothing did; what accrues no more ends its last span."""
    span = replace(period_in(rule["each"]), roll="none")
    days = [each.on for each in accrued]
    for n, first in enumerate(days):
        if n and first - days[n - 1] <= ONE:
            continue
        end = next((a for a, b in zip(days[n:], days[n + 1 :], strict=False) if b - a > ONE), None)
        if end is None and over is not None:
            end = over - ONE
        start = first - ONE
        while start < (end or days[-1]):
            start = days_from(start, span, deal, back=False)
            start = start if end is None else min(start, end)
            yield start
