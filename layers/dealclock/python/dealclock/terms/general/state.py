"""A general state: what begins and ends it, how long and how often it may be in force."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from dealclock.days.intervals import Span
from dealclock.files.source import Slug, SpacedModel, Text
from dealclock.terms.day_language import Chosen, Day, DayTerms, FromDay  # noqa: F401  Day: for pydantic
from dealclock.terms.general.obligation import SPACED, LapseTerms, with_implied
from dealclock.terms.rules.rule import (
    Kind,
    Kinds,
    Parties,
    PeriodTerms,
    Rule,
    StateName,
    as_list,
)
from dealclock.terms.rules.suspensions import EarlyEnd

_Amount = Annotated[int, Field(ge=1, le=3660)]
Counted = Literal["days", "business days", "trading days", "begun", "in force"]


def _in_days(window: object) -> object:
    if isinstance(window, str):
        raise ValueError("give months or days, such as 12 months or 365 days")
    return window


class StateLimit(SpacedModel):
    """A limit on a state: `most` of what is counted, or fewer than `reaches`.

    Days, Business Days or trading days in force are counted, or occurrences: in the windows with
    their first day (`begun`) or with any day of them (`in force`). A limit is on any window of N
    days or months, rolling or in blocks, which begin on the Day `blocks from`, such as January 1
    for calendar years, or else on the first day in force; without a window, on one occurrence.
    `extended` is the limit where an occurrence is extended; `extra_days` says whether
    it raises that of every window with a day of it, or leaves its further days out of the count.
    `lapse` is the default that more become: of a window, on the first day too many, or on that of
    the first occurrence too many; of one occurrence, if it does not end by its last day, or
    `may_end` on the day after. `tested` says whether that last day is also the last under limits in
    windows without a lapse. Where that says nothing else, the first day too many is the first that
    accrues, under either. `cured` says what cures it.
    """

    most: _Amount | None = None
    reaches: Annotated[int, Field(ge=2, le=3660)] | None = None
    counted: Counted = "days"
    window_days: Annotated[_Amount | None, BeforeValidator(_in_days)] = None
    window_months: Annotated[int, Field(ge=1, le=120)] | None = None
    windows: Chosen[Literal["rolling", "blocks"]] = "rolling"
    blocks_from: DayTerms | None = None
    extended: _Amount | None = None
    extra_days: Chosen[Literal["raise it", "not counted"]] = "raise it"
    lapse: LapseTerms | None = None
    may_end: Chosen[Literal["day after", "last day"]] = "day after"
    tested: Chosen[Literal["alone", "with windows"]] = "alone"
    cured: Chosen[Literal["ended", "within limit"]] = "ended"

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.most is None) is (self.reaches is None):
            yield "give either most (45: a 46th is too many) or reaches (46)"
        if self.window_days is not None and self.window_months is not None:
            yield "give in any once, in days or in months"
        if self.counts_occurrences and (
            self.window is None or self.extended or self.cured != "ended"
        ):
            yield "give a limit on occurrences a window, and no extended or cured"
        if self.blocks_from is not None and (self.window is None or self.windows == "rolling"):
            yield "give windows: blocks and their length with blocks from"
        if self.extended is not None and self.extended <= self.amount:
            yield f"give extended greater than the plain limit of {self.amount}"
        if self.counted in ("business days", "trading days"):
            fewest = self.window.fewest_days * 5 // 7 if self.window else None
        elif not self.counts_occurrences:
            fewest = self.window.fewest_days if self.window else None
        else:
            fewest = None
        if fewest is not None and fewest <= max(self.amount, self.extended or 0):
            yield "give a window longer than the limit and extended"

    @property
    def amount(self) -> int:
        """The most that is within the limit."""
        return self.most if self.most is not None else (self.reaches or 1) - 1

    @property
    def counts_occurrences(self) -> bool:
        """Whether occurrences are counted, rather than days."""
        return self.counted in ("begun", "in force")

    @cached_property
    def window(self) -> Span | None:
        """The length of its windows; None if it is on one occurrence."""
        if self.window_months is not None:
            return Span(self.window_months, "months")
        return Span(self.window_days) if self.window_days is not None else None


class StateExtension(SpacedModel):
    """Notices that extend an occurrence: of kind `by`, given by its last day or `at any time`."""

    by: Kind
    given: Chosen[Literal["by last day", "at any time"]] = "by last day"


class EarlierEnd(EarlyEnd, SpacedModel):
    """A way that a period ends before its anniversary, as a general state has it.

    `unregistered` says whether sales of all registered securities end it if others were never
    registered; `shares` whether Conversion Shares keep securities outstanding.
    """

    unregistered: Chosen[Literal["disregarded", "counted"]] = "counted"
    shares: Chosen[Literal["counted", "disregarded"]] = "counted"


class Until(SpacedModel):
    """The last day of a state that ends by itself: an anniversary of its first day, or a Day, which
    is in force; "it" is what began the state.

    `last` says whether the anniversary is its last day or the day before is. In a common year,
    the anniversary of February 29 is the `leap_day`. `early` are ways that it ends earlier.
    """

    years: Annotated[int, Field(ge=1, le=100)] | None = None
    day: DayTerms | None = None
    limb: Slug | None = None
    last: Chosen[Literal["day before", "anniversary"]] = "day before"
    leap_day: Chosen[Literal["February 28", "March 1"]] = "February 28"
    early: tuple[EarlierEnd, ...] = ()

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.years is None) is (self.day is None):
            yield "give either years or day, such as 90 days after it"


def _day_alone(value: object) -> object:
    """A Day in words, or in keys of its own, as the key that holds it."""
    own = {name.replace("_", " ") for name in Until.model_fields} | set(Until.model_fields)
    of_a_day = isinstance(value, dict) and bool(value) and own.isdisjoint(value)
    return {"day": value} if isinstance(value, str | date) or of_a_day else value


class StateTerms(Rule):
    """A state, in force from a day on which it begins until it ends.

    Each event of a kind in `begins` begins an occurrence; with `once`, only the first. `to` are the
    addressees if it is a notice: it then begins when the notice is deemed given, sent or received,
    as `starts` says. Without such events it begins on the Day `from`. `any_of` are other states, of
    which this one is in force whenever one is, `all_of` those that must all be. Occurrences without
    a gap are one. It ends with an event of a kind in `ends`, on the day that `until` gives, or
    both, whichever comes first.

    A status is a state `of` each lot or Holder: an event that names one is about that one, another
    about all. That of a lot begins with its issue if nothing else is given; events that state an
    amount end it for that much of the lot, and for the lot once all of it is gone. Named where no
    lot or Holder is meant, it is in force while it is for any.

    An event of kind `improper_by` records that the agreement did not permit an occurrence: it then
    uses no limit and excuses nothing. `apart` is the least time from the last day of one occurrence
    to the next, which may begin on the last day counted. Defaults stop accruing when the state
    `during` ends. `excess` says whether days beyond the limits are themselves a failure of what the
    state excuses. In results, an occurrence is `called` so, a day of it `day_called`, its end
    `end_called`, and what it is while in force `in_force_called`.
    """

    model_config = SPACED

    of: Literal["lot", "holder"] | None = None
    begins: Kinds = ()
    from_: FromDay = None
    once: bool = False
    any_of: Annotated[tuple[StateName, ...], BeforeValidator(as_list)] = ()
    all_of: Annotated[tuple[StateName, ...], BeforeValidator(as_list)] = ()
    to: Parties = ()
    starts: Chosen[Literal["deemed", "sent", "received"]] = "deemed"
    first_day: Chosen[Literal["counted", "not counted"]] = "counted"
    ends: Kinds = ()
    until: Annotated[Until, BeforeValidator(_day_alone)] | None = None
    extension: StateExtension | None = None
    improper_by: Kind | None = None
    during: StateName | None = None
    limits: tuple[StateLimit, ...] = ()
    apart: PeriodTerms | None = None
    excess: Chosen[Literal["a failure", "none"]] = "none"
    called: Text = "occurrence"
    day_called: Text = "day"
    end_called: Text = "ended"
    in_force_called: Text = "in force"

    def defaults(self) -> Iterator[LapseTerms]:
        """The defaults of its limits."""
        yield from (each.lapse for each in self.limits if each.lapse)

    @property
    def parts(self) -> tuple[str, ...]:
        """The other states of which it is made up."""
        return (*self.any_of, *self.all_of)

    @cached_property
    def length(self) -> StateLimit | None:
        """The limit on one occurrence; None if there is none."""
        return next((each for each in self.limits if each.window is None), None)

    @cached_property
    def in_windows(self) -> tuple[StateLimit, ...]:
        """The limits on days in windows."""
        return tuple(e for e in self.limits if e.window and not e.counts_occurrences)

    @cached_property
    def times(self) -> tuple[StateLimit, ...]:
        """The limits on the number of occurrences in windows."""
        return tuple(each for each in self.limits if each.counts_occurrences)


def _in_window(limit: Mapping[str, Any]) -> object:
    """The raw default of a limit; of one in a window it occurs on the first day too many, not the
    day before, and accrues from that day unless it says otherwise.
    """
    lapse = limit["lapse"]
    window = any(key[:6] == "window" and key != "windows" for key in limit)
    return {"accrues": 0, **lapse} if window and isinstance(lapse, dict) else lapse


def _lapses_uncured(limit: object) -> bool:
    """Whether a limit has a default that does not say what cures it."""
    lapse = limit.get("lapse") if isinstance(limit, dict) else None
    return isinstance(lapse, dict) and not {"cured by", "cured_by"} & lapse.keys()


class StateProvision(StateTerms):
    """A state, or a status of lots or Holders, as an author writes it."""

    type: Literal["state", "status"]

    @model_validator(mode="before")
    @classmethod
    def _of_its_defaults(cls, data: Any) -> Any:
        """A default has the Section and title of the state, and is cured by what ends it, unless it
        names others. The first day too many bears, in a window as in one occurrence.
        """
        limits = data.get("limits") if isinstance(data, dict) else None
        if not isinstance(limits, list):
            return data
        if data.get("ends") is None and any(map(_lapses_uncured, limits)):
            raise ValueError(
                "give cured by in each default: no event ends the state, so its end cures none"
            )
        made = [
            {**each, "lapse": with_implied(_in_window(each), data, data.get("ends"))}
            if isinstance(each, dict) and "lapse" in each
            else each
            for each in limits
        ]
        return {**data, "limits": made}

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.type == "status") is (self.of is None):
            yield "give a status of: lot or of: holder; a state has none"
        given = sum(map(bool, (self.begins, self.from_, self.any_of, self.all_of)))
        if self.of == "holder" and not (self.begins or self.parts):
            yield "give begins: the kinds of event from which each Holder has it"
        if given > 1 or (given == 0 and self.of != "lot"):
            yield (
                "give one of begins (the kinds of event that begin it), from (a Day), any of and "
                "all of (other states, of which it is made up): nothing else begins a state"
            )
        once = not self.begins and not self.parts
        if once and (self.limits or self.apart or self.to or self.improper_by):
            yield "give begins; what begins once, on a Day, has no limits or notice"
        if self.of is not None and (self.limits or self.apart):
            yield "give limits to a state; a status has none"
        if not self.parts and not self.ends and self.until is None:
            yield "give ends or until; nothing would end it"
        if self.parts and (self.ends or self.until):
            yield "what is made up of other states ends with them; leave out its end"
        lengths = [limit for limit in self.limits if limit.window is None]
        if len(lengths) > 1:
            yield "give one limit without a window: the limit on one occurrence"
        extends = bool(self.length and self.length.extended)
        if extends is not (self.extension is not None):
            yield "give both extension and the extended limit of one occurrence"
        for limit in self.in_windows:
            if self.length and self.length.counted == limit.counted:
                yield from self._faults_of_cut(self.length, limit)

    def _faults_of_cut(self, length: StateLimit, limit: StateLimit) -> Iterator[str]:
        """A limit on one occurrence that one in a window makes unreachable."""
        pairs = [(length.amount, limit.amount, "")]
        pairs += [(length.extended or 0, limit.extended or limit.amount, "extended ")]
        for one, window, extended in pairs:
            if one > window:
                yield (
                    f"one {extended}occurrence may last {one} {limit.counted}, but any "
                    f"{limit.window} may have only {window}: the lower limit cuts the higher; "
                    "correct one of them"
                )
