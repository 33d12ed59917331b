"""An obligation in the general form, and the default it lapses into."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator

from dealclock.files.source import Quantity, Slug, SpacedModel, Text
from dealclock.terms.day_language import (
    ByHour,
    Chosen,
    Day,  # noqa: F401  for pydantic
    DayPart,
    DayTerms,
    EventDay,
    FromDay,
    ItsDay,
    PeriodDay,
    parts_of,
)
from dealclock.terms.rules.rule import (
    UNDATED,
    DefaultTerms,
    Kind,
    Kinds,
    NameOf,
    Parties,
    PeriodTerms,
    Rule,
    SatisfiableRule,
    StateName,
    as_list,
)

# The dollars owed with an obligation: sums of what events state, in shares, with limits; such as
# `460000`, `its amount`, `{of: [{events: excess-cash-flow, percent: 50}], less: [{events:
# voluntary-repayment}]}` or `{of: [{dollars: 4000000}], less: [{events: claim-paid}, {events:
# claim-made, pending until: claim-resolved}]}`.

_Dollars = Annotated[Quantity, Field(gt=0)]


def _part(value: object) -> object:
    """Dollars alone, or what an event states, as the key that holds it."""
    if isinstance(value, str) and value.startswith("its "):
        return {"its": value.removeprefix("its ")}
    return {"dollars": value} if isinstance(value, int | float | Decimal) else value


class AmountPart(SpacedModel):
    """A sum of dollars, in `percent`: a fixed one, what the event that opened the obligation states
    (`its` amount, or its shares at the `price`), or the sum of `events` of some kinds.

    Events count from the Day `from` until the Day `until`, both included, by default until the last
    day of the obligation; with `about_it` only those about what opened it. With `pending_until` an
    event counts only while none of these kinds is about it. The sum is zero if it is not
    `more_than` an amount, if no event of the kind `if` has happened, or if one of `unless` has.
    """

    dollars: _Dollars | None = None
    its: Literal["amount", "shares"] | None = None
    events: Kinds = ()
    price: _Dollars | None = None
    percent: Annotated[Quantity, Field(gt=0, le=1000)] = Decimal(100)
    from_: FromDay = None
    until: DayTerms | None = None
    about_it: bool = False
    pending_until: Kinds = ()
    more_than: _Dollars | None = None
    happened: Annotated[Kind | None, Field(alias="if")] = None
    unless: Kind | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if sum(map(bool, (self.dollars, self.its, self.events))) != 1:
            yield "give dollars, or its: amount or shares, or events: kinds of event"
        if self.its == "shares" and self.price is None:
            yield "give the price of a share"
        if self.price is not None and (self.dollars is not None or self.its == "amount"):
            yield "leave out price: only shares have one"
        of_events = (self.from_, self.until, self.pending_until, self.about_it or None)
        if not self.events and any(each is not None and each != () for each in of_events):
            yield "give events: only they happen from a Day, until one, or are pending"


AmountParts = tuple[Annotated[AmountPart, BeforeValidator(_part)], ...]


class AmountTerms(SpacedModel):
    """The sum of the parts `of` it, less those in `less`: at least the `least`, at most the `most`.

    It is what the terms make it; what was paid of it is not followed. An obligation of which
    nothing is owed by its last day, as far as recorded, is excused.
    """

    of: Annotated[AmountParts, Field(min_length=1)]
    less: AmountParts = ()
    least: Annotated[Quantity, Field(ge=0)] = Decimal(0)
    most: _Dollars | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.most is not None and self.least > self.most:
            yield "give most no lower than least"


def whole_amount(value: object) -> object:
    """A part alone as the amount that it is."""
    value = _part(value)
    if isinstance(value, dict) and not {"of", "less"} & value.keys():
        limits = {key: value[key] for key in ("least", "most") if key in value}
        return {"of": [{k: v for k, v in value.items() if k not in limits}], **limits}
    return value


SPACED = ConfigDict(
    alias_generator=lambda name: name if name in Rule.model_fields else name.replace("_", " "),
    validate_by_name=True,
    validate_by_alias=True,
    serialize_by_alias=True,
)


_CLOSING = NameOf(("closing", "dates"), "a closing listed for a lot, or a date")

Early = Literal["counts", "not counted", "never counts"]
"""Whether an act before the first day counts: always, if recorded about the instance, or never."""


class LapseTerms(DefaultTerms):
    """The default that an obligation becomes if it is not satisfied by its last day.

    It `occurs` a number of days after that day, 0 on the day itself, and what bears on it accrues
    from `accrues` days after the day it occurs. Where a failure had a time to cure, it may relate
    back to the failure, and may stop with the period in which the failure counts. It affects all
    Notes, or only those of the Holder that the event which opened the obligation names.
    """

    model_config = SPACED

    closing: Annotated[Slug, _CLOSING] | None = None
    occurs: Chosen[Annotated[int, Field(ge=0, le=366)]] = 0
    accrues: Chosen[Annotated[int, Field(ge=0, le=366)]] = 1
    relates_back: Chosen[bool] = False
    stops_with_period: Chosen[bool] = False
    affects: Literal["its holder"] | None = None


def with_implied(lapse: object, of: Mapping[str, Any], cured_by: object) -> object:
    """A raw default with the Section and the title of what becomes it, cured by the first of those
    kinds of event, unless it names others.
    """
    if not isinstance(lapse, dict):
        return lapse
    first = cured_by[0] if isinstance(cured_by, list) and cured_by else cured_by
    cured = {} if "cured_by" in lapse else {"cured by": first}
    return {"clause": of.get("clause"), "title": of.get("title"), **cured, **lapse}


class Repeat(SpacedModel):
    """A day that repeats each week, month, quarter or year, from one day until another, both
    included. A day that ends its month always does.
    """

    repeat: Literal["weeks", "months", "quarters", "years"]
    start: Annotated[DayTerms, Field(alias="from")]
    until: DayTerms


class Excess(SpacedModel):
    """The first day of each occurrence of a state that its limits do not allow."""

    excess_of: StateName


def _sort_of(value: object) -> str:
    if isinstance(value, Repeat | Excess):
        return type(value).__name__
    keys = isinstance(value, dict) and value.keys()
    return ("Excess" if {"excess of", "excess_of"} & keys else "Repeat") if keys else "Kind"


_Opener = Annotated[
    Annotated[Kind, Tag("Kind")]
    | Annotated[Repeat, Tag("Repeat")]
    | Annotated[Excess, Tag("Excess")],
    Discriminator(_sort_of),
]


class StopTerms(SpacedModel):
    """A state that stops the clock of an obligation while it is in force.

    `then` says whether the clock goes on with the days left, starts again, or was never stopped;
    `first_day` whether the day the state begins still counts, `day_after` whether the first day
    after it does. A state in force on the day the clock starts keeps it from starting.
    """

    state: StateName
    then: Chosen[Literal["resume", "fresh", "none"]] = "resume"
    first_day: Chosen[Literal["counted", "not counted"]] = "counted"
    day_after: Chosen[Literal["counted", "not counted"]] = "not counted"


def _of_state(value: object) -> object:
    """A state alone, as the one that stops the clock in the usual way."""
    return {"state": value} if isinstance(value, str) else value


class Longer(SpacedModel):
    """A period by which the time to act is longer if an event happens by the last day; with `each`,
    for each such event by the last day as it then is, of the first `most`.

    With `unless` it renews by itself, `most` times: on each last day as it then is, unless such an
    event has happened by then or, with `notice`, at least that long before. The last day is
    `no_later_than` a Day.
    """

    happened: Annotated[Kind | None, Field(alias="if")] = None
    each: Kind | None = None
    unless: Kind | None = None
    notice: PeriodTerms | None = None
    by: PeriodTerms
    most: Annotated[int, Field(ge=1, le=100)] = 1
    no_later_than: DayTerms | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if sum(kind is not None for kind in (self.happened, self.each, self.unless)) != 1:
            yield (
                "give if, or each with most: the kind of event that lengthens it; or unless, with "
                "most: the kind that keeps it from renewing"
            )
        if self.notice and not self.unless:
            yield "give unless: the kind of event of which notice is given"
        if "hours" in (self.by.unit, self.notice and self.notice.unit):
            yield "give by and notice in days or longer; a last day is a whole day"


class DeemedTerms(SpacedModel):
    """What follows where a right passes unused: an event of the kind `deemed` is deemed to have
    happened on its last day, about what opened the right.
    """

    deemed: Kind


class ObligationTerms(SatisfiableRule):
    """An act owed by a day: once, or for each event of some kinds, each default, each excess of a
    state, or each repeat of a day.

    `each` is empty for once; "default" stands for every default. If `during` names a period or a
    state, what lies outside it opens nothing; with `only_if`, nothing is owed until such an event.
    It is owed from `opens`, by default the day of what opened it, to `due`; while that is not
    known, `expected` is used instead. Without `due` it is a duty to act by the `standard` the
    agreement states. If `may`, it is a right to act until then; without `due` it has no end.

    Any one of `satisfied_by` satisfies it, or all of `satisfied_by_all_of`; if `to` names parties,
    when it is deemed given to all of them. `matched` says which event of such a kind is meant: the
    next one not yet counted, only one recorded about it, or the next one for all it ends. With
    `per` only acts of the Holder that opened it count, or it is owed for each lot. An act is not
    done if an event in `undone_by` is about it. An event in `excused_by` by the last day, or by the
    Day `excused_until`, excuses the obligation. The clock is `stopped_by` a state while that is in
    force. What is owed only `while` a state or a status is in force is excused if that is not in
    force on the last day, and its default stops when that ends. If a right passes unused, something
    may be deemed done (`if_not_used`). The `amount` is what is owed with it. `early: never counts`
    leaves out acts before the first day even if they are recorded about the instance.
    """

    model_config = SPACED
    added = frozenset({"asks_about"})

    early: Early = "not counted"  # type: ignore[assignment]
    each: Annotated[tuple[_Opener, ...], BeforeValidator(as_list)] = ()
    during: StateName | None = None
    while_: Annotated[StateName | None, Field(alias="while")] = None
    only_if: Kind | None = None
    opens: DayTerms | None = None
    due: DayTerms | None = None
    expected: DayTerms | None = None
    standard: Text | None = None
    may: bool = False
    if_not_used: DeemedTerms | None = None
    satisfied_by: Kinds = ()
    satisfied_by_all_of: Kinds = ()
    to: Parties = ()
    matched: Literal["by the next", "about it", "by what ends it"] = "by the next"
    per: Literal["holder", "lot"] | None = None
    undone_by: Kinds = ()
    excused_by: Kinds = ()
    excused_until: DayTerms | None = None
    lengthened_by: Chosen[Annotated[tuple[Longer, ...], Field(max_length=20)]] = ()
    stopped_by: Annotated[StopTerms | None, BeforeValidator(_of_state)] = None
    lapse: LapseTerms | None = None
    amount: Annotated[AmountTerms | None, BeforeValidator(whole_amount)] = None
    notice_if_idle: Chosen[bool] = True
    again_at_each_step: Chosen[bool] = False
    asks_about: Slug | None = None
    draft: Literal["holder-advice", "default-notice"] | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of event that can satisfy it."""
        return (*self.satisfied_by, *self.satisfied_by_all_of)

    @property
    def why_fixed(self) -> str:
        """Why no extension or waiver is about it; "" if it has a due date."""
        return UNDATED if self.due is None else ""

    @property
    def only_about(self) -> bool:
        """Whether only an event recorded about an instance counts for it."""
        return self.matched == "about it"

    def defaults(self) -> Iterator[LapseTerms]:
        """The default that it becomes, if any."""
        yield from [self.lapse] if self.lapse else []

    @property
    def met_by(self) -> str | None:
        """The kind of event that satisfies it, if one alone does."""
        return self.kinds[0] if len(self.kinds) == 1 else None


class ObligationProvision(ObligationTerms):
    """An obligation as an author writes it."""

    type: Literal["obligation"]

    @model_validator(mode="before")
    @classmethod
    def _of_its_default(cls, data: Any) -> Any:
        """The default has the Section of the obligation, and is cured by what satisfies it, unless
        it names others.
        """
        lapse = data.get("lapse") if isinstance(data, dict) else None
        if not isinstance(lapse, dict):
            return data
        keys = ("satisfied by", "satisfied_by", "satisfied by all of", "satisfied_by_all_of")
        satisfied = next((data[key] for key in keys if key in data), None)
        if satisfied is None:
            raise ValueError(
                "give satisfied by: nothing could satisfy it, so it would always lapse"
            )
        return {**data, "lapse": with_implied(lapse, data, satisfied)}

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.if_not_used and not self.may:
            yield "give may: true with if not used: only a right may pass unused"
        if self.amount and (self.may or self.due is None):
            yield "leave out amount: only what is owed by a day has one"
        if self.may and self.excused_by:
            yield (
                "leave out excused by: no one owes a right. If such an event ends it, give due: "
                "{earliest of: [DAY, first KIND about it]}"
            )
        if self.excused_until is not None and not self.excused_by:
            yield "give excused by: the events that excuse it until that day"
        if self.satisfied_by and self.satisfied_by_all_of:
            yield "give satisfied by, or satisfied by all of, not both"
        if not self.kinds and (self.lapse or self.to):
            yield "give satisfied by: nothing could satisfy it, so it would always lapse"
        if self.lapse and self.lapse.affects and not self.each:
            yield "give each: the kinds of event that name the Holder it affects"
        needs = (self.lapse, self.expected, self.lengthened_by, self.if_not_used, self.stopped_by)
        if self.due is None and any(needs):
            yield "give due; without it there is no last day"
        if self.may and self.due is None and self.standard is not None:
            yield "leave out standard: a right without due has no end"
        if self.due is None and self.standard is None and not self.may:
            yield "give due, or the standard in the agreement's words, such as promptly"
        yield from self._faults_of_days()

    def _faults_of_days(self) -> Iterator[str]:
        """What it is counted from, and what stops it, also needs."""
        days = [day for day in (self.due, self.opens, self.excused_until) if day is not None]
        sums = (*self.amount.of, *self.amount.less) if self.amount else ()
        days += [day for each in sums for day in (each.from_, each.until) if day is not None]
        opened = any(_names_it(day, about=self.per != "lot") for day in days)
        if opened and not self.each:
            yield "give each: the kinds of event that open it; `it` is such an event"
        if not self.each and self.opens is None and (self.due or self.may):
            yield "give opens: the day from which an act counts"
        if self.lapse and self.lapse.relates_back is not False and not self.each:
            yield "give each: the failures to which the default may relate back"
        if self.lapse and self.lapse.stops_with_period is not False and not self.during:
            yield "give during: the state with which the default may stop"
        if self.while_ and (self.may or self.due is None):
            yield "give during: only what is owed by a day is owed while a state lasts"
        if self.stopped_by and self.due is not None and _has_an_hour(self.due):
            yield "a state stops a clock of whole days; give due without an hour"


def _has_an_hour(day: DayPart) -> bool:
    here = isinstance(day, ByHour) or (isinstance(day, PeriodDay) and day.period.unit == "hours")
    return here or any(_has_an_hour(part) for part in parts_of(day))


def _names_it(day: DayPart, *, about: bool) -> bool:
    """Whether a Day is counted from what opens an instance or, with `about`, names events about it:
    those about its lot need nothing that opens it.
    """
    here = isinstance(day, ItsDay) or (about and isinstance(day, EventDay) and day.about_it)
    return here or any(_names_it(part, about=about) for part in parts_of(day))
