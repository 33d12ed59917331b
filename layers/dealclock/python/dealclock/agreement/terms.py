"""An agreement's terms: who, what, which dates, and its provisions."""

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, field_validator

from dealclock.agreement.provisions import (
    DayBudget,
    DeemedNotice,
    MonthDay,
    Percent,
    ProtectedPeriod,
    Provision,
    Rule,
    Slug,
    Text,
)
from dealclock.agreement.source import InvalidFiles, Model, Problem, Source, Where, nearest, read
from dealclock.days import day_counts

R = TypeVar("R", bound=Rule)


class About(Model):
    """What the agreement is, and in which zone its civil days are."""

    title: Text
    dated: date
    governing_law: Text
    time_zone: str
    source: Text

    @field_validator("time_zone")
    @classmethod
    def _known(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise ValueError("give a time zone's IANA name, such as America/New_York") from None
        return zone


class Party(Model):
    """A party, or a class of parties, that owes or receives something."""

    name: Text
    as_defined: Text


class Lot(Model):
    """Notes issued together: their principal in dollars and when they were issued.

    `issued` is a date, or the kind of fact that says when; without that fact they are not issued.
    """

    id: Slug
    name: Text
    cusip: str | None = None
    principal: Annotated[Decimal, Field(gt=0)]
    issued: date | Slug


class Indenture(Model):
    """The Indenture input sheet. Until `reviewed`, every amount says it was not."""

    reviewed: bool
    day_count: str
    interest_payment_dates: Annotated[tuple[MonthDay, ...], Field(min_length=1)]
    record_dates: Annotated[tuple[MonthDay, ...], Field(min_length=1)]
    assumptions: tuple[Text, ...] = ()

    @field_validator("day_count")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in day_counts.NAMES:
            raise ValueError(f"allowed: {', '.join(day_counts.NAMES)}")
        return name


class NotModelled(Model):
    """A clause that is not computed, and so is shown as not checked."""

    clause: Text
    what: Text


class Terms(Model):
    """One version of an agreement's terms."""

    id: Slug
    agreement: About
    parties: dict[Slug, Party]
    securities: Annotated[tuple[Lot, ...], Field(min_length=1)]
    coupon: Percent
    indenture: Indenture
    calendar: Literal["federal-reserve", "gcl-24"]
    dates: dict[Slug, date]
    deemed_notice: dict[Slug, DeemedNotice]
    provisions: Annotated[tuple[Provision, ...], Field(min_length=1)]
    not_modelled: tuple[NotModelled, ...] = ()

    def all_of(self, kind: type[R]) -> Iterator[R]:
        """The provisions of one type, in the order the terms give them."""
        return (p for p in self.provisions if isinstance(p, kind))


def read_terms(source: Source) -> Terms:
    """The terms in a file; raises InvalidFiles with every problem, cross-references included."""
    terms = read(source, Terms)
    problems = list(_cross_references(terms, source))
    if problems:
        raise InvalidFiles(problems)
    return terms


def _cross_references(terms: Terms, source: Source) -> Iterator[Problem]:
    """Words that must stand elsewhere in the same file: parties, dates, provisions, unique ids."""
    ids = [p.id for p in terms.provisions]
    for i, provision in enumerate(terms.provisions):
        here = ("provisions", i)
        if ids.index(provision.id) != i:
            yield source.problem(
                (*here, "id"), provision.id, "give each provision an id of its own"
            )
        parties = {"owed_by": (provision.owed_by,), "to": getattr(provision, "to", ())}
        for field, words in parties.items():
            for word in words:
                if word not in terms.parties:
                    yield _unknown(source, (*here, field), word, "a party", terms.parties)
        references: tuple[tuple[str, Iterable[str]], ...] = (
            ("after", terms.dates),
            ("anniversaries_of", terms.dates),
            ("during", [p.id for p in terms.all_of(ProtectedPeriod)]),
            ("excused_by", [p.id for p in terms.all_of(DayBudget)]),
        )
        for field, known in references:
            word = getattr(provision, field, None)
            if word is not None and word not in known:
                yield _unknown(source, (*here, field), word, "one of", known)


def _unknown(source: Source, where: Where, word: str, what: str, known: Iterable[str]) -> Problem:
    words = sorted(known)
    return source.problem(where, word, f"give {what}: {', '.join(words)}.{nearest(word, words)}")
