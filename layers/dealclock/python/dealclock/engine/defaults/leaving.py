"""When nothing a protected period covers is left: converted, retired or sold.

A security leaves by being sold under the shelf or by ceasing to be outstanding. A converted Note
ceases to be, and its Conversion Shares take its place until they are sold.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.fractions import ZERO
from dealclock.engine.interest.issues import Issue, issues_of
from dealclock.engine.interest.principal import (
    CONVERSION,
    RETIREMENT,
    SHARES_SOLD,
    SHELF_SALE,
    amount_of,
)
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Gone:
    """The facts with which the last Note, and the last security of any kind, left.

    None while one is left. `converted`: Conversion Shares took the place of some Notes.
    """

    notes: EffectiveFact | None
    all_of_them: EffectiveFact | None
    converted: bool

    @property
    def by_sale(self) -> EffectiveFact | None:
        """What sold the last security under the shelf, where that is how it left."""
        last = self.all_of_them
        return last if last is not None and last.kind in (SHELF_SALE, SHARES_SOLD) else None


def gone(began: date, context: Context) -> Gone:
    """When the last Note left, and when the last security of any kind; None while one has not.

    Asked of a period that began on `began`: what left before it counts, and Notes issued by then,
    or by the day the others left, are not left out. Notes issued later begin no period anew.
    A conversion that does not say how many shares were issued leaves an unknown number of them,
    and they are gone only by a fact that says so.
    """
    issues = {lot.id: issues_of(lot, context) for lot in context.terms.securities}
    if not any(issues.values()):
        return Gone(None, None, converted=False)
    left: dict[str, Fraction] = defaultdict(lambda: ZERO)
    shares, unknown, converted = ZERO, False, False
    last_note: EffectiveFact | None = None
    for seen in _leaving(context):
        fact = seen.fact
        if fact.kind == SHARES_SOLD:
            shares -= Fraction(fact.shares or 0)
        else:
            left[fact.lot or ""] += amount_of(seen)
        if fact.kind == CONVERSION:
            converted, unknown = True, unknown or fact.shares is None
            shares += Fraction(fact.shares or 0)
        day = max(seen.on, began)
        if any(_by(day, own) > left[lot] for lot, own in issues.items()):
            continue
        last_note = last_note or seen
        if shares <= 0 and not unknown:
            return Gone(last_note, seen, converted)
    return Gone(last_note, None, converted)


def _leaving(context: Context) -> list[EffectiveFact]:
    kinds = (CONVERSION, RETIREMENT, SHELF_SALE, SHARES_SOLD)
    return sorted((s for k in kinds for s in context.facts(k)), key=context.known.place)


def _by(day: date, issues: Iterable[Issue]) -> Fraction:
    """The principal issued by a day."""
    return sum((issue.amount for issue in issues if issue.on <= day), ZERO)
