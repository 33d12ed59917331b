"""Filings owed to name late Holders: when, and how often a limit allows one."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache

from dateutil.relativedelta import relativedelta

from dealclock.agreement.rules.duties import FrequencyLimit, MinimumPeriod, OneIn
from dealclock.agreement.rules.rule import Period
from dealclock.days.counting import Count
from dealclock.days.fiscal import fiscal_year_begins
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, cut_short
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.money import dollars
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.special.consents.tally import held_on
from dealclock.engine.special.questionnaires.late import Late, late
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# How often a filing must be made: the periods of a limit, and the filings that used them up.
#
# one in each period:   |---- F1 -----------|------------------|
#                            the next one is not owed before ->|

_QUARTER = 3
_HALF = 6


@record
class FilingExcuse:
    """A filing that used up the period, and the first day on which it no longer excuses."""

    used_by: EffectiveFact
    until: date


class FilingLimit:
    """One limit and the filings that count under it, in order."""

    def __init__(self, rule: FrequencyLimit, limit: OneIn, context: Context) -> None:
        self.terms = limit
        self._year_ends_in = _year_ends_in(rule, context)
        self._effective = context.first(rule.effective_with)
        self._literal = _in_order(limit.counts, context)
        self._all = _in_order(limit.kinds, context)

    def excuse(
        self, due: date, named_by: EffectiveFact | None, context: Context
    ) -> FilingExcuse | None:
        """The excuse for not filing by `due`; None if the limit does not excuse that filing.

        Filings after `due` come too late to excuse it; `named_by`, the filing that satisfied the
        duty, and filings after it excuse nothing either.
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
        match context.choices["semi-annual-period"]:
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
        """The filings that use up periods by `due`; none if the filing owed is not limited
        itself.
        """
        limited = self.terms.filing in self.terms.counts
        if limited and len(self._all) == len(self._literal):
            return self._literal
        if not self._all or self._all[0].on > due:
            return ()
        if context.choices["supplements-limited"] == "PURPOSIVE":
            return self._all
        return self._literal if limited else ()

    @staticmethod
    def _first_in(
        filings: Sequence[EffectiveFact], last: int, period: tuple[date, date]
    ) -> FilingExcuse | None:
        """The first filing in a period, among the first `last` filings."""
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
    """The period of `months` months of the fiscal year that contains a day."""
    return _containing(fiscal_year_begins(day.year, year_ends_in), day, months)


def _containing(anchor: date, day: date, months: int) -> tuple[date, date]:
    """The first day of the period that contains `day`, and of the next one; periods of `months`
    months run forward and back from `anchor`.
    """
    passed = (day.year - anchor.year) * 12 + day.month - anchor.month
    n = passed // months
    if _months_after(anchor, n * months) > day:
        n -= 1
    return _months_after(anchor, n * months), _months_after(anchor, (n + 1) * months)


@lru_cache(maxsize=4096)
def _months_after(day: date, months: int) -> date:
    """The same day `months` months later, or the last day of a shorter month. It never changes, so
    it is cached.
    """
    return day + relativedelta(months=months)


# Filings owed to name late Holders: when, and when a limit on their number excuses one.
#
# received          10th Business Day      the next period begins
# ---|---------------------|---------------------|------->
#                          due                   due instead, if this period's filing is made


@record
class FilingDue:
    """When the Company must file for a late Questionnaire.

    `own` is the last day before the limit is applied, `by` the last day after it; None if nothing
    is owed. `furnish` is the last day to furnish drafts for a filing on that day. `more` is what
    was agreed on that day; None if nothing is owed.
    """

    late: Late
    own: Count | None
    by: date | None
    excuse: FilingExcuse | None
    furnish: Count | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...]
    more: ExtendedDueDay | None = None


def add(context: Context, found: Findings) -> None:
    """Add the filing owed for every late Questionnaire that requires one."""
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            if due.by is not None:
                found.obligations.append(_obligation(rule, due, due.by, context.as_of))


def dues(rule: FrequencyLimit, context: Context) -> Iterator[FilingDue]:
    """The result for every late Questionnaire, including those that require no filing.

    A result that was over before the terms were amended stays as under the earlier terms.
    """
    former, since = context.former, context.since
    was_by = former.terms.provision(rule) if former else None
    if former is None or since is None or was_by is None:
        yield from _dues(rule, context)
        return
    was = {due.late.received.id: due for due in dues(was_by, former)}
    for due in _dues(rule, context):
        then = was.get(due.late.received.id)
        yield then if then is not None and _over(then, since) else due


def _over(due: FilingDue, since: date) -> bool:
    """Whether a filing was made or overdue before a day."""
    named = due.late.named_by
    return (due.by is not None and due.by < since) or (named is not None and named.on < since)


def _dues(rule: FrequencyLimit, context: Context) -> Iterator[FilingDue]:
    together = context.fresh()
    waiting = late(rule, together)
    limits = tuple(
        FilingLimit(rule, one, together) for one in (rule.before_effective, rule.once_effective)
    )
    shared = together.grounds()
    for each in waiting:
        yield _due(rule, each, limits, shared, context.fresh())


def _due(
    rule: FrequencyLimit,
    each: Late,
    limits: tuple[FilingLimit, ...],
    shared: Grounds,
    context: Context,
) -> FilingDue:
    received = Step("the Questionnaire was received", rule.clause, each.received.on)
    if each.runs_from is None or each.owed_from is None:
        seen = (each.received, each.request, each.named_by, *each.restated_by)
        grounds = context.grounds(*seen) | shared
        note = f"not more than {rule.more_than:,} dollars of Notes wait to be named"
        notes = (note, *_uncounted(each, context), *_restated(each))
        return FilingDue(each, None, None, None, None, grounds, (received,), notes)
    own = context.after(each.runs_from, rule.within)
    last = max(own.result, each.owed_from)
    effective = context.first(rule.effective_with)
    limit = limits[effective is not None and effective.on <= last]
    excuse = limit.excuse(last, each.named_by, context)
    by = _after_limit(rule, last, excuse, context) if excuse else last
    cut = cut_short(by, rule.clause, context) if by else ()
    by = context.not_before(by) if by else None
    instance, holder = f"{rule.id}/{each.received.id}", each.received.fact.holder
    more = extended(instance, by, rule.clause, context, of=holder) if by else None
    by = more.due if more else None
    furnish = _furnish(rule, by, context.fresh()) if by else None
    return FilingDue(
        late=each,
        own=own,
        by=by,
        excuse=excuse,
        furnish=furnish,
        trace=(
            received,
            *_own(rule, each, own, last),
            *(_excused(rule, limit.terms, excuse, by, context) if excuse else ()),
            *cut,
            *(more.steps if more else ()),
            *_around(rule, each, furnish),
        ),
        notes=(
            *(more.notes if more else ()),
            *_notes(limit.terms, excuse, by, effective),
            *_uncounted(each, context),
            *_restated(each),
            *_sold(each, context),
        ),
        more=more,
        grounds=context.grounds(
            each.received,
            each.request,
            effective,
            excuse.used_by if excuse else None,
            each.named_by,
            *each.restated_by,
            *(more.facts if more else ()),
            absence=each.named_by is None,
        )
        | shared,
    )


def _after_limit(
    rule: FrequencyLimit, last: date, excuse: FilingExcuse, context: Context
) -> date | None:
    """The day by which the filing is owed after the limit; None if it is no longer owed.

    The next filing must then name the Holder: the limit does not excuse it a second time.
    """
    match context.choices["limited-filing"]:
        case "EXTINGUISH":
            return None
        case "RE-RUN":
            return context.after(excuse.until, rule.within).result
        case _:
            return max(last, context.calendar.first_open_on_or_after(excuse.until))


def _own(rule: FrequencyLimit, each: Late, own: Count, last: date) -> Iterator[Step]:
    if each.owed_from != each.received.on:
        says = f"more than {rule.more_than:,} dollars of Notes wait from this day"
        yield Step(says, rule.clause, each.owed_from)
    if each.runs_from != each.received.on:
        yield Step("the time to file runs from this day", rule.clause, each.runs_from)
    yield Step(f"{rule.within} after it: the last day", rule.clause, own.result, own)
    if last > own.result:
        yield Step("not owed until enough Notes were waiting: this day", rule.clause, last)


def _excused(
    rule: FrequencyLimit, limit: OneIn, excuse: FilingExcuse, by: date | None, context: Context
) -> Iterator[Step]:
    yield Step(f"the one filing of its {limit.period}", limit.clause, excuse.used_by.on)
    yield Step("the limit excuses until this day", limit.clause, excuse.until)
    how = context.choices["limited-filing"]
    says = f"the last day after the limit ({how})" if by else f"no longer owed ({how})"
    yield Step(says, rule.clause, by)


def _around(rule: FrequencyLimit, each: Late, furnish: Count | None) -> Iterator[Step]:
    """The steps for the review before the filing, and for the filing."""
    if furnish:
        says = "the last day to furnish drafts for their review before that filing"
        yield Step(says, rule.clause, furnish.result, furnish)
    if each.named_by:
        yield Step("a filing names the Holder", rule.clause, each.named_by.on)


def _notes(
    limit: OneIn, excuse: FilingExcuse | None, by: date | None, effective: EffectiveFact | None
) -> Iterator[str]:
    if excuse is None:
        return
    yield f"{excuse.used_by.id} is the one filing of its {limit.period}"
    if effective and by and excuse.used_by.on < effective.on < by:
        yield f"{effective.id} came before that day: a limit on earlier filings may not excuse"


def _uncounted(each: Late, context: Context) -> Iterator[str]:
    sheet = context.terms.indenture
    if each.received.fact.shares and (sheet is None or sheet.conversion_price is None):
        yield "its Conversion Shares cannot be counted: no conversion price is given"


def _restated(each: Late) -> Iterator[str]:
    if each.restated_by:
        last = each.restated_by[-1]
        yield f"restated by {last.id}: it counts for {dollars(each.principal)} of Notes"


def _sold(each: Late, context: Context) -> Iterator[str]:
    """A note where the Holder now has less on record than its form counts for."""
    holder = each.received.fact.holder
    has = held_on(context, context.as_of).get(holder or "")
    if each.named_by is None and has is not None and has < each.principal:
        yield (
            f"counts {dollars(each.principal)} by its form; {holder} now has {dollars(has)} on "
            "record, so counsel should read whether the filing is still owed"
        )


def _furnish(rule: FrequencyLimit, by: date, context: Context) -> Count | None:
    """The last day to begin the required review before a filing on `by`; None without a review."""
    review = _review(rule, context)
    if review is None:
        return None
    whole = context.choices["review-period"] == "MINIMUM-PERIOD"
    return context.before(by, Period(count=review.count + whole, unit=review.unit))


def _review(rule: FrequencyLimit, context: Context) -> Period | None:
    """The length of the required review before the filing; None if there is none."""
    reviews = context.terms.all_of(MinimumPeriod)
    return next((each.at_least for each in reviews if each.id == rule.review), None)


def _obligation(rule: FrequencyLimit, due: FilingDue, by: date, as_of: date) -> Obligation:
    met, more = due.late.named_by, due.more or ExtendedDueDay(by)
    return Obligation(
        **rule.named,
        instance=f"{rule.id}/{due.late.received.id}",
        cause=due.late.received.id,
        opens=due.late.owed_from or due.late.received.on,
        due=by,
        closes=None,
        status=more.status(met.on if met else None, as_of),
        met_on=met.on if met else None,
        grounds=due.grounds,
        trace=due.trace,
        notes=due.notes,
        waived=more.waived_by is not None,
    )
