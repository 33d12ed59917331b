"""Duties and their timing: deadlines, filings, notices, requests, and duties to Holders."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from dealclock.files.source import Model, Percent, Quantity, Slug, Text
from dealclock.terms.rules.rule import (
    UNDATED,
    AboutKind,
    DateName,
    DayPeriod,
    DeadlineName,
    DefaultTerms,
    GivenKind,
    Kind,
    NameOf,
    Opener,
    PartyName,
    PeriodName,
    Rule,
    SatisfiableRule,
    SomeKinds,
    SomeParties,
    StreamName,
    TargetKind,
    Within,
)


class After(Model):
    """A period after a fixed date of the agreement."""

    after: DateName
    within: Within


class Deadline(SatisfiableRule):
    """An act due within a period after a fixed date of the agreement.

    If the agreement gives several periods, the last day is the latest of their last days;
    `or_later` are the other periods.
    """

    type: Literal["deadline"]
    after: DateName
    within: Within
    or_later: tuple[After, ...] = ()
    met_by: Kind
    on_lapse: DefaultTerms | None = None

    @property
    def times(self) -> "tuple[Deadline | After, ...]":
        """All of its periods, its own first."""
        return (self, *self.or_later)


class Duty(SatisfiableRule):
    """Advice owed to everyone in `to`, `within` a period after each event of certain kinds.

    Satisfied by an event of kind `met_by` about the event that opened it. `known_by` is the kind
    of event that records when such an event became known; the period may run from then instead.
    If `during` names a protected period, events outside it open nothing. `draft` means that the
    advice can be drafted.

    If `asks_about` names an outage, there is no one to advise: whether the event opened that outage
    must be recorded, and recording that it did satisfies the duty too.
    """

    added = frozenset({"asks_about"})

    type: Literal["duty"]
    opened_by: SomeKinds
    during: PeriodName | None = None
    known_by: AboutKind | None = None
    within: Within
    met_by: AboutKind
    to: tuple[PartyName, ...] = ()
    asks_about: Annotated[Slug, NameOf(("outage with cure",))] | None = None
    draft: Literal["holder-advice"] | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if bool(self.to) is bool(self.asks_about):
            yield "give the parties to advise in `to`, or an outage in asks_about"


class Objection(Model):
    """An objection that blocks the acts that must wait for a period.

    `made_by` is the kind of event that makes one, about the event the period began with;
    `settled_by` is the kind, about the objection, that records it as resolved or withdrawn.
    """

    made_by: Kind
    settled_by: Kind


_Ahead = Annotated[Slug, NameOf(("deadline", "outage with cure", "obligation"))]


class MinimumPeriod(Rule):
    """A period of at least N days that must run before certain acts.

    It `begins_with` one kind of event, and the kinds in `before` must wait for it. `first_after` is
    the deadline of the first such act; a reading decides whether the period applies to it.
    `ahead_of` are provisions commonly satisfied by such an act: for them the latest day to begin
    the period is shown. Kinds in `exempt` are similar but wait for no period. No timely
    `objection` may be open when such an act is done.
    """

    fixed = ""

    type: Literal["minimum period"]
    begins_with: Kind
    before: Annotated[tuple[Opener, ...], Field(min_length=1)]
    at_least: DayPeriod
    first_after: DeadlineName | None = None
    ahead_of: tuple[_Ahead, ...] = ()
    exempt: tuple[Kind, ...] = ()
    objection: Objection | None = None


class LeadTime(SatisfiableRule):
    """A request that may be made until N days before the target day of another event."""

    type: Literal["lead time"]
    before_each: TargetKind
    at_least: DayPeriod
    met_by: AboutKind


class Condition(SatisfiableRule):
    """An act due no later than the day of an event, that day included.

    Until the event happens, it is due by the deadline `expected_by`.
    """

    type: Literal["condition"]
    not_later_than: Kind
    expected_by: DeadlineName
    met_by: Kind


class UndatedDutyRule(SatisfiableRule):
    """A duty without a date: to act promptly, to use efforts, to cooperate.

    `standard` is the agreement's standard in a word or two. Each event of a kind in `opened_by`
    opens the duty, and one of kind `met_by` about that event satisfies it; with no `opened_by` it
    is always open. If `during` names a protected period, events outside it open nothing. It never
    has a due date; a team may set its own target.
    """

    fixed = UNDATED

    type: Literal["undated duty"]
    standard: Text
    opened_by: tuple[Kind, ...] = ()
    during: PeriodName | None = None
    met_by: AboutKind | None = None


class WrittenAdvice(Model):
    """Advice in writing that is such a notice: an event of kind `fact` about one of kind `of`, with
    its deliveries to any of `to`.
    """

    fact: Kind
    of: Kind
    to: SomeParties


class Stop(Rule):
    """Acts that the recipients of a notice must not do until they are told that they may resume.

    `opened_by` is the kind of notice, given `to` them, and `or_advice` other advice that is one;
    `until` are the kinds of event that end the stop, `stops` the kinds that must not happen
    meanwhile. `standard` says until when, briefly.
    """

    added = frozenset({"or_advice"})
    fixed = "a stop has no due date; record the clearance that ends it"

    type: Literal["stop"]
    standard: Text
    opened_by: GivenKind
    or_advice: WrittenAdvice | None = None
    to: SomeParties
    until: SomeKinds
    stops: SomeKinds


class OneIn(Model):
    """A limit of one filing in each period during a stage.

    `filing` is the kind of event that satisfies the Company's duty in that stage. The kinds in
    `counts` use up the period; those in `by_purpose` do so only if the limit is interpreted by its
    purpose instead of its wording.
    """

    clause: Text
    filing: Kind
    period: Literal["fiscal quarter", "semi-annual period"]
    counts: SomeKinds
    by_purpose: tuple[Kind, ...] = ()

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.filing not in self.kinds:
            yield "give a filing that is listed in counts or by_purpose"

    @property
    def kinds(self) -> tuple[Slug, ...]:
        """Every kind of event that names Holders in this stage."""
        return (*self.counts, *self.by_purpose)


class FrequencyLimit(Rule):
    """A filing owed `within` a period after each late answer to a request, limited in frequency.

    `late_after` is the request whose deadline the answer, `opened_by`, must have missed; an answer
    after the first event of kind `or_after` may count as late too. Nothing is owed unless the
    Notes in the filing are more than `more_than` dollars. The event `effective_with` separates the
    two stages; their periods follow the terms' fiscal year. `review` is the minimum period that
    must run before the filing.
    """

    fixed = ""

    type: Literal["frequency limit"]
    opened_by: Opener
    late_after: Annotated[Slug, NameOf(("request",))]
    or_after: Kind
    within: DayPeriod
    more_than: Annotated[Quantity, Field(ge=0)]
    effective_with: Kind
    before_effective: OneIn
    once_effective: OneIn
    review: Annotated[Slug, NameOf(("minimum period",))] | None = None


class ConsentThreshold(Rule):
    """A consent that needs more than `over_percent` of principal; exactly that much is not enough.

    With `shares_at_conversion_price`, shares received on conversion count as principal at that
    price. `affiliates_clause` is the Section that excludes the holdings of the Company and its
    affiliates. `decides` lists what this consent decides for all Holders.
    """

    fixed = "a consent has no due date; change it by an amendment of the terms"

    type: Literal["consent threshold"]
    over_percent: Percent
    shares_at_conversion_price: bool = False
    affiliates_clause: Text | None = None
    decides: tuple[Literal["waiver", "extension", "amendment"], ...] = ()


class Contribution(Rule):
    """A loss shared in proportion to relative benefits if an indemnity is unavailable.

    `holder_capped_at` is the most that a Holder may have to contribute.
    """

    type: Literal["contribution"]
    holder_capped_at: Literal["resale price less damages paid", "no limit"]


class Notice(Rule):
    """A notice owed within a period after each Registration Default, given to all of `to`.

    `draft` means that it can be drafted.
    """

    fixed = ""

    type: Literal["notice"]
    after_each: Literal["default"]
    within: Within
    met_by: Annotated[Slug, NameOf(("kind",), needs=("given", "about"))]
    to: SomeParties
    draft: Literal["default-notice"] | None = None


class NoticeNeed(Model):
    """What a window's notice is needed for: events of kind `fact` must fall inside such a window.

    `form` is the kind of event of a notice given afterwards, on a form attached to the agreement.
    """

    fact: Opener
    form: Kind


class WindowRule(Rule):
    """A permission that opens one period after a notice and expires another period after it.

    `settlement` is how long a trade takes to settle, if the agreement states it.
    """

    fixed = "a notice that was given lapses by itself; record a new one"

    type: Literal["window"]
    opened_by: GivenKind
    opens_after: DayPeriod
    effective_for: DayPeriod
    to: SomeParties
    settlement: DayPeriod | None = None
    needed_for: NoticeNeed | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_a_notice(cls, data: object) -> object:
        if isinstance(data, dict) and data.keys() & {"opens", "due", "closes", "each"}:
            raise ValueError(
                "a window is what a notice opens; for a right to act until a day, give type: "
                "obligation with may: true and due"
            )
        return data


class WindowBefore(Rule):
    """An act due in a window of days before an intended day.

    `before_intended` is the kind of event whose `target` is that day. `at_most` and `at_least` are
    how long before it the window's first and last day are, that day not counted.
    """

    fixed = ""

    type: Literal["window before"]
    before_intended: TargetKind
    at_most: DayPeriod
    at_least: DayPeriod
    met_by: Kind

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.at_most.unit != self.at_least.unit or self.at_most.count < self.at_least.count:
            yield ("give at_most and at_least in the same unit, at_most no shorter than at_least")


class PrintedDeadline(Model):
    """The deadline printed in a request: a period after its delivery to all of `delivered_to`."""

    clause: Text
    within: DayPeriod
    delivered_to: SomeParties


class Request(SatisfiableRule):
    """An answer owed within a period after each request of a kind.

    The period runs from the date of the request, or from its receipt; `to` lists the required
    recipients if it runs from the date. A request that names a Holder is made to that Holder, and
    one that names none to all Holders. `leaves_time_before` is the kind of event whose `target`
    the answer should leave time before. `entitles_to` is a rate schedule under which a Holder who
    does not answer in time is entitled to nothing.
    """

    type: Literal["request"]
    opened_by: Opener
    counts_from: Literal["date", "receipt"]
    within: DayPeriod
    met_by: Annotated[Slug, NameOf(("kind",), needs=("holder",))]
    to: tuple[PartyName, ...] = ()
    printed: PrintedDeadline | None = None
    leaves_time_before: TargetKind | None = None
    entitles_to: StreamName | None = None

    @model_validator(mode="before")
    @classmethod
    def _early_by_default(cls, data: object) -> object:
        """A form may be returned before it is requested."""
        if isinstance(data, dict) and data.get("counts_from") == "date":
            return {"early": "counts", **data}
        return data

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.counts_from == "date") != bool(self.to):
            yield "give `to` with counts_from: date, and leave it out otherwise"
        if self.printed and self.counts_from == "receipt":
            yield "give counts_from: date with a printed deadline"


Price = Annotated[Quantity, Field(gt=0)]


class AssumedFormula(Model):
    """An assumed adjustment formula: an input, because the files lack the agreement's own.

    Broad-based weighted average: with `outstanding_before` shares before the dilutive issue, an
    exercise yields (outstanding + vested) / (outstanding + vested x issue price / exercise price)
    times its shares. Prices are dollars per share; `why` explains the assumption.
    """

    method: Literal["broad-based weighted average"]
    why: Text
    outstanding_before: Annotated[Quantity, Field(gt=0)]
    exercise_price: Price
    issue_price: Price


class ShareTrueUp(Rule):
    """Shares owed on an early exercise once warrants with a deferred adjustment vest.

    An exercise (or conversion) before the date named in `exercised_before`, that day excluded, is
    owed at each later vesting the shares it would yield then, less the shares already issued.
    """

    type: Literal["share true-up"]
    exercised_by: Annotated[Slug, NameOf(("kind",), needs=("holder", "shares"))]
    exercised_before: DateName
    vested_by: Kind
    cancelled_by: Kind
    issued_by: Annotated[Slug, NameOf(("kind",), needs=("about", "shares"))]
    assumed_formula: AssumedFormula | None = None
