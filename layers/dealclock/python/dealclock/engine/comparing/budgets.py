"""What each other choice of a reading, moved alone, would leave of the limits of a day budget.

Of each limit the days left and the day it would break, and the day from which the next period may
begin. They are no figures of `quantities`: with every day that passes they change of themselves,
so that only readings are compared by them.
"""

from collections.abc import Iterator, Mapping, Sequence

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.engine.comparing.figures import Difference
from dealclock.engine.comparing.quantities import Name, moved
from dealclock.engine.in_force import InForce
from dealclock.engine.suspension.as_amended import budget
from dealclock.engine.suspension.limits_left import LimitsLeft
from dealclock.engine.suspension.plan import left


class BudgetsMoved:
    """What other choices leave of the budgets of a deal, beside what the chosen ones do."""

    def __init__(self, given: InForce) -> None:
        self._given = given
        self._here, self._consulted = self._left({})

    def by(self, reading: str, choice: str) -> Iterator[Difference]:
        """Each figure that is otherwise under another choice of a reading."""
        if reading not in self._consulted:
            return
        there, _ = self._left({reading: choice})
        for (name, what), a, b in moved_budgets(self._here, there):
            yield Difference(reading, choice, name, what, a, b)

    def _left(self, moved: Mapping[str, str]) -> tuple[Sequence[LimitsLeft], frozenset[str]]:
        """What is left with some readings moved, and every reading consulted for it."""
        context = self._given.context(moved)
        drawn = [budget(rule, context.fresh()) for rule in context.terms.all_of(DayBudget)]
        found = [left(each, context) for each in drawn]
        return found, frozenset(context.choices.in_all)


def moved_budgets(
    here: Sequence[LimitsLeft], there: Sequence[LimitsLeft]
) -> Iterator[tuple[Name, str, str]]:
    """Each figure of a budget that `there` has otherwise than `here`; only of one drawn on."""
    drawn_on = {each.id for each in (*here, *there) if each.is_drawn_on}
    for name, a, b in moved(_figures(here), _figures(there)):
        if name[0] in drawn_on:
            yield name, a, b


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
