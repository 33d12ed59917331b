"""What every rule of an agreement has, of any type: the base the provisions are built on."""

import re
from functools import cached_property, lru_cache
from typing import Annotated, Literal, TypedDict

from pydantic import AfterValidator, Field, model_validator

from dealclock.files.source import Model, Slug, Text

_IN_WORDS = re.compile(r"(\d+) ?(?:calendar )?((?:business|trading) )?days?", re.IGNORECASE)


def _not_none(count: int) -> int:
    if count < 1:
        raise ValueError(
            "give 1 or more; day 1 is the next day. For something due on the day itself, list "
            "its Section under not_modelled"
        )
    return count


Unit = Literal["days", "business days", "trading days"]


class Period(Model):
    """A length of time: a number of days of a unit; the first is the day after.

    A trading day is one on which the New York Stock Exchange is open.
    """

    count: Annotated[int, AfterValidator(_not_none), Field(le=3660)]
    unit: Unit

    @model_validator(mode="before")
    @classmethod
    def _written_out(cls, given: object) -> object:
        if isinstance(given, str | int):
            found = _IN_WORDS.fullmatch(str(given).strip())
            count = found[1] if found else given if isinstance(given, int) else 30
            unit = f"{(found[2] or '').lower() if found else ''}days"
            such_as = "" if found else "keys, such as "
            raise ValueError(f"give {such_as}{{count: {count}, unit: {unit}}}")
        return given

    def __str__(self) -> str:
        return _words(self.count, self.unit)


_ONE_OF = {"days": "day", "business days": "Business Day", "trading days": "trading day"}


@lru_cache
def _words(count: int, unit: str) -> str:
    one = _ONE_OF[unit]
    return f"{count} {one}{'s' * (count != 1)}"


def one_of(period: Period) -> str:
    """One day of the unit of a period: "Business Day"."""
    return _ONE_OF[period.unit]


class DefaultTerms(Model):
    """The Registration Default a missed rule becomes, and the fact that cures it.

    It bears on the lots of one `closing`, a date that lots name among theirs; left out, that of a
    deadline is the date its time runs from, and any other bears on all lots.
    """

    id: Slug
    clause: Text
    title: Text
    cured_by: Slug
    closing: Slug | None = None


class RuleIdentity(TypedDict):
    """What a conclusion takes from its rule as it stands: its id, its name, who owes it."""

    id: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str


class Rule(Model):
    """What every rule has: a stable id, its type, its clause, a name, and who owes it.

    `channel` names the one of the terms by which it is done.
    """

    id: Slug
    type: str
    clause: Text
    title: Text
    owed_by: Slug
    action: Text
    channel: Slug | None = None

    @cached_property
    def named(self) -> RuleIdentity:
        """What every conclusion of it begins with."""
        return RuleIdentity(
            id=self.id,
            kind=self.type,
            clause=self.clause,
            title=self.title,
            owed_by=self.owed_by,
            action=self.action,
        )


class SatisfiableRule(Rule):
    """A rule that an event satisfies, and which events of the kind count for it.

    An event before the day an instance opens counts only where `early` says so, or where it is
    recorded about that instance. `opening_day` says whether one on that very day counts.
    """

    early: Literal["counts", "not counted"] = "not counted"
    opening_day: Literal["counts", "not counted"] = "counts"
