"""Interest that began to accrue after the record date of the payment date before it.

record date        payment date                        the next one
    |-----[ accrues ]---|------------------------------------|
                        | AT-ONCE: paid here                 | NEXT-DATE: paid here
"""

from collections.abc import Iterable
from datetime import date

from dealclock.engine.conclusions import Default
from dealclock.engine.interest.rates import Rates


def accrues_in(default: Default, start: date, end: date, rates: Rates) -> bool:
    """Whether a default bears anything on any day from `start` to but excluding `end`."""
    stops = default.accrues_to
    at_once = rates.first_day(default)
    if at_once < default.accrues_from and start <= at_once < end:
        return True
    first = max(default.accrues_from, start)
    return first < (end if stops is None else min(stops, end))


def began_after(record: date, bearing: Iterable[Default], rates: Rates) -> bool:
    """Whether all of the defaults that bear began to accrue after a record date."""
    return all(rates.first_day(d) > record for d in bearing)
