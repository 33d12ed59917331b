"""The base of every provision, and the types they share."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, Literal, TypedDict, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from dealclock.files.source import GrowingModel, Model, Slug, SpacedModel, Text, few, nearest
from dealclock.records import record
from dealclock.terms.source_text import SourceText

# The names in the terms: what the name in a field is of, as a note on its type.
#
# `met_by: Kind` is a kind of event, `owed_by: PartyName` a party. Checks, and whatever asks which
# events a provision takes, read these notes: a new type of provision needs no line there.


@record
class NameOf:
    """That a field names something: one of `of`, which are parts of the terms, types of provision,
    or "kind", "default", "lot" or "provision".

    `called` says in a refusal what to give. An event of a kind must have the details it `needs`.
    `new`: it is an id, which no other of the same sort may have. `opens`: each event of the kind
    opens an instance.
    """

    of: tuple[str, ...]
    called: str = "one of"
    needs: tuple[str, ...] = ()
    new: bool = False
    opens: bool = False


STATES = ("state", "status", "day budget", "protected period")
"""The types of provision that start and end."""


def as_list(value: object) -> object:
    """One name alone, or the keys of one record, as a list."""
    return [value] if isinstance(value, str | dict) else value


_KIND = NameOf(("kind",))
Kind = Annotated[Slug, _KIND]
Kinds = Annotated[tuple[Slug, ...], BeforeValidator(as_list), _KIND]
"""Kinds of event; one may be given alone."""
Opener = Annotated[Slug, NameOf(("kind",), opens=True)]
GivenKind = Annotated[Slug, NameOf(("kind",), needs=("given",))]
AboutKind = Annotated[Slug, NameOf(("kind",), needs=("about",))]
TargetKind = Annotated[Slug, NameOf(("kind",), needs=("target",))]

_PARTY = NameOf(("parties",), "a party")
PartyName = Annotated[Slug, _PARTY]
Parties = Annotated[tuple[Slug, ...], BeforeValidator(as_list), _PARTY]
"""Parties; one may be given alone."""
SomeParties = Annotated[tuple[PartyName, ...], Field(min_length=1)]
"""One party or more, as a list."""
SomeKinds = Annotated[tuple[Kind, ...], Field(min_length=1)]
"""One kind of event or more, as a list."""
CalendarName = Annotated[Slug, NameOf(("calendar", "calendars"), "a calendar")]
DateName = Annotated[Slug, NameOf(("dates",))]
StateName = Annotated[Slug, NameOf(STATES, "a state")]
PeriodName = Annotated[Slug, NameOf(("protected period", "state"))]
DeadlineName = Annotated[Slug, NameOf(("deadline", "obligation"))]
ClosingDate = Annotated[Slug, NameOf(("every date",))]
ClosingName = Annotated[Slug, NameOf(("closing",), "a closing listed for a lot")]
ProvisionId = Annotated[Slug, NameOf(("provision",), new=True)]
DefaultId = Annotated[Slug, NameOf(("default",), new=True)]
LotId = Annotated[Slug, NameOf(("lot",), new=True)]
DefaultName = Annotated[Slug, NameOf(("default",), "a default")]
StreamName = Annotated[Slug, NameOf(("stream", "rate schedule"), "an accrual")]


_IN_WORDS = re.compile(r"(\d+) ?(?:calendar )?((?:business|trading) )?days?", re.IGNORECASE)


def _at_least_one(count: int) -> int:
    if count < 1:
        raise ValueError(
            "give 1 or more; day 1 is the next day. For something due on the day itself, list "
            "its Section under not computed"
        )
    return count


Unit = Literal[
    "days", "business days", "trading days", "weeks", "months", "quarters", "years", "hours"
]
_UNIT_NAMES: Mapping[str, str] = {
    **{unit: unit.removesuffix("s") for unit in get_args(Unit)},
    "business days": "Business Day",
}


class Period(SpacedModel):
    """A length of time: a number of a unit.

    Of days, day 1 is the next day. A month ends on the day of the same number, or on the last day
    of a shorter month (General Construction Law s.30). A trading day is one on which the New York
    Stock Exchange is open. `calendar` is that of its Business Days and of its last day, one of
    the known calendars or of the deal's own; `roll` moves a last day that is closed to the next
    open day, to the previous one, or to the next unless that is in another month; `first_day` says
    whether the day that starts it is counted; if `clear`, as many whole days lie between, so that
    it ends one later. What is left out follows the deal's own counting.
    """

    count: Annotated[int, AfterValidator(_at_least_one), Field(le=3660)]
    unit: Unit
    calendar: CalendarName | None = None
    roll: Literal["none", "next", "previous", "modified following"] | None = None
    first_day: Literal["counted", "not counted"] | None = None
    clear: Literal[True] | None = None

    @model_validator(mode="before")
    @classmethod
    def _reject_text(cls, data: object) -> object:
        if isinstance(data, str | int):
            match = _IN_WORDS.fullmatch(str(data).strip())
            count = match[1] if match else data if isinstance(data, int) else 30
            unit = f"{(match[2] or '').lower() if match else ''}days"
            such_as = "" if match else "keys, such as "
            raise ValueError(f"give {such_as}{{count: {count}, unit: {unit}}}")
        return data

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.unit == "hours" and (self.calendar or self.roll or self.first_day):
            yield "hours run on the clock; leave out calendar, roll and first day"
        if self.calendar and self.unit not in _OPEN_DAYS and self.roll in (None, "none"):
            yield "give roll with the calendar, or leave out the calendar"
        if self.calendar == "edgar" and self.roll in ("next", "modified following"):
            yield "a day EDGAR may be closed on moves no last day later; give another"

    @model_serializer(mode="wrap")
    def _without_unset(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in write(self).items() if value is not None}

    @property
    def counts_open_days(self) -> bool:
        """Whether it counts Business Days or trading days, rather than the calendar's."""
        return self.unit in _OPEN_DAYS

    def __str__(self) -> str:
        return _words(self.count, self.unit, clear=self.clear is True)


_OPEN_DAYS = ("business days", "trading days")


P = TypeVar("P", bound=Period)


def only_days(period: P) -> P:
    """The period; raises ValueError unless it is a number of days that the deal counts itself."""
    if period.unit not in (*_OPEN_DAYS, "days"):
        raise ValueError("give it in days, business days or trading days")
    if period.model_fields_set - {"count", "unit"}:
        raise ValueError("give its count and unit only; here days are counted as everywhere else")
    return period


DayPeriod = Annotated[Period, AfterValidator(only_days)]
"""A number of days, Business Days or trading days, counted as the deal counts."""


def _without_hours(period: Period) -> Period:
    if period.unit == "hours":
        raise ValueError("give days or longer; for hours, write the provision as an obligation")
    return period


Within = Annotated[Period, AfterValidator(_without_hours)]
"""A period that ends on a day."""


def read_period(value: object) -> Period:
    """The period in text ("3 months") or keys; raises ValueError for what is none."""
    if isinstance(value, int):
        raise ValueError(f"give its unit too, such as {value} days or {value} business days")
    if not isinstance(value, str):
        return Period.model_validate(value)
    number, _, unit = " ".join(value.lower().split()).partition(" ")
    unit = unit.removeprefix("calendar ").removesuffix("s") + "s"
    if not (number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS):
        raise ValueError("give a number in digits and a unit, such as 30 days or 3 months")
    if unit not in _UNIT_NAMES:
        hint = nearest(unit, _UNIT_NAMES)
        raise ValueError(f"give one of these units: {few(_UNIT_NAMES, unit)}.{hint}")
    return Period.model_validate({"count": int(number), "unit": unit})


_MOST_DIGITS = 6
PeriodTerms = Annotated[Period, BeforeValidator(read_period)]
"""A period in the general form, as text or keys."""


@lru_cache
def _words(count: int, unit: str, *, clear: bool) -> str:
    return f"{count} {'clear ' if clear else ''}{_UNIT_NAMES[unit]}{'s' * (count != 1)}"


def unit_name(period: Period) -> str:
    """The unit of a period in the singular: "Business Day"."""
    return _UNIT_NAMES[period.unit]


class DefaultTerms(Model):
    """The Registration Default that a breach becomes, and the kind of event that cures it.

    It affects the lots of one `closing`, a date listed for those lots. If omitted, a deadline's
    default uses the date its period runs from, and any other default affects all lots.
    """

    id: DefaultId
    clause: Text
    title: Text
    cured_by: Kind
    closing: ClosingName | None = None


TYPE_WORDS: Mapping[str, str] = {"stream": "accrual"}
"""What counsel would say for a type of provision."""


def a_rule_of(kind: str) -> str:
    """A type of provision as counsel would say it: "an accrual"."""
    word = TYPE_WORDS.get(kind, kind)
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


UNDATED = "the duty has no due date; record that it was done, or amend the terms"


class RuleIdentity(TypedDict):
    """The fields a conclusion copies from its rule: id, type, Section, title, obligor, action."""

    id: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str


class Rule(GrowingModel):
    """The fields of every rule: a stable id, its type, Section, title, obligor and action.

    `channel` names the channel of the terms by which it is performed, `source` the words of the
    Agreement behind it.
    """

    added = frozenset({"source"})
    fixed: ClassVar[str] = "{} has no due date; change it by an amendment of the terms"

    id: ProvisionId
    type: str
    clause: Text
    title: Text
    owed_by: PartyName
    action: Text
    channel: Annotated[Slug, NameOf(("channels",))] | None = None
    source: SourceText | None = None

    @property
    def why_fixed(self) -> str:
        """Why no extension or waiver is about it, and what to record instead; "" if one may be."""
        return self.fixed.format(a_rule_of(self.type))

    @cached_property
    def named(self) -> RuleIdentity:
        """The fields that every conclusion of it shares."""
        return RuleIdentity(
            id=self.id,
            kind=self.type,
            clause=self.clause,
            title=self.title,
            owed_by=self.owed_by,
            action=self.action,
        )


class SatisfiableRule(Rule):
    """A rule that an event satisfies, and which events of that kind count.

    An event before the opening day of an instance counts only if `early` allows it, or if it is
    recorded about that instance. `opening_day` decides whether one on that day counts.
    """

    fixed = ""

    early: Literal["counts", "not counted"] = "not counted"
    opening_day: Literal["counts", "not counted"] = "counts"
