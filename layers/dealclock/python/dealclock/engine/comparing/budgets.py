"""What each other choice of a reading, moved alone, would leave of the limits of a day budget.

Of each limit the days left and the day it would break, and the day from which the next period may
begin. They are no figures of `quantities`: with every day that passes they change of themselves,
so that only readings are compared by them.
"""

from collections.abc import Iterator, Mapping, Sequence

from dealclock.engine.comparing.figures import Difference
from dealclock.engine.comparing.quantities import ABSENT, Name
from dealclock.engine.suspension.left import LimitsLeft


def moved_budgets(
    here: Sequence[LimitsLeft], there: Sequence[LimitsLeft], reading: str, choice: str
) -> Iterator[Difference]:
    """Each figure of a budget that `there` has otherwise than `here`; only of one drawn on."""
    ours, theirs = _figures(here), _figures(there)
    drawn_on = {each.id for each in (*here, *there) if each.is_drawn_on}
    for budget, what in dict.fromkeys((*ours, *theirs)):
        a, b = ours.get((budget, what), ABSENT), theirs.get((budget, what), ABSENT)
        if a != b and budget in drawn_on:
            yield Difference(reading, choice, budget, what, a, b)


def _figures(budgets: Sequence[LimitsLeft]) -> Mapping[Name, str]:
    return {(each.id, what): value for each in budgets for what, value in _of(each)}


def _of(budget: LimitsLeft) -> Iterator[tuple[str, str]]:
    for limit in budget.limits:
        name = f"in-{limit.window.id}" if limit.window else "length"
        yield f"{name} left", _count(limit.left, "day")
        yield f"{name} breaks_on", limit.breaks_on.isoformat()
    for often in budget.times:
        yield f"times-in-{often.window.id} left", _count(often.left, "time")
        yield f"times-in-{often.window.id} earliest", often.earliest.isoformat()
    if budget.gap is not None:
        yield "gap earliest", budget.gap.earliest.isoformat()


def _count(n: int, one: str) -> str:
    return f"{n} {one}" if n == 1 else f"{n} {one}s"
