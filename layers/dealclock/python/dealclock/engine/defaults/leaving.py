"""When nothing a protected period covers is left: converted, retired or sold.

A security leaves by being sold under the shelf or by ceasing to be outstanding. A converted Note
ceases to be, and its Conversion Shares take its place until they are sold.
"""

from dataclasses import dataclass
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.exact import ZERO
from dealclock.engine.interest.principal import (
    CONVERSION,
    RETIREMENT,
    SHARES_SOLD,
    SHELF_SALE,
    amount_of,
    issue_of,
    issued_amount,
    issued_on,
)
from dealclock.facts.log import Seen


@dataclass(frozen=True, slots=True)
class Gone:
    """The facts with which the last Note, and the last security of any kind, left.

    None while one is left. `converted`: Conversion Shares took the place of some Notes.
    """

    notes: Seen | None
    all_of_them: Seen | None
    converted: bool

    @property
    def by_sale(self) -> Seen | None:
        """What sold the last security under the shelf, where that is how it left."""
        last = self.all_of_them
        return last if last is not None and last.fact.kind in (SHELF_SALE, SHARES_SOLD) else None


def gone(context: Context) -> Gone:
    """When the last Note left, and when the last security of any kind; None while one has not.

    A conversion that does not say how many shares were issued leaves an unknown number of them,
    and they are gone only by a fact that says so.
    """
    notes = _issued(context)
    if not notes:
        return Gone(None, None, converted=False)
    shares, unknown, converted = ZERO, False, False
    last_note: Seen | None = None
    for seen in _leaving(context):
        fact = seen.fact
        if fact.kind == SHARES_SOLD:
            shares -= Fraction(fact.shares or 0)
        else:
            lot = fact.lot or ""
            notes[lot] = notes.get(lot, ZERO) - amount_of(seen)
        if fact.kind == CONVERSION:
            converted, unknown = True, unknown or fact.shares is None
            shares += Fraction(fact.shares or 0)
        if last_note is None and all(left <= 0 for left in notes.values()):
            last_note = seen
        if last_note is not None and shares <= 0 and not unknown:
            return Gone(last_note, seen, converted)
    return Gone(last_note, None, converted)


def _leaving(context: Context) -> list[Seen]:
    kinds = (CONVERSION, RETIREMENT, SHELF_SALE, SHARES_SOLD)
    return sorted((s for k in kinds for s in context.facts(k)), key=context.known.place)


def _issued(context: Context) -> dict[str, Fraction]:
    """The principal of each lot as far as it was issued."""
    issues = ((lot, issue_of(lot, context)) for lot in context.terms.securities)
    return {
        lot.id: issued_amount(lot, issue)
        for lot, issue in issues
        if issued_on(lot, issue) is not None
    }
