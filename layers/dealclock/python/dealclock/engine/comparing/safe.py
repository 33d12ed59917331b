"""The dates that are safe however the clauses are read.

"Not before" takes the latest day, "not after" the earliest. `safe` is what each reading moved
alone leaves; `safe_together` what all their combinations leave, which is narrower where two
readings reach further together than either alone, and never wider. Where a date does not arise,
the others bound it.

A window that closed on its own last day has no safe part: it lies inside the window, and so in the
past, under every combination. One that an event ended keeps it: whether that event came in time is
what the readings may dispute.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.all_combinations import Depends, Passes, range_of
from dealclock.engine.comparing.quantities import ABSENT, Name, depends_on, due_depends_on
from dealclock.engine.conclusions import Obligation, Status, Window

MOST = 256
"""Combinations tried for one date, those of the fewest readings moved first; more would keep a
person waiting."""
_BARS = frozenset({"minimum period"})
"""Windows in which something must not be done yet: no part of them is safe to do it in."""

_DAYS = frozenset({"due", "opens", "closes"})

Between = tuple[date, date]
Moved = Mapping[Name, Sequence[date]]
"""Where readings moved alone leave a date."""


def with_safe_dates(here: Assessment, passes: Passes) -> Assessment:
    """The assessment with what is safe beside each due date and window that readings move.

    Its differences must be known already.
    """
    moved = _moved(here)
    return replace(
        here,
        obligations=tuple(_obligation(o, moved, passes) for o in here.obligations),
        windows=tuple(_window(w, moved, passes) for w in here.windows),
    )


def _obligation(owed: Obligation, moved: Moved, passes: Passes) -> Obligation:
    name = (owed.instance, "due")
    alone = min([owed.due, *moved.get(name, ())])
    together = min([alone, *_together(name, passes, due_depends_on)])
    return replace(owed, safe=alone, safe_together=together) if together < owed.due else owed


def _window(window: Window, moved: Moved, passes: Passes) -> Window:
    if window.kind in _BARS or _closed_by_itself(window):
        return window
    opens, closes = (window.instance, "opens"), (window.instance, "closes")
    here = window.opens, window.closes
    alone = _between(here, moved.get(opens, ()), moved.get(closes, ()))
    together = _between(alone, _together(opens, passes), _together(closes, passes))
    if together == here:
        return window
    return replace(window, safe=alone, safe_together=together)


def _closed_by_itself(window: Window) -> bool:
    """Whether its last day passed without an event that is measured against that day."""
    return window.status is Status.CLOSED and window.ended_on is None


def _between(within: Between, opens: Iterable[date], closes: Iterable[date]) -> Between:
    first, last = within
    return max([first, *opens]), min([last, *closes])


def _moved(here: Assessment) -> Moved:
    found: dict[Name, list[date]] = {}
    for each in here.differences:
        name = (each.instance, each.what)
        if name[1] in _DAYS and each.there != ABSENT:
            found.setdefault(name, []).append(date.fromisoformat(each.there))
    return found


def _together(name: Name, passes: Passes, depends: Depends = depends_on) -> list[date]:
    values = range_of(name, passes, MOST, depends).values
    return [date.fromisoformat(value) for value in values if value != ABSENT]
