"""An agreement's terms: who, what, which dates, and its provisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, StringConstraints, field_validator

from dealclock.agreement import amendments
from dealclock.agreement.amendments import Amendment
from dealclock.agreement.channels import ChannelTerms, DeemedNotice
from dealclock.agreement.indenture import Indenture, MonthDay
from dealclock.agreement.provisions import Provision, model_of
from dealclock.agreement.readings.reading import Reading
from dealclock.agreement.rules.duties import Deadline, FrequencyLimit, MinimumPeriod, Request
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.rules.rule import DefaultTerms, Rule
from dealclock.agreement.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.agreement.timeline import Inconsistency, TimelineEntry
from dealclock.days import cutoffs
from dealclock.days.fiscal import ends_a_month
from dealclock.errors import AgreementError
from dealclock.files import raw
from dealclock.files.patch import CannotMerge
from dealclock.files.source import (
    Day,
    InvalidFiles,
    Model,
    Percent,
    Problem,
    Slug,
    Source,
    Text,
    Where,
    nearest,
    read,
)

R = TypeVar("R", bound=Rule)


MaybeText = Annotated[str, StringConstraints(max_length=500)]


class NoIndenture(AgreementError):
    """Something was asked of the Indenture under an agreement that has none."""


class About(Model):
    """What the agreement is, and in which zone its civil days are."""

    title: Text
    dated: Day
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
    Nothing accrues on or after the day it `matures`, if that is given. `closings` are the dates of
    the agreement whose defaults bear on it; where no lot names one, a lot is of the date it was
    issued on, if the time of a deadline runs from that date.
    """

    id: Slug
    name: Text
    cusip: str | None = None
    principal: Annotated[Decimal, Field(gt=0)]
    issued: Day | Slug
    matures: Day | None = None
    closings: tuple[Slug, ...] = ()


class Clauses(Model):
    """The clauses of what is no provision: the Business Day, the dates, notices, payment dates,
    waivers and what else Holders agree to.

    Each is "" where the agreement has no such thing.
    """

    business_day: MaybeText = ""
    dates: Text
    deemed_notice: MaybeText = ""
    interest_payment_dates: MaybeText = ""
    waivers: MaybeText = ""


class UnmodeledSection(Model):
    """A clause that is not computed, and so is shown as not checked."""

    clause: Text
    what: Text


class Terms(Model):
    """An agreement's terms as first made, with the amendments made to them.

    `versions` has the terms as amended. An agreement without Notes has no `securities`, `coupon` or
    `indenture`. `fiscal_year_ends` is the last day of the Company's fiscal year; a
    frequency limit needs it.
    """

    id: Slug
    agreement: About
    parties: dict[Slug, Party]
    securities: tuple[Lot, ...] = ()
    coupon: Percent | None = None
    indenture: Indenture | None = None
    calendar: Literal["federal-reserve", "gcl-24"]
    clauses: Clauses
    dates: dict[Slug, Day]
    deemed_notice: dict[Slug, DeemedNotice] = Field(default_factory=dict)
    channels: Annotated[dict[Slug, ChannelTerms], Field(default_factory=dict)]
    provisions: Annotated[tuple[Provision, ...], Field(min_length=1)]
    fiscal_year_ends: MonthDay | None = None
    timeline: tuple[TimelineEntry, ...] = ()
    inconsistencies: tuple[Inconsistency, ...] = ()
    not_modelled: tuple[UnmodeledSection, ...] = ()
    amendments: tuple[Amendment, ...] = ()

    @field_validator("fiscal_year_ends")
    @classmethod
    def _a_months_end(cls, day: MonthDay | None) -> MonthDay | None:
        if day is not None and not ends_a_month(day.month, day.day):
            raise ValueError("give the last day of a month")
        return day

    @field_validator("timeline")
    @classmethod
    def _ids_of_their_own(cls, entries: tuple[TimelineEntry, ...]) -> tuple[TimelineEntry, ...]:
        if len({e.id for e in entries}) != len(entries):
            raise ValueError("give each entry its own id")
        return entries

    @property
    def indenture_sheet(self) -> Indenture:
        """The Indenture input sheet; raises NoIndenture where the agreement has none."""
        if self.indenture is None:
            raise NoIndenture(
                f"the terms of {self.id} have no indenture; add the Indenture input sheet."
            )
        return self.indenture

    def called(self, party: str) -> str:
        """A party by its defined term; a word that is no party's id as it stands."""
        known = self.parties.get(party)
        return known.as_defined if known else party

    def all_of(self, kind: type[R]) -> Iterator[R]:
        """The provisions of one type, in the order the terms give them."""
        if kind not in self.by_type:
            self.by_type[kind] = [p for p in self.provisions if isinstance(p, kind)]
        return iter(self.by_type[kind])

    def provision(self, rule: R) -> R | None:
        """The provision that goes by the id of `rule`, as these terms have it; None if none does.

        An amendment leaves ids and types as they are.
        """
        return self._by_id.get(rule.id)

    @cached_property
    def _by_id(self) -> dict[str, Any]:
        """The provisions by id."""
        return {p.id: p for p in self.provisions}

    @cached_property
    def by_type(self) -> dict[type, list[Any]]:
        """The provisions by type, once they were asked for."""
        return {}

    @cached_property
    def named_channels(self) -> Mapping[str, cutoffs.Channel]:
        """Each channel under its name."""
        return {name: channel.named(name) for name, channel in self.channels.items()}

    def defaults(self) -> Iterator[DefaultTerms]:
        """Every default a provision can become if not satisfied, in the order of the provisions."""
        return iter(self._defaults)

    @cached_property
    def _defaults(self) -> tuple[DefaultTerms, ...]:
        return tuple(
            default
            for rule in self.provisions
            for part in (rule, *getattr(rule, "in_any", ()))
            for key in ("on_lapse", "on_overrun")
            if isinstance(default := getattr(part, key, None), DefaultTerms)
        )

    def clauses_of(self, reading: Reading) -> str:
        """The clauses a reading is asked of, in the order the reading names them; "" if none."""
        if reading.needs and not any(self._of(reading.needs)):
            return ""
        found: list[str] = []
        for where in reading.asked_of:
            if where in Clauses.model_fields:
                found += [clause] if (clause := getattr(self.clauses, where)) else []
            else:
                found += [p.clause for p in self._of(where)]
        return ", ".join(dict.fromkeys(found))

    def _of(self, where: str) -> Iterator[Rule]:
        """The provisions of a type, or with "TYPE.KEY" those of them that give that key."""
        kind, _, key = where.partition(".")
        of_kind = (p for p in self.provisions if p.type == kind)
        return (p for p in of_kind if not key or getattr(p, key, None))


def read_terms(source: Source) -> Terms:
    """The terms in a file; raises InvalidFiles with every problem, cross-references included."""
    problems = [*_cross_references(source), *_wrong_as_amended(source)]
    try:
        terms = read(source, Terms)
    except InvalidFiles as invalid:
        raise InvalidFiles([*invalid.problems, *problems]) from None
    if problems:
        raise InvalidFiles(problems)
    return terms


def _wrong_as_amended(source: Source) -> Iterator[Problem]:
    """Amendments that change what they may not, or after which the terms are no terms."""
    wrong = [
        source.problem(w.where, w.given, w.allowed) for w in amendments.wrong_with(source.data)
    ]
    yield from wrong
    place = 0
    try:
        if not wrong and _reads(source):
            for place, data in amendments.step_by_step(source.data):
                as_amended = Source(source.file, data, source.lines)
                yield from _in_amendment(_problems_of(as_amended), source, place)
    except CannotMerge as error:
        yield source.problem(
            ("amendments", place, "changes"), "a change that does not fit the terms", str(error)
        )


def _reads(source: Source) -> bool:
    original = Source(source.file, _without_amendments(source.data), source.lines)
    return not _problems_of(original)


def _without_amendments(data: object) -> object:
    return {**data, "amendments": []} if isinstance(data, Mapping) else data


def _problems_of(source: Source) -> list[Problem]:
    found = list(_cross_references(source))
    try:
        read(source, Terms)
    except InvalidFiles as invalid:
        found += invalid.problems
    return found


def _in_amendment(found: Iterable[Problem], source: Source, place: int) -> Iterator[Problem]:
    """Problems of the terms as amended, told where the amendment stands."""
    for p in found:
        where: Where = ("amendments", place, "changes")
        told = source.problem(where, None, f"as amended, {p.at}: {p.allowed}")
        yield replace(told, given=p.given)


def _cross_references(source: Source) -> Iterator[Problem]:
    """Words that must stand elsewhere in the same file: parties, dates, provisions, unique ids.

    Read from the bare data, so that they are found beside whatever else is wrong with the file.
    """
    parties, dates = raw.keys(source.data, "parties"), raw.keys(source.data, "dates")
    rules = raw.records(source.data, "provisions")
    ids = [rule.get("id") for rule in rules]
    some = bool(raw.record(source.data, "channels"))
    channels = raw.keys(source.data, "channels") if some else ()
    known: tuple[tuple[str, str, Sequence[str] | None], ...] = (
        ("owed_by", "a party", parties),
        ("to", "a party", parties),
        ("channel", "one of", channels),
        ("after", "one of", dates),
        ("anniversaries_of", "one of", dates),
        ("exercised_before", "one of", dates),
        ("during", "one of", _ids_of(rules, ProtectedPeriod)),
        ("excused_by", "one of", _ids_of(rules, DayBudget)),
        ("late_after", "one of", _ids_of(rules, Request)),
        ("entitles_to", "one of", _ids_of(rules, RateSchedule)),
        ("expected_by", "one of", _ids_of(rules, Deadline)),
        ("first_after", "one of", _ids_of(rules, Deadline)),
        ("ahead_of", "one of", _ids_of(rules, Deadline, Outage)),
        ("review", "one of", _ids_of(rules, MinimumPeriod)),
    )
    yield from _closings(source, rules)
    for i, rule in enumerate(rules):
        here = ("provisions", i)
        if isinstance(ids[i], str) and ids.index(ids[i]) != i:
            yield source.problem((*here, "id"), ids[i], "give each provision its own id")
        for field, what, words in known:
            given = rule.get(field)
            for word in given if isinstance(given, list) else [given]:
                if words is not None and raw.slug(word) and word not in words:
                    yield _unknown(source, (*here, field), str(word), what, words)
        if model_of(rule) is FrequencyLimit and source.data.get("fiscal_year_ends") is None:
            allowed = "its periods follow the fiscal year; give fiscal_year_ends in the terms"
            yield source.problem(here, "no fiscal year", allowed)
        for n, other in enumerate(raw.records(rule, "or_later")):
            word = other.get("after")
            if dates is not None and raw.slug(word) and word not in dates:
                inside = (*here, "or_later", n, "after")
                yield _unknown(source, inside, str(word), "one of", dates)
        for word in raw.items(rule.get("printed"), "delivered_to"):
            if parties is not None and raw.slug(word) and word not in parties:
                where = (*here, "printed", "delivered_to")
                yield _unknown(source, where, str(word), "a party", parties)


def _closings(source: Source, rules: Sequence[raw.Record]) -> Iterator[Problem]:
    """Closings of lots that are no dates, and of defaults that no lot is of."""
    dates = raw.keys(amendments.as_ever(source.data), "dates")
    named: set[str] = set()
    for n, lot in enumerate(raw.records(source.data, "securities")):
        for word in map(raw.slug, raw.items(lot, "closings")):
            if word is not None:
                named.add(word)
                if dates is not None and word not in dates:
                    yield _unknown(source, ("securities", n, "closings"), word, "one of", dates)
    for i, rule in enumerate(rules):
        for place, default in _bare_defaults(rule):
            word = raw.slug(default.get("closing"))
            where = ("provisions", i, *place, "closing")
            if word is not None and not named:
                allowed = "first list it under closings of the lots it applies to"
                yield source.problem(where, word, allowed)
            elif word is not None and word not in named:
                yield _unknown(source, where, word, "a closing listed for a lot", named)


def _bare_defaults(rule: raw.Record) -> Iterator[tuple[Where, raw.Record]]:
    """The defaults that a bare provision may become, each with its place in it."""
    for key in ("on_lapse", "on_overrun"):
        yield (key,), raw.record(rule, key)
    for n, limit in enumerate(raw.records(rule, "in_any")):
        yield ("in_any", n, "on_overrun"), raw.record(limit, "on_overrun")


def _ids_of(rules: Sequence[raw.Record], *kinds: type[Rule]) -> Sequence[str] | None:
    """The ids of the rules of these types, or that may be, their own type being no type; None when
    one of them has no sound id."""
    ids = [raw.slug(r.get("id")) for r in rules if model_of(r) in (*kinds, None)]
    sound = [each for each in ids if each is not None]
    return sound if len(sound) == len(ids) else None


def _unknown(
    source: Source, where: Where, word: str, what: str, known: Iterable[object]
) -> Problem:
    words = sorted(str(each) for each in known)
    return source.problem(where, word, f"give {what}: {', '.join(words)}.{nearest(word, words)}")
