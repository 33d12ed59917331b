"""The one question Dealclock answers: what is true of a deal as of a day, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from dealclock import __version__
from dealclock.agreement.provisions import (
    DayBudget,
    Deadline,
    Notice,
    Outage,
    Payment,
    ProtectedPeriod,
    RateSchedule,
    Window,
)
from dealclock.agreement.readings import ALL, BUSINESS_DAY, choose
from dealclock.agreement.terms import Terms
from dealclock.engine import assessment
from dealclock.engine.accrual import accrual, issue_of, ledger
from dealclock.engine.assessment import Assessment, Default, Difference, Obligation
from dealclock.engine.context import Context, EngineError
from dealclock.engine.deadlines import deadline
from dealclock.engine.differences import differences, with_safe_windows
from dealclock.engine.notices import notice
from dealclock.engine.outages import outage
from dealclock.engine.payments import payments
from dealclock.engine.suspensions import Suspension, suspensions
from dealclock.engine.windows import notice_window, protected_period
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import FactLog, end_of
from dealclock.facts.named import unknown_kinds, what_is_allowed


@dataclass(frozen=True, slots=True)
class _Found:
    """What one pass over the provisions found."""

    obligations: list[Obligation]
    defaults: list[Default]
    windows: list[assessment.Window]


def assess(
    terms: Terms,
    log: FactLog,
    as_of: date,
    known_at: datetime | None = None,
    readings: Mapping[str, str] | None = None,
    deal: str | None = None,
    *,
    compare: bool = True,
) -> Assessment:
    """Everything true of a deal as of the start of `as_of`, with what other readings change.

    Facts count that happened by `as_of` and were recorded by `known_at`, both included; left out,
    `known_at` is the end of `as_of` in the deal's zone. `readings` chooses by question; the rest
    are the defaults; `compare=False` leaves out what others would change. Raises UnknownReading,
    OutsideCalendar, or EngineError for terms that cannot be computed.
    """
    for _, word in unknown_kinds(terms.model_dump()):
        raise EngineError(f"the terms name {word!r}; {what_is_allowed(word)}")
    instant = known_at or end_of(as_of, log.zone)
    chosen = choose({BUSINESS_DAY.id: terms.calendar, **(readings or {})})
    context = Context(terms, log.known(as_of, instant), as_of, chosen)
    context.calendar.is_open(as_of)  # raises for a day its table does not cover, whatever is asked
    result = _assess(context, instant, deal or terms.id)
    if not compare:
        return result
    moved: list[Difference] = []
    for reading in ALL.values():
        for choice in reading.choices:
            if choice != chosen[reading.id]:
                other = replace(context, readings={**chosen, reading.id: choice})
                there = _assess(other, instant, result.deal)
                moved += differences(result, there, reading.id, choice)
    return with_safe_windows(replace(result, differences=tuple(moved)))


def _assess(context: Context, known_at: datetime, deal: str) -> Assessment:
    found = _Found([], [], [])
    _deadlines(context, found)
    _periods(context, found)
    schedule = next(context.terms.all_of(RateSchedule), None)
    if schedule is None:
        raise EngineError("the terms have no rate schedule; add a provision of that type.")
    for rule in context.terms.all_of(Notice):
        found.obligations.extend(notice(rule, d, context) for d in found.defaults)
    owed = ledger(schedule, found.defaults, context)
    for payment in context.terms.all_of(Payment):
        found.obligations.extend(payments(payment, owed, found.defaults, context))
    return Assessment(
        deal=deal,
        as_of=context.as_of,
        known_at=known_at,
        engine=__version__,
        obligations=tuple(found.obligations),
        defaults=tuple(found.defaults),
        windows=tuple(found.windows),
        accrual=accrual(schedule, owed, found.defaults, context),
        readings=context.readings,
        differences=(),
        not_checked=context.terms.not_modelled,
        unused_facts=tuple(_unused(context, found)),
        facts_as_of=max((s.on for s in context.seen), default=None),
        hypothetical=any(s.hypothetical for s in context.seen),
    )


def _deadlines(context: Context, found: _Found) -> None:
    for rule in context.terms.all_of(Deadline):
        obligation, lapse = deadline(rule, context)
        found.obligations.append(obligation)
        found.defaults.extend([lapse] if lapse else [])


def _periods(context: Context, found: _Found) -> None:
    protected = {p.id: protected_period(p, context) for p in context.terms.all_of(ProtectedPeriod)}
    suspended: dict[str, list[Suspension]] = {
        b.id: suspensions(b, context) for b in context.terms.all_of(DayBudget)
    }
    for rule in context.terms.all_of(Outage):
        excuses = suspended.get(rule.excused_by or "", [])
        for failure in context.facts(rule.opened_by):
            result = outage(rule, failure, protected[rule.during], excuses, context)
            if result:
                found.obligations.append(result[0])
                found.defaults.extend([result[1]] if result[1] else [])
    found.windows.extend(p for p in protected.values() if p)
    found.windows.extend(s.window for each in suspended.values() for s in each)
    for window in context.terms.all_of(Window):
        opened = (notice_window(window, n, context) for n in context.facts(window.opened_by))
        found.windows.extend(w for w in opened if w)


def _unused(context: Context, found: _Found) -> Iterator[str]:
    """Facts that no conclusion rests on: shown, so that nothing recorded is silently dropped."""
    grounds = [p.grounds for p in found.obligations] + [p.grounds for p in found.windows]
    used = {fact for g in grounds for fact in g.facts}
    used |= {fact for d in found.defaults for fact in d.grounds.facts}
    issues = (issue_of(lot, context) for lot in context.terms.securities)
    used |= {issue.id for issue in issues if issue}
    for seen in context.seen:
        if seen.id not in used and not KINDS[seen.fact.kind].absence:
            yield seen.id
