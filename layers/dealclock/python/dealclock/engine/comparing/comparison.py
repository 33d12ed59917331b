"""What other readings change in an assessment, apart from it: to be stored, and to complete an
assessment of the same terms, events, readings and day without comparing again.
"""

import json
from dataclasses import replace
from datetime import date

from dealclock.engine.assessment import Assessment, Difference, figures, totals
from dealclock.records import record


@record
class Comparison:
    """The differences, and the safe dates of obligations and windows, each with its place and
    instance. `engine` is the release that found them.
    """

    engine: str
    differences: tuple[Difference, ...]
    obligations: tuple[tuple[int, str, date, date], ...] = ()
    windows: tuple[tuple[int, str, date, date, date, date], ...] = ()

    @classmethod
    def of(cls, found: Assessment) -> "Comparison":
        """What comparing added to an assessment."""
        obligations = [
            (place, o.instance, o.safe, o.safe_together)
            for place, o in enumerate(found.obligations)
            if o.safe is not None and o.safe_together is not None
        ]
        windows = [
            (place, w.instance, *w.safe, *w.safe_together)
            for place, w in enumerate(found.windows)
            if w.safe is not None and w.safe_together is not None
        ]
        return cls(found.engine, found.differences, tuple(obligations), tuple(windows))

    @property
    def text(self) -> str:
        """It as JSON."""
        rows = [
            [d.reading, d.choice, d.instance, d.what, d.here, d.there] for d in self.differences
        ]
        dated = self.obligations, self.windows
        return json.dumps([self.engine, rows, *dated], default=date.isoformat)

    @classmethod
    def read(cls, text: str) -> "Comparison":
        """The comparison of such a text."""
        engine, differences, *dated = json.loads(text)
        obligations, windows = (
            tuple([(place, name, *map(date.fromisoformat, days)) for place, name, *days in rows])
            for rows in dated
        )
        return cls(engine, tuple([Difference(*row) for row in differences]), obligations, windows)

    def completed(self, here: Assessment) -> Assessment | None:
        """An assessment without differences, with these; None if another release found them, or if
        a figure that they start from is another now.
        """
        now = {**figures(here), **totals(here)}
        alike = all(now.get((d.instance, d.what), d.here) == d.here for d in self.differences)
        if self.engine != here.engine or not alike:
            return None
        obligations, windows = [*here.obligations], [*here.windows]
        for place, name, safe, together in self.obligations:
            if [o.instance for o in obligations[place : place + 1]] != [name]:
                return None
            obligations[place] = replace(obligations[place], safe=safe, safe_together=together)
        for place, name, opens, closes, first, last in self.windows:
            if [w.instance for w in windows[place : place + 1]] != [name]:
                return None
            within, by_all = (opens, closes), (first, last)
            windows[place] = replace(windows[place], safe=within, safe_together=by_all)
        return replace(
            here,
            differences=self.differences,
            obligations=tuple(obligations),
            windows=tuple(windows),
        )
