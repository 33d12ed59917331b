"""Assessments beside all readings, remembered while one worker tells the same morning.

One alert goes by several routes and a morning has several alerts: all are told from the same
assessment, which late in a deal takes a third of a second. It follows from nothing but what it is
kept under, so remembering it changes no word. Nothing outlives the store it was read from.
"""

from collections import OrderedDict
from datetime import date, datetime
from typing import TypeAlias
from weakref import WeakKeyDictionary

from dealclock.engine.assessment import Assessment
from dealclock.store import Store, StoredDeal
from dealclock.usecases.plan.assess_deal import assess_as_of

MOST = 4  # assessments of one store; a few hundred kilobytes each

Versions: TypeAlias = tuple[int, int]
"""Of the terms and of the team."""

_Key: TypeAlias = tuple[str, Versions, int, date, datetime]
_kept: "WeakKeyDictionary[Store, OrderedDict[_Key, Assessment]]" = WeakKeyDictionary()


def cached_assessment(
    deal: StoredDeal, versions: Versions, as_of: date, known_at: datetime, store: Store
) -> Assessment:
    """The deal's assessment beside all readings, made anew or as it was made before.

    `versions` are those of the terms and the team that `deal` holds, its latest or not.
    """
    key = (deal.meta.id, versions, deal.meta.fact_sequence, as_of, known_at)
    kept = _kept.setdefault(store, OrderedDict())
    if key not in kept:
        kept[key] = assess_as_of(deal, as_of, known_at)
    kept.move_to_end(key)
    while len(kept) > MOST:
        kept.popitem(last=False)
    return kept[key]
