"""An agreement's terms: parties, securities, dates and provisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, StringConstraints, field_validator

from dealclock.agreement import amendments
from dealclock.agreement.amendments import Amendment
from dealclock.agreement.channels import ChannelTerms, DeemedNotice
from dealclock.agreement.day_language import DayTerms
from dealclock.agreement.declarations import (
    DeclaredEvent,
    DeclaredReading,
    problems_with_readings,
)
from dealclock.agreement.general.obligation import ObligationProvision, ObligationTerms
from dealclock.agreement.general.state import StateProvision, StateTerms
from dealclock.agreement.general.stream import Stream
from dealclock.agreement.indenture import Indenture, MonthDay
from dealclock.agreement.named_days import STATES, problems_with_days
from dealclock.agreement.provisions import Provision, is_general, key_in, model_of, words_of
from dealclock.agreement.readings import ALL, Reading
from dealclock.agreement.rules.duties import Deadline, FrequencyLimit, MinimumPeriod, Request
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.rules.rule import DefaultTerms, Rule
from dealclock.agreement.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.agreement.spellings import expand
from dealclock.agreement.timeline import Inconsistency, TimelineEntry
from dealclock.days import cutoffs
from dealclock.days.fiscal import ends_a_month
from dealclock.errors import AgreementError
from dealclock.files import raw
from dealclock.files.patch import PatchError
from dealclock.files.source import (
    Day,
    GrowingModel,
    InvalidFilesError,
    Model,
    Percent,
    Problem,
    Quantity,
    Slug,
    Source,
    Text,
    Where,
    nearest,
    read,
)

R = TypeVar("R", bound=Rule)


OptionalText = Annotated[str, StringConstraints(max_length=500)]


class NoIndentureError(AgreementError):
    """A query needs the Indenture, but the agreement has none."""


class About(Model):
    """The agreement's title, date, governing law and time zone."""

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

    `issued` is a date, or the kind of event that records it; without that event they are not
    issued. Nothing accrues on or after the day it `matures`, if set. `closings` are the dates of
    the agreement whose defaults affect the lot. If no lot names any, a lot belongs to its issue
    date, if a deadline runs from that date.
    """

    id: Slug
    name: Text
    cusip: str | None = None
    principal: Annotated[Quantity, Field(gt=0)]
    issued: Day | Slug
    matures: Day | None = None
    closings: tuple[Slug, ...] = ()


class Clauses(Model):
    """Sections for everything but the provisions: Business Day, dates, notices, payment dates,
    waivers and other consents of Holders.

    Each is "" if the agreement has none.
    """

    business_day: OptionalText = ""
    dates: Text
    deemed_notice: OptionalText = ""
    interest_payment_dates: OptionalText = ""
    waivers: OptionalText = ""


class UnmodeledSection(Model):
    """A Section that is not computed, so it is shown as not checked."""

    clause: Text
    what: Text


class Terms(GrowingModel):
    """An agreement's original terms, with their amendments.

    `versions` returns the terms as amended. An agreement without Notes has no `securities`,
    `coupon` or `indenture`. `fiscal_year_ends` is the last day of the Company's fiscal year; a
    frequency limit needs it. `days` are Days under names. `readings` are those that the
    deal declares of its own text, `events` its own kinds of event.
    """

    added: ClassVar[frozenset[str]] = frozenset({"readings", "events", "days"})

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
    readings: dict[Slug, DeclaredReading] = Field(default_factory=dict)
    days: dict[Slug, DayTerms] = Field(default_factory=dict)
    events: dict[Slug, DeclaredEvent] = Field(default_factory=dict)

    @field_validator("fiscal_year_ends")
    @classmethod
    def _last_of_month(cls, day: MonthDay | None) -> MonthDay | None:
        if day is not None and not ends_a_month(day.month, day.day):
            raise ValueError("give the last day of a month")
        return day

    @field_validator("timeline")
    @classmethod
    def _unique_ids(cls, entries: tuple[TimelineEntry, ...]) -> tuple[TimelineEntry, ...]:
        if len({e.id for e in entries}) != len(entries):
            raise ValueError("give each entry its own id")
        return entries

    @property
    def indenture_sheet(self) -> Indenture:
        """The Indenture input sheet; raises NoIndentureError if the agreement has none."""
        if self.indenture is None:
            raise NoIndentureError(
                f"the terms of {self.id} have no indenture; add the Indenture input sheet."
            )
        return self.indenture

    def party_name(self, party: str) -> str:
        """A party's defined term, by its id; an unknown id is returned unchanged."""
        match = self.parties.get(party)
        return match.as_defined if match else party

    def all_of(self, kind: type[R]) -> Iterator[R]:
        """The provisions of one type, in the order the terms give them."""
        if kind not in self.by_type:
            self.by_type[kind] = [p for p in self.provisions if isinstance(p, kind)]
        return iter(self.by_type[kind])

    def provision(self, rule: R) -> R | None:
        """The provision of these terms with the id of `rule`, or None.

        An amendment never changes ids or types.
        """
        return self._by_id.get(rule.id)

    @cached_property
    def _by_id(self) -> dict[str, Any]:
        """The provisions by id."""
        return {p.id: p for p in self.provisions}

    @cached_property
    def general(self) -> tuple[Rule, ...]:
        """The provisions with older spellings expanded into the general types."""
        return tuple(map(expand, self.provisions))

    @cached_property
    def obligations(self) -> Mapping[str, ObligationTerms]:
        """The obligations in the general form, by id, in order."""
        return {rule.id: rule for rule in self.general if isinstance(rule, ObligationTerms)}

    @cached_property
    def states(self) -> Mapping[str, StateTerms]:
        """The states in the general form, by id, in order."""
        return {rule.id: rule for rule in self.general if isinstance(rule, StateTerms)}

    @cached_property
    def by_type(self) -> dict[type, list[Any]]:
        """A cache of the provisions by type."""
        return {}

    @cached_property
    def named_channels(self) -> Mapping[str, cutoffs.Channel]:
        """Each channel under its name."""
        return {name: channel.to_channel(name) for name, channel in self.channels.items()}

    def defaults(self) -> Iterator[DefaultTerms]:
        """Every default that an unsatisfied provision can become, in provision order."""
        return iter(self._defaults)

    @cached_property
    def _defaults(self) -> tuple[DefaultTerms, ...]:
        return tuple(
            default
            for rule in self.provisions
            for part in (rule, *getattr(rule, "in_any", ()), *getattr(rule, "limits", ()))
            for key in ("on_lapse", "on_overrun")
            if isinstance(default := getattr(part, key, None), DefaultTerms)
        )

    @cached_property
    def all_readings(self) -> Mapping[str, Reading]:
        """Every reading by its id: those of every deal, then those the terms declare."""
        declared = {name: self.readings[name].reading(name) for name in sorted(self.readings)}
        return MappingProxyType({**ALL, **declared}) if declared else ALL

    def clauses_of(self, reading: Reading) -> str:
        """The Sections that a reading applies to, in the order it names them; "" if none."""
        if reading.clause:
            return reading.clause
        if reading.needs and not any(self._provisions_in(reading.needs)):
            return ""
        clauses: list[str] = []
        for where in reading.applies_to:
            if where in Clauses.model_fields:
                clauses += [clause] if (clause := getattr(self.clauses, where)) else []
            else:
                clauses += [p.clause for p in self._provisions_in(where)]
        return ", ".join(dict.fromkeys(clauses))

    def _provisions_in(self, where: str) -> Iterator[Rule]:
        """The provisions of a type, or with "TYPE.KEY" those that have that key."""
        kind, _, key = where.partition(".")
        of_kind = (p for p in self.provisions if p.type == kind)
        return (p for p in of_kind if not key or getattr(p, key, None))


def read_terms(source: Source) -> Terms:
    """The terms in a file; raises InvalidFilesError with every problem, cross-references
    included.
    """
    problems = [
        *_cross_references(source),
        *_amendment_problems(source),
        *problems_with_readings(source),
    ]
    try:
        terms = read(source, Terms)
    except InvalidFilesError as invalid:
        raise InvalidFilesError([*invalid.problems, *problems]) from None
    problems += problems_with_days(terms, source)
    if problems:
        raise InvalidFilesError(problems)
    return terms


def _amendment_problems(source: Source) -> Iterator[Problem]:
    """Amendments with forbidden changes, or after which the terms are invalid."""
    problems = [
        source.problem(p.where, p.given, p.allowed)
        for p in amendments.amendment_problems(source.data)
    ]
    yield from problems
    place = 0
    try:
        if not problems and _original_is_valid(source):
            for place, data in amendments.after_each_amendment(source.data):
                amended = Source(source.file, data, source.lines)
                yield from _at_amendment(_problems_of(amended), source, place)
    except PatchError as error:
        yield source.problem(
            ("amendments", place, "changes"), "a change that does not fit the terms", str(error)
        )


def _original_is_valid(source: Source) -> bool:
    original = Source(source.file, _without_amendments(source.data), source.lines)
    return not _problems_of(original)


def _without_amendments(data: object) -> object:
    return {**data, "amendments": []} if isinstance(data, Mapping) else data


def _problems_of(source: Source) -> list[Problem]:
    problems = list(_cross_references(source))
    try:
        problems += problems_with_days(read(source, Terms), source)
    except InvalidFilesError as invalid:
        problems += invalid.problems
    return problems


def _at_amendment(problems: Iterable[Problem], source: Source, place: int) -> Iterator[Problem]:
    """Problems of the amended terms, reported at the line of the amendment."""
    for p in problems:
        where: Where = ("amendments", place, "changes")
        problem = source.problem(where, None, f"as amended, {p.at}: {p.allowed}")
        yield replace(problem, given=p.given)


def _cross_references(source: Source) -> Iterator[Problem]:
    """References within the file: parties, dates, provisions and unique ids.

    Checked on the raw data, so that they are reported together with any other problems.
    """
    parties, dates = raw.keys(source.data, "parties"), raw.keys(source.data, "dates")
    rules = raw.records(source.data, "provisions")
    ids = [rule.get("id") for rule in rules]
    has_channels = bool(raw.record(source.data, "channels"))
    channels = raw.keys(source.data, "channels") if has_channels else ()
    known: tuple[tuple[str, str, Sequence[str] | None], ...] = (
        ("owed_by", "a party", parties),
        ("to", "a party", parties),
        ("channel", "one of", channels),
        ("after", "one of", dates),
        ("anniversaries_of", "one of", dates),
        ("exercised_before", "one of", dates),
        ("during", "one of", _ids_of(rules, ProtectedPeriod, StateProvision)),
        ("any of", "one of", _ids_of(rules, StateProvision, DayBudget)),
        ("excused_by", "one of", _ids_of(rules, DayBudget, StateProvision)),
        ("asks_about", "one of", _ids_of(rules, Outage)),
        ("late_after", "one of", _ids_of(rules, Request)),
        ("entitles_to", "one of", _ids_of(rules, RateSchedule, Stream)),
        ("expected_by", "one of", _ids_of(rules, Deadline, ObligationProvision)),
        ("first_after", "one of", _ids_of(rules, Deadline, ObligationProvision)),
        ("ahead_of", "one of", _ids_of(rules, Deadline, Outage, ObligationProvision)),
        ("review", "one of", _ids_of(rules, MinimumPeriod)),
    )
    yield from _closings(source, rules)
    for i, rule in enumerate(rules):
        here = ("provisions", i)
        if isinstance(ids[i], str) and ids.index(ids[i]) != i:
            yield source.problem((*here, "id"), ids[i], "give each provision its own id")
        yield from _general_references(source, i, rule, rules)
        for field, what, words in () if is_general(rule) else known:
            value = rule.get(field)
            for word in value if isinstance(value, list) else [value]:
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


def _general_references(
    source: Source, i: int, rule: raw.Record, rules: Sequence[raw.Record]
) -> Iterator[Problem]:
    """References of a provision of a general type to parties and states."""
    if not is_general(rule):
        return
    parties = raw.keys(source.data, "parties")
    states = [str(each.get("id")) for each in rules if each.get("type") in STATES]
    known = {
        "owed by": ("a party", parties),
        "to": ("a party", parties),
        "during": ("a state", states),
        "any of": ("a state", states),
        "stopped by": ("a state", states),
    }
    for key, (what, words) in known.items():
        named = raw.record(rule, key_in(rule, key)).get("state")
        for word in words_of(rule, key) if named is None else (named,):
            if words is not None and raw.slug(word) and word not in words:
                where = ("provisions", i, key_in(rule, key))
                yield _unknown(source, where, str(word), what, words)


def _closings(source: Source, rules: Sequence[raw.Record]) -> Iterator[Problem]:
    """Closings of lots that are not dates, and closings of defaults that no lot has."""
    dates = raw.keys(amendments.with_all_amendments(source.data), "dates")
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
            if word is not None and place == ("lapse",) and word in (dates or ()):
                continue  # the date from which its time runs
            if word is not None and not named:
                allowed = "first list it under closings of the lots it applies to"
                yield source.problem(where, word, allowed)
            elif word is not None and word not in named:
                yield _unknown(source, where, word, "a closing listed for a lot", named)


def _bare_defaults(rule: raw.Record) -> Iterator[tuple[Where, raw.Record]]:
    """The defaults that a raw provision may become, with their places in it."""
    for key in ("on_lapse", "on_overrun", "lapse"):
        yield (key,), raw.record(rule, key)
    for n, limit in enumerate(raw.records(rule, "in_any")):
        yield ("in_any", n, "on_overrun"), raw.record(limit, "on_overrun")
    for n, limit in enumerate(raw.records(rule, "limits")):
        yield ("limits", n, "lapse"), raw.record(limit, "lapse")


def _ids_of(rules: Sequence[raw.Record], *kinds: type[Rule]) -> Sequence[str] | None:
    """The ids of the rules that are, or whose invalid type may mean, one of these types; None if
    one of them has no valid id."""
    ids = [raw.slug(r.get("id")) for r in rules if model_of(r) in (*kinds, None)]
    valid = [rule_id for rule_id in ids if rule_id is not None]
    return valid if len(valid) == len(ids) else None


def _unknown(
    source: Source, where: Where, word: str, what: str, known: Iterable[object]
) -> Problem:
    words = sorted(str(name) for name in known)
    return source.problem(where, word, f"give {what}: {', '.join(words)}.{nearest(word, words)}")
