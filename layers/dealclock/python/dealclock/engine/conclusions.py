"""Conclusions: obligations, undated duties, windows and defaults, each with its reasons.

Dates are civil days in the deal's zone; `closes` is the last day included.
"""

from dataclasses import field
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from dealclock.days import day_words
from dealclock.days.counting import Count
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.money import Between, Money
from dealclock.engine.payments.settlement import Settlement
from dealclock.engine.why import Step, Why
from dealclock.records import record


class Status(StrEnum):
    """The status of an obligation or a window on `as_of`."""

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
    """Whether a default is only computed, or confirmed or disputed by a lead."""

    COMPUTED = "computed"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


UNNAMED = "not named"
"""Who concluded something where the fact does not say by whom it was recorded."""


@record
class HandOver:
    """The last Business Day on which a notice may be handed over by one method to be in time.

    `last_day` is None if no day is left: the method cannot meet the due date. `acknowledged`: only
    if receipt is acknowledged by then. `count` is the count back from the due date; `act_by` is the
    closing hour of the channel on that day, New York time.
    """

    method: str
    last_day: date | None
    acknowledged: bool
    count: Count
    act_by: datetime | None = None


@record
class Drafts:
    """Drafts due to Holders before a filing: out by `by` for a filing on `filing`, the last day on
    which its channel is open; `review` is the title of the required review.
    """

    by: date
    filing: date
    clause: str
    review: str


@record
class UncountedEvent:
    """An event of the right kind that does not satisfy an instance, and why; it would if recorded
    about `instance`.
    """

    fact: str
    on: date
    why: str
    instance: str

    @property
    def advice(self) -> str:
        """What to do if the event should count."""
        return f"record it about {self.instance} if it is this one"

    @property
    def sentence(self) -> str:
        """The event, why it does not count, and what to do, in one sentence."""
        return f"{self.fact} ({day_words.day(self.on)}) {self.why}; {self.advice}"


@record
class Item:
    """One conclusion of an assessment: an obligation, a window, a default, an undated duty.

    `instance` is the same in every assessment of the deal. `done_on` is the day on which it was
    done, ended or cured, None while it is not: each kind says what that is.
    """

    id: str
    instance: str
    clause: str
    title: str
    done_on: date | None
    why: Why
    notes: tuple[str, ...] = field(default=(), kw_only=True)


@record
class Obligation(Item):
    """An obligation with a due day: a deadline, a notice, a cure, a payment, a condition, a duty.

    `due` is the legal due day; `opens` the day it arose. `safe` is the earliest due day with any
    one other reading changed, `safe_together` under all combinations; None if none is earlier.
    `done_on` is the day the agreement deems it done. `amount` is exact for a payment or what is
    owed with an obligation (nothing by its last day excuses it), `None` for anything else and while
    the day count is unset: then `between` has the range; `segments` add up to the amount;
    `settlement` has the payments made, None while no fact records one. `methods` are for notices.
    `act_by` is the last practicable moment, New York time, by the `channel` of its rule; it never
    moves `due`. `stopped_since` is the first day of the Suspension Period that stops its clock,
    None while the clock runs; if it is set, `due` assumes that the suspension ends on the as-of
    day, and `days_left` are the Business Days left when the clock stopped. `due_readings` are the
    readings on which `due` depends, given that the obligation arises; None if only those of its
    grounds are known. `waived`: a waiver, an event or the end of a state excuses it, or nothing was
    owed; `because` is that event or state in words, "" for none. `drafts` must go out first if it
    is satisfied by a filing that requires a review; None once they are out. `not_counted` are
    events of the right kind that do not satisfy it. `cause` is the instance or the id of the event
    that opened it; "" if the agreement itself dates it. `on_lapse` is the id of the default that it
    becomes if missed, "" if the terms name none.
    """

    kind: str
    owed_by: str
    action: str
    opens: date
    due: date
    closes: date | None
    status: Status
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
    days_left: int | None = None
    drafts: Drafts | None = None
    segments: tuple[Segment, ...] = ()
    due_readings: frozenset[str] | None = None
    settlement: Settlement | None = None
    not_counted: tuple[UncountedEvent, ...] = ()
    cause: str = ""
    on_lapse: str = ""
    waived: bool = False
    because: str = ""

    @property
    def money(self) -> Money | None:
        """The amount, or its range; None if it is not a payment."""
        return self.between if self.amount is None else self.amount

    @property
    def is_cure_period(self) -> bool:
        """Whether it is the time to cure an outage, which expires rather than becoming overdue."""
        return self.kind == "outage with cure"

    @property
    def is_open(self) -> bool:
        """Whether the obligation is still to be satisfied."""
        return self.status in (Status.UPCOMING, Status.DUE_TODAY, Status.MISSED)


@record
class UndatedDuty(Item):
    """A duty without a date: to act promptly, to use efforts. Never overdue under the agreement
    itself.

    `opens` is the day it arose, None if it is always in effect; `done_on` is the day it was done,
    for a stop the first day after it. `target` is the team's own target day, not a term of the
    agreement. `cause` is the id of the event that opened it, "" if it is always in effect.
    """

    owed_by: str
    action: str
    standard: str
    opens: date | None
    target: date | None
    not_counted: tuple[UncountedEvent, ...] = ()
    cause: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the duty is still to be done, or always in effect."""
        return self.done_on is None


@record
class TradingDay:
    """A Business Day of a window, and why the stock market is closed on it, if it is."""

    day: date
    market_shut: str | None


@record
class Window(Item):
    """A period with a first and a last day: a Sale Notice, a suspension, a protected period.

    `closes` is its last day, or the last the agreement allows; `done_on` is the first day after it
    ended. `days_used` counts its days before `as_of`. `safe` is the part inside the window with any
    one other reading changed, `safe_together` under all combinations (first, last; empty if first
    is later); None if no reading narrows it, or it closed on its own last day. `limb` is the
    agreement's name for the way a period ends; `trading_days` are the Business Days of a window for
    sales. `cause` is the id of the event that opened it, "" if the agreement itself dates it.
    `on_lapse` is the id of the default that it becomes if it lasts longer, "" if the terms name
    none. `deemed` is the kind of event deemed to have happened on its last day, since it passed
    unused; "" if none.
    If it `is_open_ended`, no last day is known, and `closes` is the day of the query.
    """

    kind: str
    owed_by: str
    action: str
    opens: date
    closes: date
    status: Status
    days_used: int | None = None
    limit_days: int | None = None
    safe: tuple[date, date] | None = None
    safe_together: tuple[date, date] | None = None
    limb: str | None = None
    trading_days: tuple[TradingDay, ...] = ()
    not_counted: tuple[UncountedEvent, ...] = ()
    cause: str = ""
    on_lapse: str = ""
    deemed: str = ""
    is_open_ended: bool = False

    @property
    def last_day(self) -> date | None:
        """The last day; None while it is not known."""
        return None if self.is_open_ended else self.closes


@record
class Default(Item):
    """A Registration Default as computed: when it occurred, when interest accrues, when it was
    cured.

    Interest accrues from and including `accrues_from` to but excluding `accrues_to`, the cure or
    the end of the protected period; None while it is open. `lapsed` is the instance of the
    obligation that was not satisfied. `waived`: a waiver in force binds all Holders; interest is
    computed all the same. `arose_on` is the day it arose, from which notice periods run: a default
    that relates back occurred before it. `stops_on` is the first day without interest as far as
    known, even if in the future: the end of the protected period. `arose_readings` are the readings
    on which `arose_on` depends, given that the default arises; None if only those of its `why`
    are known. `closing` is the day of the closing it belongs to: if lots belong to closings, it
    applies to those of that day; with None it applies to all. `bears_on` are the issued lots to
    which it applies, None if to all.
    """

    lapsed: str
    occurred_on: date
    arose_on: date
    accrues_from: date
    accrues_to: date | None
    stops_on: date | None
    conclusion: Conclusion
    concluded_by: str | None
    waived: bool = False
    arose_readings: frozenset[str] | None = None
    closing: date | None = None
    bears_on: tuple[str, ...] | None = None

    @property
    def is_open(self) -> bool:
        """Whether interest still accrues."""
        return self.accrues_to is None
