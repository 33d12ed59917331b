"""The ends of a figure's range over its readings, and what is safe under all of them together."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from dealclock.engine.comparing.figures import Range
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.money import from_text
from dealclock.records import record


@record
class Ends:
    """The earliest and the latest of dates, the least and the most of amounts, and under what.

    Each `under` is the choices that give it, of those readings the figure depends on there;
    `absent_under` some under which the figure does not arise, None when it always does. `least`
    and `most` are `ABSENT` when it never does.
    """

    least: str
    least_under: Mapping[str, str]
    most: str
    most_under: Mapping[str, str]
    absent_under: Mapping[str, str] | None


def ends(found: Range) -> Ends:
    """The ends of a range, of the values at hand; a range that is not `whole` may reach further."""
    values = [v for v in found.values if v != ABSENT]
    least = min(values, key=lambda v: _size(v)[0], default=ABSENT)
    most = max(values, key=lambda v: _size(v)[1], default=ABSENT)
    return Ends(least, found.values[least], most, found.values[most], found.values.get(ABSENT))


def _size(value: str) -> tuple[Fraction, Fraction]:
    """The least and the most of an amount, the same number twice for a date."""
    if "/" in value:
        return from_text(value)
    day = Fraction(date.fromisoformat(value).toordinal())
    return day, day
