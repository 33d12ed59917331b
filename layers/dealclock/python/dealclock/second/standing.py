"""How a small agreement stands on a day: what is owed, what lapsed, what accrued and is paid."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from dealclock.second.deals import Deal, Lapsed
from dealclock.second.limits import pieces
from dealclock.second.obligations import Instance, lapses, obligations
from dealclock.second.payments import Payment, payments
from dealclock.second.streams import ended_on

AHEAD = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class Standing:
    """The obligations and defaults by name, the dollars accrued to but excluding the day, and the
    payments of each provision, as if what is open went on until they are made."""

    obligations: Mapping[str, Instance]
    defaults: Mapping[str, Lapsed]
    accrued: Fraction
    payments: Mapping[str, list[Payment]]


def standing(deal: Deal, defaults: Mapping[str, Lapsed] | None = None) -> Standing:
    """How it stands on the day of asking, with other defaults if given."""
    found = obligations(deal)
    defaults = lapses(deal, found) if defaults is None else defaults
    streams = deal.provisions("stream")
    if not streams:
        return Standing(found, defaults, Fraction(0), {})
    until = deal.as_of + AHEAD
    own = pieces(deal, defaults, deal.as_of, until)
    accrued = sum((piece.dollars for each in own.values() for piece in each), Fraction(0))
    ahead = pieces(deal, defaults, until, until)
    paid = {}
    for name, rule in deal.provisions("payments").items():
        of = rule.get("of") or list(streams)
        ends = [ended_on(deal, each, defaults) for each in of]
        over = None if None in ends else max(e for e in ends if e is not None)
        paid[name] = payments(deal, name, [p for each in of for p in ahead[each]], over)
    return Standing(found, defaults, accrued, paid)
