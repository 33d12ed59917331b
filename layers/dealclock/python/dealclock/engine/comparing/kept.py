"""What other readings change in an assessment, as data to keep, and an assessment made of it.

It takes the place of comparing again: it is given back only for the same terms,
events, readings and day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from dealclock.engine.assessment import Assessment, Difference, figures, totals


def to_keep(found: Assessment) -> Mapping[str, Any]:
    """What comparing added to an assessment, as JSON: each difference, and each safe date with the
    place and instance of its obligation or window."""
    differences = [
        [d.reading, d.choice, d.instance, d.what, d.here, d.there] for d in found.differences
    ]
    obligations = [
        [place, o.instance, o.safe.isoformat(), o.safe_together.isoformat()]
        for place, o in enumerate(found.obligations)
        if o.safe is not None and o.safe_together is not None
    ]
    windows = [
        [place, w.instance, *(day.isoformat() for day in (*w.safe, *w.safe_together))]
        for place, w in enumerate(found.windows)
        if w.safe is not None and w.safe_together is not None
    ]
    return {
        "engine": found.engine,
        "differences": differences,
        "obligations": obligations,
        "windows": windows,
    }


def from_kept(here: Assessment, kept: Mapping[str, Any]) -> Assessment | None:
    """An assessment without differences, with those that were kept; None if another release kept
    them, or if a figure that they start from is another now.
    """
    if kept["engine"] != here.engine:
        return None
    differences = tuple([Difference(*row) for row in kept["differences"]])
    now = {**figures(here), **totals(here)}
    if any(now.get((d.instance, d.what), d.here) != d.here for d in differences):
        return None
    obligations, windows = [*here.obligations], [*here.windows]
    for place, instance, *texts in kept["obligations"]:
        owed = _at(obligations, place, instance)
        if owed is None:
            return None
        safe, together = map(date.fromisoformat, texts)
        obligations[place] = replace(owed, safe=safe, safe_together=together)
    for place, instance, *texts in kept["windows"]:
        window = _at(windows, place, instance)
        if window is None:
            return None
        opens, closes, first, last = map(date.fromisoformat, texts)
        windows[place] = replace(window, safe=(opens, closes), safe_together=(first, last))
    return replace(
        here, differences=differences, obligations=tuple(obligations), windows=tuple(windows)
    )


def _at(parts: Sequence[Any], place: int, instance: str) -> Any:
    """The part at a place, if it is of that instance."""
    return parts[place] if place < len(parts) and parts[place].instance == instance else None
