"""What an assessment says: obligations, windows, defaults and accrual, each with its trace.

`docs/assessment.md` documents the same as JSON. Dates are civil days in the deal's zone; `closes`
is the last day included; `to_exclusive` is never included.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from dealclock.agreement.terms import NotModelled
from dealclock.days.counting import Count
from dealclock.engine.money import Between, Money, NoFigure, figure


class Status(StrEnum):
    """Where an obligation or a window stands on `as_of`."""

    UPCOMING = "upcoming"
    DUE_TODAY = "due today"
    MISSED = "missed"
    MET = "met"
    MET_LATE = "met late"
    EXCUSED = "excused"
    OPEN = "open"
    LAST_DAY = "last day"
    OVERRUN = "overrun"
    CLOSED = "closed"


class Conclusion(StrEnum):
    """How sure a default is: by computation only, or by a lead's word."""

    COMPUTED = "computed"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Step:
    """One step behind a date or an amount: what it says, its clause, the day it comes to."""

    says: str
    clause: str
    day: date | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a conclusion rests on: facts by id, whether any of them is invented, and readings.

    `readings` are those it depends on: no other reading, moved alone, can change it.
    """

    facts: tuple[str, ...]
    hypothetical: bool
    readings: frozenset[str] = frozenset()

    def __or__(self, other: "Grounds") -> "Grounds":
        if not other.facts and not other.readings and not other.hypothetical:
            return self
        if not self.facts and not self.readings and not self.hypothetical:
            return other
        facts = dict.fromkeys((*self.facts, *other.facts))
        hypothetical = self.hypothetical or other.hypothetical
        return Grounds(tuple(facts), hypothetical, self.readings | other.readings)


@dataclass(frozen=True, slots=True)
class HandOver:
    """The last Business Day on which a notice may be handed over by one method to be in time.

    `last_day` is None where no day is left: the method cannot meet the due date at all.
    `acknowledged`: only if receipt is acknowledged by then. `count` leads back from the due date;
    `act_by` is the hour on that day at which the channel closes, in New York.
    """

    method: str
    last_day: date | None
    acknowledged: bool
    count: Count
    act_by: datetime | None = None


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something owed by a day: a deadline, a notice, a cure, a payment, a condition, a duty.

    `instance` is the same in every assessment of the deal. `due` is the legal day; `opens` the
    day it arose. `safe` is the earliest due day under each other reading moved alone,
    `safe_together` under all their combinations; None where none is earlier. `met_on` is the day
    the agreement deems it done. `amount` is a payment's, exactly, `None` for everything else
    and while the day count is unset: then it lies `between`. `methods` are of what is owed by
    notice. `act_by` is the last practicable moment, in New York, by the `channel` its rule names;
    it never moves `due`. `stopped_since` is the first day of the Suspension Period that stops its
    clock, None while it runs: `due` is then what it would be if that ended on the day asked about.
    """

    id: str
    instance: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str
    opens: date
    due: date
    closes: date | None
    status: Status
    met_on: date | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    amount: Fraction | None = None
    record_date: date | None = None
    safe: date | None = None
    safe_together: date | None = None
    between: Between | None = None
    methods: tuple[HandOver, ...] = ()
    channel: str | None = None
    act_by: datetime | None = None
    act_by_trace: tuple[Step, ...] = ()
    stopped_since: date | None = None

    @property
    def money(self) -> Money | None:
        """The amount, or what it lies between; None for what is no payment."""
        return self.between if self.amount is None else self.amount

    @property
    def is_open(self) -> bool:
        """Whether it still waits to be met."""
        return self.status in (Status.UPCOMING, Status.DUE_TODAY, Status.MISSED)


@dataclass(frozen=True, slots=True)
class UndatedDuty:
    """A duty without a date: to act promptly, to use efforts. Never late by the agreement itself.

    `opens` is the day it arose, None for one that always stands; `done_on` the day it was done.
    `target` is the day its team set itself: no term of the agreement. Of a stop `done_on` is the
    day from which it is over.
    """

    id: str
    instance: str
    clause: str
    title: str
    owed_by: str
    action: str
    standard: str
    opens: date | None
    done_on: date | None
    target: date | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it still waits to be done, or always stands."""
        return self.done_on is None


@dataclass(frozen=True, slots=True)
class TradingDay:
    """A Business Day of a window, and why the stock market is shut on it if it is."""

    day: date
    market_shut: str | None


@dataclass(frozen=True, slots=True)
class Window:
    """A period with a first and a last day: a Sale Notice, a suspension, a protected period.

    `closes` is its last day, or the last one the agreement allows; `ended_on` the first day it
    was over. `days_used` counts its days before `as_of`; `safe` is the part inside it under every
    other reading moved alone, `safe_together` under all their combinations (first, last; empty
    when first is later). `limb` is what the agreement calls the way a period ends; `trading_days`
    are the Business Days of a window for sales.
    """

    id: str
    instance: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str
    opens: date
    closes: date
    status: Status
    ended_on: date | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    days_used: int | None = None
    limit_days: int | None = None
    safe: tuple[date, date] | None = None
    safe_together: tuple[date, date] | None = None
    limb: str | None = None
    trading_days: tuple[TradingDay, ...] = ()


@dataclass(frozen=True, slots=True)
class Default:
    """A Registration Default as computed: when it occurred, accrues, was cured.

    Interest accrues from and including `accrues_from` to but excluding `accrues_to`, which is the
    cure or the end of the period it protects; None while it runs. `lapsed` is the instance of the
    obligation that was not met. `waived` says that a waiver in force binds all Holders; interest is
    computed all the same. `arose_on` is the day it came to exist, from which notices run: a
    default that relates back occurred before it. `stops_on` is the first day without interest as
    far as it is known, also one still to come: the end of the period protected.
    """

    id: str
    instance: str
    clause: str
    title: str
    lapsed: str
    occurred_on: date
    arose_on: date
    accrues_from: date
    accrues_to: date | None
    stops_on: date | None
    cured_on: date | None
    conclusion: Conclusion
    concluded_by: str | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    waived: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it still accrues."""
        return self.accrues_to is None


@dataclass(frozen=True, slots=True)
class Segment:
    """One lot at one rate: from and including `start` to but excluding `to_exclusive`.

    `rate` is percent, of a year or of what the schedule has it for; `amount` is exact dollars.
    `note` says what is no rate times days: a share at once, what is left to the most in all.
    """

    lot: str
    principal: Fraction
    start: date
    to_exclusive: date
    rate: Fraction
    days_counted: int
    days_actual: int
    amount: Fraction
    note: str | None = None


@dataclass(frozen=True, slots=True)
class RateChange:
    """A day on which the rate of open defaults changes by their age or an anniversary.

    `per` says what the rate is for: "a year", "for each 30 days". Zero is the first day without
    any, because the most in all was reached before it.
    """

    on: date
    rate: Fraction
    per: str = "a year"


@dataclass(frozen=True, slots=True)
class Accrual:
    """Additional Interest accrued to but excluding `as_of`, all lots together.

    `accrued` is exact dollars, or what they lie between while the day count is unset; `rate` is
    percent in force on `as_of`, `per` a year or what the schedule says, zero when nothing accrues;
    `a_day` dollars for one counted day at that rate. Where a period begun counts whole, `a_day` is
    None and `a_period` dollars for one period. `last_change` is the latest on or before `as_of`,
    `next_change` the first after it, both of the defaults now open and as if nothing else happened.
    `trace` has what no segment tells: what falls due at once, and the day that reaches the most.
    """

    as_of: date
    clause: str
    accrued: Money
    rate: Fraction
    a_day: Money | None
    last_change: RateChange | None
    next_change: RateChange | None
    segments: tuple[Segment, ...]
    day_count: str
    grounds: Grounds
    notes: tuple[str, ...] = ()
    per: str = "a year"
    a_period: Fraction | None = None
    trace: tuple[Step, ...] = ()

    @property
    def exact(self) -> Fraction:
        """What accrued, before the one rounding; raises NoFigure while the day count is unset."""
        return figure(self.accrued)

    @property
    def per_diem(self) -> Fraction:
        """What one counted day bears; raises NoFigure while the day count is unset, or where
        whole periods bear."""
        if self.a_day is None:
            raise NoFigure(f"the rate is {self.per}, so that no day bears an amount of its own.")
        return figure(self.a_day)

    @classmethod
    def none(cls, as_of: date) -> "Accrual":
        """What accrues under terms without a rate schedule: nothing."""
        zero = Fraction(0)
        return cls(as_of, "", zero, zero, zero, None, None, (), "none", Grounds((), False))


@dataclass(frozen=True, slots=True)
class SharesOwed:
    """What one vesting adds for one exercise: shares, by no date the agreement states.

    `would_have` is what the exercise would have brought on `vested_on`, `brought` what it has
    brought with the true-ups deducted; None where it is not recorded. `gap` is the first less the
    second, never below zero; `exact` and the whole `shares` are what is owed of it; `outstanding`
    what of that is not recorded as issued.
    """

    id: str
    instance: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str
    holder: str
    exercised_on: date
    vested_on: date
    would_have: Fraction | None
    brought: Fraction
    gap: Fraction | None
    exact: Fraction | None
    shares: int | None
    outstanding: int | None
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exercised:
    """One exercise or conversion: what it brought, and what it is owed at each later vesting.

    `due_on_exercise` is what it should have brought by itself, adjusted for what had vested by
    then; None where that is not recorded. `total` is all that `owed` comes to; it is less than all
    where `whole` is false, some of it not being known. `issued` are true-up shares.
    """

    instance: str
    holder: str
    on: date
    brought: Fraction
    due_on_exercise: Fraction | None
    owed: tuple[SharesOwed, ...]
    total: int
    issued: Fraction
    whole: bool
    grounds: Grounds


@dataclass(frozen=True, slots=True)
class TrueUp:
    """Where a deferral of anti-dilution protection stands, and the exercises it is about.

    An exercise before `cut_off`, that day not included, is trued up. `deferral` is in words.
    """

    id: str
    instance: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str
    cut_off: date
    deferral: str
    exercises: tuple[Exercised, ...]
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()

    @property
    def owed(self) -> Iterator[SharesOwed]:
        """What is owed on every exercise, in order."""
        return (row for each in self.exercises for row in each.owed)

    @property
    def all_grounds(self) -> Iterator[Grounds]:
        """What all of it rests on."""
        yield self.grounds
        yield from (each.grounds for each in self.exercises)
        yield from (row.grounds for row in self.owed)


@dataclass(frozen=True, slots=True)
class LimitPlan:
    """One limit on the planned day: `used` and `left` in its window, before the new period.

    `window_days` and the window's first day, `since`, are None for the length of one period. The
    new period may run `longest` days by this limit; `breaks_on` is the first day it would not
    allow. A limit that leaves nothing breaks on the first day itself.
    """

    days: int
    window_days: int | None
    since: date | None
    used: int
    left: int
    longest: int
    breaks_on: date


@dataclass(frozen=True, slots=True)
class Running:
    """A period in force: its last allowed day and the day on which each limit breaks if it goes on.

    `breaks` are (days of the window or None for its own length, the most days, the first day that
    is not allowed).
    """

    notice: str
    since: date
    last_allowed: date
    breaks: tuple[tuple[int | None, int, date], ...]


@dataclass(frozen=True, slots=True)
class LimitsLeft:
    """What each limit of a day budget leaves on `as_of`, and the day it would break from then on.

    `extended` are those limits that an extension moves, as it would have them; empty where the
    budget knows none or the period that runs is extended already: then `limits` are so.
    """

    id: str
    clause: str
    title: str
    limits: tuple[LimitPlan, ...]
    extended: tuple[LimitPlan, ...]
    running: Running | None
    grounds: Grounds

    @property
    def is_drawn_on(self) -> bool:
        """Whether any of it is used up, or a period runs."""
        return self.running is not None or any(each.used for each in self.limits)


class Outcome(StrEnum):
    """Whether what was to bind all Holders does, as far as the facts show it."""

    CARRIES = "carries"
    DOES_NOT_CARRY = "does not carry"
    NOT_SHOWN = "not shown to carry"
    SIDE_LETTER = "one Holder's own"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A waiver, an extension or an amendment: its scope and period, and whom it binds.

    `instance` is its fact, or the id of the amendment; `about` what it is about, empty for an
    amendment. `until` is the last day a waiver covers, or the new last day of what was extended;
    `in_force` whether that is still to pass. `record_date` is the day whose Holders decide;
    `part` of `whole`, exact dollars of principal, consents, both None while that is not counted.
    `binds_all` holds for what carries; else it binds `binds` alone. `accrued`: interest has accrued
    on what is waived, which stays owed to each Holder who does not itself give it up.
    """

    kind: str
    instance: str
    about: str
    clause: str
    agreed_on: date
    until: date | None
    in_force: bool
    outcome: Outcome
    why: str
    record_date: date | None
    part: Fraction | None
    whole: Fraction | None
    over_percent: Fraction | None
    binds_all: bool
    binds: tuple[str, ...]
    accrued: bool
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()

    @property
    def percent(self) -> Fraction | None:
        """How much of the whole consents, in percent, exactly."""
        return 100 * self.part / self.whole if self.part is not None and self.whole else None


@dataclass(frozen=True, slots=True)
class Difference:
    """What another choice of one reading would change: `what` of an instance, here and there."""

    reading: str
    choice: str
    instance: str
    what: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Facts, by id, that cannot all be true, and why."""

    says: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TermsUsed:
    """The version of the terms in force: its id and title, in force and known from which days.

    `kept` are the instances that an earlier version still governs, each with that version's id.
    """

    version: str
    title: str
    effective: date
    known: date
    kept: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Assessment:
    """Everything true of a deal as of the start of a day, given what was known at an instant."""

    deal: str
    as_of: date
    known_at: datetime
    engine: str
    terms: TermsUsed
    obligations: tuple[Obligation, ...]
    defaults: tuple[Default, ...]
    windows: tuple[Window, ...]
    accrual: Accrual
    readings: Mapping[str, str]
    consulted: frozenset[str]
    differences: tuple[Difference, ...]
    ranges: tuple[Range, ...]
    not_checked: tuple[NotModelled, ...]
    contradictions: tuple[Contradiction, ...]
    unused_facts: tuple[str, ...]
    duties: tuple[UndatedDuty, ...]
    facts_as_of: date | None
    hypothetical: bool
    true_ups: tuple[TrueUp, ...] = ()
    agreed: tuple[Agreed, ...] = ()
    budgets: tuple[LimitsLeft, ...] = ()

    def obligation(self, instance: str) -> Obligation | None:
        """The obligation with that instance, if there is one."""
        return next((o for o in self.obligations if o.instance == instance), None)

    def window(self, instance: str) -> Window | None:
        """The window with that instance, if there is one."""
        return next((w for w in self.windows if w.instance == instance), None)

    def default(self, instance: str) -> Default | None:
        """The default with that instance, if there is one."""
        return next((d for d in self.defaults if d.instance == instance), None)
