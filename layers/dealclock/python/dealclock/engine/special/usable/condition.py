"""One condition of a sale under the shelf of infocrossing-2004, and the answer that all of them
give.
"""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from dealclock.days.day_words import near_day
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Grounds
from dealclock.records import record


def near(day: date, context: Context) -> str:
    """A day in the words of an answer of the as-of day, without its year within that year."""
    return near_day(day, context.as_of)


Answer = Literal["yes", "no", "not known", "depends on the Holder"]


@record
class SaleCondition:
    """One condition of a sale: whether it holds, None if not known, and why.

    `why` is short and names no id; `more` adds ids and what to record. `of_holder`: the condition
    depends on the Holder. `limits`: it holds only for a part of the Notes, which `more` names.
    """

    name: str
    clause: str
    holds: bool | None
    why: str
    grounds: Grounds = NOTHING
    of_holder: bool = False
    more: str = ""
    limits: bool = False


def answer_of(
    found: Sequence[SaleCondition], holder: str | None
) -> tuple[Answer, SaleCondition | None]:
    """The answer, and the condition that decides it: the first not satisfied, else the first not
    known; None for a yes, which needs every condition to be known and satisfied.

    With no Holder, the answer depends on it if nothing else is unsatisfied or unknown.
    """
    failing = next((c for c in found if c.holds is False), None)
    if failing is not None:
        return "no", failing
    unknown = [c for c in found if c.holds is None]
    general = next((c for c in unknown if holder is not None or not c.of_holder), None)
    if general is not None:
        return "not known", general
    return ("depends on the Holder", unknown[0]) if unknown else ("yes", None)
