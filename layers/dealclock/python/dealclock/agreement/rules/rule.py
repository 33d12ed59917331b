"""The base of every provision, and the types they share."""

import re
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, Literal, TypedDict

from pydantic import (
    AfterValidator,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from dealclock.files.source import Model, Slug, Text

_IN_WORDS = re.compile(r"(\d+) ?(?:calendar )?((?:business|trading) )?days?", re.IGNORECASE)


def _at_least_one(count: int) -> int:
    if count < 1:
        raise ValueError(
            "give 1 or more; day 1 is the next day. For something due on the day itself, list "
            "its Section under not_modelled"
        )
    return count


Unit = Literal["days", "business days", "trading days"]


class Period(Model):
    """A length of time: a number of days of a unit; day 1 is the next day.

    A trading day is one on which the New York Stock Exchange is open.
    """

    count: Annotated[int, AfterValidator(_at_least_one), Field(le=3660)]
    unit: Unit

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

    def __str__(self) -> str:
        return _words(self.count, self.unit)


_UNIT_NAMES = {"days": "day", "business days": "Business Day", "trading days": "trading day"}


@lru_cache
def _words(count: int, unit: str) -> str:
    singular = _UNIT_NAMES[unit]
    return f"{count} {singular}{'s' * (count != 1)}"


def unit_name(period: Period) -> str:
    """The unit of a period in the singular: "Business Day"."""
    return _UNIT_NAMES[period.unit]


class DefaultTerms(Model):
    """The Registration Default that a breach becomes, and the kind of event that cures it.

    It affects the lots of one `closing`, a date listed for those lots. If omitted, a deadline's
    default uses the date its period runs from, and any other default affects all lots.
    """

    id: Slug
    clause: Text
    title: Text
    cured_by: Slug
    closing: Slug | None = None


class RuleIdentity(TypedDict):
    """The fields a conclusion copies from its rule: id, type, Section, title, obligor, action."""

    id: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str


class Rule(Model):
    """The fields of every rule: a stable id, its type, Section, title, obligor and action.

    `channel` names the channel of the terms by which it is performed. `added` are fields that later
    releases added: unset, they are not written, so that what an earlier one stored stays as it was.
    """

    added: ClassVar[frozenset[str]] = frozenset()

    id: Slug
    type: str
    clause: Text
    title: Text
    owed_by: Slug
    action: Text
    channel: Slug | None = None

    @model_serializer(mode="wrap")
    def _without_unset(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        return {k: v for k, v in written.items() if v is not None or k not in self.added}

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

    early: Literal["counts", "not counted"] = "not counted"
    opening_day: Literal["counts", "not counted"] = "counts"
