"""The last day of something under terms that were amended while it ran, or before.

    last day was here     amendment effective
    --------|-------------------|---------------->   it had passed: it stays
    ----------------------------|-----|---------->   it had not: the amended one counts,
                                *                    and never a day before this one

What had passed before an amendment took effect stays as it was. What was still open is counted as
amended, and where that leaves no day, it ends as the day ends on which the amendment took effect
(docs/decisions/0030-amendments-look-forward.md).
"""

from collections.abc import Callable
from datetime import date
from typing import TypeVar

from dealclock.agreement.rules.rule import Rule
from dealclock.days import day_words
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.records import record

R = TypeVar("R", bound=Rule)


@record
class LastDay:
    """The last day of something, included, and how it is counted."""

    day: date
    trace: tuple[Step, ...]


def as_amended(
    rule: R, count: Callable[[R, Context], LastDay | None], context: Context
) -> LastDay | None:
    """A last day that `count` counts by a provision, as the versions of the terms have it.

    None where `count` gives none, and where an amendment added the provision after that day.
    """
    now, former = count(rule, context), context.former
    if former is None or context.since is None:
        return now
    was_by = former.terms.provision(rule)
    was = as_amended(was_by, count, former) if was_by is not None else None
    if was is not None and was.day < context.since:
        return was
    if now is None or now.day >= context.since:
        return now
    if was_by is None:
        return None
    return LastDay(context.since, (*now.trace, *cut_short(now.day, rule.clause, context)))


def cut_short(last: date, clause: str, context: Context) -> tuple[Step, ...]:
    """The step that says why something lasts beyond the day counted; none where it does not."""
    end = context.not_before(last)
    if end == last:
        return ()
    says = f"{day_words.day(last)} was before the amendment took effect: the last day"
    return (Step(says, clause, end),)


def over_before(rule: Rule, last: date, context: Context) -> bool:
    """Whether a last day was over before the amendment that added the provision took effect."""
    former = context.former
    if former is None or context.since is None:
        return False
    return last < context.since and former.terms.provision(rule) is None
