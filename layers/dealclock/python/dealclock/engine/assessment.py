"""The result of an assessment: obligations, windows, defaults and accrual, each with its trace.

`docs/assessment.md` documents the same as JSON. Dates are civil days in the deal's zone; `closes`
is the last day included; `to_exclusive` is never included.
"""

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime

from dealclock.engine.conclusions import (
    Accrual,
    Agreement,
    Default,
    Item,
    Obligation,
    TrueUp,
    UndatedDuty,
    Window,
)
from dealclock.engine.payments.owed import InterestOwed
from dealclock.engine.states.limits_left import LimitsLeft
from dealclock.records import record
from dealclock.terms.terms import UnmodeledSection

# Figures under other readings.


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


@record
class Contradiction:
    """Facts, by id, that cannot all be true, and why."""

    text: str = field(metadata={"key": "says"})
    facts: tuple[str, ...]


@record
class TermsUsed:
    """The version of the terms in force: its id and title, in force and known from which days.

    `kept` are the instances that an earlier version still governs, each with that version's id.
    """

    version: str
    title: str
    effective: date
    known: date
    kept: Mapping[str, str]


@record
class Assessment:
    """Everything that is true of a deal as of the start of a day, given what was known at an
    instant.

    For comparisons: `consulted_by` are the readings consulted by the end of each part of the pass,
    `found_by` the place of the part that found each obligation, window and default, by instance.
    """

    deal: str
    as_of: date
    known_at: datetime
    engine: str
    terms: TermsUsed
    obligations: tuple[Obligation, ...]
    defaults: tuple[Default, ...]
    windows: tuple[Window, ...]
    accrual: Accrual
    owed: InterestOwed
    readings: Mapping[str, str]
    consulted: frozenset[str]
    differences: tuple[Difference, ...]
    ranges: tuple[Range, ...]
    not_checked: tuple[UnmodeledSection, ...]
    contradictions: tuple[Contradiction, ...]
    unused_facts: tuple[str, ...]
    duties: tuple[UndatedDuty, ...]
    facts_as_of: date | None
    hypothetical: bool
    true_ups: tuple[TrueUp, ...] = ()
    agreed: tuple[Agreement, ...] = ()
    budgets: tuple[LimitsLeft, ...] = ()
    consulted_by: tuple[frozenset[str], ...] = ()
    found_by: Mapping[str, int] = field(default_factory=dict)
    unused_because: Mapping[str, str] = field(default_factory=dict)

    @property
    def items(self) -> tuple[Item, ...]:
        """The obligations, windows, defaults and undated duties, each kind in its order."""
        return (*self.obligations, *self.windows, *self.defaults, *self.duties)

    def obligation(self, instance: str) -> Obligation | None:
        """The obligation with that instance, if there is one."""
        return next((o for o in self.obligations if o.instance == instance), None)

    def window(self, instance: str) -> Window | None:
        """The window with that instance, if there is one."""
        return next((w for w in self.windows if w.instance == instance), None)

    def default(self, instance: str) -> Default | None:
        """The default with that instance, if there is one."""
        return next((d for d in self.defaults if d.instance == instance), None)
