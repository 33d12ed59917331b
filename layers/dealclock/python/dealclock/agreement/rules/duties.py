"""Duties that facts open: within so many days, before something else, or without a date at all."""

from typing import Annotated, Literal

from pydantic import Field

from dealclock.agreement.rules.rule import Period, Rule, SatisfiableRule
from dealclock.files.source import Model, Slug, Text


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
    """A period of at least so many days that must run before certain things may be done.

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
    """Something that may be asked for until so many days before the day another fact names."""

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
