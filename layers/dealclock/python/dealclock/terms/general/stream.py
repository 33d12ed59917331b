"""Streams and payments: what accrues, on which base, at which rates, and when it is paid.

    - {id: damages, type: stream, .., bears: [default-i, default-ii], at once: 1.00,
       by age: [[1, 1.00]], for each: 30 days, most in all: 6.00, base: {amount: 10000000}}
    - {id: payment, type: payments, .., of: [damages], each: 30 days,
       due: 3 business days after it, late: {percent: 1.5, for each: 1 month}, met by: damages-paid}

A rate schedule and its payment are older spellings of the two (terms/spellings.yaml).
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, field_validator

from dealclock.days import day_counts
from dealclock.files.source import Percent, Quantity, Slug, SpacedModel, Text, few
from dealclock.terms.day_language import (  # noqa: F401 (Day is named in DayTerms)
    Chosen,
    Day,
    DayTerms,
    FromDay,
    values_of,
)
from dealclock.terms.indenture import MonthDay
from dealclock.terms.rules.interest import (
    AgeTier,
    Payment,
    RateSchedule,
    StepsByAge,
)
from dealclock.terms.rules.rule import (
    DefaultName,
    Kinds,
    NameOf,
    Period,
    PeriodTerms,
    StateName,
    StreamName,
    as_list,
    read_period,
    unit_name,
)

_Positive = Annotated[Quantity, Field(gt=0)]


def _span(value: object) -> object:
    """A span in text, such as 30 days, as its keys."""
    return read_period(value).model_dump() if isinstance(value, str | int) else value


class AccrualSpan(Period):
    """What a rate is for, such as each 30 days, month or 10 trading days.

    A part of one counts `in proportion`, or in full once begun (`whole`).
    """

    part: Literal["in proportion", "whole"] = "in proportion"

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        yield from super().faults()
        if self.unit == "hours" or self.model_fields_set - {"count", "unit", "part"}:
            yield "give its count, its unit from days to years, and its part only"

    def __str__(self) -> str:
        if self.count == 1:
            return f"each {unit_name(self)}"
        return f"each {super().__str__()}{' or part of them' if self.part == 'whole' else ''}"


SpanTerms = Annotated[AccrualSpan, BeforeValidator(_span)]


def _tier(value: object) -> object:
    """A rate by age as [the day from which it applies, the rate]."""
    if isinstance(value, list | tuple) and len(value) == 2:
        return {"from_day": value[0], "rate": value[1]}
    return value


def _with_days(value: object) -> object:
    """Rates as given; raises ValueError for those without the day from which each applies."""
    rates = value if isinstance(value, list | tuple) else (value,)
    if any(isinstance(each, int | Decimal) for each in rates):
        raise ValueError("give the day from which each rate applies, and the rate: [[1, 0.50]]")
    return value


_Tiers = Annotated[
    tuple[Annotated[AgeTier, BeforeValidator(_tier)], ...],
    Field(min_length=1),
    BeforeValidator(_with_days),
]


def _word(*words: str) -> AfterValidator:
    def check(word: str) -> str:
        if word not in words:
            raise ValueError(f"give one of: {', '.join(words)}")
        return word

    return AfterValidator(check)


class Rises(StepsByAge, SpacedModel):
    """After the last rate by age: so much more `every days`, to a `most`."""


class Base(SpacedModel):
    """What accrues: a fixed sum of dollars, a number of units at a price in dollars, the sum of
    events of the kinds in `more`, such as each Holder's purchase, or what `its` own event states:
    of each default, the amount of the event that opened it, or its shares at the price; or what is
    `unpaid` of the amount that is owed, less each payment recorded about it from its day on. Or the
    `lots` of a status, while each has it, less the amounts for which it ended.

    Each event of a kind in `less` reduces it. An event counts by its amount, or its shares at the
    price. It is `called` what the agreement calls it, such as "the purchase price".
    """

    amount: _Positive | None = None
    units: _Positive | None = None
    price: _Positive | None = None
    its: Literal["amount", "shares", "unpaid"] | None = None
    lots: Annotated[Slug | None, NameOf(("status",), "a status of lots")] = None
    more: Kinds = ()
    less: Kinds = ()
    called: Text = "the base amount"

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        sums = (self.amount, self.units, self.its, self.lots, self.more or None)
        if sum(each is not None for each in sums) != 1:
            yield (
                "give an amount, or units with their price, or more: the kinds of event that add "
                "to it, or its: amount or shares, of the event that opened the default, or lots: a "
                "status"
            )
        if self.price is not None and (self.amount is not None or self.its == "amount"):
            yield "give an amount, or units with their price, not both"
        if (self.its is not None or self.lots is not None) and self.less:
            yield "the amount of its own event or of a lot stays; leave out less"


class OnDays(SpacedModel):
    """The days on which a `state` is in force, or the status of each lot for that lot alone; only
    those `from` a Day and `until` another, both included.
    """

    state: StateName
    from_: FromDay = None
    until: DayTerms | None = None


_Another = Annotated[Slug, NameOf(("stream", "rate schedule"), "another accrual")]


class JointCeiling(SpacedModel):
    """The most of this stream and of those in `with` together, in percent of the base.

    It is the highest rate, and this stream gives way; or the most that falls due `in any` period or
    `in all`, and what falls due later gives way.
    """

    with_: Annotated[tuple[_Another, ...], BeforeValidator(as_list), Field(alias="with")] = ()
    most: Percent
    in_any: PeriodTerms | None = None
    in_all: bool = False

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.in_any and (self.in_any.unit == "hours" or self.in_any.counts_open_days):
            yield "give in any in days, weeks, months, quarters or years"
        if self.in_any and self.in_all:
            yield "give in any, or in all"
        if self.in_any and self.in_any.model_fields_set - {"count", "unit"}:
            yield "give the count and the unit of in any only"

    @property
    def of_rate(self) -> bool:
        """Whether it limits the rate, rather than what falls due."""
        return self.in_any is None and not self.in_all


class Stream(RateSchedule):
    """An amount that accrues on defaults, `on days` of states, or `from` a Day; no longer than
    `until` a Day.

    It `bears` the defaults with these ids, all if nothing else is given, and stops with the first
    event of a kind in `stops with`; `through cure`, the day of the cure bears too. Rates are in
    percent of the base, or in dollars for each `dollars per` of it; for a year by the `day count`,
    or `for each` span. Ages are in days, in the open days of `for each`, or `ages in` another span.
    A share due `at once` falls due again after each of `at once again` while the default is open.
    If it `compounds each` span, what accrued in one accrues too from the next. Once begun it bears
    the `least in all`, and never more than the `most in all`. The base is all lots, or the `base`
    given. The words choose between the ways in which clauses count:

    clock        whose days are counted: of each default, from the first one, or of all together
    first day    day 1 is the first that accrues, or that of the default itself
    together     several defaults: the highest rate, their sum, or one clock while any is open
    dated rates  apply instead of the first rate by age, after it, or added to it
    """

    model_config = SpacedModel.model_config

    type: Literal["stream"]  # type: ignore[assignment]
    by_age: Chosen[_Tiers] = (AgeTier(from_day=1, rate=Decimal(0)),)  # type: ignore[assignment]
    ages_in: SpanTerms | None = None
    then_by_age: Rises | None = None
    for_each: SpanTerms | None = None  # type: ignore[assignment]
    dollars_per: _Positive | None = None
    day_count: str | None = None
    bears: Annotated[tuple[DefaultName, ...], BeforeValidator(as_list)] = ()
    from_: FromDay = None
    until: DayTerms | None = None
    on_days: Annotated[tuple[OnDays, ...], BeforeValidator(as_list)] = ()
    stops_with: Kinds = ()
    through_cure: bool = False
    base: Base | None = None
    at_once_again: SpanTerms | None = None
    compounds_each: SpanTerms | None = None
    least_in_all: _Positive | None = None
    ceiling: JointCeiling | None = None
    clock: Chosen[Annotated[str, _word("each default", "first default", "days in all")]] = (
        "each default"
    )
    first_day: Chosen[Annotated[str, _word("accrual", "default")]] = "accrual"
    together: Chosen[Annotated[str, _word("highest", "sum", "spell")]] = "highest"
    dated_rates: Chosen[Annotated[str, _word("instead", "after", "added")]] = "instead"
    rates_as_amended: Chosen[Annotated[str, _word("of the day", "of its occurrence")]] = (
        "of the day"
    )
    issued_later: Chosen[Annotated[str, _word("from issue", "from default")]] = "from issue"
    converted: Chosen[Annotated[str, _word("keeps", "forfeits")]] = "keeps"
    sold: Chosen[Annotated[str, _word("bears nothing", "bears")]] = "bears nothing"

    @field_validator("day_count")
    @classmethod
    def _known(cls, name: str | None) -> str | None:
        if name is not None and name not in day_counts.NAMES:
            raise ValueError(f"allowed: {few(day_counts.NAMES, name)}")
        return name

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        yield from super().faults()
        if self.from_ is not None and (self.bears or self.on_days):
            yield ("give accrues for and on days, or from: the Day it runs from; leave one out")
        units = self.base is not None and (self.base.units or self.base.its == "shares")
        if self.base and units and self.base.price is None and self.dollars_per is None:
            yield (
                "give an amount, or units with their price: give the price, or rates in dollars "
                "per unit, with dollars per"
            )
        if self.at_once_again is not None and self.at_once is None:
            yield "give the share due at once that falls due again"
        if self.for_each is not None and self.day_count is not None:
            yield "a rate for each span has no day count; leave one out"
        if self.at_once is None and "by_age" not in self.model_fields_set:
            yield "give rates, or at once: a share due on the first day"
        if self.least_in_all and self.most_in_all and self.least_in_all > self.most_in_all:
            yield "give a most in all of at least the least in all"
        limits = self.least_in_all or self.most_in_all or self.ceiling or self.whole
        if self.compounds_each is not None and limits:
            yield "what compounds has no limits and no whole spans; leave one out"
        single = self.age_span.counts_open_days or self.age_span.unit == "days"
        if "days in all" in values_of(self.clock) and not (single and self.age_span.count == 1):
            yield "days in all are single days; give ages in days, or open days"
        if self.base is not None and self.base.its and (self.from_ or self.ceiling):
            yield "each default has a base of its own; leave out from and ceiling"

    @property
    def base_name(self) -> str:
        """What its rates and shares are a percentage of, in words."""
        return self.base.called if self.base else "principal"

    @property
    def per(self) -> str:
        """The period of a rate in words: "a year" or "for each 30 days"."""
        return f"for {self.for_each}" if self.for_each else "a year"

    @property
    def on_any_default(self) -> bool:
        """Whether it bears every default."""
        return not (self.bears or self.from_ or self.on_days)

    @property
    def age_span(self) -> AccrualSpan:
        """The span in which ages are counted."""
        if self.ages_in is not None:
            return self.ages_in
        open_days = self.for_each is not None and self.for_each.counts_open_days
        unit = self.for_each.unit if self.for_each and open_days else "days"
        return AccrualSpan(count=1, unit=unit)

    @property
    def whole(self) -> AccrualSpan | None:
        """The span whose rate counts in full once begun; None if parts count in proportion."""
        return self.for_each if self.for_each and self.for_each.part == "whole" else None


class LateInterest(SpacedModel):
    """What is owed on an overdue payment: interest from its due day, in percent for each span, and
    a fee `at once`, in percent of what is unpaid; nothing if it is `paid within` a time after that
    day.
    """

    percent: Annotated[Percent, Field(gt=0)] | None = None
    for_each: SpanTerms | None = None
    at_once: Annotated[Percent, Field(gt=0)] | None = None
    unless_paid_within: PeriodTerms | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.percent is None) != (self.for_each is None):
            yield "give percent with for each, such as 1.5 for each: 1 month"
        if self.percent is None and self.at_once is None:
            yield "give percent with for each, or at once: a fee in percent"
        if self.unless_paid_within and self.unless_paid_within.unit == "hours":
            yield "give unless paid within in days or longer"


class Payments(Payment):
    """When streams are paid: those in `of`, all if left out.

    On `dates` of every year, by default the Indenture's; at each span of the first default's days;
    at `month ends`; or `after each` event of a kind, such as a demand. Each pays what accrued
    before its day, for spans and months what accrued through their last day, and the `last part` of
    one when the default ends or with the whole; `at least` an amount in dollars, if anything. It is
    `due` on that day, or on a Day counted from it (`it`).
    """

    model_config = SpacedModel.model_config

    type: Literal["payments"]  # type: ignore[assignment]
    of: Annotated[tuple[StreamName, ...], BeforeValidator(as_list)] = ()
    dates: tuple[MonthDay, ...] = ()
    each: PeriodTerms | None = None
    month_ends: bool = False
    last_part: Literal["at once", "next date"] = "at once"
    after_each: Kinds = ()
    due: DayTerms | None = None
    at_least: _Positive | None = None
    late: LateInterest | None = None
    after_record_date: Chosen[Annotated[str, _word("at once", "next date")]] = "at once"

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        yield from super().faults()
        if sum(map(bool, (self.dates, self.each, self.month_ends, self.after_each))) > 1:
            yield "give one of dates, each, month ends and after each"
        if self.last_part == "next date" and not (self.each or self.month_ends):
            yield "give each or month ends with last part; other dates have no part"
        if self.each is not None and self.each.unit not in ("days", "weeks", "months"):
            yield "give each in days, weeks or months"

    @property
    def by_indenture(self) -> bool:
        """Whether it is paid on the Indenture's Interest Payment Dates."""
        return not (self.dates or self.each or self.month_ends or self.after_each)
