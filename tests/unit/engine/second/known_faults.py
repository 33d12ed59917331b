"""Histories on which the engine is known to be wrong, by the worked case that says so.

Each stays until its case passes; `many` counts the days left out.
"""

from collections.abc import Callable, Mapping
from datetime import date

from dealclock.second.story import (
    EXTENSION,
    RECORD_DATE,
    SUSPENDED,
    WAIVER,
    Known,
    Story,
)


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
    "SE-04": _suspended_beyond_the_cure_period,
    "SE-05": _decided_later,
}
"""By worked case in tests/cases/second_engine.yaml."""


def is_known(story: Story, as_of: date) -> bool:
    """Whether the engine may be wrong on a day for a reason that a worked case gives."""
    known = Known.on(story, as_of)
    return any(holds(known) for holds in CASES.values())
