"""The result of an assessment: obligations, windows, defaults and accrual, each with its trace;
and each of its dates and amounts by name.

`docs/assessment.md` documents the same as JSON. Dates are civil days in the deal's zone; `closes`
is the last day included; `to_exclusive` is never included.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import field
from datetime import date, datetime
from fractions import Fraction

from dealclock.engine.conclusions import (
    Accrual,
    Agreement,
    Default,
    Item,
    Obligation,
    Settlement,
    SharesOwed,
    TrueUp,
    UndatedDuty,
    Window,
)
from dealclock.engine.money import Between, Money, from_text, in_text
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

    id: str = field(metadata={"key": "version"})
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


# Every date and amount of an assessment by name, the readings each depends on, and the ends of its
# range over them.


# Every date and amount of an assessment by name, and the readings each depends on.
#
# A name is (instance, what it is). Dates are ISO civil days; amounts are exact fractions; shares
# are whole, followed by the word.

Part = Obligation | Window | Default | SharesOwed
Name = tuple[str, str]
ABSENT = "none"
TOTAL: Name = ("accrual", "total")
UNPAID: Name = ("accrual", "unpaid")


def figures(assessment: Assessment, but: Container[int] = ()) -> Mapping[Name, str]:
    """Every figure of an assessment, without parts whose identities are in `but`."""
    parts = (part for part in parts_of(assessment) if id(part) not in but)
    found = {name: value for part in parts for name, value in figures_of(part).items()}
    found[TOTAL] = in_text(assessment.accrual.accrued)
    return found


def figures_of(part: Part) -> Mapping[Name, str]:
    """Every figure of one part of an assessment."""
    found: dict[Name, str] = {}
    for what, value in _of(part):
        if isinstance(value, date):
            found[part.instance, what] = value.isoformat()
        elif isinstance(value, int):
            found[part.instance, what] = f"{value} shares"
        elif isinstance(value, str):
            found[part.instance, what] = value
        elif value is not None:
            found[part.instance, what] = in_text(value)
    return found


def totals(assessment: Assessment) -> Mapping[Name, str]:
    """The accrued total, and the unpaid amount if anything was paid: otherwise it is the total."""
    found = {TOTAL: in_text(assessment.accrual.accrued)}
    if assessment.owed.has_payments:
        found[UNPAID] = in_text(assessment.owed.unpaid)
    return found


def moved(
    earlier: Mapping[Name, str], later: Mapping[Name, str]
) -> Iterator[tuple[Name, str, str]]:
    """Each figure that differs in `later`, with both values."""
    for name in dict.fromkeys((*earlier, *later)):
        a, b = earlier.get(name, ABSENT), later.get(name, ABSENT)
        if a != b:
            yield name, a, b


def alike_in(before: Assessment, after: Assessment) -> Container[int]:
    """The identities of parts that are the same object in both: their questions were not asked
    again.
    """
    return {id(part) for part in parts_of(before)} & {id(part) for part in parts_of(after)}


def by_instance(assessment: Assessment) -> Mapping[str, Part]:
    """The parts of an assessment that have figures, by instance; the first one if there are two."""
    return {part.instance: part for part in reversed(parts_of(assessment))}


def depends_on(
    assessment: Assessment, name: Name, parts: Mapping[str, Part] | None = None
) -> frozenset[str] | None:
    """The readings a figure depends on; None where the assessment has no such figure.

    `parts` are the assessment's parts by instance, computed once for many calls.
    """
    if name == TOTAL:
        return assessment.accrual.why.readings
    if name == UNPAID and assessment.owed.has_payments:
        return assessment.owed.why.readings
    part = (by_instance(assessment) if parts is None else parts).get(name[0])
    return part.why.readings if part else None


def parts_of(assessment: Assessment) -> tuple[Part, ...]:
    """The parts of an assessment that have figures."""
    owed = (row for each in assessment.true_ups for row in each.owed)
    return (*assessment.obligations, *assessment.windows, *assessment.defaults, *owed)


def _rest(paid: Settlement) -> Fraction | None:
    """The rest of a payment made in part; None for one made in full, or while the day count is
    unset.
    """
    return paid.short if paid.in_part and not isinstance(paid.owed, Between) else None


def _of(part: Part) -> Iterator[tuple[str, date | Money | int | str | None]]:
    match part:
        case Obligation():
            yield "due", part.due if part.stopped_since is None else ABSENT
            yield "amount", part.money
            if part.settlement and not part.settlement.all_not_stated:
                yield "paid_in_full", part.settlement.met_on
                yield "still_to_pay", _rest(part.settlement)
        case Window():
            yield "opens", part.opens
            yield "closes", part.last_day or ABSENT
        case Default():
            yield "occurred_on", part.occurred_on
            if not part.bears_nothing:
                yield "accrues_from", part.accrues_from
            yield "accrues_to", part.accrues_to
        case SharesOwed():
            yield "shares", part.shares


@record
class Ends:
    """The earliest and latest date, or the smallest and largest amount or number of shares, and the
    readings that give them.

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
    """The ends of a range, among the values found; a range that is not `whole` may reach
    further.
    """
    values = [v for v in found.values if v != ABSENT]
    least = min(values, key=lambda v: _size(v)[0], default=ABSENT)
    most = max(values, key=lambda v: _size(v)[1], default=ABSENT)
    return Ends(least, found.values[least], most, found.values[most], found.values.get(ABSENT))


def _size(value: str) -> tuple[Fraction, Fraction]:
    """The ends of an amount, the same number twice for a date or shares."""
    if "/" in value:
        return from_text(value)
    number, _, of = value.partition(" ")
    if of == "shares":
        return Fraction(number), Fraction(number)
    day = Fraction(date.fromisoformat(value).toordinal())
    return day, day
