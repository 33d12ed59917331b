"""Figures under other readings."""

from collections.abc import Mapping

from dealclock.records import record


@record
class Difference:
    """A figure that another choice of one reading would change: `what` of an instance, `here` and
    `there`.
    """

    reading: str
    choice: str
    instance: str
    what: str
    here: str
    there: str


@record
class Range:
    """Every value one figure takes over the readings it depends on, by the choices that give it.

    `values` are in the order found, the chosen readings' first; "none" where the figure does not
    arise. `tried` counts the combinations; `whole` is false when there were more than could be
    tried, so that further values may exist.
    """

    instance: str
    what: str
    readings: tuple[str, ...]
    values: Mapping[str, Mapping[str, str]]
    tried: int
    whole: bool
