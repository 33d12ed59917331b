"""The base on which a stream accrues: steps for each issue of a lot, or of a fixed sum.

    issued        converted       sold under the shelf        matures
      |  60,000,000   |   45,000,000      |     40,000,000       |  0

An amount holds from and including the day of the event that made it, and is changed only by events
of its own lot. A lot issued in parts has a balance for each, since each bears interest from its own
issue; and one for the Notes of each Holder whose default bears on these alone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial

from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import ONE, Context, concluded, question
from dealclock.engine.interest.lots import (
    CONVERSION,
    MOVES,
    RETIREMENT,
    SHELF_SALE,
    Parts,
    acquirer,
    issues_by_lot,
    leaver,
    refuse_more,
    worth,
)
from dealclock.engine.interest.rates import DefaultRun, Steps, StreamRates
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import (
    paying,
    payment_date_on_or_before,
    record_date_of,
)
from dealclock.engine.states.budget import occurrences
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.files.source import few
from dealclock.records import record
from dealclock.terms.general.state import StateTerms
from dealclock.terms.general.stream import Base
from dealclock.terms.terms import Lot

_ALWAYS = Steps((date.min,), (Fraction(1),))
Changes = Iterable[tuple[EffectiveFact, Fraction]]
"""Events, each with the dollars it adds."""


@record
class Balance:
    """The interest-bearing principal of one issue of a lot, in dollars.

    `issued` is the day of the issue, `place` its index in the lot. Of a `holder`, its Notes alone;
    of a default `instance`, the base of that default alone. `bearing` is one on the days on which
    the lot has the status that it bears with, otherwise zero.
    """

    lot: Lot
    issued: date
    steps: Steps
    place: int = 0
    holder: str | None = None
    instance: str | None = None
    bearing: Steps = _ALWAYS


@record
class Principal:
    """The balances of the issued lots, and the facts they rest on.

    `parts` gives the issues that a fact's Notes belong to.
    """

    balances: tuple[Balance, ...]
    rests_on: tuple[EffectiveFact, ...]
    parts: Parts

    @property
    def lots(self) -> tuple[Lot, ...]:
        """The issued lots, each once."""
        return tuple({b.lot.id: b.lot for b in self.balances}.values())

    def of_lot(self, lot: str, day: date) -> Fraction:
        """The interest-bearing principal of one lot on a day, in dollars."""
        return sum((b.steps.on(day) for b in self.balances if b.lot.id == lot), ZERO)


@question
def principal(context: Context, of: StreamRates) -> Principal:
    """The base of a stream, by the facts in effect and the defaults that may apply to it."""
    base = of.stream.base
    if base is not None and base.lots is None:
        return _of_terms(context, of, base)
    status = context.terms.states[base.lots] if base and base.lots else None
    converted, retired, sold = map(context.facts, (CONVERSION, RETIREMENT, SHELF_SALE))
    bears_after = sold and any(run.stops_on > sold[0].on for run in of.runs)
    if not bears_after or context.pick(of.stream.sold) == "bears":
        sold = ()
    had_borne = converted and any(run.accrues_from < converted[-1].on for run in of.runs)
    forfeits = had_borne and context.pick(of.stream.converted) == "forfeits"
    lost = partial(_not_payable_from, context, of) if forfeits else None
    gone = (*converted, *retired, *sold, *_without_status(context, status))
    _refuse_unknown(gone, context)
    issues = issues_by_lot(context)
    every = [issue for own in issues.values() for issue in own]
    late = any(issue.on > run.accrues_from for issue in every for run in of.runs)
    from_default = late and context.pick(of.stream.issued_later) == "from default"
    parts = Parts(issues, context, status.ends if status else ())
    balances = []
    moved = [e for kind in MOVES if _holders(of) for e in context.facts(kind)]
    for lot in context.terms.securities:
        leaving = [each for each in gone if each.fact.lot == lot.id]
        refuse_more(lot, issues[lot.id], leaving)
        moves = [each for each in moved if each.fact.lot == lot.id]
        bearing = _with_status(context, status, lot.id) if status else _ALWAYS
        for place, issue in enumerate(issues[lot.id]):
            less = [(e, -dollars) for e in leaving for at, dollars in parts.of(e) if at == place]
            start = date.min if from_default else issue.on
            whole = Balance(lot, issue.on, _steps(issue.amount, start, less, lost), place)
            own = [
                (holder, each, sign * dollars)
                for each in moves
                for holder, sign in ((acquirer(each), 1), (leaver(each), -1))
                for at, dollars in parts.of(each)
                if holder and at == place
            ]
            for each in _by_holder(of, whole, own, lost):
                steps = each.steps if lot.matures is None else each.steps.until(lot.matures)
                steps = steps.times(bearing) if status else steps
                balances.append(replace(each, steps=steps, bearing=bearing))
    seen = [*(issue.seen for issue in every if issue.seen), *gone, *moved]
    seen += parts.rest_on if gone else ()
    return Principal(tuple(balances), tuple({each.id: each for each in seen}.values()), parts)


def _without_status(context: Context, status: StateTerms | None) -> Sequence[EffectiveFact]:
    """The events that end the status of a part of a lot, but for those by which Notes leave it
    anyway.
    """
    kinds = [kind for kind in status.ends if kind not in MOVES] if status else []
    events = (event for kind in kinds for event in context.facts(kind))
    return [event for event in events if event.fact.lot and event.fact.amount is not None]


def _with_status(context: Context, status: StateTerms, lot: str) -> Steps:
    """One on the days on which a lot has a status, otherwise zero."""
    changes = defaultdict[date, Fraction](Fraction)
    of = lot if status.of == "lot" else ""
    for each in occurrences(context, status.id, of):
        changes[each.first] += 1
        changes[each.over] -= 1
    return Steps.of(changes)


def _steps(
    amount: Fraction,
    start: date,
    events: Changes,
    lost: Callable[[date], date] | None = None,
) -> Steps:
    """An amount from a day on, changed by events."""
    changes = defaultdict[date, Fraction](Fraction, {start: amount})
    for each, dollars in events:
        day = lost(each.on) if lost and each.kind == CONVERSION else each.on
        changes[max(day, start)] += dollars
    return Steps.of(changes)


# The day from which converted Notes bear nothing, if what was not yet payable is forfeited.
#
#     payment date      record date      payment date     converted
#         |-----------------|------[ began ]--|----------------x
#         interest that began after the record date, and so was not paid on the later date, is lost
#         too


def _not_payable_from(context: Context, of: StreamRates, day: date) -> date:
    """The first day whose interest was not yet payable by a given day: an Interest Payment Date."""
    sheet, rule = context.terms.indenture_sheet, paying(context, of.stream)
    last = payment_date_on_or_before(day, sheet)
    before = payment_date_on_or_before(last - ONE, sheet)
    bearing = [run for run in of.runs if of.accrues_in(run, run.stops_on, before, last)]
    record_date = record_date_of(last, sheet)
    after_record = bearing and all(of.first_day(run) > record_date for run in bearing)
    if after_record and rule and context.pick(rule.after_record_date) == "next date":
        return before
    return last


def _holders(of: StreamRates) -> Sequence[str]:
    """The Holders with a default that bears on their Notes alone."""
    return [*dict.fromkeys(run.holder for run in of.runs if run.holder is not None)]


def _by_holder(
    of: StreamRates,
    whole: Balance,
    moves: Sequence[tuple[str | None, EffectiveFact, Fraction]],
    lost: Callable[[date], date] | None = None,
) -> Iterator[Balance]:
    """A balance without the Notes of each Holder with a default of its own, and these; by moves,
    each with its Holder and the dollars it brings.
    """
    rest = whole.steps
    for holder in _holders(of):
        own = [(each, dollars) for by, each, dollars in moves if by == holder]
        held = _steps(ZERO, whole.steps.days[0], own, lost)
        rest = rest.less(held)
        yield replace(whole, steps=held, holder=holder)
    yield replace(whole, steps=rest)


def _refuse_unknown(gone: Sequence[EffectiveFact], context: Context) -> None:
    lots = [lot.id for lot in context.terms.securities]
    for each in gone:
        if each.fact.lot not in lots:
            known = few(lots, each.fact.lot or "")
            raise DealclockError(
                f"{each.id} gives the lot {each.fact.lot!r}; the terms have {known}."
            )


def _of_terms(context: Context, of: StreamRates, base: Base) -> Principal:
    """A sum of the terms or of events, less what others take from it, as one lot named by the
    stream; or a sum for each default.
    """
    stream, price = of.stream, fraction(base.price or Decimal(1))
    whole = fraction(base.amount or base.units or Decimal(0)) * price
    of_a_share = price if base.units or base.its == "shares" or base.price else None
    lot = Lot.model_construct(
        id=stream.id,
        name=stream.title,
        principal=base.amount or base.units or Decimal(0),
        issued=date.min,
        cusip=None,
        matures=None,
    )

    if base.its == "unpaid":
        owed = [(run.instance, *_unpaid(context, run)) for run in of.runs]
        balances = [
            Balance(lot, date.min, _steps(whole, date.min, paid), instance=instance)
            for instance, whole, paid in owed
        ]
        rests_on = tuple(event for _, _, paid in owed for event, _ in paid)
        return Principal(tuple(balances), rests_on, Parts({}, context))
    if base.its is not None:
        opened = {run.instance: _opening(context, run) for run in of.runs}
        balances = [
            Balance(lot, date.min, _steps(worth(seen, of_a_share), date.min, ()), instance=instance)
            for instance, seen in opened.items()
        ]
        return Principal(tuple(balances), tuple(opened.values()), Parts({}, context))
    left = whole
    kinds = (*((kind, 1) for kind in base.more), *((kind, -1) for kind in base.less))
    found = ((seen, sign) for kind, sign in dict.fromkeys(kinds) for seen in context.facts(kind))
    events = [
        (each, sign * worth(each, of_a_share)) for each, sign in sorted(found, key=_place(context))
    ]
    for seen, dollars in events:
        if left + dollars < 0:
            raise DealclockError(
                f"{seen.id} reduces the base of {stream.id} by ${-dollars} on {seen.on}, but only "
                f"${left} is left; correct it."
            )
        left += dollars
    balance = Balance(lot, date.min, _steps(whole, date.min, events))
    moves = [(seen.fact.holder, seen, dollars) for seen, dollars in events]
    rests_on = tuple(each for each, _ in events)
    return Principal(tuple(_by_holder(of, balance, moves)), rests_on, Parts({}, context))


def _place(context: Context) -> Callable[[tuple[EffectiveFact, int]], int]:
    return lambda each: context.known.place(each[0])


def _opening(context: Context, run: DefaultRun) -> EffectiveFact:
    """The event that opened what lapsed into a default."""
    seen = context.known.under(run.instance.partition("/")[2])
    if seen is None:
        raise DealclockError(
            f"no event opened {run.instance}, so it has no base of its own; give the accrual an "
            "amount, or the obligation each: the kinds of event that open it."
        )
    return seen


def _unpaid(
    context: Context, run: DefaultRun
) -> tuple[Fraction, Sequence[tuple[EffectiveFact, Fraction]]]:
    """What is owed with the obligation that lapsed into a default, and what each payment recorded
    about it takes off: in all no more than that.
    """
    lapsed, of = context.terms.obligations.values(), run.instance.partition("/")[2]
    rule = next(each for each in lapsed if each.lapse is not None and each.lapse.id == run.id)
    name = f"{rule.id}/{of}" if of else rule.id
    found = concluded(context, name)
    amount = found.amount if isinstance(found, Obligation) else None
    if amount is None:
        raise DealclockError(
            f"what is owed with {name} is not known, so what accrues on it is not either."
        )
    left, paid = amount, list[tuple[EffectiveFact, Fraction]]()
    events = context.about_any(rule.kinds, (name, of or run.id))
    undone = {event.id for event in events for k in rule.undone_by if context.about(k, event.id)}
    for event in (event for event in events if event.id not in undone):
        less = min(left, fraction(event.fact.amount or Decimal(0)))
        left -= less
        paid.append((event, -less))
    return amount, paid


# Which defaults apply to which Notes, if an agreement has several closings.
#
#     first closing    |---- its lots: the defaults of its deadlines
#     second closing           |---- its lots: the defaults of its own
#     no closing       |---- every default
#
# A lot belongs to the closings it names. If no lot names one, an issue belongs to the closings of
# its own day, provided a deadline that may become a default runs from that day. The default of a
# closing applies to the lots of that closing and to lots without one; a default of any other
# closing, or of none, applies to all.


def applying(
    context: Context, balances: Sequence[Balance], every: Sequence[DefaultRun]
) -> Iterator[tuple[Balance, tuple[DefaultRun, ...]]]:
    """Each balance with the runs that apply to it."""
    terms = context.terms
    if any(lot.closings for lot in terms.securities):
        of_lot = {lot.id: {n for n in lot.closings if n in terms.dates} for lot in terms.securities}
        of_each = [of_lot.get(balance.lot.id, set()) for balance in balances]
    else:
        lapses = (rule.lapse for rule in terms.obligations.values() if rule.lapse)
        named = {lapse.closing for lapse in lapses if lapse.closing}
        days = {terms.dates[name] for name in named if name in terms.dates}
        names = {name: day for name, day in terms.dates.items() if day in days}
        of_each = [{n for n, day in names.items() if day == b.issued} for b in balances]
    of_all = set[str]().union(*of_each)
    for balance, own in zip(balances, of_each, strict=True):
        yield (
            balance,
            tuple(
                run
                for run in every
                if run.lots is None or balance.issued == date.min or balance.lot.id in run.lots
                if not own or run.closing in own or run.closing not in of_all
                if run.holder in (None, balance.holder)
                if balance.instance in (None, run.instance)
            ),
        )
