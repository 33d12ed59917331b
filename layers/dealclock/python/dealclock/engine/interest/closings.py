"""Which defaults bear on which Notes, where an agreement has several closings.

    first closing    |---- its lots: the defaults of its deadlines
    second closing           |---- its lots: the defaults of its own
    no closing       |---- every default

A lot is of the closings it names. Where no lot names one, it is of the day it was issued on, if the
time of a deadline that may become a default runs from that day. A default of a closing bears on the
lots of that closing and on those of none; a default of no closing that lots are of, on all.
"""

from collections.abc import Sequence
from datetime import date

from dealclock.agreement.rules.deadlines import Deadline
from dealclock.agreement.terms import Lot, Terms
from dealclock.engine.conclusions import Default
from dealclock.engine.interest.principal import Balance


class LotClosings:
    """The closings of the lots of a deal, by the days of their dates."""

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
        """Those of some defaults that bear on an issue of Notes."""
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
