"""What no rate tells: a share due at once, and the day on which the most in all is reached."""

from collections.abc import Iterator
from datetime import date, timedelta
from operator import attrgetter

from dealclock.days.counting import anniversary
from dealclock.engine.fractions import ZERO
from dealclock.engine.grounds import Step
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.interest.ledger import AccrualLedger

_ON = attrgetter("on")
_AHEAD = 2
"""Years looked ahead for the day that reaches the most."""


def first_without(ledger: AccrualLedger, as_of: date) -> date | None:
    """The first day on which all Notes have borne the most in all, as far as two years ahead.

    As if no default were cured and none opened; None where some Notes go on.
    """
    days = [
        ledger.bearing_of(b).reached_on(b.steps, anniversary(as_of, _AHEAD))
        for b in ledger.principal.balances
        if ledger.bearing.most is not None and b.steps.on(as_of)
    ]
    reached = [day for day in days if day is not None]
    return max(reached) + timedelta(days=1) if reached and len(reached) == len(days) else None


def last_change(ledger: AccrualLedger, stops: date | None, as_of: date) -> RateChange | None:
    """The latest change by `as_of`: of the rates, or that nothing accrues any more."""
    open_now = ledger.rates.on(as_of) != ZERO
    if stops is not None and stops <= as_of:
        return _nothing_from(stops, ledger) if open_now else None
    found = [b.rates.last_change(as_of) for b in ledger.bearings]
    return max((c for c in found if c is not None), key=_ON, default=None)


def next_change(ledger: AccrualLedger, stops: date | None, as_of: date) -> RateChange | None:
    """The first change after `as_of`: of the rates, or that nothing accrues any more."""
    if stops is not None and stops <= as_of:
        return None
    found = [b.rates.next_change(as_of) for b in ledger.bearings]
    change = min((c for c in found if c is not None), key=_ON, default=None)
    if stops is None or (change is not None and change.on < stops):
        return change
    return _nothing_from(stops, ledger)


def _nothing_from(day: date, ledger: AccrualLedger) -> RateChange:
    return RateChange(day, ZERO, ledger.rates.schedule.per, "the most in all is reached")


def steps(ledger: AccrualLedger, as_of: date) -> Iterator[Step]:
    """Each share that fell due at once, and the day on which a lot reached the most in all."""
    schedule = ledger.rates.schedule
    at_once = {d.instance: d for b in ledger.bearings for d in b.rates.at_once}
    for default in at_once.values():
        if default.occurred_on < as_of:
            says = f"{schedule.at_once}% of principal is due at once: {default.instance} occurs"
            yield Step(says, schedule.clause, default.occurred_on)
    if schedule.most_in_all is None:
        return
    several = len(ledger.principal.balances) > 1
    for balance in ledger.principal.balances:
        reached = ledger.bearing_of(balance).reached_on(balance.steps, as_of)
        if reached is not None:
            what = f"lot {balance.lot.id} reaches" if several else "reaches"
            most = f"{schedule.most_in_all}% of principal"
            says = f"{what} the most in all, {most}: nothing accrues after this day"
            yield Step(says, schedule.clause, reached)
