"""Histories on which the engine is known to be wrong, by the worked case that says so.

Each stays until its case passes; `many` counts the days left out.
"""

from collections.abc import Callable, Mapping
from datetime import date

from tests.unit.engine.second.story import (
    CONVERTED,
    EXTENSION,
    RECORD_DATE,
    REQUESTED,
    RETURNED,
    SHARES_SOLD,
    SUSPENDED,
    WAIVER,
    Known,
    Story,
)


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


def _suspended_beyond_the_cure_period(known: Known) -> bool:
    """A cure period is extended to a day, and use is suspended at some time."""
    extended = any(e.about.startswith("cure-window") for e in known.of(EXTENSION, WAIVER))
    return extended and bool(known.of(SUSPENDED))


def _decided_later(known: Known) -> bool:
    """The Holders who decide are those of a day after an agreement."""
    agreed = {e.id: e.on for e in known.of(EXTENSION, WAIVER)}
    dates = [e for e in known.of(RECORD_DATE) if e.about in agreed]
    return any(e.target is not None and e.target > agreed[e.about] for e in dates)


CASES: Mapping[str, Callable[[Known], bool]] = {
    "SE-01": _restated_alone,
    "SE-02": _forfeited_today,
    "SE-03": _asked_after_its_last_share,
    "SE-04": _suspended_beyond_the_cure_period,
    "SE-05": _decided_later,
}
"""By worked case in tests/cases/second_engine.yaml."""


def is_known(story: Story, as_of: date) -> bool:
    """Whether the engine may be wrong on a day for a reason that a worked case gives."""
    known = Known.on(story, as_of)
    return any(holds(known) for holds in CASES.values())
