"""How often a filing must be made: the periods of a limit, and which filings used them up.

one in each period:   |---- F1 -----------|------------------|
                           the next one is not owed before ->|
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from dateutil.relativedelta import relativedelta

from dealclock.agreement.readings.questionnaires import SEMI_ANNUAL, SUPPLEMENTS
from dealclock.agreement.rules.filings import FrequencyLimit, OneIn
from dealclock.days.fiscal import fiscal_year_begins
from dealclock.engine.context import Context, EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_QUARTER = 3
_HALF = 6


@record
class FilingExcuse:
    """A filing that used the period up, and the first day on which that no longer excuses."""

    used_by: EffectiveFact
    until: date


class FilingLimit:
    """One limit and the filings that count under it, in order, as they count on a day."""

    def __init__(self, rule: FrequencyLimit, limit: OneIn, context: Context) -> None:
        self.terms = limit
        self._year_ends_in = _year_ends_in(rule, context)
        self._effective = context.first(rule.effective_with)
        self._literal = _in_order(limit.counts, context)
        self._all = _in_order(limit.kinds, context)

    def excuse(
        self, due: date, named_by: EffectiveFact | None, context: Context
    ) -> FilingExcuse | None:
        """The excuse for not filing by `due`; None when the limit leaves that filing owed.

        A filing after `due` came too late to excuse it; `named_by`, the one that met the duty,
        and those after it, excuse nothing either.
        """
        filings = self._counting(due, context)
        last = bisect_right(filings, due, key=lambda f: f.on)
        if named_by is not None:
            place = context.known.place
            last = min(last, bisect_left(filings, place(named_by), key=place))
        if last == 0:
            return None
        if self.terms.period == "fiscal quarter":
            return self._first_in(filings, last, _fiscal(self._year_ends_in, due, _QUARTER))
        match context.choices[SEMI_ANNUAL]:
            case "ROLLING-SIX-MONTHS":
                used_by = filings[last - 1]
                until = _months_after(used_by.on, _HALF)
                return FilingExcuse(used_by, until) if due < until else None
            case "FROM-EFFECTIVENESS" if self._effective:
                period = _containing(self._effective.on, due, _HALF)
                return self._first_in(filings, last, period)
            case _:
                return self._first_in(filings, last, _fiscal(self._year_ends_in, due, _HALF))

    def _counting(self, due: date, context: Context) -> Sequence[EffectiveFact]:
        """The filings that use periods up; none where the one owed is not limited itself."""
        limited = self.terms.filing in self.terms.counts
        if limited and len(self._all) == len(self._literal):
            return self._literal
        if not self._all or self._all[0].on > due:
            return ()
        if context.choices[SUPPLEMENTS] == "PURPOSIVE":
            return self._all
        return self._literal if limited else ()

    @staticmethod
    def _first_in(
        filings: Sequence[EffectiveFact], last: int, period: tuple[date, date]
    ) -> FilingExcuse | None:
        """The first of the first `last` filings that lies in a period."""
        place = bisect_left(filings, period[0], key=lambda f: f.on)
        return FilingExcuse(filings[place], period[1]) if place < last else None


def _in_order(kinds: Sequence[str], context: Context) -> Sequence[EffectiveFact]:
    found = [f for kind in kinds for f in context.facts(kind)]
    return sorted(found, key=context.known.place)


def _year_ends_in(rule: FrequencyLimit, context: Context) -> int:
    ends = context.terms.fiscal_year_ends
    if ends is None:
        raise EngineError(f"{rule.id} counts by fiscal year; give fiscal_year_ends in the terms.")
    return ends.month


def _fiscal(year_ends_in: int, day: date, months: int) -> tuple[date, date]:
    """The period of so many months of the fiscal year that holds a day."""
    return _containing(fiscal_year_begins(day.year, year_ends_in), day, months)


def _containing(anchor: date, day: date, months: int) -> tuple[date, date]:
    """Of the periods of so many months from a day on, and back from it, the first day of the one
    that holds `day` and of the next."""
    passed = (day.year - anchor.year) * 12 + day.month - anchor.month
    n = passed // months
    if _months_after(anchor, n * months) > day:
        n -= 1
    return _months_after(anchor, n * months), _months_after(anchor, (n + 1) * months)


@lru_cache(maxsize=4096)
def _months_after(day: date, months: int) -> date:
    """The same day so many months on, or the last of a shorter month; the same for ever."""
    return day + relativedelta(months=months)
