"""The base on which a stream accrues: steps for each issue of a lot, or of a fixed sum.

    issued        converted       sold under the shelf        matures
      |  60,000,000   |   45,000,000      |     40,000,000       |  0

An amount holds from and including the day of the event that made it, and is changed only by events
of its own lot. A lot issued in parts has a balance for each, since each bears interest from its own
issue.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial

from dealclock.agreement.general.stream import Base, Stream
from dealclock.agreement.rules.duties import Deadline
from dealclock.agreement.terms import Lot
from dealclock.engine.context import Context
from dealclock.engine.interest.forfeits import not_payable_from
from dealclock.engine.interest.lots import (
    CONVERSION,
    RETIREMENT,
    SHELF_SALE,
    MoreThanOutstandingError,
    Parts,
    amount_of,
    issues_of,
    refuse_more,
)
from dealclock.engine.interest.rates import StreamRates
from dealclock.engine.interest.steps import Steps
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.questions import question
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Balance:
    """The interest-bearing principal of one issue of a lot, in dollars.

    `issued` is the day of the issue, `place` its index in the lot.
    """

    lot: Lot
    issued: date
    steps: Steps
    place: int = 0


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
    if of.stream.base is not None:
        return _fixed(context, of.stream, of.stream.base)
    converted, retired, sold = map(context.facts, (CONVERSION, RETIREMENT, SHELF_SALE))
    bears_after = sold and any(run.stops_on > sold[0].on for run in of.runs)
    if not bears_after or context.pick(of.stream.sold) == "bears":
        sold = ()
    had_borne = converted and any(run.accrues_from < converted[-1].on for run in of.runs)
    forfeits = had_borne and context.pick(of.stream.converted) == "forfeits"
    lost = partial(not_payable_from, context, of) if forfeits else None
    gone = (*converted, *retired, *sold)
    _refuse_unknown(gone, context)
    issues = {lot.id: issues_of(lot, context) for lot in context.terms.securities}
    every = [issue for own in issues.values() for issue in own]
    late = any(issue.on > run.accrues_from for issue in every for run in of.runs)
    from_default = late and context.pick(of.stream.issued_later) == "from default"
    parts = Parts(issues, context)
    balances = []
    for lot in context.terms.securities:
        leaving = [each for each in gone if each.fact.lot == lot.id]
        refuse_more(lot, issues[lot.id], leaving)
        for place, issue in enumerate(issues[lot.id]):
            less = ((e, amount) for e in leaving for at, amount in parts.of(e) if at == place)
            start = date.min if from_default else issue.on
            steps = _less(issue.amount, start, less, lost)
            steps = steps if lot.matures is None else steps.until(lot.matures)
            balances.append(Balance(lot, issue.on, steps, place))
    seen = [*(issue.seen for issue in every if issue.seen), *gone]
    seen += parts.rest_on if gone else ()
    return Principal(tuple(balances), tuple({each.id: each for each in seen}.values()), parts)


def _less(
    amount: Fraction,
    start: date,
    less: Iterable[tuple[EffectiveFact, Fraction]],
    lost: Callable[[date], date] | None,
) -> Steps:
    changes: dict[date, Fraction] = defaultdict(lambda: ZERO, {start: amount})
    for each, dollars in less:
        day = lost(each.on) if lost and each.kind == CONVERSION else each.on
        changes[max(day, start)] -= dollars
    return Steps.of(changes)


def _refuse_unknown(gone: Sequence[EffectiveFact], context: Context) -> None:
    lots = [lot.id for lot in context.terms.securities]
    for each in gone:
        if each.fact.lot not in lots:
            known = ", ".join(lots)
            raise EngineError(f"{each.id} gives the lot {each.fact.lot!r}; the terms have {known}.")


def _fixed(context: Context, stream: Stream, base: Base) -> Principal:
    """A sum of the terms, less what events take from it, as one lot named by the stream."""
    price = fraction(base.price or Decimal(1))
    stated = base.amount or base.units or Decimal(0)
    left = whole = fraction(stated) * (1 if base.amount else price)
    events = sorted(
        (seen for kind in base.less for seen in context.facts(kind)), key=context.known.place
    )
    less = [
        (seen, fraction(seen.fact.shares) * price if seen.fact.shares else amount_of(seen))
        for seen in events
    ]
    for seen, dollars in less:
        if dollars > left:
            raise MoreThanOutstandingError(
                f"{seen.id} reduces the base of {stream.id} by ${dollars} on {seen.on}, but only "
                f"${left} is left; correct it."
            )
        left -= dollars
    lot = Lot.model_construct(
        id=stream.id, name=stream.title, principal=stated, issued=date.min, cusip=None
    )
    balance = Balance(lot, date.min, _less(whole, date.min, less, None))
    return Principal((balance,), tuple(events), Parts({}, context))


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


def closings(
    context: Context, balances: Sequence[Balance]
) -> tuple[Sequence[frozenset[date]], frozenset[date]]:
    """The closings to which each balance belongs, and those of all."""
    terms = context.terms
    days = {
        lot.id: frozenset(terms.dates[name] for name in lot.closings if name in terms.dates)
        for lot in terms.securities
    }
    if any(lot.closings for lot in terms.securities):
        return [days.get(b.lot.id, frozenset()) for b in balances], frozenset().union(
            *days.values()
        )
    counted_from = {
        terms.dates[rule.after]
        for rule in terms.all_of(Deadline)
        if rule.on_lapse is not None and not rule.or_later
    }
    own = [frozenset({b.issued} & counted_from) for b in balances]
    return own, frozenset().union(*own)
