"""Histories on which the engine is known to be wrong, by the worked case that says so.

Each stays until its case passes; `many` counts the days left out.
"""

from collections.abc import Callable, Mapping
from datetime import date

from tests.unit.engine.second.story import CONVERTED, REQUESTED, RETURNED, SHARES_SOLD, Known, Story


def _restated_alone(known: Known) -> bool:
    """Each Holder's Notes count alone, and one of them restates what it holds."""
    returned = [e.holder for e in known.of(RETURNED)]
    return known.reading("late-threshold") == "PER-HOLDER" and len(set(returned)) < len(returned)


def _forfeited_today(known: Known) -> bool:
    """A Holder converts Notes on the day asked about, and forfeits what is not payable."""
    today = any(e.holder and e.on == known.as_of for e in known.of(CONVERTED))
    return known.reading("converted-notes") == "FORFEIT" and today


def _asked_after_its_last_share(known: Known) -> bool:
    """A request to all is made after a Holder sold Conversion Shares."""
    sold = [e.on for e in known.of(SHARES_SOLD) if e.holder]
    return any(not e.holder and e.on > min(sold) for e in known.of(REQUESTED)) if sold else False


CASES: Mapping[str, Callable[[Known], bool]] = {
    "SE-01": _restated_alone,
    "SE-02": _forfeited_today,
    "SE-03": _asked_after_its_last_share,
}
"""By worked case in tests/cases/second_engine.yaml."""


def is_known(story: Story, as_of: date) -> bool:
    """Whether the engine may be wrong on a day for a reason that a worked case gives."""
    known = Known.on(story, as_of)
    return any(holds(known) for holds in CASES.values())
