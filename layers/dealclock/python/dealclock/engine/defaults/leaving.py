"""When nothing a protected period covers is left: converted, retired or sold.

A security leaves by being sold under the shelf or by ceasing to be outstanding. A converted Note
ceases to be, and its Conversion Shares take its place until they are sold.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.facts.log import Seen

_CONVERTED, _RETIRED = "notes-converted", "notes-retired"
_SOLD, _SHARES_SOLD = "notes-sold-under-shelf", "shares-sold-under-shelf"


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
        return last if last is not None and last.fact.kind in (_SOLD, _SHARES_SOLD) else None


def gone(context: Context) -> Gone:
    """When the last Note left, and when the last security of any kind; None while one has not.

    A conversion that does not say how many shares were issued leaves an unknown number of them,
    and they are gone only by a fact that says so.
    """
    notes = _issued(context)
    if not notes:
        return Gone(None, None, converted=False)
    shares, unknown, converted = Fraction(0), False, False
    last_note: Seen | None = None
    for seen in _leaving(context):
        fact = seen.fact
        if fact.kind == _SHARES_SOLD:
            shares -= Fraction(fact.shares or 0)
        else:
            lot = fact.lot or ""
            notes[lot] = notes.get(lot, Fraction(0)) - Fraction(fact.amount or 0)
        if fact.kind == _CONVERTED:
            converted, unknown = True, unknown or fact.shares is None
            shares += Fraction(fact.shares or 0)
        if last_note is None and all(left <= 0 for left in notes.values()):
            last_note = seen
        if last_note is not None and shares <= 0 and not unknown:
            return Gone(last_note, seen, converted)
    return Gone(last_note, None, converted)


def _leaving(context: Context) -> list[Seen]:
    kinds = (_CONVERTED, _RETIRED, _SOLD, _SHARES_SOLD)
    return sorted((s for k in kinds for s in context.facts(k)), key=context.known.place)


def _issued(context: Context) -> dict[str, Fraction]:
    """The principal of each lot that was issued."""
    return {
        lot.id: Fraction(lot.principal)
        for lot in context.terms.securities
        if isinstance(lot.issued, date)
        or any(s.fact.lot in (None, lot.id) for s in context.facts(lot.issued))
    }
