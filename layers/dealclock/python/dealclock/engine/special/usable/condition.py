"""A sale under the shelf, one condition of it, and the answer that all of them give: Sections 2 to
4 of infocrossing-2004.
"""

from collections.abc import Sequence
from dataclasses import field
from datetime import date
from typing import Literal

from dealclock.days.day_words import near_day
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.why import NOTHING, Why
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

EFFECTIVE = "registration-statement-effective"
Answer = Literal["yes", "no", "not known", "depends on the Holder"]


@record
class Sale:
    """A sale on the day of a pass, by a Holder, or by any with None; and what the pass found."""

    found: Findings
    holder: str | None
    context: Context

    def near(self, day: date) -> str:
        """A day in the words of an answer of the as-of day, without its year within that year."""
        return near_day(day, self.context.as_of)

    def why(self, *seen: EffectiveFact | None, absence: bool = False) -> Why:
        """The basis in events alone; with `absence`, also in the absence of others."""
        return self.context.fresh().why(*seen, absence=absence)

    def is_of(self, seen: EffectiveFact) -> bool:
        """Whether an event is of the Holder, or of none by name."""
        return seen.fact.holder in (None, self.holder)


@record
class SaleCondition:
    """One condition of a sale: whether it holds, None if not known, and why.

    `reason` is short and names no id; `more` adds ids and what to record. `of_holder`: the
    condition depends on the Holder. `limits`: it holds only for a part of the Notes, which `more`
    names.
    """

    name: str
    clause: str
    holds: bool | None
    reason: str = field(metadata={"key": "why"})
    why: Why = NOTHING
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
    for failing in found:
        if failing.holds is False:
            return "no", failing
    unknown = [c for c in found if c.holds is None]
    for general in unknown:
        if holder is not None or not general.of_holder:
            return "not known", general
    return ("depends on the Holder", unknown[0]) if unknown else ("yes", None)
