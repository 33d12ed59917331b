"""Sale Notices: the window each notice opens, and whether a window was open on the day of each
sale.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache, partial

from dealclock.days import day_words
from dealclock.days.calendars import Calendar
from dealclock.days.counting import Count
from dealclock.days.markets import nyse_closed_reason
from dealclock.engine.conclusions import Obligation, TradingDay, Window
from dealclock.engine.context import Context, LastDay, as_amended, asked_once, window_status
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.plugins import CountedDueDay, plugin
from dealclock.engine.why import Step, Why
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.terms.rules.duties import NoticeNeed, WindowRule

# Sales that require a notice: whether a notice's window was open on the day of each.
#
# The Section requires the notice before the sale. The form attached to the agreement refers to a
# transfer already made; whether that form, given at or after the sale, is enough is a reading.

NO_CONSEQUENCE = "the agreement names no consequence of a missing notice"


_Opened = tuple[Window, date, str | None]
"""A window that a notice opened, the day the notice was given, and its Holder if stated."""


class _InForce:
    """The windows by Holder, None for notices that name none, in order of their days."""

    def __init__(self, opened: Sequence[_Opened]) -> None:
        self._of: dict[str | None, list[_Opened]] = defaultdict(list)
        for each in sorted(opened, key=_opens_on):
            self._of[each[2]].append(each)

    def on(self, sale: EffectiveFact) -> _Opened | None:
        """The notice in whose window a sale fell; a notice that names no Holder counts for any
        Holder.
        """
        for holder in dict.fromkeys((sale.fact.holder, None)):
            found = self._of.get(holder, [])
            before = bisect_right(found, sale.on, key=_opens_on)
            if before and sale.on <= found[before - 1][0].closes:
                return found[before - 1]
        return None


def _opens_on(opened: _Opened) -> date:
    return opened[0].opens


def _owed(
    rule: WindowRule,
    needed: NoticeNeed,
    sale: EffectiveFact,
    notice: _Opened | None,
    context: Context,
) -> Obligation:
    clear = context.choices["at-least-before"] == "CLEAR-DAYS"
    last = context.back(sale.on, rule.opens_after, clear).result
    says = what_happened(sale.kind, context.terms)
    trace = [
        Step(f"{says}; itself not counted", rule.clause, sale.on),
        Step(f"a notice {rule.opens_after} before it: the last day", rule.clause, last),
    ]
    form = _form(rule, needed, sale, context) if notice is None else None
    met_on, due = None, last
    if notice is not None:
        window, met_on, _ = notice
        due = max(met_on, last)
        says = f"{window.instance}, given on this day, was in force on it"
        trace.append(Step(says, rule.clause, met_on))
    elif form is not None:
        enough = context.choices["sale-notice-form"] == "FORM-CONTROLS"
        how = "is enough (FORM-CONTROLS)" if enough else "comes too late (CLAUSE-CONTROLS)"
        trace.append(Step(f"the form given on transfer {how}", rule.clause, form[1]))
        if enough:
            met_on = due = max(form[1], last)
    owed = CountedDueDay(f"{rule.id}/{sale.id}", due, rule.clause, sale.fact.holder, answers=True)
    more = plugin().extended(owed, context)
    used = (form[0] if form else None, *more.facts)
    why = context.why(sale, *used, absence=met_on is None)
    return Obligation(
        **rule.named,
        instance=f"{rule.id}/{sale.id}",
        cause=sale.id,
        opens=min(last, sale.on),
        due=more.due,
        closes=None,
        status=more.status(met_on, context),
        done_on=met_on,
        why=(why | notice[0].why if notice else why).with_steps((*trace, *more.steps)),
        notes=(*more.notes, *(() if met_on or more.waived_by else (NO_CONSEQUENCE,))),
        waived=more.waived_by is not None,
    )


def _form(
    rule: WindowRule, needed: NoticeNeed, sale: EffectiveFact, context: Context
) -> tuple[EffectiveFact, date] | None:
    """The form given on transfer, and the day it was given to all required addressees."""
    forms = context.known.about(needed.form, sale.id)
    given = deemed_given(forms, rule.to, context) if forms else None
    if given is None or given.on is None or not context.has_come(given.on):
        return None
    return forms[0], given.on


def conclusions(context: Context) -> Iterator[Window | Obligation]:
    """The window of every notice given, and the notice obligations of sales."""
    for rule in context.terms.all_of(WindowRule):
        given = list(_opened(rule, context))
        yield from (window for window, *_ in given)
        needed = rule.needed_for
        if needed is not None and (sales := context.facts(needed.fact)):
            in_force = _InForce(given)
            for sale in sales:
                yield _owed(rule, needed, sale, in_force.on(sale), context.fresh())


def why_none(notice: EffectiveFact, context: Context) -> str:
    """Why a notice opened no window: the addressees it was not given to, and why; "" otherwise."""
    rules = [r for r in context.terms.all_of(WindowRule) if r.opened_by == notice.kind]
    return "; ".join(note for r in rules for note in deemed_given([notice], r.to, context).notes)


def _opened(rule: WindowRule, context: Context) -> Iterator[_Opened]:
    """The window of each notice that has been given to all required addressees."""
    spans: dict[object, tuple[date, Window] | None] = {}
    for notice in context.facts(rule.opened_by):
        how = notice.fact.given
        if how not in spans:
            spans[how] = _span(context.fresh(), rule, notice)
        if span := spans[how]:
            given_on, window = span
            shared = window.why
            why = Why((notice.id,), notice.hypothetical, shared.readings, shared.steps)
            own = replace(window, instance=f"{rule.id}/{notice.id}", cause=notice.id, why=why)
            yield own, given_on, notice.fact.holder


@asked_once
def _span(context: Context, rule: WindowRule, notice: EffectiveFact) -> tuple[date, Window] | None:
    """The day a notice was given, and the window shared by all given the same way, of none of them
    yet.
    """
    given = deemed_given([notice], rule.to, context)
    if given.on is None:
        return None
    opening = as_amended(rule, partial(_opens, given.on), context)
    closing = as_amended(rule, partial(_closes, given.on), context)
    if opening is None or closing is None:
        return None
    opens, closes, settled = _traded(rule, opening.day, closing.day, context)
    trading_days, notes = _trading_days(opens, closes, context.calendar)
    trace = (*given.trace, *opening.trace, *closing.trace, *settled)
    window = Window(
        **rule.named,
        instance="",
        opens=opens,
        closes=closes,
        status=window_status(opens, closes, context),
        done_on=None,
        why=context.why(steps=trace),
        notes=notes,
        trading_days=trading_days,
    )
    return given.on, window


_SHUT = "{} is a Business Day on which the stock market is shut ({})"


@lru_cache(maxsize=4096)
def _trading_days(
    opens: date, closes: date, calendar: Calendar
) -> tuple[tuple[TradingDay, ...], tuple[str, ...]]:
    """The Business Days from `opens` to `closes`, both included, and a note on each on which the
    market is closed. The result never changes, so it is cached.
    """
    span = (opens + timedelta(days=n) for n in range((closes - opens).days + 1))
    days = tuple(TradingDay(day, nyse_closed_reason(day)) for day in span if calendar.is_open(day))
    shut = (_SHUT.format(day_words.day(d.day), d.market_shut) for d in days if d.market_shut)
    return days, tuple(shut)


def _traded(
    rule: WindowRule, opens: date, closes: date, context: Context
) -> tuple[date, date, tuple[Step, ...]]:
    """The first and last day to trade; earlier by the settlement time if the settlement date
    counts.
    """
    if rule.settlement is None or context.choices["distribution-day"] == "TRADE-DATE":
        return opens, closes, ()
    first, last = context.back(opens, rule.settlement), context.back(closes, rule.settlement)
    says = f"a trade settles {rule.settlement} later (SETTLEMENT): the %s day to trade"
    return (
        first.result,
        last.result,
        (
            Step(says % "first", rule.clause, first.result, first),
            Step(says % "last", rule.clause, last.result, last),
        ),
    )


def _opens(given_on: date, rule: WindowRule, context: Context) -> LastDay:
    count = _opening(rule, given_on, context)
    says = f"opens {rule.opens_after} after it ({context.choices['at-least-before']})"
    return LastDay(count.result, (Step(says, rule.clause, count.result, count),))


def _closes(given_on: date, rule: WindowRule, context: Context) -> LastDay:
    period, reading = rule.effective_for, context.choices["sale-notice-effect"]
    match reading:
        case "FROM-WINDOW":
            opens = _opening(rule, given_on, context).result
            count = context.after(opens, period, period.count - 1)
        case "NOTICE-DAY-COUNTS":
            count = context.after(given_on, period, period.count - 1)
        case _:
            count = context.after(given_on, period)
    says = f"effective for {period} ({reading}): the last day"
    return LastDay(count.result, (Step(says, rule.clause, count.result, count),))


def _opening(rule: WindowRule, given_on: date, context: Context) -> Count:
    clear = context.choices["at-least-before"] == "CLEAR-DAYS"
    return context.after(given_on, rule.opens_after, rule.opens_after.count + clear)
