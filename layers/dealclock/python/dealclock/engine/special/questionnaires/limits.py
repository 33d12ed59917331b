"""How often a filing must be made to name late Holders, and the filings that used the periods up:
Section 2(b)(i) and (ii) of infocrossing-2004.

    one in each period:   |---- F1 -----------|------------------|
                               the next one is not owed before ->|
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from dateutil.relativedelta import relativedelta

from dealclock.agreement.rules.duties import FrequencyLimit, OneIn
from dealclock.days.fiscal import fiscal_year_begins
from dealclock.engine.context import Context
from dealclock.engine.questions import question
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_QUARTER, _HALF = 3, 6


@record
class FilingExcuse:
    """A filing that used up the period, and the first day on which it no longer excuses."""

    used_by: EffectiveFact
    until: date


def limit_by(rule: FrequencyLimit, last: date, context: Context) -> OneIn:
    """The limit that governs a filing due by a day: that of before effectiveness, or since."""
    effective = context.first(rule.effective_with)
    since = effective is not None and effective.on <= last
    return rule.once_effective if since else rule.before_effective


def excuse(
    rule: FrequencyLimit, due: date, named_by: EffectiveFact | None, context: Context
) -> FilingExcuse | None:
    """The excuse for not filing by `due`; None if the limit does not excuse that filing.

    Filings after `due` come too late to excuse it; `named_by`, the filing that satisfied the duty,
    and filings after it excuse nothing either.
    """
    limit = limit_by(rule, due, context)
    filings = _counting(limit, due, context)
    last = bisect_right(filings, due, key=lambda f: f.on)
    if named_by is not None:
        place = context.known.place
        last = min(last, bisect_left(filings, place(named_by), key=place))
    if last == 0:
        return None
    months, effective = _HALF, context.first(rule.effective_with)
    anchor = fiscal_year_begins(due.year, fiscal_year_ends_in(rule, context))
    if limit.period == "fiscal quarter":
        months = _QUARTER
    else:
        by = context.choices["semi-annual-period"]
        if by == "ROLLING-SIX-MONTHS":
            until = _months_after(filings[last - 1].on, _HALF)
            return FilingExcuse(filings[last - 1], until) if due < until else None
        if by == "FROM-EFFECTIVENESS" and effective is not None:
            anchor = effective.on
    begins, ends = _period(anchor, due, months)
    first = bisect_left(filings, begins, key=lambda f: f.on)
    return FilingExcuse(filings[first], ends) if first < last else None


def _counting(limit: OneIn, due: date, context: Context) -> Sequence[EffectiveFact]:
    """The filings that use up periods by `due`; none if the filing owed is not limited itself."""
    literal, by_purpose = _filings(context, limit)
    limited = limit.filing in limit.counts
    if limited and len(by_purpose) == len(literal):
        return literal
    if not by_purpose or by_purpose[0].on > due:
        return ()
    if context.choices["supplements-limited"] == "PURPOSIVE":
        return by_purpose
    return literal if limited else ()


@question
def _filings(
    context: Context, limit: OneIn
) -> tuple[Sequence[EffectiveFact], Sequence[EffectiveFact]]:
    """The filings that count under a limit, in order: by its words, and by its purpose."""
    place, facts = context.known.place, context.facts
    literal, by_purpose = (
        sorted((f for kind in kinds for f in facts(kind)), key=place)
        for kinds in (limit.counts, limit.kinds)
    )
    return literal, by_purpose


def fiscal_year_ends_in(rule: FrequencyLimit, context: Context) -> int:
    """The last month of the fiscal year; raises EngineError if the terms do not give it."""
    ends = context.terms.fiscal_year_ends
    if ends is None:
        raise EngineError(f"{rule.id} counts by fiscal year; give fiscal_year_ends in the terms.")
    return ends.month


def _period(anchor: date, day: date, months: int) -> tuple[date, date]:
    """The first day of the period that contains `day`, and of the next one; periods of `months`
    months run forward and back from `anchor`.
    """
    n = ((day.year - anchor.year) * 12 + day.month - anchor.month) // months
    if _months_after(anchor, n * months) > day:
        n -= 1
    return _months_after(anchor, n * months), _months_after(anchor, (n + 1) * months)


@lru_cache(maxsize=4096)
def _months_after(day: date, months: int) -> date:
    """The same day `months` months later, or the last day of a shorter month. It never changes, so
    it is cached.
    """
    return day + relativedelta(months=months)
