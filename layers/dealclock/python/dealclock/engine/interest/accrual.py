"""Additional Interest: exact amounts by stream, lot and rate, not rounded here."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from operator import attrgetter

from dealclock.days import day_words
from dealclock.days.periods import moved
from dealclock.engine.conclusions import Accrual, Default, RateChange
from dealclock.engine.context import ONE, Context, question
from dealclock.engine.interest import rates
from dealclock.engine.interest.amounts import compounded, reached_on
from dealclock.engine.interest.ledger import Account, AccrualLedger, ledger
from dealclock.engine.interest.rates import StreamRates
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import added
from dealclock.engine.plugins import plugin
from dealclock.engine.why import NOTHING, Step, joined
from dealclock.records import record
from dealclock.terms.terms import Terms

INDENTURE_NOT_REVIEWED = "Indenture not reviewed: day count and payment dates are assumptions"


@record
class AccrualResult:
    """The ledger, the accrual, and the defaults with the lots to which each applies."""

    ledger: AccrualLedger | None
    accrual: Accrual | None
    defaults: tuple[Default, ...]


@question
def accrued(
    context: Context, defaults: tuple[Default, ...], consulted: frozenset[str]
) -> AccrualResult:
    """What accrues on all defaults; nothing under terms without a stream.

    It depends on all readings `consulted` for them: a default that did not occur may occur under
    another reading.
    """
    context.choices.consulted |= consulted
    kept = ledger(context, defaults)
    if kept is None:
        return AccrualResult(None, None, defaults)
    if not all(any(each is of for of in kept.bearings) for _, each in kept.accounts):
        defaults = tuple(_bearing_on(default, kept) for default in defaults)
    found = accrual(kept, defaults)
    return AccrualResult(kept.kept(frozenset(context.choices.consulted)), found, defaults)


def accrued_on(context: Context, defaults: Sequence[Default]) -> Accrual | None:
    """The accrual on these defaults alone; None under terms without a stream."""
    kept = ledger(context, defaults)
    return None if kept is None else accrual(kept, defaults)


def lacks_day_count(terms: Terms) -> bool:
    """Whether amounts need a day count that the Indenture input sheet does not give."""
    if terms.indenture is None or terms.indenture.day_count is not None:
        return False
    own = [each.for_each or each.day_count for each in terms.streams]
    return not own or not all(own)


def with_day_count(terms: Terms, name: str | None) -> Terms:
    """The terms with a day count in place of the unset one."""
    indenture = terms.indenture_sheet.model_copy(update={"day_count": name})
    return terms.model_copy(update={"indenture": indenture})


def _bearing_on(default: Default, kept: AccrualLedger) -> Default:
    """The default, with the lots it applies to if not all issued lots."""
    own = (b for b, of in kept.accounts if default.instance in (run.instance for run in of.runs))
    lots = tuple(dict.fromkeys(each.lot.id for each in own))
    if len(lots) == len(kept.principal.lots) or default.closing is None:
        return default
    of = f"of the closing of {day_words.day(default.closing)}"
    note = f"{of}, so it applies only to {' and '.join(lots) or 'lots of that closing'}"
    return replace(default, bears_on=lots, notes=(*default.notes, note))


@record
class _Now:
    """One stream on the day: its rate, the dollars of a year or a span, and its changes."""

    of: StreamRates
    rate: Fraction
    dollars: Fraction
    last: RateChange | None
    next: RateChange | None


def accrual(kept: AccrualLedger, defaults: Sequence[Default]) -> Accrual:
    """Additional Interest to but excluding `as_of`, and the rate in force on that day: of several
    streams their sum.
    """
    context, start = kept.context, kept.begins()
    as_of = context.as_of
    segments = tuple(kept.segments(start, as_of)) if start and start < as_of else ()
    segments += tuple(added(kept, defaults))
    each = [_now(kept, of) for of in kept.bearings]
    main, sheet = kept.bearings[0], context.terms.indenture
    whole = any(of.stream.whole for of in kept.bearings)
    a_day = sum(
        (now.dollars * now.of.convention.day_fraction(as_of) for now in each if now.dollars), ZERO
    )
    assumed = () if sheet is None or sheet.reviewed else (INDENTURE_NOT_REVIEWED,)
    bears = bool(defaults) or start is not None
    first, *others = dict.fromkeys(of.stream.title for of in kept.bearings)
    why = joined([kept.why, *(d.why for d in defaults)]) if bears else NOTHING
    return Accrual(
        as_of=as_of,
        clause=main.stream.clause,
        accrued=sum((s.amount for s in segments), ZERO),
        rate=sum((now.rate for now in each), ZERO),
        a_day=None if whole else a_day,
        last_change=max((now.last for now in each if now.last), key=_ON, default=None),
        next_change=min((now.next for now in each if now.next), key=_ON, default=None),
        segments=segments,
        day_count=main.convention.name,
        why=(why | context.why()).with_steps((*_bearing_on_some(defaults, kept), *_steps(kept))),
        notes=(*plugin().not_in_amounts(defaults, context.fresh()), *assumed),
        per=main.stream.per,
        a_period=sum((now.dollars for now in each), ZERO) if whole else None,
        title=" and ".join((first, *others)) if len(others) < 2 else "what accrues",
    )


_ON = attrgetter("on")


def _now(kept: AccrualLedger, of: StreamRates) -> _Now:
    context, as_of = kept.context, kept.context.as_of
    accounts = [each for each in kept.accounts if each[1].stream is of.stream]
    stops = _first_without(context, of, accounts)
    bears = [
        (
            compounded(context, each, held.steps, as_of + ONE).on(as_of),
            rates.rate_on(context, each, as_of),
        )
        for held, each in accounts
        if held.steps.on(as_of)
        if reached_on(context, each, held.steps.begins or as_of, as_of) is None
    ]
    over = stops is not None and stops <= as_of
    rate = ZERO if over else rates.rate_on(context, of, as_of)
    of_lots = of.stream.base is not None and of.stream.base.lots is not None
    if of_lots or any(each is not of for _, each in accounts):
        rate = max((each for _, each in bears), default=ZERO)
    dollars = sum((principal * each / 100 for principal, each in bears), ZERO)
    different = list({id(each): each for _, each in accounts}.values()) or [of]
    none_left = None
    if stops is not None:
        none_left = RateChange(stops, ZERO, of.stream.per, "the most in all is reached")
    if over:
        open_now = rates.rate_on(context, of, as_of) != ZERO
        return _Now(of, rate, dollars, none_left if open_now else None, None)
    last = [_change(context, each, as_of, True) for each in different]
    found = [_change(context, each, as_of, False) for each in different]
    change = min((each for each in found if each), key=_ON, default=None)
    if none_left and not (change and change.on < none_left.on):
        change = none_left
    return _Now(of, rate, dollars, max((e for e in last if e), key=_ON, default=None), change)


def _first_without(context: Context, of: StreamRates, accounts: Sequence[Account]) -> date | None:
    """The first day after all Notes have reached the cap, up to two years ahead.

    Assumes that no default is cured and none opens; None if some Notes still accrue.
    """
    held = [(each, own.steps) for own, each in accounts if own.steps.on(context.as_of)]
    if of.stream.most_in_all is None:
        return None
    by = _ahead(context.as_of)
    days = [reached_on(context, each, steps.begins or by, by) for each, steps in held]
    reached = [day for day in days if day is not None]
    return max(reached) + ONE if reached and len(reached) == len(days) else None


# Changes of the rate, assuming that no default opens or is cured.

_AHEAD = 2
"""Years to look ahead."""
_OVER = "the period protected is over"
"""Why the rate falls to zero without a cure: nothing else stops a default early."""
_NO_RATE = "the schedule has no rate from that day"


def _ahead(day: date) -> date:
    """The last day that is looked ahead to."""
    return moved(day, _AHEAD, "years")


@question
def _change(context: Context, of: StreamRates, day: date, back: bool) -> RateChange | None:
    """The first day after a day on which the rate of the open defaults changes; or, going back, the
    last one up to and including it. None if nothing accrues on the day.
    """
    if not rates.rate_on(context, of, day):
        return None
    open_now = [run.accrues_from for run in of.runs if run.accrues_from <= day < run.stops_on]
    turns = of.turns_in(day + ONE, _ahead(day))
    if back:
        turns = [*reversed(of.turns_in(min(open_now) + ONE, day))]
    for turn in turns:
        rate = rates.rate_on(context, of, turn)
        if rate != rates.rate_on(context, of, turn - ONE):
            open_still = any(run.accrues_from <= turn < run.stops_on for run in of.runs)
            because = _NO_RATE if open_still else _OVER
            return RateChange(turn, rate, of.stream.per, "" if rate else because)
    return None


def _bearing_on_some(defaults: Sequence[Default], kept: AccrualLedger) -> Iterator[Step]:
    """A step for each default that does not apply to all Notes."""
    own = {run.instance for of in kept.bearings for run in of.runs if run.holder is not None}
    for default in defaults:
        if default.bears_on is not None or default.instance in own:
            yield Step(f"{default.instance}: {default.notes[-1]}", default.clause)


def _steps(kept: AccrualLedger) -> Iterator[Step]:
    """A step for each day from which amended rates apply, each share due at once, and the day each
    lot reached the cap.
    """
    context, as_of = kept.context, kept.context.as_of
    for of in kept.bearings:
        stream, accounts = of.stream, [a for a in kept.accounts if a[1].stream is of.stream]
        for day in rates.amended(context, of, as_of):
            yield Step("from this day on by the rates as amended", stream.clause, day)
        every = [each for _, each in accounts] or [of]
        shares = {name: run for each in every for name, run in each.shares.items()}
        for run in shares.values():
            if run.occurred_on < as_of:
                says = (
                    f"{stream.at_once}% of {stream.base_name} is due at once: {run.instance} occurs"
                )
                yield Step(says, stream.clause, run.occurred_on)
        for own, each in accounts if stream.most_in_all is not None else ():
            reached = reached_on(context, each, own.steps.begins or as_of, as_of)
            if reached is not None:
                lot = f"lot {own.lot.id} " if len(accounts) > 1 else ""
                most = f"{stream.most_in_all}% of {stream.base_name}"
                says = f"{lot}reaches the most in all, {most}: nothing accrues after this day"
                yield Step(says, stream.clause, reached)
