"""Duties and the terms of their time: deadlines, filings, notices, requests, and what is owed to
Holders.
"""

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dealclock.agreement.rules.rule import DefaultTerms, Period, Rule, SatisfiableRule
from dealclock.files.source import Model, Percent, Slug, Text


class After(Model):
    """So long after a fixed date of the agreement."""

    after: Slug
    within: Period


class Deadline(SatisfiableRule):
    """Something to be done within a period after a fixed date of the agreement.

    Where the agreement gives several, the time is over on the latest of their last days:
    `or_later` are the others.
    """

    type: Literal["deadline"]
    after: Slug
    within: Period
    or_later: tuple[After, ...] = ()
    met_by: Slug
    on_lapse: DefaultTerms | None = None

    @property
    def times(self) -> "tuple[Deadline | After, ...]":
        """All of its times, its own first."""
        return (self, *self.or_later)


class Duty(SatisfiableRule):
    """Something to be told to everyone in `to`, `within` a period of each fact of given kinds.

    Met by a fact of the kind `met_by` about the fact that opened it. `known_by` is the kind of
    fact that says when such a fact became known, from which the period may run instead. Facts
    outside the protected period `during`, where one is named, open nothing. `draft` says that the
    advice can be drafted.
    """

    type: Literal["duty"]
    opened_by: Annotated[tuple[Slug, ...], Field(min_length=1)]
    during: Slug | None = None
    known_by: Slug | None = None
    within: Period
    met_by: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    draft: Literal["holder-advice"] | None = None


class Objection(Model):
    """An objection that stands against what a period must run before.

    `made_by` is the kind of fact that makes one, about the fact the period began with; `settled_by`
    the kind, about the objection, that says it was met or withdrawn.
    """

    made_by: Slug
    settled_by: Slug


class MinimumPeriod(Rule):
    """A period of at least N days that must run before certain things may be done.

    It `begins_with` one kind of fact, and the kinds in `before` wait for it. `first_after` is the
    deadline of the first such thing, for which a reading asks whether the period runs at all.
    `ahead_of` are provisions whose obligations are commonly met by such a thing: with them it is
    told by which day the period must begin. Kinds in `exempt` are of the same sort and wait for no
    period. No `objection` made in time may stand when such a thing is done.
    """

    type: Literal["minimum period"]
    begins_with: Slug
    before: Annotated[tuple[Slug, ...], Field(min_length=1)]
    at_least: Period
    first_after: Slug | None = None
    ahead_of: tuple[Slug, ...] = ()
    exempt: tuple[Slug, ...] = ()
    objection: Objection | None = None


class LeadTime(SatisfiableRule):
    """Something that may be asked for until N days before the day another fact names."""

    type: Literal["lead time"]
    before_each: Slug
    at_least: Period
    met_by: Slug


class Condition(SatisfiableRule):
    """Something to be done not later than the day of a fact, that day included.

    Until the fact has happened, it is due by the deadline `expected_by`.
    """

    type: Literal["condition"]
    not_later_than: Slug
    expected_by: Slug
    met_by: Slug


class UndatedDutyRule(SatisfiableRule):
    """A duty the agreement gives no day: to act promptly, to use efforts, to cooperate.

    `standard` is the agreement's measure in a word or two. It is opened by each fact of the kinds
    in `opened_by` and met by one of the kind `met_by` about that fact; opened by nothing, it
    always stands. Facts outside the protected period `during`, where one is named, open nothing.
    It never has a due date; a team may set itself a target.
    """

    type: Literal["undated duty"]
    standard: Text
    opened_by: tuple[Slug, ...] = ()
    during: Slug | None = None
    met_by: Slug | None = None


class Stop(Rule):
    """Something those who receive a notice must not do until they hear that they may again.

    `opened_by` is the kind of notice, given `to` them; `until` the kinds of fact that end the stop,
    `stops` the kinds that must not happen meanwhile. `standard` says until when, in a few words.
    """

    type: Literal["stop"]
    standard: Text
    opened_by: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    until: Annotated[tuple[Slug, ...], Field(min_length=1)]
    stops: Annotated[tuple[Slug, ...], Field(min_length=1)]


class OneIn(Model):
    """A limit of one filing in each period, for as long as a stage lasts.

    `filing` is the kind of fact the Company meets its duty with in that stage. The kinds in
    `counts` use the period up; those in `by_purpose` do so only if the limit is read by its
    purpose instead of its letter.
    """

    clause: Text
    filing: Slug
    period: Literal["fiscal quarter", "semi-annual period"]
    counts: Annotated[tuple[Slug, ...], Field(min_length=1)]
    by_purpose: tuple[Slug, ...] = ()

    @model_validator(mode="after")
    def _filed_somehow(self) -> Self:
        if self.filing not in self.kinds:
            raise ValueError("give a filing that is listed in counts or by_purpose")
        return self

    @property
    def kinds(self) -> tuple[Slug, ...]:
        """Every kind of fact that names Holders in this stage."""
        return (*self.counts, *self.by_purpose)


class FrequencyLimit(Rule):
    """A filing owed `within` a period of each late answer to a request, but only so often.

    `late_after` is the request whose deadline the answer, `opened_by`, must have missed; an answer
    after the first fact of the kind `or_after` may count as late too. Nothing is owed unless the
    Notes in the filing are more than `more_than` dollars. The fact `effective_with` parts the two
    stages; their periods are of the terms' fiscal year. `review` is the minimum period of the
    terms that must run before the filing.
    """

    type: Literal["frequency limit"]
    opened_by: Slug
    late_after: Slug
    or_after: Slug
    within: Period
    more_than: Annotated[Decimal, Field(ge=0)]
    effective_with: Slug
    before_effective: OneIn
    once_effective: OneIn
    review: Slug | None = None


class ConsentThreshold(Rule):
    """A consent that needs more than `over_percent` of principal; exactly that much fails.

    With `shares_at_conversion_price` shares received on conversion count as so much principal.
    `affiliates_clause` is the clause that leaves out what the Company and its affiliates hold.
    `decides` names what Holders agree to by it, for all of them.
    """

    type: Literal["consent threshold"]
    over_percent: Percent
    shares_at_conversion_price: bool = False
    affiliates_clause: Text | None = None
    decides: tuple[Literal["waiver", "extension", "amendment"], ...] = ()


class Contribution(Rule):
    """A loss shared in proportion to relative benefits where an indemnity does not serve.

    `holder_capped_at` is the most a Holder may have to contribute.
    """

    type: Literal["contribution"]
    holder_capped_at: Literal["resale price less damages paid", "no limit"]


class Notice(Rule):
    """A notice owed within a period after each Registration Default, given to all of `to`.

    `draft` says that a draft of it can be made.
    """

    type: Literal["notice"]
    after_each: Literal["default"]
    within: Period
    met_by: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    draft: Literal["default-notice"] | None = None


class NoticeNeed(Model):
    """What a window's notice is needed for: each `fact` of a kind, inside the window of a notice.

    `form` is the kind of fact of a notice given afterwards, on a form the agreement attaches.
    """

    fact: Slug
    form: Slug


class WindowRule(Rule):
    """A permission that opens a period after a notice and expires a period after it.

    `settlement` is how long a trade takes to settle, where the agreement says so.
    """

    type: Literal["window"]
    opened_by: Slug
    opens_after: Period
    effective_for: Period
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    settlement: Period | None = None
    needed_for: NoticeNeed | None = None


class WindowBefore(Rule):
    """Something to be done in a window of days before a day that is intended.

    `before_intended` is the kind of fact whose `target` is that day. `at_most` and `at_least` are
    how long before it the first and the last day of the window lie, that day not counted.
    """

    type: Literal["window before"]
    before_intended: Slug
    at_most: Period
    at_least: Period
    met_by: Slug

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.at_most.unit != self.at_least.unit or self.at_most.count < self.at_least.count:
            raise ValueError(
                "give at_most and at_least in the same unit, at_most no shorter than at_least"
            )
        return self


class PrintedDeadline(Model):
    """The deadline a request itself prints: so long after its delivery to all of `delivered_to`."""

    clause: Text
    within: Period
    delivered_to: Annotated[tuple[Slug, ...], Field(min_length=1)]


class Request(SatisfiableRule):
    """An answer owed within a period after each request of a kind, to be met by a kind of fact.

    The period runs from the date of the request, or from its receipt; `to` are those it must be
    given to where only the notice counts. A request that names a Holder is made to that one, and
    one that names none to all of them. `leaves_time_before` is the kind of fact whose `target` the
    answer should leave time before. `entitles_to` is a rate schedule under which a Holder who did
    not answer in time is entitled to nothing.
    """

    type: Literal["request"]
    opened_by: Slug
    counts_from: Literal["date", "receipt"]
    within: Period
    met_by: Slug
    to: tuple[Slug, ...] = ()
    printed: PrintedDeadline | None = None
    leaves_time_before: Slug | None = None
    entitles_to: Slug | None = None

    @model_validator(mode="before")
    @classmethod
    def _asked_for_or_not(cls, given: object) -> object:
        """A form may be returned before it is asked for; what is asked on receipt may not."""
        if isinstance(given, dict) and given.get("counts_from") == "date":
            return {"early": "counts", **given}
        return given

    @model_validator(mode="after")
    def _addressed(self) -> Self:
        if (self.counts_from == "date") != bool(self.to):
            raise ValueError("give `to` with counts_from: date, and leave it out otherwise")
        if self.printed and self.counts_from == "receipt":
            raise ValueError("give counts_from: date with a printed deadline")
        return self


Price = Annotated[Decimal, Field(gt=0)]


class AssumedFormula(Model):
    """A formula of adjustment that the files do not hold: an input, never the agreement's word.

    Broad-based weighted average: with `outstanding_before` shares before the dilutive issue, an
    exercise brings (outstanding + vested) / (outstanding + vested x issue price / exercise price)
    times its shares. Prices are dollars a share; `why` says why it is assumed.
    """

    method: Literal["broad-based weighted average"]
    why: Text
    outstanding_before: Annotated[Decimal, Field(gt=0)]
    exercise_price: Price
    issue_price: Price


class ShareTrueUp(Rule):
    """Shares owed on an early exercise once warrants vest for which adjustment was deferred.

    An exercise (or conversion) before the date named in `exercised_before`, that day not included,
    is owed at each later vesting what it would have brought then, less what it has brought.
    """

    type: Literal["share true-up"]
    exercised_by: Slug
    exercised_before: Slug
    vested_by: Slug
    cancelled_by: Slug
    issued_by: Slug
    assumed_formula: AssumedFormula | None = None
