"""Additional Interest: exact amounts per lot and rate, not rounded here.

A lot is split only where its own rate or principal changes, because 30/360 amounts do not add up
over other splits. Notes issued later share the default clocks but accrue only from their issue.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from dealclock.agreement.indenture import Indenture
from dealclock.agreement.rules.duties import Deadline
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.terms import Lot, Terms
from dealclock.days import day_words
from dealclock.days.day_counts import DayCount, day_count, in_periods
from dealclock.engine.conclusions import Default
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step, joined
from dealclock.engine.interest.accrued import Accrual
from dealclock.engine.interest.ledger import (
    AccrualLedger,
    Bearing,
    first_without,
    last_change,
    next_change,
    steps,
)
from dealclock.engine.interest.principal import Balance, principal
from dealclock.engine.interest.rates import Rates
from dealclock.engine.money import ZERO
from dealclock.engine.payments.payment_dates import payment_dates_after
from dealclock.engine.plugins import not_in_amounts
from dealclock.errors import EngineError

# Which defaults apply to which Notes, if an agreement has several closings.
#
#     first closing    |---- its lots: the defaults of its deadlines
#     second closing           |---- its lots: the defaults of its own
#     no closing       |---- every default
#
# A lot belongs to the closings it names. If no lot names one, an issue belongs to its own day,
# provided a deadline that may become a default runs from that day. The default of a closing applies
# to the lots of that closing and to lots without one; a default of any other day, or of no closing,
# applies to all.


class LotClosings:
    """The closings to which the lots of a deal belong, by their days."""

    def __init__(self, terms: Terms, balances: Sequence[Balance]) -> None:
        self._dates = terms.dates
        self._named = any(lot.closings for lot in terms.securities)
        self._counted_from = {
            terms.dates[rule.after]
            for rule in terms.all_of(Deadline)
            if rule.on_lapse is not None and not rule.or_later
        }
        named = {day for lot in terms.securities for day in self._of_lot(lot)}
        self._all = named.union(*map(self._of, balances))

    def bearing_on(self, balance: Balance, defaults: Sequence[Default]) -> tuple[Default, ...]:
        """The defaults among those given that apply to an issue of Notes."""
        own = self._of(balance)
        return tuple(
            d for d in defaults if not own or d.closing in own or d.closing not in self._all
        )

    def _of(self, balance: Balance) -> frozenset[date]:
        if self._named:
            return self._of_lot(balance.lot)
        return frozenset({balance.issued} & self._counted_from)

    def _of_lot(self, lot: Lot) -> frozenset[date]:
        return frozenset(self._dates[name] for name in lot.closings if name in self._dates)


INDENTURE_NOT_REVIEWED = "Indenture not reviewed: day count and payment dates are assumptions"


class DayCountUnsetError(EngineError):
    """Amounts were requested by one day count, but the Indenture input sheet gives none."""


def add(context: Context, found: Findings) -> None:
    """Add the accrual, once every default is known; nothing under terms without a rate schedule."""
    schedule = next(context.terms.all_of(RateSchedule), None)
    if schedule is None:
        return
    own = context.fresh()
    own.choices.consulted.update(found.consulted)
    kept = ledger(schedule, found.defaults, own)
    if kept.apart:
        found.defaults[:] = [_bearing_on(default, kept) for default in found.defaults]
    found.accrual = accrual(schedule, kept, found.defaults, own)
    found.ledger = replace(kept, readings=frozenset(own.choices.consulted))


def ledger(schedule: RateSchedule, defaults: Sequence[Default], context: Context) -> AccrualLedger:
    """The accrual ledger of a deal, by its facts in effect."""
    dates, named = context.terms.dates, schedule.anniversaries_of
    since = dates[named] if named is not None else None
    rates = Rates(schedule, since, defaults, context.choices)
    borne_by = principal(rates, context)
    sheet = context.terms.indenture_sheet
    bearing = Bearing(rates, _convention(schedule, sheet), partial(_payment_dates, sheet))
    apart = _apart(borne_by.balances, bearing, since, context)
    return AccrualLedger(borne_by, bearing, borne_by.grounds, apart)


def _apart(
    balances: Sequence[Balance], dates_of_all_deals: Bearing, since: date | None, context: Context
) -> dict[tuple[str, int], Bearing]:
    """The bearing of each issue to which not all defaults apply, because it belongs to another
    closing.
    """
    defaults = tuple(dates_of_all_deals.rates.defaults)
    closings = LotClosings(context.terms, balances)
    made: dict[tuple[Default, ...], Bearing] = {}
    apart = {}
    for balance in balances:
        own = closings.bearing_on(balance, defaults)
        if own == defaults:
            continue
        if own not in made:
            made[own] = dates_of_all_deals.of(
                Rates(dates_of_all_deals.rates.schedule, since, own, context.choices)
            )
        apart[balance.lot.id, balance.place] = made[own]
    return apart


def _bearing_on(default: Default, ledger: AccrualLedger) -> Default:
    """The default, with the lots it applies to if not all issued lots."""
    lots = ledger.lots_of(default)
    if len(lots) == len(ledger.principal.lots) or default.closing is None:
        return default
    of = f"of the closing of {day_words.day(default.closing)}"
    note = f"{of}, so it applies only to {' and '.join(lots) or 'lots of that closing'}"
    return replace(default, bears_on=lots, notes=(*default.notes, note))


def _bearing_on_some(defaults: Sequence[Default]) -> Iterator[Step]:
    """A step for each default that does not apply to all lots."""
    for default in defaults:
        if default.bears_on is not None:
            yield Step(f"{default.instance}: {default.notes[-1]}", default.clause)


def _amended(ledger: AccrualLedger, as_of: date) -> Iterator[Step]:
    """A step for each day from which interest accrues at amended rates."""
    clause = ledger.rates.schedule.clause
    for day in ledger.rates.amended(as_of):
        yield Step("from this day on by the rates as amended", clause, day)


def lacks_day_count(terms: Terms) -> bool:
    """Whether amounts need a day count that the Indenture input sheet does not give."""
    schedule = next(terms.all_of(RateSchedule), None)
    if terms.indenture is None or terms.indenture.day_count is not None:
        return False
    return schedule is None or schedule.for_each is None


def _convention(schedule: RateSchedule, sheet: Indenture) -> DayCount:
    """The day count: by the schedule's periods, or, for rates a year, by the Indenture."""
    if span := schedule.for_each:
        return in_periods(span.days, whole=span.part == "whole")
    if sheet.day_count is None:
        raise DayCountUnsetError(
            "the Indenture's day count is unset, so there is no single amount; run `assess` for "
            "the range, or set indenture.day_count."
        )
    return day_count(sheet.day_count)


def _payment_dates(sheet: Indenture, after: date) -> Iterator[date]:
    return payment_dates_after(after, sheet)


def accrual(
    schedule: RateSchedule, ledger: AccrualLedger, defaults: Sequence[Default], context: Context
) -> Accrual:
    """Additional Interest to but excluding `as_of`, and the rate in force on that day."""
    as_of, start = context.as_of, ledger.rates.begins()
    segments = tuple(ledger.segments(start, as_of)) if start and start < as_of else ()
    stops = first_without(ledger, as_of)
    bears = [
        (b.steps.on(as_of), ledger.bearing_of(b).rates.on(as_of))
        for b in ledger.still_bearing(as_of)
    ]
    rate = ZERO if stops and stops <= as_of else ledger.rates.on(as_of)
    if ledger.apart:
        rate = max((each for _, each in bears), default=ZERO)
    dates_of_deal = sum((principal * each / 100 for principal, each in bears), ZERO)
    whole = ledger.bearing.whole is not None
    reviewed = context.terms.indenture_sheet.reviewed
    assumed = () if reviewed else (INDENTURE_NOT_REVIEWED,)
    grounds = joined([ledger.grounds, *(d.grounds for d in defaults)]) if defaults else NOTHING
    return Accrual(
        as_of=as_of,
        clause=schedule.clause,
        accrued=sum((s.amount for s in segments), ZERO),
        rate=rate,
        a_day=None if whole else dates_of_deal * ledger.convention.day_fraction(as_of),
        last_change=last_change(ledger, stops, as_of),
        next_change=next_change(ledger, stops, as_of),
        segments=segments,
        day_count=ledger.convention.name,
        grounds=grounds | context.grounds(),
        notes=(*not_in_amounts(defaults, context.fresh()), *assumed),
        per=schedule.per,
        a_period=dates_of_deal if whole else None,
        trace=(
            *_bearing_on_some(defaults),
            *_amended(ledger, as_of),
            *steps(ledger, as_of),
        ),
    )
