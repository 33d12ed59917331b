"""A deal's dates in order: the dated events around it, its own facts, and computed dates.

Timeline entries are for information; nothing is computed from them except their checks.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from dealclock.days.fiscal import fiscal_quarter
from dealclock.engine.assessment import Assessment
from dealclock.engine.why import NOTHING, Why
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.terms import Terms
from dealclock.terms.timeline import StatedFigure, TimelineEntry

Origin = Literal["timeline", "terms", "fact", "computed"]


@record
class FigureCheck:
    """A figure recomputed: `computed`, exact, and whether it agrees with the stated figure.

    They are compared at the `precision` of the stated figure: one unit of its last place as
    written, 0.01 for 0.05 or 0.50.
    """

    description: str
    computed: Fraction
    how: str
    stated: Decimal | None

    @property
    def precision(self) -> Fraction | None:
        """One unit of the last place of the stated figure; None if none is stated."""
        if self.stated is None:
            return None
        return Fraction(10) ** int(self.stated.as_tuple().exponent)

    @property
    def consistent(self) -> bool | None:
        """Whether the computed figure rounds to the stated one; None if none is stated.

        A half may be rounded either way: sources round it up, down or to even.
        """
        if self.precision is None or self.difference is None:
            return None
        return self.difference <= self.precision / 2

    @property
    def difference(self) -> Fraction | None:
        """The absolute difference of the stated figure and the exact one; None if none is
        stated.
        """
        return None if self.stated is None else abs(Fraction(self.stated) - self.computed)


@record
class TimelineItem:
    """One line of the timeline: the first and the last day it may mean, and its source.

    `instance` is the id of the computed item or the fact; `when` is the time as its source gives
    it.
    """

    first_day: date
    last_day: date
    when: str
    what: str
    origin: Origin
    source: str = ""
    external: bool = False
    instance: str | None = None
    quarter: str | None = None
    inconsistent: str | None = None
    check: FigureCheck | None = None
    why: Why = NOTHING


def timeline(
    terms: Terms, facts: tuple[EffectiveFact, ...], assessment: Assessment
) -> list[TimelineItem]:
    """Everything dated, in order of its first day; on a tie, the less precise item comes later."""
    found = [
        *(_entry(e, terms) for e in terms.timeline),
        *_dates(terms),
        *(_fact(s, terms) for s in facts),
        *_computed(terms, assessment),
    ]
    return sorted(found, key=lambda m: (m.first_day, m.last_day))


def checked(check: StatedFigure) -> FigureCheck:
    """The check with its figure recomputed."""
    stated = check.stated
    if check.divide is not None:
        over, under = check.divide
        return FigureCheck(
            check.says, Fraction(over) / Fraction(under), f"{over} / {under}", stated
        )
    parts = check.sum or ()
    how = f"{parts[0]}" + "".join(f" {'-' if p < 0 else '+'} {abs(p)}" for p in parts[1:])
    return FigureCheck(check.says, sum((Fraction(p) for p in parts), Fraction(0)), how, stated)


def _quarter(first: date, last: date, terms: Terms) -> str | None:
    """The fiscal quarter that contains both days; None if there is none."""
    if terms.fiscal_year_ends is None:
        return None
    month = terms.fiscal_year_ends.month
    begins, ends = fiscal_quarter(first, month), fiscal_quarter(last, month)
    return begins if begins == ends else None


def _entry(entry: TimelineEntry, terms: Terms) -> TimelineItem:
    return TimelineItem(
        entry.first_day,
        entry.last_day,
        entry.when,
        entry.what,
        "timeline",
        source=entry.source,
        external=entry.external,
        instance=f"timeline/{entry.id}",
        quarter=_quarter(entry.first_day, entry.last_day, terms),
        inconsistent=entry.inconsistent,
        check=checked(entry.check) if entry.check else None,
    )


def _on(
    day: date, what: str, origin: Origin, terms: Terms, instance: str | None, why: Why
) -> TimelineItem:
    return TimelineItem(
        day,
        day,
        day.isoformat(),
        what,
        origin,
        instance=instance,
        quarter=_quarter(day, day, terms),
        why=why,
    )


def _dates(terms: Terms) -> Iterator[TimelineItem]:
    for name, day in terms.dates.items():
        yield _on(day, name.replace("-", " ").capitalize(), "terms", terms, name, NOTHING)


def _fact(seen: EffectiveFact, terms: Terms) -> TimelineItem:
    why = Why((seen.id,), seen.hypothetical)
    return _on(seen.on, what_happened(seen.kind, terms), "fact", terms, seen.id, why)


def _computed(terms: Terms, a: Assessment) -> Iterator[TimelineItem]:
    for o in a.obligations:
        due = "due" if o.stopped_since is None else "due if its suspension ended today"
        yield _on(o.due, f"{o.title}, {due}", "computed", terms, o.instance, o.why)
    for w in a.windows:
        yield _on(w.opens, f"{w.title}, first day", "computed", terms, w.instance, w.why)
        yield _on(w.closes, f"{w.title}, last day", "computed", terms, w.instance, w.why)
    for d in a.defaults:
        what = f"{d.title}, {d.conclusion.word} default"
        yield _on(d.occurred_on, what, "computed", terms, d.instance, d.why)
