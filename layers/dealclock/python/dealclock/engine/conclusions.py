"""Conclusions: obligations, undated duties, windows and defaults, each with its reasons; what
accrued and what was paid of it, what was agreed, and shares owed.

Dates are civil days in the deal's zone; `closes` is the last day included.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter

from dealclock.days import day_words
from dealclock.days.counting import Count
from dealclock.engine.money import (
    ZERO,
    Between,
    Money,
    between,
    between_of,
    dollars,
    figure,
    in_cents,
)
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.errors import RefusedError
from dealclock.records import record

# Accrued Additional Interest, by lot and rate.


@record
class Segment:
    """One lot at one rate: from and including `start` to but excluding `to_exclusive`.

    `rate` is in percent, a year or for the schedule's period; `amount` in exact dollars. `note`
    marks an amount that is not rate times days: a share due at once, or the rest up to the cap.
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


@record
class RateChange:
    """A day on which the rate changes by the age of the open defaults or by an anniversary.

    `per` is the period of the rate: "a year", "for each 30 days". A zero rate marks the first day
    without interest; `because` is the reason: the cap, or the end of the protected period.
    """

    on: date
    rate: Fraction
    per: str = "a year"
    because: str = ""


@record
class Accrual:
    """What accrued to but excluding `as_of`, all lots together.

    `title` is what the terms call it, "what accrues" if they have several names, "" for none.
    `accrued` is in exact dollars, a range while the day count is unset. `rate` is the percentage in
    force on `as_of`, zero if nothing accrues, and `per` its period, a year or the schedule's;
    `a_day` is dollars for one counted day at that rate. If a period counts in full once begun,
    `a_day` is None and `a_period` is dollars for one period. `last_change` is the latest change on
    or before `as_of`, `next_change` the first after it, both for the defaults now open and assuming
    no further events. `trace` has steps that no segment shows: shares due at once, and the day the
    cap is reached.
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
    why: Why
    notes: tuple[str, ...] = ()
    per: str = "a year"
    a_period: Fraction | None = None
    title: str = ""

    @property
    def exact(self) -> Fraction:
        """The accrued amount, unrounded; raises RefusedError while the day count is unset."""
        return figure(self.accrued)

    @property
    def per_diem(self) -> Fraction:
        """The dollars for one counted day; raises RefusedError while the day count is unset, or if
        interest accrues by whole periods.
        """
        if self.a_day is None:
            raise RefusedError(
                f"the rate is {self.per}, so a single day has no amount; give a whole period."
            )
        return figure(self.a_day)

    @classmethod
    def none(cls, as_of: date) -> "Accrual":
        """The accrual under terms without a rate schedule: zero."""
        zero = Fraction(0)
        return cls(as_of, "", zero, zero, zero, None, None, (), "none", NOTHING)


# The settlement of one payment by all facts about it: partial, full or overpaid.
#
#     owed $31,666.67 |---- $10,000.00, Jan 18 ----|------ $21,666.67, Jan 25 ------|
#                          $21,666.67 short                      in full: met on Jan 25
#
# Sums are compared to the cent, each rounded once. A sum that equals the amount owed to the cent
# pays it exactly. A fact without an amount records that the payment was made and satisfies it; the
# amount is not known, so it is None and is left out of sums.


@record
class Instalment:
    """One fact that records a payment: its id, its day, and the amount `paid` in exact dollars.

    `paid` is None if the fact states no amount.
    """

    fact: str
    on: date
    paid: Money | None


@record
class Settlement:
    """The amounts paid on an amount owed, in order of days, and the day that satisfied it.

    `met_on` is None while it is not fully paid and no fact without an amount records the payment.
    `stated` is the sum of the stated amounts. `note` reports a shortfall, an excess or a missing
    amount; "" if none. `barred` is the part of a partial payment's amount that is of Holders not
    entitled to it: all of the rest satisfies the payment.
    """

    owed: Money
    instalments: tuple[Instalment, ...]
    met_on: date | None
    stated: Money
    note: str
    barred: Fraction = ZERO

    @property
    def not_stated(self) -> tuple[Instalment, ...]:
        """The instalments without an amount."""
        return tuple(each for each in self.instalments if each.paid is None)

    @property
    def all_not_stated(self) -> bool:
        """Whether no instalment states an amount, so that nothing is applied to the amount owed."""
        return len(self.not_stated) == len(self.instalments)

    @property
    def paid(self) -> Money | None:
        """The total paid; None if an instalment states no amount."""
        return None if self.not_stated else self.stated

    @property
    def has_figures(self) -> bool:
        """Whether the amount owed and every amount paid is one figure, so that `short` is too."""
        return self.paid is not None and not isinstance(self.owed, Between)

    @property
    def in_part(self) -> bool:
        """Whether the payment is partial."""
        return bool(self.note) and self.met_on is None

    @property
    def _left(self) -> Fraction:
        """The dollars and cents owed less those stated, negative if more was paid."""
        return _rounded(figure(self.owed), figure(self.stated))

    @property
    def short(self) -> Fraction:
        """The dollars and cents still unpaid after the stated amounts; raises RefusedError while
        the day count is unset.
        """
        return max(self._left - self.not_payable, ZERO)

    @property
    def not_payable(self) -> Fraction:
        """The dollars and cents unpaid that no Holder is entitled to, once all the rest is paid."""
        return max(self._left, ZERO) if self.barred and self.met_on is not None else ZERO

    @property
    def excess(self) -> Fraction:
        """Dollars and cents stated beyond what was owed; raises RefusedError like `short`."""
        return max(-self._left, ZERO)

    @property
    def part(self) -> Fraction:
        """The fraction of the amount owed that the stated amounts pay, at most 1; raises
        RefusedError like `short`.
        """
        if not self.instalments:
            return ZERO
        owed, paid = figure(self.owed) - self.barred, figure(self.stated)
        return Fraction(1) if in_cents(paid) >= in_cents(owed) else paid / owed

    def less(self, barred: Fraction) -> "Settlement":
        """The settlement of a partial payment, `barred` dollars of which are of Holders not
        entitled.
        """
        owed = figure(self.owed)
        met_on, paid = _reached(in_cents(owed - barred), self.instalments)
        if met_on is None:
            return replace(self, barred=barred)
        left = dollars(_rounded(owed, paid))
        note = (
            f"paid {dollars(paid)}, all that Holders are entitled to; {left} is of Holders not "
            "entitled"
        )
        return replace(self, barred=barred, met_on=met_on, note=note)

    def before(self, day: date) -> "Settlement":
        """The settlement as of the start of a day, without payments on that day or later."""
        return _settled(self.owed, [each for each in self.instalments if each.on < day])


def settlement(owed: Fraction, facts: Iterable[tuple[str, date, Fraction | None]]) -> Settlement:
    """The settlement of `owed` by facts, each with its id, its day, and its dollars if stated.

    The facts must be in order of their days.
    """
    paid, found = ZERO, list[Instalment]()
    for name, day, stated in facts:
        after = paid + (stated or ZERO)
        if stated is not None and in_cents(after) == in_cents(owed):
            after = owed
        found.append(Instalment(name, day, None if stated is None else after - paid))
        paid = after
    return _settled(owed, found)


def by_every_count(each: Mapping[str, Settlement]) -> Settlement:
    """One settlement over every day count: paid in full only if it is under all of them.

    `each` is keyed by the name of the day count; all are settled by the same facts.
    """
    found = [*each.values()]
    met = [s.met_on for s in found if s.met_on is not None]

    def paid(place: int) -> Money | None:
        amounts = {name: s.instalments[place].paid for name, s in each.items()}
        stated = {name: figure(amount) for name, amount in amounts.items() if amount is not None}
        return between(stated, in_cents) if stated else None

    return Settlement(
        owed=between_of(each, attrgetter("owed"), in_cents),
        instalments=tuple(
            replace(one, paid=paid(place)) for place, one in enumerate(found[0].instalments)
        ),
        met_on=max(met) if len(met) == len(found) else None,
        stated=between_of(each, attrgetter("stated"), in_cents),
        note=_by_day_counts(each),
    )


def _settled(owed: Money, instalments: Sequence[Instalment]) -> Settlement:
    """The settlement by these instalments of an amount owed that is a single figure."""
    if not instalments:
        return Settlement(owed, (), None, ZERO, "")
    whole = figure(owed)
    met_on, paid = _reached(in_cents(whole), instalments)
    not_stated = [each.fact for each in instalments if each.paid is None]
    note, left = "", _rounded(whole, paid)
    if not_stated:
        note = f"paid, amount not stated: correct {' and '.join(not_stated)} with the amount"
    elif left > 0 and paid:
        note = f"paid in part: {dollars(paid)} of {dollars(whole)}, {dollars(left)} short"
    elif left < 0 and met_on is not None:
        note = f"paid {dollars(paid)}, {dollars(-left)} more than the {dollars(whole)} owed"
    return Settlement(owed, tuple(instalments), met_on, paid, note)


def _reached(cents: int, instalments: Sequence[Instalment]) -> tuple[date | None, Fraction]:
    """The first day on which the payments reach an amount, or one states none; and their sum."""
    paid, met_on = ZERO, None
    for each in instalments:
        paid += figure(each.paid or ZERO)
        if met_on is None and (each.paid is None or in_cents(paid) >= cents):
            met_on = each.on
    return met_on, paid


def _rounded(owed: Fraction, paid: Fraction) -> Fraction:
    """What is left in dollars and cents, each sum rounded once."""
    return Fraction(in_cents(owed) - in_cents(paid), 100)


def _by_day_counts(each: Mapping[str, Settlement]) -> str:
    """The note on a shortfall or excess under the day counts, which differ in the amount owed."""
    most = max(each, key=lambda name: figure(each[name].owed))
    least = min(each, key=lambda name: figure(each[name].owed))
    high, low = each[most], each[least]
    if high.not_stated:
        return high.note
    if not any(s.note for s in each.values()):
        return ""
    if high.met_on is not None:
        return f"{low.note}, by {least}; paid in full by every day count"
    if low.met_on is None:
        return f"{high.note}, by {most}; by {least} {dollars(low.short)} short"
    return (
        f"{high.note}, by {most}; by {least} the {dollars(figure(low.owed))} owed is paid: not "
        "taken as paid in full while the day count is unset"
    )


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

    @property
    def word(self) -> str:
        """What a default is called for it: possible, until a lead confirms or disputes it."""
        return "possible" if self is Conclusion.COMPUTED else str(self)


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
    If it `is_open_ended`, no last day is known, and `closes` is the day of the query or, if
    later, the first day.
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

    @property
    def never_opens(self) -> str:
        """Why a right of the general form never opens; "" if it does."""
        if self.kind != "obligation" or self.closes >= self.opens:
            return ""
        last, first = day_words.day(self.closes), day_words.day(self.opens)
        return f"its last day, {last}, is before its first, {first}, so it never opens"


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
    which it applies, None if to all. `accruing` is what accrues, in a word; "" if no stream bears
    it.
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
    accruing: str = "interest"

    @property
    def bears_nothing(self) -> bool:
        """Whether nothing accrues on it, ever."""
        return not self.accruing

    @property
    def is_open(self) -> bool:
        """Whether it lasts, and interest on it still accrues."""
        return self.accrues_to is None


# Shares owed on early exercises under a deferral of anti-dilution protection.


@record
class SharesOwed:
    """Shares that one vesting adds for one exercise; the agreement states no due date.

    `would_have` is the shares the exercise would have yielded on `vested_on`, None if not recorded;
    `brought` is the shares it has yielded, including deducted true-ups. `gap` is the difference,
    never below zero; `exact` and the whole `shares` are the part of it owed; `outstanding` is the
    part of that not recorded as issued.
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
    why: Why
    notes: tuple[str, ...] = ()


@record
class ExerciseTrueUp:
    """One exercise or conversion: the shares it yielded, and those owed at each later vesting.

    `due_on_exercise` is the shares it should have yielded, adjusted for vestings by then; None if
    not recorded. `total` is the sum of `owed`; if `whole` is false, some rows are not known and are
    left out. `issued` are true-up shares.
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
    why: Why


@record
class TrueUp:
    """The status of a deferral of anti-dilution protection, and its exercises.

    An exercise before `cut_off`, that day excluded, is trued up. `deferral` is in words.
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
    exercises: tuple[ExerciseTrueUp, ...]
    why: Why
    notes: tuple[str, ...] = ()

    @property
    def owed(self) -> Iterator[SharesOwed]:
        """The shares owed on every exercise, in order."""
        return (row for each in self.exercises for row in each.owed)

    @property
    def every_why(self) -> Iterator[Why]:
        """The grounds of the true-up and all its exercises."""
        yield self.why
        yield from (each.why for each in self.exercises)
        yield from (row.why for row in self.owed)


# Waivers, extensions and amendments, and whether each has the required consents.


EXTENSION, WAIVER = "extension", "waiver"


class ConsentResult(StrEnum):
    """Whether an agreement binds all Holders, as far as the facts show."""

    CARRIES = "carries"
    DOES_NOT_CARRY = "does not carry"
    NOT_SHOWN = "not shown to carry"
    SIDE_LETTER = "one Holder's own"


@record
class Agreement:
    """A waiver, an extension or an amendment: its scope and period, and whom it binds.

    `instance` is the id of its fact or of the amendment; `about` is its subject, empty for an
    amendment. `until` is the last day a waiver covers, or the new last day of an extended
    obligation; `in_force` is whether that day has not yet passed. The Holders on `record_date`
    decide. `part` of `whole` consents, in exact dollars of principal, both None if not counted.
    `binds_all` is true if it has the required consents; otherwise it binds only `binds`. `accrued`:
    interest has accrued on a waived default and stays owed to each Holder that does not itself
    waive it. `not_computed` says what is computed as if it had not been made, and why; "" if its
    effect, or that it has none, is part of the answer.
    """

    kind: str
    instance: str
    about: str
    clause: str
    agreed_on: date
    until: date | None
    in_force: bool
    outcome: ConsentResult
    reason: str
    record_date: date | None
    part: Fraction | None
    whole: Fraction | None
    over_percent: Fraction | None
    binds_all: bool
    binds: tuple[str, ...]
    accrued: bool
    why: Why
    notes: tuple[str, ...] = ()
    not_computed: str = ""

    @property
    def percent(self) -> Fraction | None:
        """The consenting share of the whole, in percent, exact."""
        return 100 * self.part / self.whole if self.part is not None and self.whole else None
