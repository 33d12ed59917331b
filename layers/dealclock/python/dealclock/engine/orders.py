"""Orders against the shelf that no lifting has lifted."""

from collections.abc import Sequence

from dealclock.facts.index import FactIndex
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import LIFTED, ORDERS


def open_orders(
    known: FactIndex,
) -> tuple[Sequence[EffectiveFact], Sequence[EffectiveFact]]:
    """The orders no lifting has lifted, and the liftings that may be of more than one of them.

    A lifting on or after the day of an order lifts the one it is about, or the only one open; of
    several open ones it lifts one, and no one knows which. One dated before an order never lifts
    it.
    """
    orders = sorted((s for kind in ORDERS for s in known.of_kind(kind)), key=known.place)
    liftings, unnamed = known.of_kind(LIFTED), list[EffectiveFact]()
    named = [(named_in(each.about), each.on) for each in liftings]
    left = [o for o in orders if not any(of == o.id and on >= o.on for of, on in named)]
    for each in (s for s in liftings if s.about is None):
        candidates = [o for o in left if o.on <= each.on]
        if len(candidates) == 1:
            left.remove(candidates[0])
        elif candidates:
            unnamed.append(each)
    return left, unnamed


def named_in(about: str | None) -> str:
    """The event that an `about` names, by its id or within an instance; "" for none."""
    return (about or "").rpartition("/")[2]
