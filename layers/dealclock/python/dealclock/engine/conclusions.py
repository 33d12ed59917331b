"""What is concluded: obligations, undated duties, windows and defaults, each with its trace.

Dates are civil days in the deal's zone; `closes` is the last day included.
"""

from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from dealclock.days import day_words
from dealclock.days.counting import Count
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.money import Between, Money
from dealclock.engine.payments.settlement import Settlement
from dealclock.records import record


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


UNNAMED = "not named"
"""Who concluded something where the fact does not say by whom it was recorded."""


@record
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


@record
class Drafts:
    """Drafts that go to Holders before a filing: out by `by` for a filing on `filing`, the last day
    on which its channel works; `review` is what they wait for."""

    by: date
    filing: date
    clause: str
    review: str


@record
class UncountedEvent:
    """An event of the kind that satisfies something, which does not count for it, and why;
    recorded about `instance`, it would."""

    fact: str
    on: date
    why: str
    instance: str

    @property
    def advice(self) -> str:
        """What to do if it is the event after all."""
        return f"record it about {self.instance} if it is this one"

    @property
    def sentence(self) -> str:
        """The event, why it does not count, and what to do, in one sentence."""
        return f"{self.fact} ({day_words.day(self.on)}) {self.why}; {self.advice}"


@record
class Obligation:
    """Something owed by a day: a deadline, a notice, a cure, a payment, a condition, a duty.

    `instance` is the same in every assessment of the deal. `due` is the legal day; `opens` the day
    it arose. `safe` is the earliest due day under each other reading moved alone, `safe_together`
    under all their combinations; None where none is earlier. `met_on` is the day the agreement
    deems it done. `amount` is a payment's, exactly, `None` for everything else and while the day
    count is unset: then it lies `between`; `segments` are what it adds up from, `settlement` what
    was paid of it, None while no fact says that anything was. `methods` are of what is owed by
    notice. `act_by` is the last practicable moment, in New York, by the `channel` its rule names;
    it never moves `due`. `stopped_since` is the first day of the Suspension Period that stops its
    clock, None while it runs: `due` is then what it would be if that ended on the day asked about,
    and `days_left` the Business Days that were left when it stopped. `due_readings` are those on
    which `due` depends wherever the obligation arises at all; None where those of its grounds are
    all that is known. `drafts` go out first where it is met by a filing that waits for a review;
    None where they are out. `not_counted` are events of the kind that would satisfy it, and do not.
    `cause` is the instance that opened it, or the id of the event; "" for what the agreement dates
    by itself.
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
    days_left: int | None = None
    drafts: Drafts | None = None
    segments: tuple[Segment, ...] = ()
    due_readings: frozenset[str] | None = None
    settlement: Settlement | None = None
    not_counted: tuple[UncountedEvent, ...] = ()
    cause: str = ""

    @property
    def money(self) -> Money | None:
        """The amount, or what it lies between; None for what is no payment."""
        return self.between if self.amount is None else self.amount

    @property
    def is_cure_period(self) -> bool:
        """Whether it is the time to cure an outage: it expires, where what is owed is overdue."""
        return self.kind == "outage with cure"

    @property
    def is_open(self) -> bool:
        """Whether it is still to be satisfied."""
        return self.status in (Status.UPCOMING, Status.DUE_TODAY, Status.MISSED)


@record
class UndatedDuty:
    """A duty without a date: to act promptly, to use efforts. Never late by the agreement itself.

    `opens` is the day it arose, None for one that always stands; `done_on` the day it was done.
    `target` is the day its team set itself: no term of the agreement. Of a stop `done_on` is the
    day from which it is over. `cause` is the id of the event that opened it, "" for one that always
    stands.
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
    not_counted: tuple[UncountedEvent, ...] = ()
    cause: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it still waits to be done, or always stands."""
        return self.done_on is None


@record
class TradingDay:
    """A Business Day of a window, and why the stock market is shut on it if it is."""

    day: date
    market_shut: str | None


@record
class Window:
    """A period with a first and a last day: a Sale Notice, a suspension, a protected period.

    `closes` is its last day, or the last one the agreement allows; `ended_on` the first day it
    was over. `days_used` counts its days before `as_of`; `safe` is the part inside it under every
    other reading moved alone, `safe_together` under all their combinations (first, last; empty
    when first is later); None where no reading narrows it, and of one that closed on its own last
    day. `limb` is what the agreement calls the way a period ends; `trading_days`
    are the Business Days of a window for sales. `cause` is the id of the event that opened it, ""
    for what the agreement dates by itself.
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
    not_counted: tuple[UncountedEvent, ...] = ()
    cause: str = ""


@record
class Default:
    """A Registration Default as computed: when it occurred, accrues, was cured.

    Interest accrues from and including `accrues_from` to but excluding `accrues_to`, which is the
    cure or the end of the period it protects; None while it runs. `lapsed` is the instance of the
    obligation that was not met. `waived` says that a waiver in force binds all Holders; interest is
    computed all the same. `arose_on` is the day it came to exist, from which notices run: a
    default that relates back occurred before it. `stops_on` is the first day without interest as
    far as it is known, also one still to come: the end of the period protected. `arose_readings`
    are those on which `arose_on` depends wherever the default arises at all; None where those of
    its grounds are all that is known. `closing` is the day of the closing it is of: where lots are
    of closings, it bears on those of that day; None bears on all. `bears_on` are the lots issued on
    which it bears, None where it bears on all.
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
    arose_readings: frozenset[str] | None = None
    closing: date | None = None
    bears_on: tuple[str, ...] | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still accrues."""
        return self.accrues_to is None
